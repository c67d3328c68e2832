//! Refs over the observations of one document.

use rustc_hash::FxHashMap;

use page_model::ElementKey;
use protocol::NodeRef;

/// Which ref stands for which element.
///
/// **Invariant:** a ref lives while its element keeps its role and name, and is never given to
/// another element, nor to the same one under another role or name.
#[derive(Debug, Default)]
pub struct RefTable {
    known: FxHashMap<ElementKey, Known>,
    /// Whose each ref is, the first one's at 0; `None` once it died.
    keys: Vec<Option<ElementKey>>,
    /// Whose each ref ever was.
    ever: Vec<ElementKey>,
    frame: u32,
}

#[derive(Debug)]
struct Known {
    reference: NodeRef,
    role: &'static str,
    name: String,
}

impl RefTable {
    /// The table of a document in frame `frame`: its refs are `f2e5`.
    #[must_use]
    pub fn in_frame(frame: u32) -> Self {
        Self {
            frame,
            ..Self::default()
        }
    }

    /// The ref of an element that now has this role and name.
    pub fn assign(&mut self, key: ElementKey, role: &'static str, name: &str) -> NodeRef {
        if let Some(known) = self.known.get(&key)
            && known.role == role
            && known.name == name
        {
            return known.reference;
        }
        let reference = self.give(key);
        let known = Known {
            reference,
            role,
            name: name.to_owned(),
        };
        if let Some(old) = self.known.insert(key, known) {
            self.keys[slot(old.reference)] = None;
        }
        reference
    }

    /// A new ref for the element.
    fn give(&mut self, key: ElementKey) -> NodeRef {
        self.keys.push(Some(key));
        self.ever.push(key);
        NodeRef {
            frame: self.frame,
            element: u32::try_from(self.keys.len()).unwrap_or(u32::MAX),
        }
    }

    /// The element a ref stands for, `None` once its element became another thing.
    #[must_use]
    pub fn key_of(&self, reference: NodeRef) -> Option<ElementKey> {
        let is_ours = reference.frame == self.frame && reference.element > 0;
        is_ours
            .then(|| self.keys.get(slot(reference)).copied().flatten())
            .flatten()
    }

    /// The element a ref was given to, whatever has become of it: for looking at what was acted on,
    /// never for acting on it.
    #[must_use]
    pub fn ever_key_of(&self, reference: NodeRef) -> Option<ElementKey> {
        let is_ours = reference.frame == self.frame && reference.element > 0;
        is_ours
            .then(|| self.ever.get(slot(reference)).copied())
            .flatten()
    }
}

/// Where a ref's element is kept.
fn slot(reference: NodeRef) -> usize {
    reference.element as usize - 1
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
