//! Post-conditions judged on a capture against their baseline.
//!
//! **Invariant:** the code that acts never grades itself: nothing here knows how an action works.
//! **Invariant:** what could not be looked at is `unknown`, never `held`.
//! **Absent on purpose:** waiting; each call judges one capture, once.
#![warn(missing_docs)]

mod absence;
mod attribute;
mod browser;
mod change;
mod count;
mod network;
mod row;
mod state;
mod value;

pub use browser::{opened_tab, verify_browser};
pub use value::holds;

use grounding::{Resolution, resolve};
use page_model::{NodeId, Page};
use perception::{Snapshot, holds_text, readable_text};
use protocol::{
    Baseline, Check, Fact, Fingerprint, Judged, NetworkFact, PostCondition, TimingMark, Verdict,
    glob_matches,
};

/// One look at a page: what conditions are judged on.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The capture.
    pub page: &'a Page,
    /// Its role/name tree.
    pub snapshot: &'a Snapshot,
}

/// The small value a condition is judged against later. For conditions about requests it is
/// [`Baseline::Requests`] with nothing in it, for those about the browser [`Baseline::Nothing`]: which
/// of them count only engine and panel know.
#[must_use]
pub fn baseline(look: Look<'_>, condition: &PostCondition) -> Baseline {
    match condition {
        PostCondition::TextPresent {
            text,
            within,
            absent_before: true,
        } => match count::texts(look, text, within.as_ref()) {
            Some(count) => Baseline::Count { count },
            None => Baseline::NotThere,
        },
        PostCondition::ElementExists {
            target,
            absent_before: true,
        } => Baseline::Count {
            count: count::elements(look, target),
        },
        PostCondition::ListCountDelta { list, .. } => match count::items(look, list) {
            Ok(count) => Baseline::Count { count },
            Err(_) => Baseline::NotThere,
        },
        PostCondition::KeyPresent { key, within } => {
            match count::keys(look, key, within.as_ref()) {
                Ok(count) => Baseline::Count { count },
                Err(_) => Baseline::NotThere,
            }
        }
        PostCondition::RequestSucceeded { .. } => Baseline::Requests {
            after: 0,
            timing: TimingMark::default(),
        },
        PostCondition::RowContains {
            list,
            key,
            absent_before: true,
            ..
        } => match row::with_key(look, list, key) {
            Ok(rows) => Baseline::Count {
                count: count::number(rows.len()),
            },
            Err(_) => Baseline::NotThere,
        },
        PostCondition::DialogClosed { dialog } => absence::open_before(look, dialog.as_ref()),
        PostCondition::SomethingChanged {} => Baseline::Seen {
            digests: vec![change::digest(look)],
            requests_after: None,
        },
        _ => Baseline::Nothing,
    }
}

/// Judges one condition on one look. `element` is the index of the element it is about, where that is
/// known by other means than its fingerprint: its name may be another by now.
#[must_use]
pub fn verify(
    look: Look<'_>,
    judged: &Judged,
    element: Option<usize>,
    network: &[NetworkFact],
) -> Check {
    let Judged {
        condition,
        baseline,
        ..
    } = judged;
    let known = element.and_then(|index| value::of_element(look, index, condition));
    let finding = match condition {
        _ if known.is_some() => {
            known.unwrap_or_else(|| Finding::new(Verdict::Unknown, Fact::NotSeen))
        }
        PostCondition::ValueEquals { target, value } => {
            value::equals(look, target, std::slice::from_ref(value), false)
        }
        PostCondition::ValuesEqual { target, values } => value::equals(look, target, values, true),
        PostCondition::PathEquals { target, path } => value::is_path(look, target, path),
        PostCondition::TextPresent {
            text,
            within,
            absent_before,
        } => text_present(
            look,
            text,
            within.as_ref(),
            absent_before.then_some(baseline),
        ),
        PostCondition::ElementExists {
            target,
            absent_before,
        } => element_exists(look, target, absent_before.then_some(baseline)),
        PostCondition::ElementGone { target } => state::element_gone(look, target),
        PostCondition::ElementState { target, state } => state::element_state(look, target, *state),
        PostCondition::TextAbsent { text, within } => text_absent(look, text, within.as_ref()),
        PostCondition::UrlMatches { pattern } => url_matches(&look.page.url, pattern),
        PostCondition::ListCountDelta { list, delta } => {
            count::list_count_delta(look, list, *delta, baseline)
        }
        PostCondition::RequestSucceeded { method, url } => {
            network::request_succeeded(method.as_deref(), url, baseline, network)
        }
        PostCondition::KeyPresent { key, within } => {
            count::key_present(look, key, within.as_ref(), baseline)
        }
        PostCondition::AttributeEquals {
            target,
            attribute,
            value,
        } => attribute::attribute_equals(look, target, attribute, value),
        PostCondition::RowContains {
            list,
            key,
            values,
            absent_before,
        } => {
            let before = absent_before.then_some(baseline);
            let wanted = row::Wanted {
                list,
                key,
                values,
                before,
            };
            row::row_contains(look, &wanted)
        }
        PostCondition::CountEquals { list, count } => count::count_equals(look, list, *count),
        PostCondition::NoValidationErrors { within } => {
            absence::no_validation_errors(look, within.as_ref())
        }
        PostCondition::DialogClosed { dialog } => {
            absence::dialog_closed(look, dialog.as_ref(), baseline)
        }
        PostCondition::SomethingChanged {} => change::something_changed(look, baseline, network),
        // Nothing on this page tells: see `verify_browser`.
        PostCondition::Readback { .. } => Finding::new(Verdict::Unknown, Fact::NotReadBack),
        PostCondition::DownloadCompleted { .. } | PostCondition::TabOpened { .. } => {
            Finding::new(Verdict::Unknown, Fact::NotSeen)
        }
    };
    finding.check(judged)
}

