//! A captured page as a value: node arena, attributes, styles, boxes, shadow roots, tree walks.
//!
//! **Invariant:** a [`Page`] is complete in itself; nothing computed from it ever looks at the
//! live page again, so the same value gives the same answer natively, in Wasm and in JS.
//! **Invariant:** every walk is iterative; a page nested ten thousand deep costs heap, not stack.
//! **Absent on purpose:** roles, names and every other reading of the page (see `aria`).
#![warn(missing_docs)]

mod attributes;
mod build;
mod element;
mod text;
mod walk;

use rustc_hash::FxHashMap;

pub use attributes::{Attribute, Attributes};
pub use build::PageBuilder;
pub use element::{
    ControlState, Element, ElementKey, Frame, Layer, Namespace, Rect, Scroll, Style,
};
pub use text::Text;
pub use walk::{Ancestors, Composed};

/// Index of a node in its [`Page`]; means nothing in another capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The arena index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// The document; always node 0.
    Document,
    /// An element with all that was read of it.
    Element(Box<Element>),
    /// A text node's data, white space as it stands in the page.
    Text(Text),
    /// The root of an element's shadow tree. Its parent is the host.
    ShadowRoot,
}

/// One node of the arena.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// The parent in the node tree; the host for a shadow root; `None` only for the document.
    pub parent: Option<NodeId>,
    /// Children in tree order, without the shadow root.
    pub children: Vec<NodeId>,
    /// The shadow root, if the element has one that could be read.
    pub shadow_root: Option<NodeId>,
}

/// One read of one document.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The document's address.
    pub url: String,
    /// The document's title.
    pub title: String,
    /// The focused element, through shadow roots.
    pub active: Option<NodeId>,
    /// Width and height of the viewport, CSS px.
    pub viewport: (f64, f64),
    /// How far the document is scrolled.
    pub scroll: Scroll,
    nodes: Vec<Node>,
    /// For each node the document or shadow root whose tree holds it.
    roots: Vec<NodeId>,
    /// Tree, id and element, sorted; of equal ids the first in the tree comes first.
    ids: Vec<(NodeId, Text, NodeId)>,
    /// The first slot of each name in a shadow tree.
    slots: FxHashMap<(NodeId, Text), NodeId>,
    /// What each filled slot shows.
    assigned: FxHashMap<NodeId, Vec<NodeId>>,
}

impl Page {
    /// The document node.
    #[must_use]
    pub fn document(&self) -> NodeId {
        NodeId(0)
    }

    /// How many nodes the arena holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether only the document itself was read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// The node at an arena index.
    #[must_use]
    pub fn nth(&self, index: usize) -> Option<NodeId> {
        let id = u32::try_from(index).ok().map(NodeId);
        id.filter(|_| index < self.nodes.len())
    }

    /// A node of this page.
    ///
    /// # Panics
    /// If `id` came from another, larger capture.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The element at `id`, `None` for text, the document and shadow roots.
    #[must_use]
    pub fn element(&self, id: NodeId) -> Option<&Element> {
        match &self.node(id).kind {
            NodeKind::Element(element) => Some(element),
            _ => None,
        }
    }

    /// Says where an element is. Boxes cost the most of all there is to read, so they are measured
    /// after the rest, for the elements that matter.
    pub fn set_rect(&mut self, id: NodeId, rect: Rect) {
        if let NodeKind::Element(element) = &mut self.nodes[id.index()].kind {
            element.rect = Some(rect);
        }
    }

    /// The text of a text node.
    #[must_use]
    pub fn text(&self, id: NodeId) -> Option<&str> {
        match &self.node(id).kind {
            NodeKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The tag name in lower case, `""` for what is not an element.
    #[must_use]
    pub fn tag(&self, id: NodeId) -> &str {
        self.element(id).map_or("", |element| element.tag.as_str())
    }

    /// An attribute's value.
    #[must_use]
    pub fn attribute(&self, id: NodeId, name: &str) -> Option<&str> {
        self.element(id)?.attribute(name)
    }

    /// The document or shadow root whose tree holds `id`.
    #[must_use]
    pub fn tree_root(&self, id: NodeId) -> NodeId {
        self.roots[id.index()]
    }

    /// The first element with this `id` in the tree (document or shadow tree) that holds `near`.
    #[must_use]
    pub fn element_by_id(&self, near: NodeId, id: &str) -> Option<NodeId> {
        let wanted = (self.tree_root(near), id);
        let key = |(root, id, _): &(NodeId, Text, NodeId)| (*root, id.as_str()) < wanted;
        let at = self.ids.partition_point(key);
        let (root, found, element) = self.ids.get(at)?;
        ((*root, found.as_str()) == wanted).then_some(*element)
    }

    /// All nodes in the order they were read, those in shadow trees included.
    pub fn all(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)).map(NodeId)
    }
}
