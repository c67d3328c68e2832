//! Which elements point at which: labels at controls, `aria-owns` at what it adopts.

use rustc_hash::FxHashMap;
use std::borrow::Cow;

use page_model::{Namespace, NodeId, NodeKind, Page};

use crate::Aria;

/// The page's references, read in one pass.
#[derive(Debug, Default)]
pub(crate) struct References {
    labels: FxHashMap<NodeId, Vec<NodeId>>,
    owned: FxHashMap<NodeId, Vec<NodeId>>,
    owners: FxHashMap<NodeId, NodeId>,
    /// How many steps upwards were taken for `aria-owns`.
    climbed: usize,
}

/// How many steps upwards `aria-owns` may cost on one page; what it names after that stays where it
/// is. A real page needs some hundred.
const CLIMB: usize = 2_000_000;

impl References {
    pub(crate) fn of(page: &Page) -> Self {
        let mut references = Self::default();
        let mut wrapped = None;
        for node in page.all() {
            if page.tag(node) == "label" {
                references.add_label(page, node, &mut wrapped);
            }
            if let Some(ids) = page.attribute(node, "aria-owns") {
                references.add_owned(page, node, ids);
            }
        }
        references
    }

    /// The labels of a control, in tree order.
    pub(crate) fn labels(&self, control: NodeId) -> &[NodeId] {
        self.labels.get(&control).map_or(&[], Vec::as_slice)
    }

    /// What an element adopts as its last children.
    pub(crate) fn owned(&self, owner: NodeId) -> &[NodeId] {
        self.owned.get(&owner).map_or(&[], Vec::as_slice)
    }

    /// Who adopted the element.
    pub(crate) fn owner(&self, node: NodeId) -> Option<NodeId> {
        self.owners.get(&node).copied()
    }

    // html 4.10.4: `for` wins, even where it names nothing; else the first labelable descendant.
    fn add_label(&mut self, page: &Page, label: NodeId, wrapped: &mut Option<Wrapped>) {
        let control = match page.attribute(label, "for") {
            Some(id) => page
                .element_by_id(label, id)
                .filter(|c| is_labelable(page, *c)),
            None => {
                let wrapped = wrapped.get_or_insert_with(|| first_labelables(page));
                wrapped.get(&label).copied()
            }
        };
        if let Some(control) = control {
            self.labels.entry(control).or_default().push(label);
        }
    }

    fn add_owned(&mut self, page: &Page, owner: NodeId, ids: &str) {
        for id in ids.split_ascii_whitespace() {
            let Some(child) = page.element_by_id(owner, id) else {
                continue;
            };
            // The first owner keeps it.
            if self.owners.contains_key(&child) || self.lies_in(page, owner, child) {
                continue;
            }
            self.owners.insert(child, owner);
            self.owned.entry(owner).or_default().push(child);
        }
    }

    /// **Invariant:** nobody adopts an ancestor, by birth or by adoption, so there are no cycles.
    fn lies_in(&mut self, page: &Page, node: NodeId, ancestor: NodeId) -> bool {
        let mut current = Some(node);
        while let Some(at) = current {
            if at == ancestor || self.climbed > CLIMB {
                return true;
            }
            self.climbed += 1;
            current = self.owner(at).or_else(|| page.composed_parent(at));
        }
        false
    }
}

impl Aria<'_> {
    /// The children in the accessibility tree: the composed ones that nobody else adopted, then
    /// those `aria-owns` names. Hidden ones and text are among them.
    #[must_use]
    pub fn children(&self, node: NodeId) -> Cow<'_, [NodeId]> {
        let children = self.page.composed_children(node);
        if self.references.owners.is_empty() {
            return Cow::Borrowed(children);
        }
        let is_free = |child: &NodeId| self.references.owner(*child).is_none();
        let own = children.iter().copied().filter(is_free);
        own.chain(self.references.owned(node).iter().copied())
            .collect()
    }

    /// The parent in the accessibility tree: who adopted it, else the composed parent.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let owner = self.references.owner(node);
        owner.or_else(|| self.page.composed_parent(node))
    }
}

/// The first labelable element in each label.
type Wrapped = FxHashMap<NodeId, NodeId>;

/// Goes up from each labelable element, in tree order, as far as no earlier one went: no node is
/// passed twice, however labels are nested.
fn first_labelables(page: &Page) -> Wrapped {
    let mut found = Wrapped::default();
    let mut is_passed = vec![false; page.len()];
    for control in page.all().filter(|&node| is_labelable(page, node)) {
        let mut current = page.node(control).parent;
        while let Some(at) = current.filter(|at| !is_passed[at.index()]) {
            is_passed[at.index()] = true;
            if page.tag(at) == "label" {
                found.insert(at, control);
            }
            // A shadow tree is no part of its host's labels.
            let node = page.node(at);
            current = node
                .parent
                .filter(|_| !matches!(node.kind, NodeKind::ShadowRoot));
        }
    }
    found
}

// html 4.10.2 "labelable elements"; form-associated custom elements cannot be told from others.
fn is_labelable(page: &Page, node: NodeId) -> bool {
    let Some(element) = page.element(node) else {
        return false;
    };
    if element.namespace != Namespace::Html {
        return false;
    }
    match element.tag.as_str() {
        "button" | "meter" | "output" | "progress" | "select" | "textarea" => true,
        "input" => !element
            .attribute("type")
            .is_some_and(|kind| kind.eq_ignore_ascii_case("hidden")),
        tag => tag.contains('-'),
    }
}
