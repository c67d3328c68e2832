//! What is run for one row: a skill's steps with the row's values in them.

use guardrails::{OnceProof, Policy};
use protocol::{Action, Fingerprint, Manner, PostCondition};

/// A bound skill.
#[derive(Clone, Debug)]
pub struct Run {
    /// Prefix of its command ids, unique for every attempt at a row.
    pub id: String,
    /// The rules.
    pub policy: Policy,
    /// Where the row starts; absolute.
    pub start_url: String,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// What the page must show at the end.
    pub success: Vec<PostCondition>,
    /// How the row is recognised on the site.
    pub row_key: Option<RowKey>,
}

/// One bound action and what the page must show after it.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it is for, without the row's values.
    pub intent: String,
    /// What is done.
    pub action: Action,
    /// What the page must show after it.
    pub expect: Vec<PostCondition>,
    /// Whether it can't be taken back.
    pub is_commit: bool,
    /// How a commit is seen to have happened once.
    pub once_proof: Option<OnceProof>,
    /// How long the page may take, ms.
    pub limit_ms: u32,
    /// How it is done.
    pub manner: Manner,
}

impl Step {
    /// Whether it may be done a second time: it can be taken back, and twice is as good as once.
    pub(crate) fn may_repeat(&self) -> bool {
        !self.is_commit && self.action.is_replayable()
    }
}

/// The row's key and where it shows.
#[derive(Clone, Debug)]
pub struct RowKey {
    /// The text only this row has.
    pub key: String,
    /// The list it is looked for in.
    pub within: Option<Fingerprint>,
    /// The address that shows it; absolute.
    pub url: String,
}

impl RowKey {
    /// The claim that the row is there once and was not before.
    #[must_use]
    pub fn condition(&self) -> PostCondition {
        PostCondition::KeyPresent {
            key: self.key.clone(),
            within: self.within.clone(),
        }
    }
}
