//! What is kept of an observation, to tell later what became different.

mod changes;
mod text;

use aria::Role;
use page_model::{ElementKey, Page};
use protocol::NodeRef;

use crate::outline::words::states_of;
use crate::overview::groups;
use crate::snapshot::{Snapshot, SnapshotNode};
use crate::walk::Index;
pub use text::Diff;

/// How much of a text is kept, Unicode scalar values.
const KEPT: usize = 80;

/// How many plain texts are kept.
const TEXTS: usize = 5000;

/// A small record of one observation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    url: String,
    title: String,
    /// How far the document is scrolled down, CSS px.
    top: f64,
    entries: Vec<Entry>,
    texts: Vec<Said>,
    counts: Vec<(String, u32)>,
}

/// A node that a person acts on or is led by.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    key: ElementKey,
    reference: Option<NodeRef>,
    role: Role,
    name: Short,
    value: Option<Short>,
    states: String,
}

/// A plain text and the element it is in.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    key: ElementKey,
    text: Short,
}

/// The beginning of a text, and a digest that tells whether the rest is the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Short {
    start: Box<str>,
    digest: u64,
}

impl Short {
    fn of(text: &str) -> Self {
        let end = text
            .char_indices()
            .nth(KEPT)
            .map_or(text.len(), |(at, _)| at);
        // FNV-1a: only texts of one page are compared.
        let digest = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self {
            start: text[..end].into(),
            digest,
        }
    }
}

impl Record {
    /// Keeps what matters of an observation.
    #[must_use]
    pub fn of(page: &Page, snapshot: &Snapshot) -> Self {
        let nodes = snapshot.nodes.iter().filter(|node| is_kept(node));
        Self {
            url: page.url.clone(),
            title: page.title.clone(),
            top: page.scroll.top,
            entries: nodes.map(Entry::of).collect(),
            texts: texts(page, snapshot),
            counts: counts(page, snapshot),
        }
    }
}

impl Entry {
    fn of(node: &SnapshotNode) -> Self {
        Self {
            key: node.key,
            reference: node.reference,
            role: node.role,
            name: Short::of(&node.name),
            value: node.value.as_deref().map(Short::of),
            states: states_of(node),
        }
    }
}

fn is_kept(node: &SnapshotNode) -> bool {
    node.reference.is_some()
        || node.layer.is_some()
        || node.role.is_landmark()
        || matches!(
            node.role,
            Role::Alert
                | Role::AlertDialog
                | Role::Dialog
                | Role::Heading
                | Role::HtmlIframe
                | Role::Meter
                | Role::ProgressBar
                | Role::Status
        )
}

/// Text that no name says: right in an element that is no control.
fn texts(page: &Page, snapshot: &Snapshot) -> Vec<Said> {
    let visits = &snapshot.visits;
    // Whether each visit is, or lies in, a node that says its own text.
    let mut is_said: Vec<bool> = Vec::with_capacity(visits.len());
    let mut said = vec![];
    for visit in visits {
        let outer = is_said.get(visit.parent as usize).copied().unwrap_or(false);
        let node = snapshot.nodes.get(visit.node as usize);
        is_said.push(outer || node.is_some_and(|node| is_kept(node) && says_its_text(node)));
        let text = page
            .text(visit.id)
            .map(str::trim)
            .filter(|text| !text.is_empty());
        if let (Some(text), false, true) = (text, outer, said.len() < TEXTS) {
            let parent = visits.get(visit.parent as usize);
            let element = parent.and_then(|parent| page.element(parent.id));
            said.extend(element.filter(|e| e.style.is_visible).map(|element| Said {
                key: element.key,
                text: Short::of(text),
            }));
        }
    }
    said
}

fn says_its_text(node: &SnapshotNode) -> bool {
    (node.reference.is_some() && (node.is_named_by_content || node.value.is_some()))
        || node.role == Role::Heading
}

/// How many items there are, those of groups with one label together.
fn counts(page: &Page, snapshot: &Snapshot) -> Vec<(String, u32)> {
    let mut counts: Vec<(String, u32)> = vec![];
    let mut known = Index::default();
    for group in groups(page, snapshot) {
        let label = crate::clean::quoted(&group.label, KEPT);
        let label = format!("{} in {label}", group.item);
        let place = *known
            .entry(Short::of(&label).digest)
            .or_insert(counts.len());
        match counts.get_mut(place) {
            Some((_, count)) => *count += group.count,
            None => counts.push((label, group.count)),
        }
    }
    counts
}

/// What became different between two observations of one document.
#[must_use]
pub fn diff(before: &Record, after: &Record) -> Diff {
    changes::compare(before, after)
}

#[cfg(test)]
mod tests;