/// What judging came to, before it is put beside its claim.
pub(crate) struct Finding {
    verdict: Verdict,
    actual: Fact,
    evidence: Vec<Fact>,
    is_final: bool,
}

impl Finding {
    fn new(verdict: Verdict, actual: Fact) -> Self {
        Self {
            verdict,
            actual,
            evidence: vec![],
            is_final: false,
        }
    }

    fn held_if(is_held: bool, actual: Fact) -> Self {
        Self::new(
            if is_held {
                Verdict::Held
            } else {
                Verdict::Failed
            },
            actual,
        )
    }

    /// However long one waits.
    fn for_good(mut self) -> Self {
        self.is_final = true;
        self
    }

    /// The finding beside its claim.
    fn check(self, judged: &Judged) -> Check {
        Check {
            evidence: self.evidence,
            is_final: self.is_final,
            ..Check::of(judged, self.verdict, self.actual)
        }
    }

    fn with_evidence(mut self, evidence: impl IntoIterator<Item = Fact>) -> Self {
        self.evidence.extend(evidence);
        self
    }
}

/// The one node a target means, or the finding that says why it can't be judged.
fn the_one(look: Look<'_>, target: &Fingerprint) -> Result<usize, Finding> {
    match resolve(target, look.page, look.snapshot) {
        Resolution::Found { index, .. } => Ok(index),
        Resolution::Ambiguous { candidates } => {
            let count = u32::try_from(candidates.len()).unwrap_or(u32::MAX);
            Err(Finding::new(Verdict::Unknown, Fact::Ambiguous { count }))
        }
        Resolution::NotFound { .. } => {
            let target = target.to_string();
            Err(Finding::new(Verdict::Failed, Fact::NotFound { target }))
        }
    }
}

fn text_present(
    look: Look<'_>,
    text: &str,
    within: Option<&Fingerprint>,
    before: Option<&Baseline>,
) -> Finding {
    let place = match place(look, within) {
        Ok(place) => place,
        Err(finding) => return finding,
    };
    if !holds_text(&readable_text(look.page, place), text) {
        return Finding::new(Verdict::Failed, Fact::Absent);
    }
    present(before)
}

fn text_absent(look: Look<'_>, text: &str, within: Option<&Fingerprint>) -> Finding {
    let place = match place(look, within) {
        Ok(place) => place,
        // Where the place is not there, what it held can't be told.
        Err(finding) => return Finding::new(Verdict::Unknown, finding.actual),
    };
    let is_there = holds_text(&readable_text(look.page, place), text);
    Finding::held_if(
        !is_there,
        if is_there {
            Fact::Present
        } else {
            Fact::Absent
        },
    )
}

fn element_exists(look: Look<'_>, target: &Fingerprint, before: Option<&Baseline>) -> Finding {
    match the_one(look, target) {
        Ok(_) => present(before),
        Err(Finding {
            actual: Fact::NotFound { .. },
            ..
        }) => Finding::new(Verdict::Failed, Fact::Absent),
        Err(finding) => finding,
    }
}

/// It is there; whether that proves anything depends on what was there before.
fn present(before: Option<&Baseline>) -> Finding {
    match before {
        Some(Baseline::Count { count }) if *count > 0 => count::present_before(),
        _ => Finding::new(Verdict::Held, Fact::Present),
    }
}

fn url_matches(url: &str, pattern: &str) -> Finding {
    let is_held = glob_matches(pattern, network::addressed(pattern, url));
    Finding::held_if(
        is_held,
        Fact::Text {
            text: url.to_owned(),
        },
    )
}

/// The node a condition is confined to: a place of the snapshot, or the whole document.
pub(crate) fn place(look: Look<'_>, within: Option<&Fingerprint>) -> Result<NodeId, Finding> {
    match within {
        None => Ok(look.page.document()),
        Some(within) => the_one(look, within).map(|index| look.snapshot.nodes[index].node),
    }
}

#[cfg(test)]
mod tests;
