//! How a row ended, and what is written down on the way.

use protocol::{Baseline, Check, CommandId, Diagnosis, Extracted, PageFacts};
use serde::{Deserialize, Serialize};

use crate::handover::Handover;
use crate::shot::Shot;
use crate::trace::{Changed, Entry};

/// The three outcomes, and the one where nothing was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Every condition held on a look after the action.
    Done,
    /// Something did not hold, and nothing speaks for its having happened.
    Failed,
    /// It may have happened; the page can't tell.
    Unknown,
    /// The person stopped it before anything was sent: the row is as good as untouched.
    Stopped,
}

/// How a row ended.
#[derive(Debug)]
pub struct RowEnd {
    /// The outcome.
    pub outcome: Outcome,
    /// Why, unless it is done.
    pub diagnosis: Option<Diagnosis>,
    /// Intent of the step it ended at, unless it is done.
    pub at_step: Option<String>,
    /// The checks that decided: all of the end, or those of the step it ended at.
    pub checks: Vec<Check>,
    /// What else the page told at the end.
    pub facts: PageFacts,
    /// When the run began, ms since the epoch.
    pub began_at: f64,
    /// What happened, in order.
    pub trace: Vec<Entry>,
    /// What the run did that stays as it is.
    pub changed: Changed,
    /// A picture of the page where it went wrong.
    pub shot: Option<Shot>,
    /// What the next row of the batch may begin with.
    pub handover: Handover,
    /// What was read on the way.
    pub outputs: Vec<Output>,
}

/// What a step read from the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// The name the skill gives it.
    pub name: String,
    /// What was read.
    pub value: Extracted,
}

/// What is written down before a commit begins: all that is needed to find out later, in another
/// document, how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// Id of the action.
    pub command: CommandId,
    /// Intent of the step.
    pub intent: String,
    /// Intents of the steps that acted before it.
    #[serde(default)]
    pub acted: Vec<String>,
    /// The row key's baseline, taken before, if the row has a key.
    pub key_baseline: Option<Baseline>,
}
