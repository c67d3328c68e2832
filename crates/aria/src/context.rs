//! Roles that depend on what is around the element.

use page_model::NodeId;

use crate::{Aria, Role};

impl Aria<'_> {
    // html-aam 3.5 li: a list item is one in a list; the presentational list takes its items along.
    pub(crate) fn list_item_role(&self, node: NodeId) -> Role {
        let list = self
            .parent(node)
            .filter(|&p| matches!(self.page.tag(p), "ul" | "ol" | "menu"));
        let Some(list) = list else {
            // HTML-AAM says generic; Chromium, and what a person sees, say a list item.
            return Role::ListItem;
        };
        if self.is_presentational(list) {
            return Role::None;
        }
        match self.declared_role(list) {
            None | Some(Role::List | Role::None) => Role::ListItem,
            Some(_) => Role::Generic,
        }
    }

    // html-aam 3.5 header, footer: a landmark only where it is the page's own.
    pub(crate) fn scoped_role(&self, node: NodeId, of_page: Role, of_section: Role) -> Role {
        if self.around(node).is_sectioning {
            of_section
        } else {
            of_page
        }
    }

    // html-aam 3.5 aside: in a section it needs a name.
    pub(crate) fn aside_role(&self, node: NodeId) -> Role {
        if self.around(node).is_section && !self.has_author_name(node) {
            Role::Generic
        } else {
            Role::Complementary
        }
    }
}
