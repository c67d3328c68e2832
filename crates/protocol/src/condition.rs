//! Post-conditions: claims about the page after a step, and what judging them yields.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::forms::two_forms;
use crate::{Answered, Fingerprint, MapText, NodeRef, TimingMark};

two_forms! {
    /// A claim about the page after a step. In a skill its texts are templates.
    tag = "check", remote = "PostCondition", wire = WireCondition;
    pub enum PostCondition {
        /// A control holds exactly this value.
        ValueEquals {
            /// The control.
            target: Fingerprint,
            /// Its whole value; line breaks count as `\n`.
            value: String,
        },
        /// A control holds exactly these values: the chosen options in any order, the two dates of a
        /// range, the names of files.
        ValuesEqual {
            /// The control.
            target: Fingerprint,
            /// Its values.
            values: Vec<String>,
        },
        /// A cascader or tree shows this choice: its whole path, or where it shows no more the last
        /// level.
        PathEquals {
            /// The control.
            target: Fingerprint,
            /// The labels from the top level down.
            path: Vec<String>,
        },
        /// A text can be read on the page.
        TextPresent {
            /// The text; white space is collapsed, a word is never matched in the middle.
            text: String,
            /// Only within this element.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            within: Option<Fingerprint>,
            /// Whether it must not have been there before the step.
            #[serde(default)]
            absent_before: bool,
        },
        /// Exactly one element answers the fingerprint.
        ElementExists {
            /// The element.
            target: Fingerprint,
            /// Whether it must not have been there before the step.
            #[serde(default)]
            absent_before: bool,
        },
        /// No element answers the fingerprint, on a page at rest.
        ElementGone {
            /// The element.
            target: Fingerprint,
        },
        /// The element is in this state.
        ElementState {
            /// The element.
            target: Fingerprint,
            /// The state.
            state: ElementState,
        },
        /// A text can't be read on the page, at rest.
        TextAbsent {
            /// The text.
            text: String,
            /// Only within this element, which must be there.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            within: Option<Fingerprint>,
        },
        /// The document's address matches.
        UrlMatches {
            /// Glob over the whole address; one that starts with `/` is held against path and query.
            pattern: String,
        },
        /// A list, table or grid has so many more (or fewer) items than before the step.
        ListCountDelta {
            /// The list.
            list: Fingerprint,
            /// Items after minus items before.
            delta: i32,
        },
        /// A request that began with the step was answered with success (2xx or 3xx).
        RequestSucceeded {
            /// HTTP method; any if not given.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            method: Option<String>,
            /// Glob over its address; one that starts with `/` is held against path and query.
            url: String,
        },
        /// Exactly one row, list item or the like holds the key, and none did before.
        KeyPresent {
            /// The row's key.
            key: String,
            /// The list that is searched; the whole page if not given.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            within: Option<Fingerprint>,
        },
    }
}

impl PostCondition {
    /// Whether a still page is needed to judge it: what must be absent, or an exact count, may
    /// hold for a moment only because the page is not ready.
    #[must_use]
    pub fn needs_quiet(&self) -> bool {
        matches!(self, Self::ListCountDelta { .. } | Self::KeyPresent { .. })
    }

    /// Its name in skill files.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::ValueEquals { .. } => "value_equals",
            Self::ValuesEqual { .. } => "values_equal",
            Self::PathEquals { .. } => "path_equals",
            Self::TextPresent { .. } => "text_present",
            Self::ElementExists { .. } => "element_exists",
            Self::ElementGone { .. } => "element_gone",
            Self::ElementState { .. } => "element_state",
            Self::TextAbsent { .. } => "text_absent",
            Self::UrlMatches { .. } => "url_matches",
            Self::ListCountDelta { .. } => "list_count_delta",
            Self::RequestSucceeded { .. } => "request_succeeded",
            Self::KeyPresent { .. } => "key_present",
        }
    }

    /// The element, place or list it is about, if it names one.
    #[must_use]
    pub fn target(&self) -> Option<&Fingerprint> {
        match self {
            Self::ValueEquals { target, .. }
            | Self::ValuesEqual { target, .. }
            | Self::PathEquals { target, .. }
            | Self::ElementExists { target, .. }
            | Self::ElementGone { target }
            | Self::ElementState { target, .. }
            | Self::ListCountDelta { list: target, .. } => Some(target),
            Self::TextPresent { within, .. }
            | Self::TextAbsent { within, .. }
            | Self::KeyPresent { within, .. } => within.as_ref(),
            Self::UrlMatches { .. } | Self::RequestSucceeded { .. } => None,
        }
    }

    /// The frames it names, outermost first; none means any.
    #[must_use]
    pub fn frames(&self) -> &[String] {
        self.target().map_or(&[], |target| &target.frame)
    }

    /// Whether it claims that something *appeared*: a notice that is gone again by the time the rest
    /// holds did appear.
    #[must_use]
    pub fn is_about_appearing(&self) -> bool {
        matches!(
            self,
            Self::TextPresent {
                absent_before: true,
                ..
            } | Self::ElementExists {
                absent_before: true,
                ..
            }
        )
    }

    /// Whether it is judged by requests, so that a host without permission leaves it unknown.
    #[must_use]
    pub fn is_about_network(&self) -> bool {
        matches!(self, Self::RequestSucceeded { .. })
    }

    /// What a page that satisfies it would show.
    #[must_use]
    pub fn expected(&self, baseline: &Baseline) -> Fact {
        match self {
            Self::ValueEquals { value, .. } => Fact::Text {
                text: value.clone(),
            },
            Self::ValuesEqual { values, .. } => Fact::Texts {
                texts: values.clone(),
            },
            Self::PathEquals { path, .. } => Fact::Text {
                text: path.join(" / "),
            },
            Self::TextPresent { .. } | Self::ElementExists { .. } => Fact::Present,
            Self::TextAbsent { .. } | Self::ElementGone { .. } => Fact::Absent,
            Self::ElementState { state, .. } => Fact::State { state: *state },
            Self::UrlMatches { pattern } => Fact::Text {
                text: pattern.clone(),
            },
            Self::ListCountDelta { delta, .. } => {
                let before = baseline.count().unwrap_or(0);
                Fact::Count {
                    count: before.saturating_add_signed(*delta),
                }
            }
            Self::RequestSucceeded { .. } => Fact::Success,
            Self::KeyPresent { .. } => Fact::Count { count: 1 },
        }
    }
}

