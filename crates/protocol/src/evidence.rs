//! What is seen of a page, a request, a tab or a download: the facts a verdict rests on.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Answered, ElementState, SaveState};

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
    /// It was not there before either, so that it is not there proves nothing.
    AbsentBefore,
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
    /// The element has no such attribute.
    NoAttribute,
    /// Something is not as it was before.
    Changed,
    /// All is as it was before.
    Unchanged,
    /// A file the browser saves.
    Download {
        /// Its name, without its folder; empty while the browser has not chosen one.
        name: String,
        /// How far it came.
        state: SaveState,
    },
    /// It can't be seen without this permission, which is missing.
    NoPermission {
        /// Chrome's name of it.
        permission: String,
    },
    /// Nobody has looked there again yet.
    NotReadBack,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Present => f.write_str("present"),
            Self::Absent => f.write_str("absent"),
            Self::PresentBefore => f.write_str("there already before"),
            Self::AbsentBefore => f.write_str("not there before either"),
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
            Self::NoAttribute => f.write_str("without such an attribute"),
            Self::Changed => f.write_str("changed"),
            Self::Unchanged => f.write_str("all as before"),
            Self::Download { name, state } => match state {
                SaveState::InProgress => write!(f, "{name:?} is not saved yet"),
                SaveState::Complete { bytes } => write!(f, "{name:?} saved, {bytes} bytes"),
                SaveState::Interrupted { error } => write!(f, "{name:?} not saved: {error}"),
            },
            Self::NoPermission { permission } => {
                write!(
                    f,
                    "not allowed to look: the permission {permission} is missing"
                )
            }
            Self::NotReadBack => f.write_str("not read back yet"),
        }
    }
}

/// `"Red", "Green"`.
pub(crate) fn in_quotes(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| format!("{text:?}")).collect();
    quoted.join(", ")
}
