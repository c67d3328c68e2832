//! From claims to one element, several, or none.

use protocol::Fingerprint;

use crate::weigh::{Claim, Weighed};

/// A candidate that answers this share of what is asked is the one, if no other comes near.
const NEARLY_ALL: f32 = 0.8;

/// The same where nothing asked says which element it is: all must be as it was.
const ALL: f32 = 0.92;

/// The same where all that had its role and name are still there: it must be one of them.
const ONE_OF_THEM: f32 = 0.5;

/// Points that are enough by themselves, however much else changed…
const ENOUGH: f32 = 5.25;

/// …if so many of them say which element it is.
const ENOUGH_IDENTITY: f32 = 3.5;

/// Both, for an element with a mark that was the target's alone: its texts may all have changed.
const ENOUGH_PROVEN: f32 = 4.0;
const ENOUGH_PROVEN_IDENTITY: f32 = 3.0;

/// By so many points the best must lead.
pub(crate) const MARGIN: f32 = 1.25;

/// What was chosen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Choice {
    /// The claim at this place in the list.
    One(usize),
    /// Places in the list.
    Several(Vec<usize>),
    /// The ordinal asks for one more than there are.
    TooFew(usize),
    None,
}

pub(crate) fn choose(target: &Fingerprint, weighed: &Weighed) -> Choice {
    let claims = &weighed.claims;
    let named = claims.iter().filter(|claim| claim.is_named).count();
    let are_all_there = target.of.is_some_and(|of| of as usize == named);
    let is_one_gone = target.of.is_some_and(|of| of as usize > named);
    let open: Vec<usize> = (0..claims.len())
        .filter(|&at| claims[at].bar.is_none())
        .collect();
    let best = open
        .iter()
        .map(|&at| claims[at].points)
        .fold(f32::MIN, f32::max);
    let near = |at: &usize| best - claims[*at].points < MARGIN;
    let equals: Vec<usize> = open.into_iter().filter(near).collect();
    let can_be_one = |at: usize| {
        let is_enough = is_enough(&claims[at], weighed, are_all_there);
        // Once one of its like is gone it may be the target: what only its place told from them
        // can't be told any more, and all else that told it must still be so.
        let is_still_told = !is_told_by_place(target) && !claims[at].is_contradicted;
        is_enough
            && !claims[at].is_untold
            && (!is_one_gone || claims[at].is_proven || is_still_told)
    };
    let is_written_ordinal = target.of.is_none() && target.ordinal.is_some_and(|at| at > 0);
    match equals.as_slice() {
        [] => Choice::None,
        [only] if can_be_one(*only) && !is_written_ordinal => Choice::One(*only),
        [_] if target.of.is_some() || !is_written_ordinal => Choice::None,
        _ => among_equals(target, weighed, equals, are_all_there),
    }
}

fn is_told_by_place(target: &Fingerprint) -> bool {
    target.of.is_some() && target.told_by.is_empty()
}

fn among_equals(
    target: &Fingerprint,
    weighed: &Weighed,
    equals: Vec<usize>,
    are_all_there: bool,
) -> Choice {
    let is_whole = are_all_there && target.of.is_some_and(|of| of as usize == equals.len());
    let is_enough = |&at: &usize| is_enough(&weighed.claims[at], weighed, are_all_there);
    if !is_whole && !equals.iter().any(is_enough) {
        return Choice::None;
    }
    match target.ordinal {
        Some(ordinal) => by_ordinal(target, ordinal as usize, weighed, equals, is_whole),
        None => Choice::Several(equals),
    }
}

/// The ordinal decides where a person wrote it, or where as many are there as were when it was
/// recorded and nothing else speaks for another of them.
fn by_ordinal(
    target: &Fingerprint,
    ordinal: usize,
    weighed: &Weighed,
    equals: Vec<usize>,
    is_whole: bool,
) -> Choice {
    let claims = &weighed.claims;
    let Some(&chosen) = equals.get(ordinal) else {
        return match target.of {
            Some(_) => Choice::Several(equals),
            None => Choice::TooFew(equals.len()),
        };
    };
    let is_best = equals
        .iter()
        .all(|&at| claims[at].points <= claims[chosen].points + 0.01);
    if target.of.is_none() || (is_whole && is_best) {
        Choice::One(chosen)
    } else {
        Choice::Several(equals)
    }
}

fn is_enough(claim: &Claim, weighed: &Weighed, are_all_there: bool) -> bool {
    let share = claim.points / weighed.asked.max(f32::EPSILON);
    let needed = if weighed.asked_identity <= 0.0 {
        ALL
    } else if are_all_there && claim.is_named {
        ONE_OF_THEM
    } else {
        NEARLY_ALL
    };
    share >= needed
        || (claim.points >= ENOUGH && claim.identity >= ENOUGH_IDENTITY)
        || (claim.is_proven
            && claim.points >= ENOUGH_PROVEN
            && claim.identity >= ENOUGH_PROVEN_IDENTITY)
}
