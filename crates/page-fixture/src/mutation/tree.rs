//! HTML text as a tree that can be changed, and back.

use scraper::{ElementRef, Html, Node};

/// Marks each element of the original, so that it is known again after the change. Never seen by
/// what is measured.
pub(crate) const TRACK: &str = "data-fixture-track";

const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// One node: an element, or a text where the tag is empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreeNode {
    pub(crate) tag: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) text: String,
    pub(crate) children: Vec<usize>,
    pub(crate) parent: Option<usize>,
}

/// A document; node 0 is its `<html>`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<TreeNode>,
}

impl Tree {
    /// Parses a document.
    pub(crate) fn parse(html: &str) -> Self {
        let document = Html::parse_document(html);
        let mut tree = Self::default();
        let mut stack: Vec<(ego_node::Ref<'_>, Option<usize>)> =
            vec![(*document.root_element(), None)];
        while let Some((node, parent)) = stack.pop() {
            let inside = match node.value() {
                Node::Text(text) => {
                    tree.add(
                        parent,
                        TreeNode {
                            text: text.text.to_string(),
                            ..TreeNode::default()
                        },
                    );
                    continue;
                }
                Node::Element(_) => {
                    ElementRef::wrap(node).map(|element| tree.add(parent, read(element)))
                }
                // A template's children lie in a fragment of their own.
                Node::Fragment => parent,
                _ => continue,
            };
            let children: Vec<_> = node.children().collect();
            stack.extend(children.into_iter().rev().map(|child| (child, inside)));
        }
        tree
    }

    /// Marks every element with its number.
    pub(crate) fn mark(&mut self) {
        for at in 0..self.nodes.len() {
            if !self.nodes[at].tag.is_empty() {
                self.set(at, TRACK, at.to_string());
            }
        }
    }

    /// Adds a node as its parent's last child.
    pub(crate) fn add(&mut self, parent: Option<usize>, node: TreeNode) -> usize {
        let at = self.nodes.len();
        self.nodes.push(TreeNode { parent, ..node });
        if let Some(parent) = parent {
            self.nodes[parent].children.push(at);
        }
        at
    }

    /// An element that stands nowhere yet.
    pub(crate) fn element(&mut self, tag: &str, attributes: &[(&str, &str)]) -> usize {
        let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        self.add(
            None,
            TreeNode {
                tag: tag.to_owned(),
                attributes: attributes.iter().map(own).collect(),
                ..TreeNode::default()
            },
        )
    }

    /// An element that holds one text.
    pub(crate) fn element_with_text(&mut self, tag: &str, text: &str) -> usize {
        let at = self.element(tag, &[]);
        self.add(
            Some(at),
            TreeNode {
                text: text.to_owned(),
                ..TreeNode::default()
            },
        );
        at
    }

    pub(crate) fn get(&self, at: usize, name: &str) -> Option<&str> {
        let attributes = &self.nodes[at].attributes;
        attributes
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, value)| value.as_str())
    }

    pub(crate) fn set(&mut self, at: usize, name: &str, value: String) {
        let attributes = &mut self.nodes[at].attributes;
        match attributes.iter_mut().find(|(own, _)| own == name) {
            Some((_, old)) => *old = value,
            None => attributes.push((name.to_owned(), value)),
        }
    }

    pub(crate) fn tag(&self, at: usize) -> &str {
        &self.nodes[at].tag
    }

    /// Takes a node out of its parent.
    pub(crate) fn detach(&mut self, at: usize) {
        if let Some(parent) = self.nodes[at].parent.take() {
            self.nodes[parent].children.retain(|&child| child != at);
        }
    }

    /// Puts a detached node under `parent`, before its child number `place`.
    pub(crate) fn insert(&mut self, parent: usize, place: usize, at: usize) {
        self.nodes[at].parent = Some(parent);
        self.nodes[parent].children.insert(place, at);
    }

    /// Which child of its parent a node is.
    pub(crate) fn place(&self, at: usize) -> Option<(usize, usize)> {
        let parent = self.nodes[at].parent?;
        let place = self.nodes[parent]
            .children
            .iter()
            .position(|&child| child == at)?;
        Some((parent, place))
    }

    /// A node and all below it, in order.
    pub(crate) fn below(&self, at: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut stack = vec![at];
        while let Some(at) = stack.pop() {
            found.push(at);
            stack.extend(self.nodes[at].children.iter().rev());
        }
        found
    }

    /// All above a node, nearest first.
    pub(crate) fn above(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.nodes[at].parent, |&up| self.nodes[up].parent)
    }

    pub(crate) fn body(&self) -> usize {
        let children = &self.nodes[0].children;
        children
            .iter()
            .copied()
            .find(|&at| self.tag(at) == "body")
            .unwrap_or(0)
    }

    /// Back to HTML text, with or without the marks.
    pub(crate) fn html(&self, with_marks: bool) -> String {
        let mut html = String::from("<!doctype html>");
        let mut stack = vec![(0, false)];
        while let Some((at, is_end)) = stack.pop() {
            let node = &self.nodes[at];
            if is_end {
                html.extend(["</", &node.tag, ">"]);
            } else if node.tag.is_empty() {
                html.push_str(&self.escaped_text(at));
            } else {
                self.open(&mut html, at, with_marks);
                if !VOID.contains(&node.tag.as_str()) {
                    stack.push((at, true));
                    stack.extend(node.children.iter().rev().map(|&child| (child, false)));
                }
            }
        }
        html
    }

    fn open(&self, html: &mut String, at: usize, with_marks: bool) {
        html.extend(["<", self.tag(at)]);
        for (name, value) in &self.nodes[at].attributes {
            if name != TRACK || with_marks {
                let value = value.replace('&', "&amp;").replace('"', "&quot;");
                html.extend([" ", name, "=\"", &value, "\""]);
            }
        }
        html.push('>');
        // The parser drops a line break right after these.
        if matches!(self.tag(at), "textarea" | "pre") {
            html.push('\n');
        }
    }

    fn escaped_text(&self, at: usize) -> String {
        let node = &self.nodes[at];
        let is_raw = node
            .parent
            .is_some_and(|up| matches!(self.tag(up), "style" | "script"));
        if is_raw {
            return node.text.clone();
        }
        node.text.replace('&', "&amp;").replace('<', "&lt;")
    }
}

fn read(element: ElementRef<'_>) -> TreeNode {
    let attributes = element.value().attrs.iter().map(|(name, value)| {
        let local = &name.local;
        let name = match &name.prefix {
            Some(prefix) => format!("{prefix}:{local}"),
            None => local.to_string(),
        };
        (name, value.to_string())
    });
    TreeNode {
        tag: element.value().name().to_owned(),
        attributes: attributes.collect(),
        ..TreeNode::default()
    }
}

mod ego_node {
    /// A node of scraper's tree.
    pub(super) type Ref<'a> = <scraper::ElementRef<'a> as std::ops::Deref>::Target;
}
