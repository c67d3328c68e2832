//! One answer of a page, from those of its frames.
//!
//! **Invariant:** what two frames answer is never taken for the answer of one: an element that
//! exists once in each of two frames is ambiguous, a key in each of them is there twice.

use protocol::{Baseline, Check, Fact, Grounding, PostCondition, RunnerUp, Verdict, Verification};

/// An element of one frame must answer better than that of another by at least this much, as
/// within one document.
const MARGIN: f32 = 0.1;

/// The element meant, over all frames. `answers` are of the frames that were asked, the top
/// document's first.
#[must_use]
pub fn unite_groundings(answers: Vec<Grounding>) -> Grounding {
    let mut found = Vec::new();
    let mut unclear = Vec::new();
    let mut nearest = Vec::new();
    for answer in answers {
        match answer {
            Grounding::Found { confidence, .. } => found.push((confidence, answer)),
            Grounding::Ambiguous { candidates } => unclear.extend(candidates),
            Grounding::NotFound { nearest: near } => nearest.extend(near),
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut found = found.into_iter();
    let Some((best, answer)) = found.next() else {
        return if unclear.is_empty() {
            Grounding::NotFound { nearest }
        } else {
            Grounding::Ambiguous {
                candidates: unclear,
            }
        };
    };
    let rivals: Vec<RunnerUp> = found.filter_map(|(_, answer)| rival(answer)).collect();
    let is_close = |rival: &&RunnerUp| best - rival.confidence < MARGIN;
    let close = rivals
        .iter()
        .filter(is_close)
        .map(|rival| rival.label.clone());
    unclear.extend(close);
    if unclear.is_empty() {
        return with_rival(answer, rivals.into_iter().next());
    }
    unclear.extend(rival(answer).map(|answer| answer.label));
    Grounding::Ambiguous {
        candidates: unclear,
    }
}

/// An element of another frame as one that nearly was chosen.
fn rival(answer: Grounding) -> Option<RunnerUp> {
    let Grounding::Found {
        element,
        confidence,
        ..
    } = answer
    else {
        return None;
    };
    let label = format!("{} {:?} at {}", element.role, element.name, element.url);
    Some(RunnerUp { confidence, label })
}

fn with_rival(mut answer: Grounding, rival: Option<RunnerUp>) -> Grounding {
    if let (Grounding::Found { runner_up, .. }, Some(rival)) = (&mut answer, rival) {
        let is_nearer = |own: &RunnerUp| own.confidence >= rival.confidence;
        if !runner_up.as_ref().is_some_and(is_nearer) {
            *runner_up = Some(rival);
        }
    }
    answer
}

/// Baselines over all frames: `answers` has those of each frame, in the order of `conditions`.
#[must_use]
pub fn unite_baselines(conditions: &[PostCondition], answers: &[Vec<Baseline>]) -> Vec<Baseline> {
    let of = |at: usize| answers.iter().filter_map(move |answer| answer.get(at));
    let unite = |(at, condition): (usize, &PostCondition)| {
        let counts: Vec<u32> = of(at).filter_map(Baseline::count).collect();
        let is_list = matches!(
            condition,
            PostCondition::ListCountDelta { .. } | PostCondition::RowContains { .. }
        );
        match counts.as_slice() {
            [] => unite_digests(of(at)).unwrap_or_default(),
            // Which of two lists would be meant later can't be told.
            [_, _, ..] if is_list => Baseline::NotThere,
            counts => Baseline::Count {
                count: counts
                    .iter()
                    .fold(0, |sum, count| sum.saturating_add(*count)),
            },
        }
    };
    conditions.iter().enumerate().map(unite).collect()
}

/// What was seen in all frames; where none saw anything, what the first says.
fn unite_digests<'a>(mut answers: impl Iterator<Item = &'a Baseline>) -> Option<Baseline> {
    let mut united = answers.next()?.clone();
    for answer in answers {
        match (&mut united, answer) {
            (Baseline::Seen { digests, .. }, Baseline::Seen { digests: more, .. }) => {
                digests.extend(more);
            }
            (Baseline::Seen { .. }, _) => {}
            (united, Baseline::Seen { .. }) => *united = answer.clone(),
            _ => {}
        }
    }
    Some(united)
}

/// What all frames came to; `None` without any. The top document's comes first.
#[must_use]
pub fn unite_verifications(answers: Vec<Verification>) -> Option<Verification> {
    let mut answers = answers.into_iter();
    let mut united = answers.next()?;
    let others: Vec<Verification> = answers.collect();
    for (at, check) in united.checks.iter_mut().enumerate() {
        let of_others = others.iter().filter_map(|other| other.checks.get(at));
        let all: Vec<Check> = std::iter::once(check.clone())
            .chain(of_others.cloned())
            .collect();
        if all.len() > 1 {
            *check = unite_checks(all);
        }
    }
    for other in others {
        united.changes = united.changes.wrapping_add(other.changes);
        united.is_loaded &= other.is_loaded;
        united.facts.errors.extend(other.facts.errors);
        united.facts.notices.extend(other.facts.notices);
        united.facts.modals.extend(other.facts.modals);
        united.facts.challenge = united.facts.challenge.or(other.facts.challenge);
    }
    Some(united)
}

/// One condition over all frames.
fn unite_checks(all: Vec<Check>) -> Check {
    let top = all[0].clone();
    match &top.condition {
        PostCondition::UrlMatches { .. }
        | PostCondition::RequestSucceeded { .. }
        | PostCondition::DownloadCompleted { .. }
        | PostCondition::TabOpened { .. }
        | PostCondition::Readback { .. } => top,
        PostCondition::TextPresent { .. } | PostCondition::SomethingChanged {} => {
            first(&all, Check::is_held).unwrap_or(top)
        }
        PostCondition::TextAbsent { .. }
        | PostCondition::ElementGone { .. }
        | PostCondition::NoValidationErrors { .. }
        | PostCondition::DialogClosed { .. } => {
            let said: Vec<Check> = all.into_iter().filter(has_place).collect();
            first(&said, |check| !check.is_held())
                .or_else(|| said.into_iter().next())
                .unwrap_or(top)
        }
        PostCondition::KeyPresent { .. } => key_present(&all).unwrap_or(top),
        PostCondition::ValueEquals { .. }
        | PostCondition::ValuesEqual { .. }
        | PostCondition::PathEquals { .. }
        | PostCondition::ElementExists { .. }
        | PostCondition::ElementState { .. }
        | PostCondition::AttributeEquals { .. }
        | PostCondition::ListCountDelta { .. }
        | PostCondition::RowContains { .. }
        | PostCondition::CountEquals { .. } => the_one(all).unwrap_or(top),
    }
}

/// The answer of the one frame that has the element it is about.
fn the_one(all: Vec<Check>) -> Option<Check> {
    let mut answering = all
        .into_iter()
        .filter(|check| has_place(check) && check.actual != Fact::Absent);
    let mut one = answering.next()?;
    let others = u32::try_from(answering.count()).unwrap_or(u32::MAX);
    if others > 0 {
        one.verdict = Verdict::Unknown;
        one.actual = Fact::Ambiguous { count: others + 1 };
        one.is_final = false;
    }
    Some(one)
}

/// The key must be there once over all frames.
fn key_present(all: &[Check]) -> Option<Check> {
    let count = |check: &Check| match check.actual {
        Fact::Count { count } => Some(count),
        _ => None,
    };
    let total: u32 = all.iter().filter_map(count).sum();
    // Without any count it was there before, or the list is nowhere.
    let mut check = first(all, |check| count(check).is_some_and(|count| count > 0))
        .or_else(|| first(all, |check| check.is_final || has_place(check)))?;
    if count(&check).is_some_and(|one| one != total) {
        check.verdict = Verdict::Failed;
        check.actual = Fact::Count { count: total };
    }
    Some(check)
}

/// Whether the frame has the element or place the claim is about.
fn has_place(check: &Check) -> bool {
    !matches!(check.actual, Fact::NotFound { .. } | Fact::NotSeen)
}

fn first(all: &[Check], is_it: impl Fn(&Check) -> bool) -> Option<Check> {
    all.iter().find(|check| is_it(check)).cloned()
}

#[cfg(test)]
mod tests;
