//! The accessible name: accname-1.2 section 4.3.2 for the element that is asked about.

use page_model::NodeId;

use crate::purpose::{Purpose, Visited, collapse};
use crate::{Aria, Role};

impl Aria<'_> {
    pub(crate) fn compute_name(&self, node: NodeId) -> String {
        if self.page.element(node).is_none() || self.role(node) == Role::None {
            return String::new();
        }
        let purpose = Purpose::naming(node);
        self.labelledby_text(node, purpose)
            .or_else(|| self.filled_attribute(node, "aria-label").map(str::to_owned))
            .or_else(|| self.native_text(node, purpose, &mut Visited::from_iter([node])))
            .or_else(|| self.text_from_content(node, purpose))
            .or_else(|| self.filled_attribute(node, "title").map(str::to_owned))
            .or_else(|| self.placeholder(node).map(str::to_owned))
            .map_or_else(String::new, |text| collapse(&text))
    }

    // accname-1.2 2B. References are followed one level deep, so two elements that label each other
    // cannot loop; an element may name itself as part of its own label.
    pub(crate) fn labelledby_text(&self, node: NodeId, purpose: Purpose) -> Option<String> {
        self.referenced_text(node, "aria-labelledby", purpose)
    }

    /// The text of all elements an id list names, `None` where that is blank.
    pub(crate) fn referenced_text(
        &self,
        node: NodeId,
        attribute: &str,
        purpose: Purpose,
    ) -> Option<String> {
        let purpose = purpose.next_hop()?;
        let mut visited = Visited::default();
        let texts: Vec<_> = self
            .referenced(node, attribute)
            .take_while(|_| self.effort.spend(0))
            .map(|target| {
                let purpose = Purpose {
                    named: node,
                    in_reference: true,
                    shows_hidden: self.is_hidden(target),
                    ..purpose
                };
                self.text_of(target, purpose, &mut visited)
            })
            .collect();
        filled(texts.join(" "))
    }

    fn referenced<'a>(
        &'a self,
        node: NodeId,
        attribute: &str,
    ) -> impl Iterator<Item = NodeId> + use<'a> {
        let ids = self.attribute(node, attribute).unwrap_or("");
        ids.split_ascii_whitespace()
            .filter_map(move |id| self.page.element_by_id(node, id))
    }

    /// Whether `aria-labelledby` names anything there is.
    pub(crate) fn has_valid_labelledby(&self, node: NodeId) -> bool {
        self.referenced(node, "aria-labelledby").next().is_some()
    }

    // accname-1.2 2F.
    fn text_from_content(&self, node: NodeId, purpose: Purpose) -> Option<String> {
        if !self.intended_role(node).name_from_content() {
            return None;
        }
        filled(self.content_of(node, purpose, &mut Visited::default()))
    }

    // html-aam 4.1.1: after the title.
    fn placeholder(&self, node: NodeId) -> Option<&str> {
        self.filled_attribute(node, "placeholder")
            .or_else(|| self.filled_attribute(node, "aria-placeholder"))
    }
}

/// `None` for text nobody could read.
pub(crate) fn filled(text: String) -> Option<String> {
    (!collapse(&text).is_empty()).then_some(text)
}
