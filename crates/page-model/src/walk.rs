//! Walks over the composed tree: shadow trees in place of their host's children, slots filled.

use crate::{NodeId, NodeKind, Page};

impl Page {
    /// The children a person perceives: a host shows its shadow tree, a `<slot>` the nodes
    /// assigned to it, or its own content where none are.
    #[must_use]
    pub fn composed_children(&self, id: NodeId) -> &[NodeId] {
        let node = self.node(id);
        if let Some(root) = node.shadow_root {
            return &self.node(root).children;
        }
        self.assigned.get(&id).unwrap_or(&node.children)
    }

    /// The parent in the composed tree: the slot a node is assigned to, the host of a shadow root.
    /// `None` for the document and for a host's child that no slot shows.
    #[must_use]
    pub fn composed_parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.node(id).parent?;
        match self.node(parent).kind {
            NodeKind::ShadowRoot => self.node(parent).parent,
            _ if self.node(parent).shadow_root.is_some() => self.slot_of(parent, id),
            _ => Some(parent),
        }
    }

    /// `id` and everything below it, in composed order.
    #[must_use]
    pub fn composed(&self, id: NodeId) -> Composed<'_> {
        Composed {
            page: self,
            stack: vec![id],
        }
    }

    /// The composed ancestors of `id`, nearest first, without itself.
    #[must_use]
    pub fn ancestors(&self, id: NodeId) -> Ancestors<'_> {
        Ancestors {
            page: self,
            current: id,
        }
    }

    /// Whether `inner` is `outer` or lies in it.
    #[must_use]
    pub fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        outer == inner || self.ancestors(inner).any(|ancestor| ancestor == outer)
    }

    /// The slot of a host that shows this child of it.
    pub(crate) fn slot_of(&self, host: NodeId, child: NodeId) -> Option<NodeId> {
        let root = self.node(host).shadow_root?;
        let name = self
            .element(child)
            .and_then(|child| child.attribute_text("slot"));
        let name = name.cloned().unwrap_or_else(|| "".into());
        self.slots.get(&(root, name)).copied()
    }
}

/// Iterator of [`Page::composed`].
#[derive(Debug)]
pub struct Composed<'a> {
    page: &'a Page,
    stack: Vec<NodeId>,
}

impl Iterator for Composed<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.stack.pop()?;
        self.stack
            .extend(self.page.composed_children(id).iter().rev());
        Some(id)
    }
}

/// Iterator of [`Page::ancestors`].
#[derive(Debug)]
pub struct Ancestors<'a> {
    page: &'a Page,
    current: NodeId,
}

impl Iterator for Ancestors<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        self.current = self.page.composed_parent(self.current)?;
        Some(self.current)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Attribute, Element, ElementKey, Namespace, NodeId, PageBuilder};

    fn element(tag: &str, attributes: &[(&str, &str)]) -> Element {
        let mut element = Element::new(ElementKey(0), Namespace::Html, tag);
        let attribute = |&(name, value): &(&str, &str)| Attribute {
            name: name.into(),
            value: value.into(),
        };
        element.attributes = attributes.iter().map(attribute).collect();
        element
    }

    /// `<x-card><b slot=title>Ada</b>loose #shadow <h1><slot name=title></h1></x-card>`
    fn slotted() -> (crate::Page, NodeId, NodeId, NodeId) {
        let mut builder = PageBuilder::new("https://example.test/", "");
        let document = builder.document();
        let host = builder.element(document, element("x-card", &[]));
        let bold = builder.element(host, element("b", &[("slot", "title")]));
        builder.text(bold, "Ada");
        let loose = builder.text(host, "loose");
        let root = builder.shadow_root(host);
        let heading = builder.element(root, element("h1", &[]));
        builder.element(heading, element("slot", &[("name", "title")]));
        (builder.finish(), host, bold, loose)
    }

    #[test]
    fn a_slot_shows_what_is_assigned_to_it() {
        let (page, host, bold, _) = slotted();
        let tags: Vec<_> = page
            .composed(host)
            .map(|id| page.tag(id).to_owned())
            .collect();
        assert_eq!(tags, ["x-card", "h1", "slot", "b", ""]);
        let up: Vec<_> = page
            .ancestors(bold)
            .map(|id| page.tag(id).to_owned())
            .collect();
        assert_eq!(up, ["slot", "h1", "x-card", ""]);
    }

    #[test]
    fn what_no_slot_shows_is_not_in_the_composed_tree() {
        let (page, host, _, loose) = slotted();
        assert!(!page.composed(host).any(|id| id == loose));
        assert_eq!(page.composed_parent(loose), None);
    }

    #[test]
    fn ids_are_looked_up_in_their_own_tree() {
        let mut builder = PageBuilder::new("https://example.test/", "");
        let document = builder.document();
        let host = builder.element(document, element("x-a", &[("id", "same")]));
        let root = builder.shadow_root(host);
        let inner = builder.element(root, element("p", &[("id", "same")]));
        let page = builder.finish();
        assert_eq!(page.element_by_id(host, "same"), Some(host));
        assert_eq!(page.element_by_id(inner, "same"), Some(inner));
    }
}
