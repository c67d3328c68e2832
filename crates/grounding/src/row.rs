//! Which candidates stand in the row that holds a text.

use rustc_hash::FxHashMap;

use page_model::{NodeId, Page};
use perception::{holds_text, readable_text};

use crate::query::Query;
use crate::repeated::blocks;

/// For each candidate whether its row holds the text; `equals` are those that are the same but
/// for the row. A candidate in no row, list item or the like
/// has as its row all around it that holds no other of the equals: the cards and grids of pages
/// without roles.
pub(crate) fn in_row(
    query: &Query<'_>,
    candidates: &[usize],
    equals: &[usize],
    are_all_there: bool,
    text: &str,
) -> Vec<bool> {
    let nodes: Vec<NodeId> = equals
        .iter()
        .map(|&index| query.snapshot.nodes[index].node)
        .collect();
    let needs_blocks = equals
        .iter()
        .any(|&index| query.around.row[index].is_none());
    // Where all that are alike are there, each has for its row what no other reaches. Where some may
    // be gone the room they left would count as their neighbor's, so only the first words around do.
    let found = if !needs_blocks {
        vec![]
    } else if are_all_there && nodes.len() > 1 {
        blocks(query.page, &nodes)
    } else {
        let row = |&node: &NodeId| with_words(query.page, node);
        nodes.iter().map(row).collect()
    };
    let blocks: FxHashMap<NodeId, NodeId> = nodes
        .into_iter()
        .zip(found)
        .filter_map(|(node, block)| Some((node, block?)))
        .collect();
    let mut known: FxHashMap<NodeId, bool> = FxHashMap::default();
    let sizes = sizes(query.page);
    let mut budget = READ_AT_MOST * query.page.len();
    candidates
        .iter()
        .map(|&index| {
            let row = row_node(query, index);
            let Some(row) = row.or_else(|| blocks.get(&query.snapshot.nodes[index].node).copied())
            else {
                return false;
            };
            *known.entry(row).or_insert_with(|| {
                let Some(rest) = budget.checked_sub(sizes[row.index()]) else {
                    // Not read, so it may hold the text: this can make a target ambiguous, never
                    // resolve it to the wrong one.
                    return true;
                };
                budget = rest;
                holds(query, row, text)
            })
        })
        .collect()
}

/// The first block around a node with words beside those of controls.
fn with_words(page: &Page, node: NodeId) -> Option<NodeId> {
    let mut below = node;
    for up in page.ancestors(node).take(ROW_HEIGHT) {
        let others = page
            .composed_children(up)
            .iter()
            .filter(|&&child| child != below);
        if others.into_iter().any(|&other| has_words(page, other)) {
            return Some(up);
        }
        below = up;
    }
    None
}

fn has_words(page: &Page, node: NodeId) -> bool {
    let mut stack = vec![node];
    while let Some(id) = stack.pop() {
        let is_control = matches!(page.tag(id), "button" | "select" | "style" | "script")
            || page.attribute(id, "role") == Some("button");
        if page.text(id).is_some_and(|text| !text.trim().is_empty()) {
            return true;
        }
        if !is_control {
            stack.extend(page.composed_children(id));
        }
    }
    false
}

/// How far up a row is looked for.
const ROW_HEIGHT: usize = 12;

/// How often every node may be read: rows lie in rows a few levels deep, or to waste our time.
const READ_AT_MOST: usize = 16;

/// How many nodes lie in each node, itself included.
fn sizes(page: &Page) -> Vec<usize> {
    let mut sizes = vec![1; page.len()];
    let ids: Vec<NodeId> = page.all().collect();
    // Parents stand before their children in the arena.
    for id in ids.into_iter().rev() {
        if let Some(parent) = page.node(id).parent {
            sizes[parent.index()] += sizes[id.index()];
        }
    }
    sizes
}

fn row_node(query: &Query<'_>, index: usize) -> Option<NodeId> {
    let row = query.around.row[index]?;
    Some(query.snapshot.nodes[row].node)
}

/// Whether a row holds the text, read or held by one of its fields.
fn holds(query: &Query<'_>, row: NodeId, text: &str) -> bool {
    holds_text(&readable_text(query.page, row), text) || has_field_with(query.page, row, text)
}

fn has_field_with(page: &Page, row: NodeId, text: &str) -> bool {
    page.composed(row).any(|id| {
        let element = page.element(id).filter(|element| {
            let kind = element.attribute("type").unwrap_or("");
            !matches!(kind, "password" | "hidden" | "checkbox" | "radio")
                && matches!(element.tag.as_str(), "input" | "textarea")
        });
        let value = element.and_then(|element| element.control.value.as_deref());
        value.is_some_and(|value| holds_text(value, text))
    })
}
