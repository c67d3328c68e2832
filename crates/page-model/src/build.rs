//! Filling the arena, for the live capture and for native fixtures alike.

use std::collections::HashMap;

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
                ids: HashMap::new(),
            },
        }
    }

    /// The document node, the first parent.
    #[must_use]
    pub fn document(&self) -> NodeId {
        self.page.document()
    }

    /// Appends an element to `parent`. The first of equal ids in a tree wins, as in the DOM.
    pub fn element(&mut self, parent: NodeId, element: Element) -> NodeId {
        let id_attribute = element
            .attribute("id")
            .filter(|id| !id.is_empty())
            .map(str::to_owned);
        let node = self.append(parent, NodeKind::Element(Box::new(element)));
        if let Some(value) = id_attribute {
            let root = self.page.tree_root(node);
            self.page.ids.entry((root, value)).or_insert(node);
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
    pub fn finish(self) -> Page {
        self.page
    }

    fn append(&mut self, parent: NodeId, kind: NodeKind) -> NodeId {
        let node = self.push(parent, kind);
        self.page.nodes[parent.index()].children.push(node);
        node
    }

    fn push(&mut self, parent: NodeId, kind: NodeKind) -> NodeId {
        let id = NodeId(u32::try_from(self.page.nodes.len()).unwrap_or(u32::MAX));
        self.page.nodes.push(Node {
            kind,
            parent: Some(parent),
            children: vec![],
            shadow_root: None,
        });
        id
    }
}
