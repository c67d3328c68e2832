//! Every candidate weighed against the fingerprint and against the others.

use protocol::Fingerprint;

use crate::choose::MARGIN;
use crate::fact::{Answer, Fact, Worth, row_tells};
use crate::query::Query;
use crate::row;

/// A row that holds the text, which is asked without exception.
const ROW: f32 = 3.0;

/// What it costs that another element has what was the target's alone.
const TAKEN: f32 = 3.0;

/// What one candidate came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    /// Index into the snapshot.
    pub(crate) index: usize,
    /// For and against.
    pub(crate) points: f32,
    /// Only what speaks for it.
    pub(crate) gained: f32,
    /// Of all, what says which element it is.
    pub(crate) identity: f32,
    /// Whether it has the target's role and name.
    pub(crate) is_named: bool,
    /// Whether it has a mark that was the target's alone.
    pub(crate) is_proven: bool,
    /// Whether something that told the target from others of its role and name is not so here.
    pub(crate) is_contradicted: bool,
    /// Whether nothing that told the target from others of its role and name is true of it.
    pub(crate) is_untold: bool,
    /// Why it can't be the one whatever its points.
    pub(crate) bar: Option<Bar>,
}

/// What rules a candidate out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bar {
    /// Its row does not hold the text.
    Row,
    /// It is not in the place a person asked for.
    Place,
    /// It has the name of another control that was there beside the target.
    Another,
    /// It has another name, and nothing else says which element it is.
    Name,
}

/// All claims, and the points there were to get.
pub(crate) struct Weighed {
    pub(crate) claims: Vec<Claim>,
    pub(crate) asked: f32,
    /// Of these, what says which element it is.
    pub(crate) asked_identity: f32,
}

/// Weighs all candidates.
pub(crate) fn weigh(query: &Query<'_>) -> Weighed {
    let target = query.target;
    let facts = Fact::all(target);
    let worths: Vec<Worth> = facts.iter().map(|fact| fact.worth(target)).collect();
    let nodes = &query.snapshot.nodes;
    let pool: Vec<usize> = (0..nodes.len())
        .filter(|&at| query.is_candidate(&nodes[at]))
        .collect();
    let answers: Vec<Answer> = pool
        .iter()
        .flat_map(|&index| facts.iter().map(move |fact| query.answer(*fact, index)))
        .collect();
    let taken = taken(target, &facts, &worths, &answers);
    let claims = pool.iter().enumerate().map(|(at, &index)| {
        let own = &answers[at * facts.len()..(at + 1) * facts.len()];
        claim(query, index, &facts, &worths, own, &taken)
    });
    let mut weighed = Weighed {
        claims: claims.collect(),
        asked: worths.iter().map(|worth| worth.yes).sum(),
        asked_identity: worths.iter().filter(|w| w.is_identity).map(|w| w.yes).sum(),
    };
    if let Some(text) = &target.row {
        weigh_rows(query, text, &mut weighed);
    }
    weighed
}

