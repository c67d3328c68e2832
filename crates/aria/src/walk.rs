//! Text of an element for the name or description of another, or its own from content: accname-1.2
//! section 4.3.2 as one walk with an explicit stack.

use page_model::{Element, NodeId, NodeKind};

use crate::purpose::{Purpose, Visited};
use crate::{Aria, Role};

/// Where text ends, in bytes: no person reads a longer name, and no page can make us read on.
const MAX_LEN: usize = 32 * 1024;

enum Step<'p> {
    Visit(NodeId),
    Close {
        element: &'p Element,
        /// Where the element's own text begins.
        mark: usize,
    },
}

impl<'p> Aria<'p> {
    /// The text of `root` and what is in it, white space not yet collapsed.
    pub(crate) fn text_of(&self, root: NodeId, purpose: Purpose, visited: &mut Visited) -> String {
        let mut out = String::new();
        self.collect(vec![Step::Visit(root)], root, purpose, visited, &mut out);
        out
    }

    /// The text in `root`, whatever its own label says.
    pub(crate) fn content_of(
        &self,
        root: NodeId,
        purpose: Purpose,
        visited: &mut Visited,
    ) -> String {
        let mut out = String::new();
        visited.insert(root);
        let mut steps = vec![];
        if let Some(element) = self.page.element(root) {
            self.open(root, element, &mut steps, &mut out);
        }
        self.collect(steps, root, purpose, visited, &mut out);
        out
    }

    fn collect(
        &self,
        mut steps: Vec<Step<'p>>,
        root: NodeId,
        purpose: Purpose,
        visited: &mut Visited,
        out: &mut String,
    ) {
        while let Some(step) = steps.pop() {
            if out.len() > MAX_LEN || !self.effort.spend(0) {
                return;
            }
            match step {
                Step::Close { element, mark } => close(element, mark, out),
                Step::Visit(node) => match &self.page.node(node).kind {
                    // accname-1.2 2G.
                    NodeKind::Text(text) if purpose.shows_hidden || !self.is_hidden(node) => {
                        self.effort.spend(text.len());
                        push_text(text, out);
                    }
                    NodeKind::Element(element) => {
                        let is_root = node == root;
                        let visit = Visit {
                            node,
                            element,
                            is_root,
                        };
                        self.visit(&visit, purpose, visited, &mut steps, out);
                    }
                    _ => {}
                },
            }
        }
    }

    fn visit(
        &self,
        visit: &Visit<'p>,
        purpose: Purpose,
        visited: &mut Visited,
        steps: &mut Vec<Step<'p>>,
        out: &mut String,
    ) {
        let element = visit.element;
        let tag = element.tag.as_str();
        // 2A. In something merely invisible, some may be visible again.
        if !purpose.shows_hidden && self.is_hidden(visit.node) {
            if self.is_merely_invisible(visit.node) {
                self.pass_through(visit.node, steps);
            }
            return;
        }
        if tag == "br" || !element.style.is_inline {
            push_space(out);
        }
        let is_repeated = !visit.is_root && visit.node == purpose.named;
        if is_repeated || is_never_text(tag) || !visited.insert(visit.node) {
            return;
        }
        // A slot and an element without a role have no words of their own.
        if tag == "slot" || self.role(visit.node) == Role::None {
            self.pass_through(visit.node, steps);
        } else if let Some(text) = self.own_text(visit, purpose, visited) {
            out.push_str(&text);
            end_element(element, out);
        } else if visit.is_root || self.role(visit.node).adds_to_names_around() {
            self.open(visit.node, element, steps, out);
        }
    }

    /// accname-1.2 2B to 2E: what says the element's text before its content does.
    fn own_text(
        &self,
        visit: &Visit<'p>,
        purpose: Purpose,
        visited: &mut Visited,
    ) -> Option<String> {
        let node = visit.node;
        // 2C before 2B, as Chromium: what a control in a label holds is what is read there.
        if node != purpose.named
            && let Some(value) = self.embedded_value(node, purpose, visited)
        {
            return Some(value);
        }
        // 2B.
        if !purpose.in_reference
            && let Some(text) = self.labelledby_text(node, purpose)
        {
            return Some(text);
        }
        // 2D.
        if let Some(label) = self.filled_attribute(node, "aria-label") {
            return Some(label.to_owned());
        }
        // 2E.
        self.native_text(node, purpose, visited)
    }

    /// accname-1.2 2F: generated content and children; the stack closes the element after them.
    fn open(
        &self,
        node: NodeId,
        element: &'p Element,
        steps: &mut Vec<Step<'p>>,
        out: &mut String,
    ) {
        let mark = out.len();
        out.push_str(element.style.before.as_deref().unwrap_or(""));
        steps.push(Step::Close { element, mark });
        match &element.style.replaced_by {
            Some(text) => out.push_str(text),
            None => self.pass_through(node, steps),
        }
    }

    /// Goes on to the children.
    fn pass_through(&self, node: NodeId, steps: &mut Vec<Step<'p>>) {
        let children = self.children(node);
        steps.extend(children.iter().rev().copied().map(Step::Visit));
    }
}

struct Visit<'p> {
    node: NodeId,
    element: &'p Element,
    is_root: bool,
}

fn is_never_text(tag: &str) -> bool {
    matches!(
        tag,
        "datalist" | "noscript" | "script" | "style" | "template"
    )
}

fn push_text(text: &str, out: &mut String) {
    if text.len() <= MAX_LEN {
        out.push_str(text);
    } else {
        out.extend(text.chars().take(MAX_LEN));
    }
}

/// Ends an element: generated content; accname-1.2 2I, the tooltip where nothing else spoke; space.
fn close(element: &Element, mark: usize, out: &mut String) {
    out.push_str(element.style.after.as_deref().unwrap_or(""));
    if out[mark..].trim().is_empty() {
        out.push_str(element.attribute("title").unwrap_or(""));
    }
    end_element(element, out);
}

fn end_element(element: &Element, out: &mut String) {
    if !element.style.is_inline {
        push_space(out);
    }
}

/// One space is enough: a page of nothing but empty blocks must not make us read them again.
fn push_space(out: &mut String) {
    if !out.ends_with(' ') {
        out.push(' ');
    }
}
