//! Whether an element can have the focus.

use page_model::NodeId;

use crate::Aria;

impl Aria<'_> {
    /// Whether a person can bring the focus to the element, by key or by script.
    #[must_use]
    pub fn is_focusable(&self, node: NodeId) -> bool {
        let Some(element) = self.page.element(node) else {
            return false;
        };
        if element.control.is_disabled {
            return false;
        }
        let has = |name| element.has_attribute(name);
        let has_tab_index = element
            .attribute("tabindex")
            .is_some_and(|index| index.trim().parse::<i32>().is_ok());
        let is_native = match element.tag.as_str() {
            "a" => has("href") || has("xlink:href"),
            "area" => has("href"),
            "audio" | "video" => has("controls"),
            "button" | "embed" | "iframe" | "select" | "textarea" => true,
            "input" => !element
                .attribute("type")
                .is_some_and(|kind| kind.eq_ignore_ascii_case("hidden")),
            "summary" => self.is_summary_of_details(node),
            _ => element.control.is_editable,
        };
        has_tab_index || is_native
    }

    /// Whether it is the first summary of a `<details>`, the part that opens it.
    pub(crate) fn is_summary_of_details(&self, node: NodeId) -> bool {
        let Some(parent) = self.page.node(node).parent else {
            return false;
        };
        self.page.tag(node) == "summary"
            && self.page.tag(parent) == "details"
            && self.first_child(parent, "summary") == Some(node)
    }

    pub(crate) fn first_child(&self, node: NodeId, tag: &str) -> Option<NodeId> {
        let children = &self.page.node(node).children;
        children.iter().copied().find(|&c| self.page.tag(c) == tag)
    }
}
