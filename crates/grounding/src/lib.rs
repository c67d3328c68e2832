//! Fingerprint to exactly one element, or the reason why not.
//!
//! **Invariant:** two candidates that can't be told apart are never resolved to one of them.
//! **Absent on purpose:** the live page, and what is done with the element.
#![warn(missing_docs)]

mod fit;

use page_model::Page;
use perception::Snapshot;
use protocol::{Fingerprint, GroundedElement, Grounding, NodeRef, ObservationId, RunnerUp};

use fit::{Fit, Rejection, fit};

/// A candidate must answer at least this much of what is asked.
const ENOUGH: f32 = 0.75;

/// And be better than the next by at least this much.
const MARGIN: f32 = 0.1;

/// Below this, a rejected candidate is not worth naming.
const NEAR: f32 = 0.3;

/// How many candidates are named when none, or more than one, answers.
const NAMED: usize = 3;

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
    let mut fits: Vec<(usize, Fit)> = Vec::new();
    let mut rejected: Vec<(usize, Rejection)> = Vec::new();
    for index in 0..snapshot.nodes.len() {
        match fit(target, page, snapshot, index) {
            Ok(fit) if fit.confidence >= ENOUGH => fits.push((index, fit)),
            Ok(fit) => rejected.extend(fit.shortfall.map(|why| (index, why))),
            Err(why) => rejected.push((index, why)),
        }
    }
    choose(target, fits).unwrap_or_else(|| Resolution::NotFound {
        nearest: nearest(snapshot, rejected),
    })
}

fn choose(target: &Fingerprint, mut fits: Vec<(usize, Fit)>) -> Option<Resolution> {
    let best = fits
        .iter()
        .map(|(_, fit)| fit.confidence)
        .max_by(f32::total_cmp)?;
    let equals: Vec<usize> = fits
        .iter()
        .filter(|(_, fit)| best - fit.confidence < MARGIN)
        .map(|(index, _)| *index)
        .collect();
    let index = match (equals.as_slice(), target.ordinal) {
        ([only], None | Some(0)) => *only,
        (_, Some(ordinal)) => match equals.get(ordinal as usize) {
            Some(&index) => index,
            None => {
                let nearest = vec![format!("only {} elements answer", equals.len())];
                return Some(Resolution::NotFound { nearest });
            }
        },
        _ => return Some(Resolution::Ambiguous { candidates: equals }),
    };
    let at = fits.iter().position(|(candidate, _)| *candidate == index)?;
    let (_, chosen) = fits.swap_remove(at);
    let runner_up = fits
        .into_iter()
        .map(|(index, fit)| (index, fit.confidence))
        .max_by(|a, b| a.1.total_cmp(&b.1));
    Some(Resolution::Found {
        index,
        confidence: chosen.confidence,
        runner_up,
    })
}

fn nearest(snapshot: &Snapshot, mut rejected: Vec<(usize, Rejection)>) -> Vec<String> {
    rejected.sort_by(|a, b| b.1.nearness.total_cmp(&a.1.nearness));
    rejected
        .into_iter()
        .filter(|(_, why)| why.nearness >= NEAR)
        .take(NAMED)
        .map(|(index, why)| format!("{}: {}", snapshot.nodes[index].label(), why.why))
        .collect()
}

/// The same as an answer for the panel.
#[must_use]
pub fn ground(
    target: &Fingerprint,
    page: &Page,
    snapshot: &Snapshot,
    observation: ObservationId,
) -> Grounding {
    match resolve(target, page, snapshot) {
        Resolution::Found {
            index,
            confidence,
            runner_up,
        } => {
            let node = &snapshot.nodes[index];
            let Some(reference) = node.reference else {
                let why = format!("{}: nobody can act on it", node.label());
                return Grounding::NotFound { nearest: vec![why] };
            };
            Grounding::Found {
                element: grounded(page, snapshot, index, reference, observation),
                confidence,
                runner_up: runner_up.map(|(index, confidence)| RunnerUp {
                    confidence,
                    label: describe(snapshot, index),
                }),
            }
        }
        Resolution::Ambiguous { candidates } => Grounding::Ambiguous {
            candidates: candidates
                .iter()
                .map(|&index| describe(snapshot, index))
                .collect(),
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

/// A candidate in words, with what would tell it from its equals: its row, landmark or heading.
fn describe(snapshot: &Snapshot, index: usize) -> String {
    let label = snapshot.nodes[index].label();
    let row = snapshot.row_of(index).filter(|&row| row != index);
    let landmark = snapshot
        .ancestors(index)
        .find(|&up| fit::is_place(snapshot.nodes[up].role));
    match (row, landmark, snapshot.nodes[index].heading) {
        (Some(row), _, _) => format!("{label} in {}", snapshot.nodes[row].label()),
        (None, Some(place), _) => format!("{label} in {}", snapshot.nodes[place].label()),
        (None, None, Some(heading)) => format!("{label} under {}", snapshot.nodes[heading].label()),
        _ => label,
    }
}

#[cfg(test)]
mod tests;
