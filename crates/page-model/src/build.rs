//! Filling the arena, for the live capture and for native fixtures alike.

use rustc_hash::FxHashMap;

use crate::{Element, Node, NodeId, NodeKind, Page, Scroll, Text};

/// Builds a [`Page`] node by node, parents before their children.
#[derive(Debug)]
pub struct PageBuilder {
    page: Page,
}

impl PageBuilder {
    /// Starts with an empty document.
    #[must_use]
    pub fn new(url: impl Into<String>, title: impl Into<String>) -> Self {
        let document = Node {
            kind: NodeKind::Document,
            parent: None,
            children: vec![],
            shadow_root: None,
        };
        Self {
            page: Page {
                url: url.into(),
                title: title.into(),
                active: None,
                viewport: (0.0, 0.0),
                scroll: Scroll::default(),
                nodes: vec![document],
                roots: vec![NodeId(0)],
                ids: Vec::new(),
                slots: FxHashMap::default(),
                assigned: FxHashMap::default(),
            },
        }
    }

    /// The document node, the first parent.
    #[must_use]
    pub fn document(&self) -> NodeId {
        self.page.document()
    }

    /// Appends an element to `parent`. The first of equal ids in a tree wins, as in the DOM, and
    /// of slots with one name the first gets all.
    pub fn element(&mut self, parent: NodeId, element: Element) -> NodeId {
        let id = element
            .attribute_text("id")
            .filter(|id| !id.is_empty())
            .cloned();
        let slot = (element.tag == "slot").then(|| {
            element
                .attribute_text("name")
                .cloned()
                .unwrap_or_else(|| "".into())
        });
        let node = self.append(parent, NodeKind::Element(Box::new(element)));
        let root = self.page.tree_root(node);
        if let Some(id) = id {
            self.page.ids.push((root, id, node));
        }
        if let Some(name) = slot {
            self.page.slots.entry((root, name)).or_insert(node);
        }
        node
    }

    /// Appends a text node to `parent`.
    pub fn text(&mut self, parent: NodeId, text: impl Into<Text>) -> NodeId {
        self.append(parent, NodeKind::Text(text.into()))
    }

    /// Gives `host` a shadow root and returns it.
    pub fn shadow_root(&mut self, host: NodeId) -> NodeId {
        let root = self.push(host, NodeKind::ShadowRoot);
        self.page.roots[root.index()] = root;
        self.page.nodes[host.index()].shadow_root = Some(root);
        root
    }

    /// Says which element has the focus.
    pub fn active(&mut self, node: Option<NodeId>) {
        self.page.active = node;
    }

    /// Sets the viewport's width and height, CSS px.
    pub fn viewport(&mut self, width: f64, height: f64) {
        self.page.viewport = (width, height);
    }

    /// Sets how far the document is scrolled.
    pub fn scroll(&mut self, scroll: Scroll) {
        self.page.scroll = scroll;
    }

    /// The finished page.
    #[must_use]
    pub fn finish(mut self) -> Page {
        self.page.ids.sort_unstable();
        for host in self.page.all() {
            if self.page.node(host).shadow_root.is_some() {
                self.fill_slots(host);
            }
        }
        self.page
    }

    fn fill_slots(&mut self, host: NodeId) {
        for child in self.page.node(host).children.clone() {
            if let Some(slot) = self.page.slot_of(host, child) {
                self.page.assigned.entry(slot).or_default().push(child);
            }
        }
    }

    fn append(&mut self, parent: NodeId, kind: NodeKind) -> NodeId {
        let node = self.push(parent, kind);
        self.page.nodes[parent.index()].children.push(node);
        node
    }

    fn push(&mut self, parent: NodeId, kind: NodeKind) -> NodeId {
        let id = NodeId(u32::try_from(self.page.nodes.len()).unwrap_or(u32::MAX));
        let root = self.page.tree_root(parent);
        self.page.roots.push(root);
        self.page.nodes.push(Node {
            kind,
            parent: Some(parent),
            children: vec![],
            shadow_root: None,
        });
        id
    }
}
