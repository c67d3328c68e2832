//! Where an element is: its box and a short CSS path, for the full view.

use std::fmt::Write;

use page_model::{NodeId, Page};

use crate::clean::push_quoted;
use crate::snapshot::SnapshotNode;
use crate::tokens::px;

/// How many steps a path has at most.
const STEPS: usize = 4;

/// How many tags are told apart among siblings.
const TAGS: usize = 50;

/// How long an id may be to be named.
const ID: usize = 40;

/// Which one of its tag each element is among its siblings, from 1; 0 where it is the only one.
pub(super) struct Paths {
    nth: Vec<u32>,
}

impl Paths {
    pub(super) fn of(page: &Page) -> Self {
        let mut nth = vec![0; page.len()];
        for node in page.all() {
            // Few tags stand beside each other, however many elements do.
            let mut counts: Vec<(&str, u32)> = vec![];
            let children = &page.node(node).children;
            for &child in children {
                let tag = page.tag(child);
                let known = counts.iter().position(|(known, _)| *known == tag);
                let place = known.unwrap_or(counts.len());
                if place == counts.len() && place < TAGS {
                    counts.push((tag, 0));
                }
                if let Some((_, count)) = counts.get_mut(place) {
                    *count += 1;
                    nth[child.index()] = *count;
                }
            }
            let is_only = |child: &NodeId| counts.contains(&(page.tag(*child), 1));
            for &child in children.iter().filter(|child| is_only(child)) {
                nth[child.index()] = 0;
            }
        }
        Self { nth }
    }

    /// ` @12,40 200x32 css "form#new > input:nth-of-type(2)"`.
    pub(super) fn push(&self, out: &mut String, page: &Page, node: &SnapshotNode) {
        if let Some(rect) = node.rect {
            // Writing to a String cannot fail.
            let _ = write!(
                out,
                " @{},{} {}x{}",
                px(rect.x),
                px(rect.y),
                px(rect.width),
                px(rect.height)
            );
        }
        out.push_str(" css ");
        push_quoted(out, &self.path(page, node.node), 200);
        if let Some(address) = page.attribute(node.node, "href") {
            out.push_str(" to ");
            push_quoted(out, address, 120);
        }
    }

    fn path(&self, page: &Page, node: NodeId) -> String {
        let mut steps = vec![];
        let mut current = Some(node);
        while let Some(at) = current.filter(|_| steps.len() < STEPS) {
            let Some(element) = page.element(at) else {
                break;
            };
            let id = element.attribute("id").filter(|id| is_plain(id));
            steps.push(match (id, self.nth[at.index()]) {
                (Some(id), _) => format!("{}#{id}", element.tag),
                (None, 0) => element.tag.to_string(),
                (None, nth) => format!("{}:nth-of-type({nth})", element.tag),
            });
            current = page.node(at).parent.filter(|_| id.is_none());
        }
        steps.reverse();
        steps.join(" > ")
    }
}

/// Whether an id can stand in a selector as it is.
fn is_plain(id: &str) -> bool {
    let mut chars = id.chars();
    id.len() <= ID
        && chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}
