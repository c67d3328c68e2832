//! The elements that matter most.

use aria::Role;
use page_model::{ElementKey, Page};
use protocol::{ControlKind, KeyElement};

use super::place::Places;
use super::words::{Topic, mentions};
use crate::facts::bounded;
use crate::snapshot::{Snapshot, SnapshotNode};

/// How many are told.
const TOLD: usize = 12;

/// What each fact adds to an element's score.
mod weight {
    pub(super) const FIELD: i32 = 40;
    pub(super) const BUTTON: i32 = 35;
    pub(super) const CHOICE: i32 = 25;
    pub(super) const LINK: i32 = 15;
    pub(super) const IN_FORM: i32 = 10;
    pub(super) const IN_MAIN: i32 = 5;
    pub(super) const IN_DIALOG: i32 = 15;
    pub(super) const SUBMITS: i32 = 15;
    pub(super) const GOES_ON: i32 = 12;
    pub(super) const REQUIRED: i32 = 8;
    pub(super) const INVALID: i32 = 12;
    pub(super) const FOCUSED: i32 = 5;
    pub(super) const IN_VIEW: i32 = 5;
    pub(super) const IN_MARGIN: i32 = -15;
    pub(super) const IN_ITEM: i32 = -15;
    pub(super) const NAMELESS: i32 = -15;
    pub(super) const DISABLED: i32 = -20;
    pub(super) const FAILURE: i32 = -15;
}

pub(super) fn elements(
    page: &Page,
    snapshot: &Snapshot,
    places: &Places,
    failures: &dyn Fn(ElementKey) -> u32,
) -> Vec<KeyElement> {
    let mut scored: Vec<(u32, usize)> = Vec::with_capacity(TOLD + 1);
    for at in 0..snapshot.nodes.len() {
        let can_be = snapshot.nodes[at].reference.is_some() && places.is_open(at);
        let score = can_be.then(|| score(page, snapshot, places, at, failures));
        if let Some(score) = score.flatten() {
            // The best first, equals in reading order.
            let place = scored
                .iter()
                .take_while(|(better, _)| *better >= score)
                .count();
            scored.insert(place, (score, at));
            scored.truncate(TOLD);
        }
    }
    let told = scored.into_iter().filter_map(|(score, at)| {
        let node = &snapshot.nodes[at];
        Some(KeyElement {
            reference: node.reference?,
            role: node.role.as_str().to_owned(),
            name: bounded(&node.name),
            kind: node.kind,
            score,
        })
    });
    told.collect()
}

fn score(
    page: &Page,
    snapshot: &Snapshot,
    places: &Places,
    at: usize,
    failures: &dyn Fn(ElementKey) -> u32,
) -> Option<u32> {
    let node = &snapshot.nodes[at];
    let place = places.at(at);
    let failed = i32::try_from(failures(node.key).min(5)).unwrap_or(5);
    let facts = [
        (place.in_form, weight::IN_FORM),
        (place.in_main, weight::IN_MAIN),
        (place.in_dialog, weight::IN_DIALOG),
        (submits(page, node, place.in_form), weight::SUBMITS),
        (
            !place.in_item && !place.in_margin && goes_on(node),
            weight::GOES_ON,
        ),
        (node.states.required, weight::REQUIRED),
        (node.states.invalid, weight::INVALID),
        (node.states.focused, weight::FOCUSED),
        (is_in_view(page, node), weight::IN_VIEW),
        (place.in_margin && !place.in_search, weight::IN_MARGIN),
        (place.in_item, weight::IN_ITEM),
        (node.name.is_empty(), weight::NAMELESS),
        (node.states.disabled, weight::DISABLED),
        (true, weight::FAILURE * failed),
    ];
    let added: i32 = facts
        .iter()
        .filter(|(is_so, _)| *is_so)
        .map(|(_, weight)| weight)
        .sum();
    u32::try_from((base(node.kind?)? + added).clamp(0, 100)).ok()
}

/// What a kind is worth by itself; `None` for parts of a control and for what only holds others.
fn base(kind: ControlKind) -> Option<i32> {
    Some(match kind {
        ControlKind::Button => weight::BUTTON,
        ControlKind::Link => weight::LINK,
        ControlKind::Checkbox
        | ControlKind::Clickable
        | ControlKind::MenuItem
        | ControlKind::Radio
        | ControlKind::Tab => weight::CHOICE,
        kind if kind.is_field() => weight::FIELD,
        _ => return None,
    })
}

fn submits(page: &Page, node: &SnapshotNode, in_form: bool) -> bool {
    let is_submit = match page.attribute(node.node, "type") {
        Some(kind) => kind.eq_ignore_ascii_case("submit") || kind.eq_ignore_ascii_case("image"),
        None => page.tag(node.node) == "button",
    };
    node.role == Role::Button && in_form && is_submit
}

fn goes_on(node: &SnapshotNode) -> bool {
    matches!(node.role, Role::Button | Role::Link) && mentions(&node.name, Topic::Go)
}

fn is_in_view(page: &Page, node: &SnapshotNode) -> bool {
    node.rect.is_some_and(|rect| {
        let (width, height) = page.viewport;
        rect.has_area()
            && rect.x < width
            && rect.y < height
            && rect.x + rect.width > 0.0
            && rect.y + rect.height > 0.0
    })
}
