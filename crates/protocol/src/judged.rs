//! Conditions with what was there before, and what judging them came to.

use serde::{Deserialize, Serialize};

use crate::condition::WireCondition;
use crate::{Fact, NodeRef, PostCondition, TimingMark};

/// The small value taken before the action that a condition is judged against. Stored with
/// `committing`, so that a condition can still be judged after a restart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Baseline {
    /// The condition needs none.
    #[default]
    Nothing,
    /// So many were there: 0 or more.
    Count {
        /// Elements, rows or list items.
        count: u32,
    },
    /// It could not be looked at: the list or place was not there.
    NotThere,
    /// Only requests after this one count.
    Requests {
        /// The last sequence number before the action.
        after: u32,
        /// Where the document's own timing stood.
        #[serde(default)]
        timing: TimingMark,
    },
    /// Only tabs and downloads after this one count.
    Events {
        /// The last sequence number before the action.
        after: u32,
    },
    /// What was seen, as digests: it may hold anything, and is only compared.
    Seen {
        /// Of the page in each frame, or of each open dialog.
        digests: Vec<u32>,
        /// Where requests count too: only those after this one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        requests_after: Option<u32>,
    },
}

impl Baseline {
    /// The number counted, if any was.
    #[must_use]
    pub fn count(&self) -> Option<u32> {
        match self {
            Self::Count { count } => Some(*count),
            _ => None,
        }
    }

    /// The last request that does not count, for a condition that looks at requests.
    #[must_use]
    pub fn requests_after(&self) -> Option<u32> {
        match self {
            Self::Requests { after, .. } => Some(*after),
            Self::Seen { requests_after, .. } => *requests_after,
            _ => None,
        }
    }

    /// The same for a condition that is judged from now on, with the numbers of the last request, and
    /// of the last tab or download.
    #[must_use]
    pub fn from_now(self, condition: &PostCondition, requests: u32, events: u32) -> Self {
        match self {
            Self::Requests { timing, .. } => Self::Requests {
                after: requests,
                timing,
            },
            _ if condition.is_about_network() => Self::Requests {
                after: requests,
                timing: TimingMark::default(),
            },
            _ if condition.is_beyond_page() => Self::Events { after: events },
            Self::Seen { digests, .. } if *condition == (PostCondition::SomethingChanged {}) => {
                Self::Seen {
                    digests,
                    requests_after: Some(requests),
                }
            }
            other => other,
        }
    }
}

/// A condition with its baseline: all that is needed to judge it, in whatever document is current.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// The claim.
    #[serde(with = "WireCondition")]
    pub condition: PostCondition,
    /// What was there before.
    pub baseline: Baseline,
    /// The element that the step acted on, where the condition is about it: looked at also where it is
    /// called otherwise by now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<NodeRef>,
}

/// What judging a condition came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The page shows it.
    Held,
    /// The page shows otherwise.
    Failed,
    /// The page can't tell.
    Unknown,
}

/// One condition, judged: claim, what was expected, what was there, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The claim.
    #[serde(with = "WireCondition")]
    pub condition: PostCondition,
    /// What was there before the action.
    pub baseline: Baseline,
    /// How it ended.
    pub verdict: Verdict,
    /// What a page that satisfies it shows.
    pub expected: Fact,
    /// What this page shows.
    pub actual: Fact,
    /// What the verdict rests on, in the order it was seen.
    pub evidence: Vec<Fact>,
    /// Whether waiting longer can't change the verdict.
    pub is_final: bool,
    /// Whether nobody asked for it: the step itself claims it, for want of a better one.
    #[serde(default)]
    pub is_inferred: bool,
}

impl Check {
    /// Whether the page showed it.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.verdict == Verdict::Held
    }

    /// A check of something that could not be looked at.
    #[must_use]
    pub fn not_seen(judged: &Judged) -> Self {
        Self::of(judged, Verdict::Unknown, Fact::NotSeen)
    }

    /// What a condition came to, on what was seen; not final, without evidence.
    #[must_use]
    pub fn of(judged: &Judged, verdict: Verdict, actual: Fact) -> Self {
        Self {
            condition: judged.condition.clone(),
            baseline: judged.baseline.clone(),
            verdict,
            expected: judged.condition.expected(&judged.baseline),
            actual,
            evidence: vec![],
            is_final: false,
            is_inferred: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Baseline, Check, Judged, Verdict};
    use crate::{Fact, PostCondition};

    fn readback() -> PostCondition {
        let key = PostCondition::KeyPresent {
            key: "A-1".into(),
            within: None,
        };
        PostCondition::Readback {
            url: Some("/orders".into()),
            open: None,
            then: vec![key, PostCondition::DialogClosed { dialog: None }],
        }
    }

    #[test]
    fn what_a_condition_holds_has_the_form_it_has() {
        let judged = Judged {
            condition: readback(),
            baseline: Baseline::Events { after: 3 },
            element: None,
        };
        let sent = serde_json::to_string(&judged).unwrap();
        assert_eq!(
            sent,
            r#"{"condition":{"readback":{"url":"/orders","then":[{"key_present":{"key":"A-1"}},{"dialog_closed":{}}]}},"baseline":{"events":{"after":3}}}"#
        );
        assert_eq!(serde_json::from_str::<Judged>(&sent).unwrap(), judged);
        let written = serde_json::to_string(&judged.condition).unwrap();
        assert_eq!(
            written,
            r#"{"check":"readback","url":"/orders","then":[{"check":"key_present","key":"A-1"},{"check":"dialog_closed"}]}"#
        );
        assert_eq!(
            serde_json::from_str::<PostCondition>(&written).unwrap(),
            judged.condition
        );
    }

    #[test]
    fn a_check_of_before_there_were_inferred_ones_was_asked_for() {
        let judged = Judged {
            condition: PostCondition::SomethingChanged {},
            baseline: Baseline::Nothing,
            element: None,
        };
        let check = Check::of(&judged, Verdict::Failed, Fact::Unchanged);
        let mut json = serde_json::to_value(&check).unwrap();
        json.as_object_mut().unwrap().remove("is_inferred");
        assert_eq!(serde_json::from_value::<Check>(json).unwrap(), check);
    }

    #[test]
    fn requests_count_from_the_step_on_where_a_condition_looks_at_them() {
        let seen = Baseline::Seen {
            digests: vec![1],
            requests_after: None,
        };
        let request = PostCondition::RequestSucceeded {
            method: None,
            url: "*".into(),
        };
        let after = |condition: &PostCondition, baseline: Baseline| {
            baseline.from_now(condition, 4, 0).requests_after()
        };
        assert_eq!(after(&request, Baseline::Nothing), Some(4));
        assert_eq!(
            after(&PostCondition::SomethingChanged {}, seen.clone()),
            Some(4)
        );
        assert_eq!(
            after(&PostCondition::DialogClosed { dialog: None }, seen),
            None
        );
    }
}