impl fmt::Display for PostCondition {
    /// In words, for a person: `"Customer saved" can be read`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let within = |f: &mut fmt::Formatter<'_>, place: &Option<Fingerprint>| match place {
            Some(place) => write!(f, " in {place}"),
            None => Ok(()),
        };
        match self {
            Self::ValueEquals { target, value } => write!(f, "{target} holds {value:?}"),
            Self::PathEquals { target, path } => {
                write!(f, "{target} holds {:?}", path.join(" / "))
            }
            Self::ValuesEqual { target, values } => {
                write!(f, "{target} holds {}", in_quotes(values))
            }
            Self::TextPresent {
                text,
                within: place,
                ..
            } => {
                write!(f, "{text:?} can be read")?;
                within(f, place)
            }
            Self::ElementExists { target, .. } => write!(f, "there is {target}"),
            Self::ElementGone { target } => write!(f, "there is no {target}"),
            Self::ElementState { target, state } => write!(f, "{target} is {state}"),
            Self::TextAbsent {
                text,
                within: place,
            } => {
                write!(f, "{text:?} can't be read")?;
                within(f, place)
            }
            Self::UrlMatches { pattern } => write!(f, "the address matches {pattern}"),
            Self::ListCountDelta { list, delta } => write!(f, "{list} has {delta:+} items"),
            Self::RequestSucceeded { method, url } => {
                write!(
                    f,
                    "{} {url} succeeds",
                    method.as_deref().unwrap_or("a request to")
                )
            }
            Self::KeyPresent { key, within: place } => {
                write!(f, "exactly one new row holds {key:?}")?;
                within(f, place)
            }
        }
    }
}

impl MapText for PostCondition {
    fn map_text<E>(&self, f: &mut impl FnMut(&str) -> Result<String, E>) -> Result<Self, E> {
        Ok(match self {
            Self::ValueEquals { target, value } => Self::ValueEquals {
                target: target.map_text(f)?,
                value: f(value)?,
            },
            Self::PathEquals { target, path } => Self::PathEquals {
                target: target.map_text(f)?,
                path: path.iter().map(|text| f(text)).collect::<Result<_, E>>()?,
            },
            Self::ValuesEqual { target, values } => Self::ValuesEqual {
                target: target.map_text(f)?,
                values: values
                    .iter()
                    .map(|text| f(text))
                    .collect::<Result<_, E>>()?,
            },
            Self::TextPresent {
                text,
                within,
                absent_before,
            } => Self::TextPresent {
                text: f(text)?,
                within: within.as_ref().map(|w| w.map_text(f)).transpose()?,
                absent_before: *absent_before,
            },
            Self::ElementExists {
                target,
                absent_before,
            } => Self::ElementExists {
                target: target.map_text(f)?,
                absent_before: *absent_before,
            },
            Self::ElementGone { target } => Self::ElementGone {
                target: target.map_text(f)?,
            },
            Self::ElementState { target, state } => Self::ElementState {
                target: target.map_text(f)?,
                state: *state,
            },
            Self::TextAbsent { text, within } => Self::TextAbsent {
                text: f(text)?,
                within: within.as_ref().map(|w| w.map_text(f)).transpose()?,
            },
            Self::UrlMatches { pattern } => Self::UrlMatches {
                pattern: f(pattern)?,
            },
            Self::ListCountDelta { list, delta } => Self::ListCountDelta {
                list: list.map_text(f)?,
                delta: *delta,
            },
            Self::RequestSucceeded { method, url } => Self::RequestSucceeded {
                method: method.clone(),
                url: f(url)?,
            },
            Self::KeyPresent { key, within } => Self::KeyPresent {
                key: f(key)?,
                within: within.as_ref().map(|w| w.map_text(f)).transpose()?,
            },
        })
    }
}

