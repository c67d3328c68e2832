//! Blocks that repeat for each of many like elements, where no role says that they are rows.

use rustc_hash::FxHashMap;

use page_model::{NodeId, Page};
use perception::Snapshot;

/// Controls in a block beyond these do not make it another.
const COMPARED: usize = 24;

/// Of elements with one role and name, those in a block that repeats: with the same controls as
/// another's block and another text. By index, each with its block.
pub(crate) fn repeated(page: &Page, snapshot: &Snapshot, twins: &[usize]) -> Vec<(usize, NodeId)> {
    if twins
        .iter()
        .any(|&twin| snapshot.nodes[twin].reference.is_none())
    {
        return vec![];
    }
    let nodes: Vec<NodeId> = twins
        .iter()
        .map(|&twin| snapshot.nodes[twin].node)
        .collect();
    let blocks = blocks(page, &nodes);
    let kinds: Vec<Option<String>> = blocks
        .iter()
        .map(|block| block.map(|block| kind(page, block)))
        .collect();
    let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
    for kind in kinds.iter().flatten() {
        *counts.entry(kind).or_default() += 1;
    }
    let is_repeated = |kind: &Option<String>| {
        kind.as_deref()
            .is_some_and(|kind| counts.get(kind).is_some_and(|&count| count > 1))
    };
    let found = twins
        .iter()
        .zip(&blocks)
        .zip(&kinds)
        .filter(|(_, kind)| is_repeated(kind));
    found
        .filter_map(|((&twin, block), _)| Some((twin, (*block)?)))
        .collect()
}

/// For each node the largest block around it that holds no other of them; `None` where that is
/// the node itself or all of the page.
///
/// Climbs from each node only as far as its block reaches, so blocks that do not overlap cost no
/// more than the page.
pub(crate) fn blocks(page: &Page, nodes: &[NodeId]) -> Vec<Option<NodeId>> {
    let mut counts: FxHashMap<NodeId, u32> = FxHashMap::default();
    let mut climbs: Vec<(NodeId, Option<NodeId>)> = Vec::new();
    for &node in nodes {
        let mut at = Some(node);
        while let Some(id) = at {
            let count = counts.entry(id).or_default();
            *count += 1;
            // Above a place where two have met all is shared: going on tells nothing.
            if *count > 1 {
                break;
            }
            at = page.composed_parent(id);
        }
        climbs.push((node, None));
    }
    for (node, block) in &mut climbs {
        let mut at = Some(*node);
        while let Some(id) = at.filter(|id| counts.get(id) == Some(&1) && !is_whole(page, *id)) {
            *block = Some(id).filter(|id| id != node);
            at = page.composed_parent(id);
        }
    }
    climbs.into_iter().map(|(_, block)| block).collect()
}

fn is_whole(page: &Page, id: NodeId) -> bool {
    page.element(id)
        .is_none_or(|element| matches!(element.tag.as_str(), "body" | "html" | "main"))
}

/// The block's controls by tag, type and text of buttons; `None` of text that is its own.
fn kind(page: &Page, block: NodeId) -> String {
    let mut kind = page.tag(block).to_owned();
    let controls = page.composed(block).filter_map(|id| {
        let element = page.element(id)?;
        let is_control = matches!(
            element.tag.as_str(),
            "a" | "button" | "input" | "select" | "textarea"
        ) || element.attribute("role").is_some();
        is_control.then_some((id, element))
    });
    let mut has_own_text = false;
    for id in page
        .composed(block)
        .filter(|&id| page.text(id).is_some_and(|t| !t.trim().is_empty()))
    {
        has_own_text |= !page
            .ancestors(id)
            .take(4)
            .any(|up| matches!(page.tag(up), "button" | "label"));
    }
    kind.push(if has_own_text { '+' } else { '-' });
    for (_, element) in controls.take(COMPARED) {
        kind.push('|');
        kind.push_str(&element.tag);
        kind.push_str(element.attribute("aria-label").unwrap_or(""));
        kind.push_str(element.attribute("name").unwrap_or(""));
    }
    kind
}
