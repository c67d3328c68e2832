//! The accessible description: accname-1.2 section 4.2, HTML-AAM 4.1.

use page_model::NodeId;

use crate::Aria;
use crate::purpose::{Purpose, collapse};

impl Aria<'_> {
    /// `aria-describedby`, `aria-description`, then what the host language offers and the name did
    /// not already use.
    pub(crate) fn compute_description(&self, node: NodeId) -> String {
        if self.page.element(node).is_none() {
            return String::new();
        }
        let described = self
            .referenced_text(node, "aria-describedby", Purpose::naming(node))
            .or_else(|| {
                self.filled_attribute(node, "aria-description")
                    .map(str::to_owned)
            });
        if let Some(text) = described {
            return collapse(&text);
        }
        let name = self.name(node);
        self.native_descriptions(node)
            .map(collapse)
            .find(|text| *text != name)
            .unwrap_or_default()
    }

    // html-aam 4.1.2 input buttons, 4.1.12 table, and the tooltip of anything.
    fn native_descriptions(&self, node: NodeId) -> impl Iterator<Item = &str> {
        let names: &[&str] = match self.page.tag(node) {
            "table" => &["summary", "title"],
            _ => &["title"],
        };
        names
            .iter()
            .filter_map(move |name| self.filled_attribute(node, name))
    }
}
