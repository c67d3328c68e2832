//! Fingerprint to exactly one element, or the reason why not.
//!
//! **Invariant:** two candidates that can't be told apart are never resolved to one of them.
//! **Absent on purpose:** the live page, and what is done with the element.
#![warn(missing_docs)]

mod choose;
mod fact;
mod family;
mod icon;
mod likeness;
mod own_words;
mod query;
mod record;
mod repeated;
mod row;
mod stable;
mod surroundings;
mod weigh;
mod words;

use page_model::Page;
use perception::{RefTable, Snapshot};
use protocol::{Fingerprint, GroundedElement, Grounding, NodeRef, ObservationId, RunnerUp};

use choose::{Choice, choose};
use query::Query;
use weigh::{Weighed, weigh};

pub use record::{RecordOptions, Recorder, RowAnchor, frame_mark, record};
pub use words::apart;

/// Which node of a snapshot a fingerprint means.
#[derive(Clone, Debug, PartialEq)]
pub enum Resolution {
    /// Exactly one.
    Found {
        /// Index into the snapshot.
        index: usize,
        /// 0 to 1: how much of what was asked it answers.
        confidence: f32,
        /// The next best and its confidence, if any came near.
        runner_up: Option<(usize, f32)>,
    },
    /// Several that can't be told apart, in reading order.
    Ambiguous {
        /// Indices into the snapshot.
        candidates: Vec<usize>,
    },
    /// None.
    NotFound {
        /// The nearest, in words, each with why it was rejected.
        nearest: Vec<String>,
    },
}

/// Finds the one element a fingerprint means.
#[must_use]
pub fn resolve(target: &Fingerprint, page: &Page, snapshot: &Snapshot) -> Resolution {
    if target.is_empty() {
        return Resolution::NotFound {
            nearest: vec!["the fingerprint asks for nothing".into()],
        };
    }
    let query = Query::new(target, page, snapshot);
    let weighed = weigh(&query);
    let index_of = |at: usize| weighed.claims[at].index;
    match choose(target, &weighed) {
        Choice::One(at) => found(&weighed, at),
        Choice::Several(several) => Resolution::Ambiguous {
            candidates: several.into_iter().map(index_of).collect(),
        },
        Choice::TooFew(count) => Resolution::NotFound {
            nearest: vec![format!("only {count} elements answer")],
        },
        Choice::None => Resolution::NotFound {
            nearest: words::nearest(&query, &weighed),
        },
    }
}

fn found(weighed: &Weighed, at: usize) -> Resolution {
    let share = |points: f32| (points / weighed.asked.max(f32::EPSILON)).clamp(0.0, 1.0);
    let chosen = &weighed.claims[at];
    let others = weighed
        .claims
        .iter()
        .filter(|claim| claim.index != chosen.index && claim.bar.is_none() && claim.identity > 0.0);
    Resolution::Found {
        index: chosen.index,
        confidence: share(chosen.points),
        runner_up: others
            .max_by(|a, b| a.points.total_cmp(&b.points))
            .map(|other| (other.index, share(other.points))),
    }
}

/// The same as an answer for the panel. What nobody acts on, such as a table to read, gets its ref
/// here.
#[must_use]
pub fn ground(
    target: &Fingerprint,
    page: &Page,
    snapshot: &Snapshot,
    observation: ObservationId,
    refs: &mut RefTable,
) -> Grounding {
    match resolve(target, page, snapshot) {
        Resolution::Found {
            index,
            confidence,
            runner_up,
        } => {
            let node = &snapshot.nodes[index];
            let give = || refs.assign(node.key, node.role.as_str(), &node.name);
            let reference = node.reference.unwrap_or_else(give);
            Grounding::Found {
                element: grounded(page, snapshot, index, reference, observation),
                confidence,
                runner_up: runner_up.map(|(other, confidence)| RunnerUp {
                    confidence,
                    label: apart(page, snapshot, &[other, index]).swap_remove(0),
                }),
            }
        }
        Resolution::Ambiguous { candidates } => Grounding::Ambiguous {
            candidates: apart(page, snapshot, &candidates),
        },
        Resolution::NotFound { nearest } => Grounding::NotFound { nearest },
    }
}

fn grounded(
    page: &Page,
    snapshot: &Snapshot,
    index: usize,
    reference: NodeRef,
    observation: ObservationId,
) -> GroundedElement {
    let node = &snapshot.nodes[index];
    GroundedElement {
        reference,
        url: page.url.clone(),
        observation,
        role: node.role.as_str().to_owned(),
        name: node.name.clone(),
        is_secret: node.is_secret,
    }
}

#[cfg(test)]
mod tests;
