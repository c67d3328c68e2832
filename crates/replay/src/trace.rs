//! What happened in a row's run, event by event: the one record of it.
//!
//! **Invariant:** an intent holds no value of the row; every other text may, and is masked before it is
//! kept (`batch`).

use protocol::{Check, Diagnosis, Extracted, Fact, Refusal, RunnerUp};
use serde::{Deserialize, Serialize};

use crate::effects::Effect;
use crate::end::Outcome;
use crate::remedy::Tried;
use crate::run::Step;
use crate::shot::Picture;
use crate::waits::{Wait, whole};

/// An event and when it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Since the run began, ms.
    pub at_ms: u32,
    /// What happened.
    pub event: Event,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The run began.
    Began {
        /// Whether it only finds out how an earlier one ended that was cut after its commit began.
        reconciles: bool,
    },
    /// An address was loaded.
    Opened {
        /// It.
        url: String,
        /// Why it did not load.
        why: Option<Diagnosis>,
    },
    /// The row's key was looked for on the page.
    KeyLookedFor {
        /// Whether as the proof at the end; else before anything was done.
        is_proof: bool,
        /// What was there.
        found: Fact,
    },
    /// A step began.
    StepBegan {
        /// Its place, from 0.
        step: u32,
        /// What it is for.
        intent: String,
        /// The action's name in skill files.
        action: String,
        /// Whether it changes something.
        acts: bool,
        /// Whether it can't be taken back.
        is_commit: bool,
    },
    /// An element was chosen for the step.
    Grounded {
        /// It, in words.
        target: String,
        /// 0 to 1: how much of what was asked it answers.
        confidence: f32,
        /// The candidate that nearly was chosen.
        runner_up: Option<RunnerUp>,
    },
    /// The ledger was told that the commit begins.
    CommitBegan,
    /// The action was done.
    Acted {
        /// Why the engine did not say that it was.
        why: Option<Diagnosis>,
        /// Whether it certainly touched nothing.
        is_refused: bool,
    },
    /// Conditions were waited for and judged.
    Checked {
        /// How many held.
        held: u32,
        /// Of how many.
        of: u32,
        /// Those that did not hold; at the row's end all that decided.
        checks: Vec<Check>,
    },
    /// Something was tried about what was the matter.
    Tried(Tried),
    /// A tab opened or a file was saved.
    CameOf {
        /// The last step that had begun before, from 0.
        step: Option<u32>,
        /// What it was.
        effect: Effect,
    },
    /// Something was read from the page.
    Extracted {
        /// The name the skill gives it.
        output: String,
        /// How many texts it is made of.
        texts: u32,
    },
    /// A step, or what comes before the first or after the last, is over.
    Waited {
        /// How long it took, ms.
        took_ms: u32,
        /// What for; the sum is the time it took, but for what the panel itself computed.
        waits: Vec<Wait>,
    },
    /// Only the person can go on from here.
    HandedOver {
        /// Why.
        why: Diagnosis,
    },
    /// A picture was to be taken of the page.
    Pictured {
        /// What became of it; the picture itself is kept apart.
        picture: Picture,
    },
    /// The run ended.
    Ended {
        /// How.
        outcome: Outcome,
        /// Why, unless it is done.
        why: Option<Diagnosis>,
        /// Intent of the step it ended at, unless it is done.
        at_step: Option<String>,
    },
}

/// What a run did that stays as it is: nothing of it is undone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// Intents of the steps that acted on the page, but for that commit.
    pub steps: Vec<String>,
    /// Intent of the commit, if it began: it may have happened.
    pub commit: Option<String>,
}

impl Changed {
    /// Whether nothing was touched.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.steps.is_empty() && self.commit.is_none()
    }
}

/// The trace as it grows.
#[derive(Debug)]
pub(crate) struct Log {
    began: f64,
    entries: Vec<Entry>,
}

impl Log {
    pub(crate) fn new(began: f64, reconciles: bool) -> Self {
        let mut log = Self {
            began,
            entries: vec![],
        };
        log.note(began, Event::Began { reconciles });
        log
    }

    /// When the run began, ms since the epoch.
    pub(crate) fn began(&self) -> f64 {
        self.began
    }

    /// Notes an event that happened `now`, ms since the epoch.
    pub(crate) fn note(&mut self, now: f64, event: Event) {
        let at_ms = whole(now - self.began);
        self.entries.push(Entry { at_ms, event });
    }

    pub(crate) fn into_entries(self) -> Vec<Entry> {
        self.entries
    }

    /// How many remedies were tried so far.
    pub(crate) fn tried(&self) -> usize {
        let tried = self.entries.iter();
        tried
            .filter(|entry| matches!(entry.event, Event::Tried(_)))
            .count()
    }

    /// Intents of the steps that acted so far. A step whose action was refused touched nothing.
    pub(crate) fn acted(&self) -> Vec<String> {
        let mut acted: Vec<String> = vec![];
        let mut at: Option<&str> = None;
        for Entry { event, .. } in &self.entries {
            match event {
                Event::StepBegan { intent, acts, .. } => at = acts.then_some(intent),
                Event::Acted {
                    is_refused: false, ..
                } => acted.extend(at.take().map(str::to_owned)),
                _ => {}
            }
        }
        acted
    }
}

impl Event {
    /// A step of the run begins.
    pub(crate) fn began(at: usize, step: &Step) -> Self {
        Self::StepBegan {
            step: number(at),
            intent: step.intent.clone(),
            action: step.action.verb().to_owned(),
            acts: step.action.risk() == protocol::Risk::Act,
            is_commit: step.is_commit,
        }
    }

    /// Conditions of a step were judged: those that did not hold are told.
    pub(crate) fn checked(checks: &[Check]) -> Self {
        let told = checks.iter().filter(|check| !check.is_held());
        Self::Checked {
            held: number(checks.len() - told.clone().count()),
            of: number(checks.len()),
            checks: told.cloned().collect(),
        }
    }

    /// What decided at the row's end: every check is told.
    pub(crate) fn decided(checks: &[Check]) -> Self {
        let held = checks.iter().filter(|check| check.is_held());
        Self::Checked {
            held: number(held.count()),
            of: number(checks.len()),
            checks: checks.to_vec(),
        }
    }
}

/// Whether only the person can go on.
pub(crate) fn needs_person(diagnosis: &Diagnosis) -> bool {
    matches!(
        diagnosis,
        Diagnosis::Secret { .. }
            | Diagnosis::Challenge { .. }
            | Diagnosis::Blocked
            | Diagnosis::PolicyBlocked {
                refusal: Refusal::Secret { .. }
            }
    )
}

/// How many texts were read.
pub(crate) fn texts_of(read: &Extracted) -> u32 {
    number(match read {
        Extracted::Text(_) => 1,
        Extracted::List(items) => items.len(),
        Extracted::Table(rows) => rows.iter().map(Vec::len).sum(),
    })
}

/// A count; more than a `u32` holds are never there.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
