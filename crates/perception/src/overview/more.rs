//! Where there is more than is shown.

use aria::Role;
use page_model::{Page, Scroll};
use protocol::{ControlKind, More};

use super::groups::Group;
use super::place::Places;
use super::words::{Topic, mentions};
use crate::facts::bounded;
use crate::snapshot::{Snapshot, SnapshotNode};
use crate::walk::NONE;

/// Less than this is not worth scrolling for, CSS px.
const LEAST: f64 = 32.0;

/// How many places of one sort are told.
const TOLD: usize = 8;

pub(super) fn more(
    page: &Page,
    snapshot: &Snapshot,
    places: &Places,
    groups: &[Group],
) -> Vec<More> {
    let below = below(page.scroll).map(|pixels| More::Below { pixels });
    let rows = groups.iter().filter_map(|group| {
        group.total.map(|total| More::Rows {
            label: group.label.clone(),
            shown: group.count,
            total,
        })
    });
    let mut all: Vec<More> = below.into_iter().collect();
    all.extend(regions(page, snapshot).into_iter().take(TOLD));
    all.extend(controls(page, snapshot, places).take(TOLD));
    all.extend(rows.take(TOLD));
    all
}

/// How much is left below, CSS px.
fn below(scroll: Scroll) -> Option<u32> {
    let left = scroll.height - scroll.view_height - scroll.top;
    // A page's length fits; a float beyond it saturates.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    (left >= LEAST).then_some(left as u32)
}

fn regions(page: &Page, snapshot: &Snapshot) -> Vec<More> {
    let mut regions = vec![];
    // The node each visit is or lies in.
    let mut inside: Vec<u32> = Vec::with_capacity(snapshot.visits.len());
    for visit in &snapshot.visits {
        let outer = inside.get(visit.parent as usize).copied().unwrap_or(NONE);
        let node = if visit.node == NONE {
            outer
        } else {
            visit.node
        };
        inside.push(node);
        let element = page.element(visit.id);
        let scroll = element
            .filter(|e| e.tag != "textarea")
            .and_then(|e| e.scroll);
        if let Some(pixels) = scroll.and_then(below) {
            let label = snapshot
                .nodes
                .get(node as usize)
                .map_or_else(String::new, SnapshotNode::label);
            regions.push(More::Region { label, pixels });
        }
    }
    regions
}

/// Controls that bring more, and the way to the next page.
fn controls(page: &Page, snapshot: &Snapshot, places: &Places) -> impl Iterator<Item = More> {
    let mut in_pages: Vec<bool> = Vec::with_capacity(snapshot.nodes.len());
    let mut found = vec![];
    for (at, node) in snapshot.nodes.iter().enumerate() {
        let outer = node.parent.is_some_and(|parent| in_pages[parent]);
        in_pages.push(outer || node.kind == Some(ControlKind::Pagination));
        // What a row offers is about the row.
        let is_apart = outer || !places.at(at).in_item;
        let is_control =
            is_apart && matches!(node.role, Role::Button | Role::Link) && !node.states.disabled;
        if let Some(reference) = node
            .reference
            .filter(|_| is_control && brings_more(page, node, outer))
        {
            found.push(More::Control {
                reference,
                name: bounded(&node.name),
            });
        }
    }
    found.into_iter()
}

fn brings_more(page: &Page, node: &SnapshotNode, in_pages: bool) -> bool {
    let relation = page.attribute(node.node, "rel").unwrap_or("");
    relation
        .split_ascii_whitespace()
        .any(|token| token.eq_ignore_ascii_case("next"))
        || mentions(&node.name, Topic::More)
        || (in_pages && mentions(&node.name, Topic::Next))
}
