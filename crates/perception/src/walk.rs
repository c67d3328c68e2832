//! The one walk over a page that everything here is computed from: what is shown, in reading order.

use rustc_hash::FxHashMap;

use page_model::{Element, NodeId, NodeKind, Page};

/// Places by number, for keys that are numbers or made into one. One kind of map keeps the engine
/// small.
pub(crate) type Index = FxHashMap<u64, usize>;

/// No index.
pub(crate) const NONE: u32 = u32::MAX;

/// One node that is shown, or may hold something that is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    /// The node.
    pub(crate) id: NodeId,
    /// Index of the visit of its composed parent, [`NONE`] for the document.
    pub(crate) parent: u32,
    /// Index of its snapshot node, [`NONE`] if it has none.
    pub(crate) node: u32,
}

/// The composed tree in reading order, without what is not rendered, `aria-hidden`, inert or
/// folded away; and the file inputs left out, each with the visit that holds it.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    pub(crate) visits: Vec<Visit>,
    pub(crate) file_inputs: Vec<(NodeId, u32)>,
}

impl Walk {
    pub(crate) fn of(page: &Page) -> Self {
        let mut walk = Self {
            visits: Vec::with_capacity(page.len()),
            file_inputs: vec![],
        };
        let mut stack = vec![(page.document(), NONE)];
        while let Some((id, parent)) = stack.pop() {
            if let Some(element) = page.element(id)
                && !is_shown(element)
            {
                walk.leave_out(page, id, element, parent);
                continue;
            }
            let at = index(walk.visits.len());
            walk.visits.push(Visit {
                id,
                parent,
                node: NONE,
            });
            push_children(page, id, at, &mut stack);
        }
        walk
    }

    /// An upload is often a hidden input behind a button of the page's own.
    fn leave_out(&mut self, page: &Page, id: NodeId, element: &Element, parent: u32) {
        if is_file_input(element) {
            self.file_inputs.push((id, parent));
        } else if element.tag != "head" && self.file_inputs.len() < 64 {
            // A wrapper may hide it too; only a small one is looked into.
            let inside = page.composed(id).skip(1).take(8);
            let found = inside.filter(|&n| page.element(n).is_some_and(is_file_input));
            self.file_inputs.extend(found.map(|n| (n, parent)));
        }
    }
}

/// An index as it is stored; pages are far smaller than that.
pub(crate) fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(NONE)
}

pub(crate) fn is_file_input(element: &Element) -> bool {
    element.tag == "input"
        && element
            .attribute("type")
            .is_some_and(|kind| kind.eq_ignore_ascii_case("file"))
}

fn is_shown(element: &Element) -> bool {
    let tag = element.tag.as_str();
    // An area has no box: it is part of its image.
    (element.style.is_rendered || tag == "area")
        && !element.has_attribute("inert")
        && (element.attribute("aria-hidden") != Some("true") || matches!(tag, "html" | "body"))
}

fn push_children(page: &Page, id: NodeId, at: u32, stack: &mut Vec<(NodeId, u32)>) {
    let node = page.node(id);
    let element = page.element(id);
    let tag = element.map_or("", |element| element.tag.as_str());
    if tag == "slot" {
        let children = page.composed_children(id);
        stack.extend(children.iter().rev().map(|&child| (child, at)));
        return;
    }
    let of = node.shadow_root.map_or(node, |root| page.node(root));
    let is_folded = tag == "details" && element.is_some_and(|e| !e.has_attribute("open"));
    if is_folded {
        let summary = of.children.iter().find(|&&c| page.tag(c) == "summary");
        stack.extend(summary.map(|&child| (child, at)));
    } else if is_fallback_only(tag) {
        let is_element = |child: &&NodeId| matches!(page.node(**child).kind, NodeKind::Element(_));
        let fallback = of.children.iter().rev().filter(is_element);
        stack.extend(fallback.map(|&child| (child, at)));
    } else if !matches!(tag, "iframe" | "textarea") {
        stack.extend(of.children.iter().rev().map(|&child| (child, at)));
    }
}

/// Text in these stands for those who can't see the thing itself.
fn is_fallback_only(tag: &str) -> bool {
    matches!(tag, "canvas" | "video" | "audio" | "object")
}
