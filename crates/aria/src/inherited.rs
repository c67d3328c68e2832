//! What an element hands down to all it holds, found once for each: a page may be nested so deep that
//! asking every ancestor again for every element would never end.

use page_model::{Element, NodeId};

use crate::table::Kind;
use crate::{Aria, Role};

/// What holds for a node by itself or through what is around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Inherited {
    /// Something hides it with all it holds.
    pub(crate) is_cut_off: bool,
    /// A `header` or `footer` in it is not the page's own.
    pub(crate) is_sectioning: bool,
    /// An `aside` in it needs a name.
    pub(crate) is_section: bool,
    /// The nearest `aria-disabled` says so.
    pub(crate) is_disabled: bool,
    /// What the nearest table makes of its parts.
    pub(crate) table: Kind,
}

impl Aria<'_> {
    /// Goes up the composed tree to the nearest node whose answer is known, then fills in the way
    /// down again.
    pub(crate) fn inherited(&self, node: NodeId) -> Inherited {
        let mut way = vec![];
        let mut current = node;
        let mut found = loop {
            if let Some(known) = self.inherited[current.index()].get() {
                break known;
            }
            way.push(current);
            match self.page.composed_parent(current) {
                Some(parent) => current = parent,
                // A host's child that no slot shows ends before the document.
                None => {
                    break Inherited {
                        is_cut_off: current != self.page.document(),
                        ..Inherited::default()
                    };
                }
            }
        };
        for at in way.into_iter().rev() {
            if let Some(element) = self.page.element(at) {
                self.add(at, element, &mut found);
            }
            found.is_cut_off |= self.is_folded_away(at);
            self.inherited[at.index()].set(Some(found));
        }
        found
    }

    /// The same of what is around a node, without itself.
    pub(crate) fn around(&self, node: NodeId) -> Inherited {
        let parent = self.page.composed_parent(node);
        parent.map_or_else(Inherited::default, |parent| self.inherited(parent))
    }

    fn add(&self, node: NodeId, element: &Element, found: &mut Inherited) {
        let tag = element.tag.as_str();
        let mut has_role = false;
        for attribute in &element.attributes {
            match attribute.name.as_str() {
                "role" => has_role = true,
                "inert" => found.is_cut_off = true,
                // Chromium ignores aria-hidden on the root and the body: it would hide the page.
                "aria-hidden" if !matches!(tag, "html" | "body") => {
                    found.is_cut_off |= attribute.value == "true";
                }
                "aria-disabled" => found.is_disabled = attribute.value == "true",
                _ => {}
            }
        }
        // What has no box hides all in it, also what a slot in it would show. An area never has one.
        found.is_cut_off |= !element.style.is_rendered && tag != "area";
        found.is_section |= matches!(tag, "article" | "aside" | "nav" | "section");
        let role = has_role.then(|| self.declared_role(node)).flatten();
        found.is_sectioning |= match role {
            Some(Role::Region) => self.has_author_name(node),
            Some(role) => matches!(
                role,
                Role::Article | Role::Complementary | Role::Main | Role::Navigation
            ),
            None => matches!(tag, "article" | "aside" | "main" | "nav" | "section"),
        };
        if tag == "table" {
            found.table = self.kind_of_table(node, role);
        }
    }
}
