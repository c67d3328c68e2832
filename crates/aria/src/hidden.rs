//! What is not exposed to assistive technology (wai-aria-1.3 section 7.1).

use page_model::{NodeId, NodeKind};

use crate::Aria;

impl Aria<'_> {
    pub(crate) fn compute_hidden(&self, node: NodeId) -> bool {
        self.is_cut_off(node) || !self.is_displayed(node)
    }

    /// Whether only `visibility` hides the element.
    pub(crate) fn is_merely_invisible(&self, node: NodeId) -> bool {
        let element = self.page.element(node);
        element.is_some_and(|element| element.style.is_rendered) && !self.is_cut_off(node)
    }

    /// Whether something hides the node with all it holds (unlike `visibility`, which can be turned
    /// on again further in).
    fn is_cut_off(&self, node: NodeId) -> bool {
        self.inherited(node).is_cut_off
    }

    // html 15.5.7: a closed details shows its first summary; the rest, text too, has no box of its
    // own that a style could tell of.
    pub(crate) fn is_folded_away(&self, node: NodeId) -> bool {
        let parent = self.page.node(node).parent;
        parent.is_some_and(|parent| {
            self.page.tag(parent) == "details"
                && !self.has_attribute(parent, "open")
                && !self.is_summary_of_details(node)
        })
    }

    /// Whether the node's own boxes can be seen.
    pub(crate) fn is_displayed(&self, node: NodeId) -> bool {
        match &self.page.node(node).kind {
            NodeKind::Document | NodeKind::ShadowRoot => true,
            // One level up only: a text's parent is no text.
            NodeKind::Text(_) => {
                let parent = self.page.composed_parent(node);
                parent.is_some_and(|parent| self.is_displayed(parent))
            }
            NodeKind::Element(element) => match element.tag.as_str() {
                // An area has no box: it is part of its image.
                "area" => true,
                // Chromium: the list of a drop-down box is not on the page, so the options'
                // visibility says nothing.
                "option" | "optgroup" => element.style.is_rendered,
                _ => element.style.is_rendered && element.style.is_visible,
            },
        }
    }
}
