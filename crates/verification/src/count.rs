//! Conditions that count: items of a list, rows that hold a key.

use grounding::{Resolution, resolve};
use perception::{holds_text, readable_text};
use protocol::{Baseline, Fact, Fingerprint, Verdict};

use crate::{Finding, Look, place, the_one};

/// Whether the text can be read in the place: 0 or 1; `None` if the place is not there.
pub(crate) fn texts(look: Look<'_>, text: &str, within: Option<&Fingerprint>) -> Option<u32> {
    let place = place(look, within).ok()?;
    Some(u32::from(holds_text(
        &readable_text(look.page, place),
        text,
    )))
}

/// How many elements answer a fingerprint.
pub(crate) fn elements(look: Look<'_>, target: &Fingerprint) -> u32 {
    match resolve(target, look.page, look.snapshot) {
        Resolution::Found { .. } => 1,
        Resolution::Ambiguous { candidates } => number(candidates.len()),
        Resolution::NotFound { .. } => 0,
    }
}

/// How many items a list has.
pub(crate) fn items(look: Look<'_>, list: &Fingerprint) -> Result<u32, Finding> {
    let index = the_one(look, list)?;
    Ok(number(look.snapshot.items(index).len()))
}

/// How many rows, list items or the like hold the key; a key outside any such item counts as one.
pub(crate) fn keys(
    look: Look<'_>,
    key: &str,
    within: Option<&Fingerprint>,
) -> Result<u32, Finding> {
    let place = place(look, within)?;
    if !holds_text(&readable_text(look.page, place), key) {
        return Ok(0);
    }
    let holders = (0..look.snapshot.nodes.len())
        .filter(|&at| look.snapshot.row_of(at) == Some(at))
        .filter(|&at| look.page.contains(place, look.snapshot.nodes[at].node))
        .filter(|&at| holds_text(&readable_text(look.page, look.snapshot.nodes[at].node), key));
    // Of a row and the row nested in it that both hold the key, only the inner one counts.
    let holders: Vec<usize> = holders.collect();
    let innermost = holders
        .iter()
        .filter(|&&at| {
            !holders
                .iter()
                .any(|&other| look.snapshot.ancestors(other).any(|up| up == at))
        })
        .count();
    Ok(number(innermost.max(1)))
}

pub(crate) fn list_count_delta(
    look: Look<'_>,
    list: &Fingerprint,
    delta: i32,
    baseline: &Baseline,
) -> Finding {
    let count = match items(look, list) {
        Ok(count) => count,
        Err(finding) => return finding,
    };
    match baseline.count() {
        Some(before) => {
            let is_held = i64::from(count) - i64::from(before) == i64::from(delta);
            Finding::held_if(is_held, Fact::Count { count })
                .with_evidence([Fact::Count { count: before }, Fact::Count { count }])
        }
        // An empty list is often not there at all. If it was there, but not shown, the count after
        // can't be told from a difference.
        None => {
            let is_held = i64::from(count) == i64::from(delta);
            let verdict = if is_held {
                Verdict::Held
            } else {
                Verdict::Unknown
            };
            Finding::new(verdict, Fact::Count { count }).with_evidence([Fact::Absent])
        }
    }
}

pub(crate) fn key_present(
    look: Look<'_>,
    key: &str,
    within: Option<&Fingerprint>,
    baseline: &Baseline,
) -> Finding {
    let count = match keys(look, key, within) {
        Ok(count) => count,
        Err(finding) => return finding,
    };
    match baseline.count() {
        // A key that was there before the commit proves nothing, and waiting does not help.
        Some(before) if before > 0 => present_before(),
        Some(_) => Finding::held_if(count == 1, Fact::Count { count }),
        None => Finding::new(Verdict::Unknown, Fact::Count { count }),
    }
}

/// It was there before, and so proves nothing, however long one waits.
pub(crate) fn present_before() -> Finding {
    Finding::new(Verdict::Failed, Fact::PresentBefore).for_good()
}

pub(crate) fn count_equals(look: Look<'_>, list: &Fingerprint, wanted: u32) -> Finding {
    match the_one(look, list) {
        Ok(index) => {
            let count = number(look.snapshot.count_items(index));
            Finding::held_if(count == wanted, Fact::Count { count })
        }
        // An empty list is often not there at all; or the page shows something else.
        Err(finding) if wanted == 0 => Finding::new(Verdict::Unknown, finding.actual),
        Err(finding) => finding,
    }
}

pub(crate) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
