//! The page written down: what a person, a tool or a model reads of it.

use std::collections::{BTreeMap, VecDeque};

use page_model::{ElementKey, NodeId};
use perception::{OutlineOptions, OverviewInput, Record, SnapshotNode, outline, overview};
use protocol::{Observation, ObservationId, ObserveOptions, PageOverview, View};

use crate::sight::Seen;

/// How many observations are kept to tell what changed since.
const KEPT: usize = 2;

/// What the last observations saw, newest last.
#[derive(Default)]
pub(crate) struct Past(VecDeque<Seen>);

impl Past {
    fn keep(&mut self, seen: Seen) {
        self.0.push_back(seen);
        if self.0.len() > KEPT {
            self.0.pop_front();
        }
    }

    /// The record of an observation, made only when somebody asks what changed since.
    fn record(&self, id: ObservationId) -> Option<Record> {
        let seen = self.0.iter().find(|seen| seen.observation == id)?;
        Some(Record::of(&seen.capture.page, &seen.perceived.snapshot))
    }
}

/// Writes down what was seen. `heard`: what live regions said since the last time; `failures`: how
/// often an action on an element was refused.
pub(crate) fn observe(
    mut seen: Seen,
    options: &ObserveOptions,
    past: &mut Past,
    heard: &[String],
    failures: &BTreeMap<ElementKey, u32>,
) -> Observation {
    measure(&mut seen, options);
    let overview = options
        .with_overview
        .then(|| glance(&seen, heard, failures));
    lay_in_page(&mut seen, options);
    let page = &seen.capture.page;
    let snapshot = &seen.perceived.snapshot;
    let previous = match options.view {
        View::Diff { since } => past.record(since),
        _ => None,
    };
    let written = outline(
        page,
        snapshot,
        &OutlineOptions {
            view: options.view.clone(),
            budget: options.budget,
            previous: previous.as_ref(),
        },
    );
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let interactive = snapshot
        .nodes
        .iter()
        .filter(|node| node.reference.is_some());
    let observation = Observation {
        id: seen.observation,
        url: page.url.clone(),
        title: page.title.clone(),
        outline: written.text,
        tokens: written.tokens,
        needed: written.needed,
        dropped: written.dropped,
        frames: written.frames,
        overview,
        nodes: count(page.len()),
        interactive: count(interactive.count()),
        notices: std::mem::take(&mut seen.perceived.notices),
    };
    past.keep(seen);
    observation
}

fn glance(seen: &Seen, heard: &[String], failures: &BTreeMap<ElementKey, u32>) -> PageOverview {
    let input = OverviewInput {
        heard,
        failures: &|key| failures.get(&key).copied().unwrap_or(0),
    };
    overview(&seen.capture.page, &seen.perceived.snapshot, &input)
}

/// Measures the boxes that are asked for, and those of frames.
fn measure(seen: &mut Seen, options: &ObserveOptions) {
    let is_full = options.view == View::Full;
    let nodes = &seen.perceived.snapshot.nodes;
    let page = &seen.capture.page;
    let is_wanted = |node: &&SnapshotNode| {
        is_full
            || page.tag(node.node) == "iframe"
            || (options.with_overview && node.reference.is_some())
    };
    let wanted = nodes.iter().filter(is_wanted).map(|node| node.node);
    let wanted: Vec<NodeId> = wanted.collect();
    if wanted.is_empty() {
        return;
    }
    seen.capture.measure(wanted);
    for node in &mut seen.perceived.snapshot.nodes {
        node.rect = seen.capture.page.element(node.node).and_then(|e| e.rect);
    }
}

/// Makes places in the viewport places in the page: those of a frame where its viewport lies, the top
/// document's where it is scrolled to.
fn lay_in_page(seen: &mut Seen, options: &ObserveOptions) {
    let scroll = seen.capture.page.scroll;
    let [x, y] = options.origin.unwrap_or([scroll.left, scroll.top]);
    for node in &mut seen.perceived.snapshot.nodes {
        if let Some(rect) = &mut node.rect {
            rect.x += x;
            rect.y += y;
        }
    }
}
