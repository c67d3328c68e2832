//! Refs over the observations of one document.

use std::collections::HashMap;

use page_model::ElementKey;
use protocol::NodeRef;

/// Which ref stands for which element.
///
/// **Invariant:** a ref lives while its element keeps its role and name, and is never given to
/// another element, nor to the same one under another role or name.
#[derive(Debug, Default)]
pub struct RefTable {
    known: HashMap<ElementKey, Known>,
    given: u32,
    frame: u32,
}

#[derive(Debug)]
struct Known {
    reference: NodeRef,
    role: &'static str,
    name: String,
}

impl RefTable {
    /// Says which frame the refs are of, before any is given.
    pub fn number_frame(&mut self, frame: u32) {
        self.frame = frame;
    }

    /// The ref of an element that now has this role and name.
    pub fn assign(&mut self, key: ElementKey, role: &'static str, name: &str) -> NodeRef {
        if let Some(known) = self.known.get(&key)
            && known.role == role
            && known.name == name
        {
            return known.reference;
        }
        self.given += 1;
        let reference = NodeRef {
            frame: self.frame,
            element: self.given,
        };
        self.known.insert(
            key,
            Known {
                reference,
                role,
                name: name.to_owned(),
            },
        );
        reference
    }

    /// The element a ref stands for, `None` once its element became another thing.
    #[must_use]
    pub fn key_of(&self, reference: NodeRef) -> Option<ElementKey> {
        self.known
            .iter()
            .find(|(_, known)| known.reference == reference)
            .map(|(key, _)| *key)
    }
}

#[cfg(test)]
mod tests {
    use super::RefTable;
    use page_model::ElementKey;

    #[test]
    fn a_ref_lives_while_role_and_name_stay() {
        let mut refs = RefTable::default();
        let first = refs.assign(ElementKey(7), "button", "Save");
        assert_eq!(refs.assign(ElementKey(7), "button", "Save"), first);
        assert_eq!(refs.key_of(first), Some(ElementKey(7)));

        let renamed = refs.assign(ElementKey(7), "button", "Saving");
        assert_ne!(renamed, first);
        assert_eq!(refs.key_of(first), None);
        let back = refs.assign(ElementKey(7), "button", "Save");
        assert_ne!(back, first, "a ref that died is not given again");
    }
}
