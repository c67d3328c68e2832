//! What a control holds, as text in the name of something else (accname-1.2 2C).

use page_model::NodeId;

use crate::name::filled;
use crate::purpose::{Purpose, Visited, collapse};
use crate::{Aria, Role};

impl Aria<'_> {
    /// `None` for what holds no value; blank text for an empty control.
    pub(crate) fn embedded_value(
        &self,
        node: NodeId,
        purpose: Purpose,
        visited: &mut Visited,
    ) -> Option<String> {
        // Controls nested in controls recurse like references, and end like them.
        let purpose = purpose.next_hop()?;
        let role = self.role(node);
        match role {
            Role::Textbox | Role::Searchbox => Some(self.text_value(node, purpose, visited)),
            Role::Combobox => Some(self.combobox_value(node, purpose, visited)),
            Role::Listbox => Some(self.chosen_text(node, purpose, visited)),
            _ if role.is_range() => Some(self.range_value(node)),
            _ => None,
        }
    }

    fn text_value(&self, node: NodeId, purpose: Purpose, visited: &mut Visited) -> String {
        match self.page.tag(node) {
            // **Invariant:** a password is nobody's name.
            "input" if self.is_password(node) => String::new(),
            "input" | "textarea" => self.control_value(node),
            _ => self.content_of(node, purpose, visited),
        }
    }

    fn combobox_value(&self, node: NodeId, purpose: Purpose, visited: &mut Visited) -> String {
        match self.page.tag(node) {
            "select" => self.chosen_text(node, purpose, visited),
            "input" => self.text_value(node, purpose, visited),
            _ => {
                let chosen = self.chosen_text(node, purpose, visited);
                filled(chosen).unwrap_or_else(|| self.content_of(node, purpose, visited))
            }
        }
    }

    /// The texts of the options chosen in a list or in a list it adopted.
    fn chosen_text(&self, list: NodeId, purpose: Purpose, visited: &mut Visited) -> String {
        let mut inside: Vec<NodeId> = self.page.composed(list).skip(1).collect();
        for &adopted in self.references.owned(list) {
            inside.extend(self.page.composed(adopted));
        }
        let chosen: Vec<_> = inside
            .into_iter()
            .filter(|&node| self.is_chosen_option(node))
            .map(|option| {
                self.filled_attribute(option, "aria-label")
                    .or_else(|| self.filled_attribute(option, "label"))
                    .map_or_else(|| self.content_of(option, purpose, visited), str::to_owned)
            })
            .collect();
        chosen.join(" ")
    }

    fn is_chosen_option(&self, node: NodeId) -> bool {
        let Some(element) = self.page.element(node) else {
            return false;
        };
        match element.attribute("aria-selected") {
            _ if element.tag == "option" => element.control.checked == Some(true),
            Some(selected) => selected == "true" && self.declared_role(node) == Some(Role::Option),
            None => false,
        }
    }

    // aria-valuetext, aria-valuenow, the host language's value, in this order.
    fn range_value(&self, node: NodeId) -> String {
        self.filled_attribute(node, "aria-valuetext")
            .or_else(|| self.filled_attribute(node, "aria-valuenow"))
            .map_or_else(|| self.control_value(node), str::to_owned)
    }

    fn control_value(&self, node: NodeId) -> String {
        let held = self
            .page
            .element(node)
            .and_then(|e| e.control.value.clone());
        let declared = || self.attribute(node, "value").map(str::to_owned);
        collapse(&held.or_else(declared).unwrap_or_default())
    }

    fn is_password(&self, node: NodeId) -> bool {
        self.attribute(node, "type")
            .is_some_and(|kind| kind.eq_ignore_ascii_case("password"))
    }
}
