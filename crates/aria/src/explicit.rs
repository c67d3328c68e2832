//! The role an author gives with the `role` attribute, and when it counts.

use page_model::NodeId;

use crate::{Aria, Role};

/// Attributes that keep an element exposed even with `role="none"`.
// wai-aria-1.3 6.4 Global States and Properties; aria-hidden is left out, as in Chromium.
const GLOBAL: &[&str] = &[
    "aria-atomic",
    "aria-braillelabel",
    "aria-brailleroledescription",
    "aria-busy",
    "aria-controls",
    "aria-current",
    "aria-describedby",
    "aria-description",
    "aria-details",
    "aria-dropeffect",
    "aria-flowto",
    "aria-grabbed",
    "aria-keyshortcuts",
    "aria-label",
    "aria-labelledby",
    "aria-live",
    "aria-owns",
    "aria-relevant",
    "aria-roledescription",
];

/// How far up a role's context is looked for; beyond it the author is believed.
const MAX_CONTEXT: usize = 64;

impl<'p> Aria<'p> {
    pub(crate) fn compute_role(&self, node: NodeId) -> Role {
        if self.page.element(node).is_none() {
            return Role::Generic;
        }
        self.explicit_role(node)
            .unwrap_or_else(|| self.implicit_role(node))
    }

    /// The first role token an author gave that is a role at all, whether it counts here or not.
    #[must_use]
    pub fn declared_role(&self, node: NodeId) -> Option<Role> {
        self.role_tokens(node).next()
    }

    /// The role, and for an orphan the one its author meant: `role="option"` outside any list box
    /// is [`Role::Generic`] for [`Aria::role`], as in Chromium, yet still an option to a person.
    #[must_use]
    pub fn intended_role(&self, node: NodeId) -> Role {
        let role = self.role(node);
        let declared = || self.declared_role(node);
        match role {
            Role::Generic => declared().filter(|&d| self.is_out_of_context(node, d)),
            _ => None,
        }
        .unwrap_or(role)
    }

    // wai-aria-1.3 9.1 Role Attribute: the first token that is a non-abstract role and may be used
    // here; 9.2 Form and Region need a name; 5.2.7 some roles need a context.
    fn explicit_role(&self, node: NodeId) -> Option<Role> {
        for role in self.role_tokens(node) {
            match role {
                Role::None if self.resists_presentation(node) => return None,
                Role::Form | Role::Region if !self.has_author_name(node) => {}
                _ if self.is_out_of_context(node, role) => {}
                _ => return Some(role),
            }
        }
        None
    }

    fn role_tokens(&self, node: NodeId) -> impl Iterator<Item = Role> + use<'p> {
        let tokens = self.attribute(node, "role").unwrap_or("");
        tokens.split_ascii_whitespace().filter_map(Role::from_token)
    }

    // wai-aria-1.3 10.1 Presentational Roles Conflict Resolution.
    fn resists_presentation(&self, node: NodeId) -> bool {
        self.is_focusable(node) || self.has_global_attribute(node)
    }

    pub(crate) fn has_global_attribute(&self, node: NodeId) -> bool {
        self.page.element(node).is_some_and(|element| {
            let names = element.attributes.iter().map(|a| a.name.as_str());
            names.into_iter().any(|name| GLOBAL.contains(&name))
        })
    }

    /// Whether the author took the element's own role away. Never looks at other elements, so that
    /// roles that depend on ancestors cannot recurse.
    pub(crate) fn is_presentational(&self, node: NodeId) -> bool {
        self.declared_role(node) == Some(Role::None) && !self.resists_presentation(node)
    }

    /// Whether the author names it: what makes a section a region.
    pub(crate) fn has_author_name(&self, node: NodeId) -> bool {
        self.filled_attribute(node, "aria-label").is_some()
            || self.filled_attribute(node, "title").is_some()
            || self.has_valid_labelledby(node)
    }

    // Chromium asks for the context of these roles and of no others: a tab outside a tab list is
    // still a tab.
    fn is_out_of_context(&self, node: NodeId, role: Role) -> bool {
        let wanted: &[Role] = match role {
            Role::ListItem => &[Role::List],
            Role::Option => &[Role::Listbox, Role::Combobox],
            Role::TreeItem => &[Role::Tree],
            _ => return false,
        };
        let mut current = node;
        for _ in 0..MAX_CONTEXT {
            let Some(parent) = self.parent(current) else {
                return true;
            };
            match self.role_without_context(parent) {
                found if wanted.contains(&found) => return false,
                Role::Generic | Role::None | Role::Group | Role::TreeItem | Role::ListItem => {}
                _ => return true,
            }
            current = parent;
        }
        false
    }

    /// An ancestor's role as far as the element itself tells it.
    fn role_without_context(&self, node: NodeId) -> Role {
        self.declared_role(node)
            .unwrap_or_else(|| match self.page.tag(node) {
                "ul" | "ol" | "menu" => Role::List,
                "datalist" | "select" => Role::Listbox,
                "optgroup" | "fieldset" | "details" => Role::Group,
                "li" => Role::ListItem,
                "table" => Role::Table,
                "main" => Role::Main,
                "nav" => Role::Navigation,
                _ => Role::Generic,
            })
    }
}
