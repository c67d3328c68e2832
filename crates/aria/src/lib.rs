//! Role, accessible name, description and states of a captured element, by the specifications:
//! ARIA 1.3, accname 1.2, HTML-AAM, SVG-AAM; where they leave a choice, or Chromium differs for a
//! reason that helps a person, as Chromium does, and then the code says so.
//!
//! **Invariant:** no answer depends on anything but the [`Page`].
//! **Invariant:** walks are iterative; only references to other elements recurse, to a fixed depth.
//! **Absent on purpose:** which elements are worth showing (see `perception`).
#![warn(missing_docs)]

mod context;
mod description;
mod effort;
mod explicit;
mod focusable;
mod hidden;
mod implicit;
mod inherited;
mod name;
mod native_name;
mod purpose;
mod references;
mod role;
mod role_facts;
mod state_rules;
mod states;
mod table;
mod value;
mod walk;

use std::cell::{Cell, OnceCell};

use page_model::{NodeId, Page};

use effort::Effort;
use inherited::Inherited;
use references::References;
pub use role::{Role, UnknownRole};
pub use states::{Current, HasPopup, States, Tristate};

/// The accessible side of one captured page. Its caches live and die with it.
#[derive(Debug)]
pub struct Aria<'p> {
    page: &'p Page,
    references: References,
    roles: Vec<Cell<Option<Role>>>,
    inherited: Vec<Cell<Option<Inherited>>>,
    names: Vec<OnceCell<String>>,
    effort: Effort,
}

impl<'p> Aria<'p> {
    /// Reads the page's references once (labels, `aria-owns`); all else is computed when asked.
    #[must_use]
    pub fn new(page: &'p Page) -> Self {
        Self {
            page,
            references: References::of(page),
            roles: vec![Cell::new(None); page.len()],
            inherited: vec![Cell::new(None); page.len()],
            names: vec![OnceCell::new(); page.len()],
            effort: Effort::for_page(page.len()),
        }
    }

    /// The page all answers are about.
    #[must_use]
    pub fn page(&self) -> &'p Page {
        self.page
    }

    /// The element's role; [`Role::Generic`] for text nodes.
    #[must_use]
    pub fn role(&self, node: NodeId) -> Role {
        let cell = &self.roles[node.index()];
        cell.get().unwrap_or_else(|| {
            let role = self.compute_role(node);
            cell.set(Some(role));
            role
        })
    }

    /// The accessible name, white space collapsed; empty if the element has none.
    #[must_use]
    pub fn name(&self, node: NodeId) -> String {
        let kept = &self.names[node.index()];
        if let Some(name) = kept.get() {
            return name.clone();
        }
        self.effort.begin();
        let mut name = self.compute_name(node);
        self.effort.keep(&mut name);
        // A name that asked for itself on the way has kept an answer already.
        let _ = kept.set(name.clone());
        name
    }

    /// The accessible description, white space collapsed; empty if the element has none.
    #[must_use]
    pub fn description(&self, node: NodeId) -> String {
        self.effort.begin();
        self.compute_description(node)
    }

    /// What state the element is in, as far as its role has such states.
    #[must_use]
    pub fn states(&self, node: NodeId) -> States {
        self.compute_states(node)
    }

    /// Whether assistive technology is not shown the node: it is not rendered, invisible,
    /// `aria-hidden` or `inert`, by itself or through an ancestor.
    #[must_use]
    pub fn is_hidden(&self, node: NodeId) -> bool {
        self.compute_hidden(node)
    }

    /// Whether the page was so made that reading all names would not have ended in good time, so
    /// that some were cut.
    #[must_use]
    pub fn has_cut_names(&self) -> bool {
        self.effort.is_spent()
    }

    fn attribute(&self, node: NodeId, name: &str) -> Option<&'p str> {
        self.page.attribute(node, name)
    }

    /// An attribute's value, `None` also where it holds only white space.
    fn filled_attribute(&self, node: NodeId, name: &str) -> Option<&'p str> {
        self.attribute(node, name)
            .filter(|value| !value.trim().is_empty())
    }

    fn has_attribute(&self, node: NodeId, name: &str) -> bool {
        self.attribute(node, name).is_some()
    }
}