/// For each fact whether it was the target's alone and some candidate has it now.
fn taken(
    target: &Fingerprint,
    facts: &[Fact<'_>],
    worths: &[Worth],
    answers: &[Answer],
) -> Vec<bool> {
    let mut taken = vec![false; facts.len()];
    for own in answers.chunks(facts.len().max(1)) {
        for (taken, answer) in taken.iter_mut().zip(own) {
            *taken |= *answer == Answer::Yes;
        }
    }
    for ((taken, fact), worth) in taken.iter_mut().zip(facts).zip(worths) {
        *taken &= worth.is_identity && *fact != Fact::Column && !fact.is_shared(target);
    }
    taken
}

fn claim(
    query: &Query<'_>,
    index: usize,
    facts: &[Fact<'_>],
    worths: &[Worth],
    answers: &[Answer],
    taken: &[bool],
) -> Claim {
    let mut claim = Claim {
        index,
        points: 0.0,
        gained: 0.0,
        identity: 0.0,
        is_named: true,
        is_proven: false,
        is_contradicted: false,
        is_untold: false,
        bar: None,
    };
    // Every recorded fingerprint has a tag. What a person wrote is meant as it stands: the place of
    // a recorded one may have changed.
    let is_written = query.target.tag.is_none();
    let mut is_out = false;
    let mut is_renamed = false;
    let mut is_proven = false;
    let mut is_told = row_tells(query.target);
    let mut can_be_told = is_told;
    for (at, (fact, answer)) in facts.iter().zip(answers).enumerate() {
        let worth = worths[at];
        let mut points = worth.of(*answer);
        if taken[at] && *answer != Answer::Yes {
            points -= TAKEN;
        }
        claim.points += points;
        claim.gained += points.max(0.0);
        if worth.is_identity {
            claim.identity += points;
        }
        match fact {
            Fact::Role => claim.is_named &= *answer == Answer::Yes,
            Fact::Name => {
                claim.is_named &= *answer == Answer::Yes;
                is_renamed = worth.is_identity && points <= 0.0;
            }
            Fact::Landmark | Fact::Section => is_out |= is_written && *answer != Answer::Yes,
            Fact::Column => {}
            _ => is_proven |= worth.is_identity && points > SHARED_AT_MOST,
        }
        if fact.is_telling(query.target) {
            can_be_told = true;
            claim.is_contradicted |= *answer == Answer::No;
            is_told |= matches!(answer, Answer::Yes | Answer::Near) && points > 0.0;
        }
    }
    claim.bar = if is_renamed && !is_proven {
        Some(Bar::Name)
    } else if query.is_another(index) && claim.identity < KNOWN_AGAIN {
        Some(Bar::Another)
    } else if is_out {
        Some(Bar::Place)
    } else {
        None
    };
    claim.is_proven = is_proven && claim.bar.is_none();
    claim.is_untold = can_be_told && !is_told;
    claim
}

/// A fact that proves which element it is gives more than one that others share.
const SHARED_AT_MOST: f32 = 2.0;

/// So much says which element it is that even another's name does not speak against it.
const KNOWN_AGAIN: f32 = 7.0;

fn weigh_rows(query: &Query<'_>, text: &str, weighed: &mut Weighed) {
    weighed.asked += ROW;
    weighed.asked_identity += ROW;
    // Rows are dear to read: only those of candidates that could win with theirs.
    let best = weighed.claims.iter().filter(|c| c.bar.is_none());
    let best = best.map(|claim| claim.points).fold(f32::MIN, f32::max);
    let near: Vec<usize> = (0..weighed.claims.len())
        .filter(|&at| {
            weighed.claims[at].points >= best - 2.0 * ROW && weighed.claims[at].bar.is_none()
        })
        .collect();
    let indices: Vec<usize> = near.iter().map(|&at| weighed.claims[at].index).collect();
    let equals: Vec<usize> = near
        .iter()
        .filter(|&&at| weighed.claims[at].points >= best - MARGIN)
        .map(|&at| weighed.claims[at].index)
        .collect();
    let named = weighed.claims.iter().filter(|claim| claim.is_named).count();
    let are_all_there = query.target.of.is_some_and(|of| of as usize == named);
    let held = row::in_row(query, &indices, &equals, are_all_there, text);
    let mut is_in = vec![false; weighed.claims.len()];
    for (at, held) in near.into_iter().zip(held) {
        is_in[at] = held;
    }
    for (claim, is_in) in weighed.claims.iter_mut().zip(is_in) {
        if is_in {
            claim.points += ROW;
            claim.gained += ROW;
            claim.identity += ROW;
        } else if claim.bar.is_none() {
            claim.bar = Some(Bar::Row);
        }
    }
}

impl Worth {
    fn of(self, answer: Answer) -> f32 {
        match answer {
            Answer::Yes => self.yes,
            Answer::Near => self.near,
            Answer::Silent => self.silent,
            Answer::No => self.no,
        }
    }
}