/// A state an element can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ElementState {
    /// A box that is checked, a switch that is on.
    Checked,
    /// A box that is not checked, a switch that is off.
    Unchecked,
    /// A control that can't be used.
    Disabled,
    /// A control that can be used.
    Enabled,
    /// Something that shows what it holds.
    Expanded,
    /// Something that hides what it holds.
    Collapsed,
    /// An option or tab that is chosen.
    Selected,
    /// A field the page complains about.
    Invalid,
    /// A field the page does not complain about.
    Valid,
}

impl fmt::Display for ElementState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checked => "checked",
            Self::Unchecked => "not checked",
            Self::Disabled => "disabled",
            Self::Enabled => "enabled",
            Self::Expanded => "expanded",
            Self::Collapsed => "collapsed",
            Self::Selected => "selected",
            Self::Invalid => "invalid",
            Self::Valid => "valid",
        })
    }
}

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
}

/// A condition on its way to an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Claim(#[serde(with = "WireCondition")] pub PostCondition);

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
    #[serde(default)]
    pub element: Option<NodeRef>,
}

/// What a look at the page showed, or should have shown. Typed, so that a person can be told in
/// their own language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// It is there.
    Present,
    /// It is not there.
    Absent,
    /// It was there before already, so its presence proves nothing.
    PresentBefore,
    /// A text or value, as it stands on the page.
    Text {
        /// Verbatim.
        text: String,
    },
    /// Several texts or values.
    Texts {
        /// Verbatim.
        texts: Vec<String>,
    },
    /// A state it is in.
    State {
        /// Which.
        state: ElementState,
    },
    /// It is in neither the state asked for nor its opposite: it has no such state.
    NoState,
    /// A text that must not be shown: only its length in Unicode scalar values.
    Masked {
        /// Its length.
        length: u32,
    },
    /// A number of items.
    Count {
        /// How many.
        count: u32,
    },
    /// A request answered with success.
    Success,
    /// How the request that counts ended.
    Request {
        /// HTTP method.
        method: String,
        /// Path and query of its address.
        path: String,
        /// Its end.
        answered: Answered,
    },
    /// A request shows in the page's own timing only, which is weaker: no method, and not every answer.
    Timing {
        /// Path and query of its address.
        path: String,
        /// HTTP status, where the page may read it.
        status: Option<u16>,
    },
    /// No request of that kind began.
    NoRequest,
    /// The element or place it is about is not on the page.
    NotFound {
        /// The element in words.
        target: String,
    },
    /// The element it is about can't be told from others.
    Ambiguous {
        /// How many answer.
        count: u32,
    },
    /// The page could not be looked at.
    NotSeen,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Present => f.write_str("present"),
            Self::Absent => f.write_str("absent"),
            Self::PresentBefore => f.write_str("there already before"),
            Self::Text { text } => write!(f, "{text:?}"),
            Self::Texts { texts } => f.write_str(&in_quotes(texts)),
            Self::State { state } => write!(f, "{state}"),
            Self::NoState => f.write_str("without such a state"),
            Self::Masked { length } => write!(f, "a text of {length} characters"),
            Self::Count { count } => write!(f, "{count}"),
            Self::Success => f.write_str("success"),
            Self::Request {
                method,
                path,
                answered,
            } => match answered {
                Answered::Pending => write!(f, "{method} {path} not answered"),
                Answered::Status { status } => write!(f, "{method} {path} answered {status}"),
                Answered::Unreadable => {
                    write!(f, "{method} {path} ended, its answer can't be read")
                }
                Answered::Failed { error } => write!(f, "{method} {path} failed: {error}"),
            },
            Self::Timing { path, status } => {
                write!(f, "{path} was asked, by the page's own timing")?;
                match status {
                    Some(status) => write!(f, ", and answered {status}"),
                    None => f.write_str("; its answer can't be read"),
                }
            }
            Self::NoRequest => f.write_str("no such request"),
            Self::NotFound { target } => write!(f, "{target} is not on the page"),
            Self::Ambiguous { count } => write!(f, "{count} elements answer"),
            Self::NotSeen => f.write_str("the page could not be looked at"),
        }
    }
}

/// `"Red", "Green"`.
fn in_quotes(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| format!("{text:?}")).collect();
    quoted.join(", ")
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
        Self {
            condition: judged.condition.clone(),
            baseline: judged.baseline.clone(),
            verdict: Verdict::Unknown,
            expected: judged.condition.expected(&judged.baseline),
            actual: Fact::NotSeen,
            evidence: vec![],
            is_final: false,
        }
    }
}
