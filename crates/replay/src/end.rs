//! How a row ended, and what is written down on the way.

use protocol::{Baseline, Check, CommandId, Diagnosis, Extracted, PageFacts, RunnerUp};
use serde::{Deserialize, Serialize};

use crate::effects::Effect;
use crate::handover::Handover;
use crate::remedy::Tried;
use crate::waits::Wait;

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
    /// What was done, step by step.
    pub trace: Vec<StepTrace>,
    /// What was waited for before the first step and after the last.
    pub waits: Vec<Wait>,
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

/// What one step came to. Holds no value of the row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepTrace {
    /// What it was for.
    pub intent: String,
    /// The element chosen, in words.
    pub target: Option<String>,
    /// 0 to 1: how much of what was asked it answers.
    pub confidence: Option<f32>,
    /// The candidate that nearly was chosen.
    pub runner_up: Option<RunnerUp>,
    /// How long the step took, ms.
    pub took_ms: u32,
    /// What it waited for; the sum is the time it took, but for what the panel itself computed.
    #[serde(default)]
    pub waits: Vec<Wait>,
    /// What was tried about what went wrong, in order.
    #[serde(default)]
    pub tried: Vec<Tried>,
    /// How many of its checks held.
    pub held: u32,
    /// Of how many.
    pub checks: u32,
    /// What came of it beside the page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

impl StepTrace {
    /// Of a step that begins.
    pub(crate) fn of(intent: &str) -> Self {
        Self {
            intent: intent.to_owned(),
            target: None,
            confidence: None,
            runner_up: None,
            took_ms: 0,
            waits: vec![],
            tried: vec![],
            held: 0,
            checks: 0,
            effects: vec![],
        }
    }
}

/// What is written down before a commit begins: all that is needed to find out later, in another
/// document, how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// Id of the action.
    pub command: CommandId,
    /// Intent of the step.
    pub intent: String,
    /// The row key's baseline, taken before, if the row has a key.
    pub key_baseline: Option<Baseline>,
}
