//! What is asked of a page: the closed set of actions.

use serde::{Deserialize, Serialize};

use crate::{Fingerprint, MapText, NodeRef, ObservationId};

/// One thing done to a page. In a skill its texts are templates; bound per row before use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Loads an address, also when the page already shows it.
    Navigate {
        /// Absolute, or relative to the skill's start address.
        url: String,
    },
    /// Replaces the text of a field. Setting the same value again changes nothing.
    Fill {
        /// The field.
        target: Fingerprint,
        /// The whole new text.
        value: String,
    },
    /// A primary click in the middle of an element.
    Click {
        /// What is clicked.
        target: Fingerprint,
    },
}

/// How much an action can do that cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// Looks only.
    Read,
    /// Changes what the page shows.
    Act,
    /// May send, save, delete or pay: a commit step.
    Dangerous,
}

impl Action {
    /// The element it needs, `None` for a navigation.
    #[must_use]
    pub fn target(&self) -> Option<&Fingerprint> {
        match self {
            Self::Navigate { .. } => None,
            Self::Fill { target, .. } | Self::Click { target } => Some(target),
        }
    }

    /// Its name in a skill file.
    #[must_use]
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Navigate { .. } => "navigate",
            Self::Fill { .. } => "fill",
            Self::Click { .. } => "click",
        }
    }

    /// Whether doing it once more leaves the same page, so that it may be repeated unasked.
    #[must_use]
    pub fn is_replayable(&self) -> bool {
        matches!(self, Self::Navigate { .. } | Self::Fill { .. })
    }
}

impl MapText for Action {
    fn map_text<E>(&self, f: &mut impl FnMut(&str) -> Result<String, E>) -> Result<Self, E> {
        Ok(match self {
            Self::Navigate { url } => Self::Navigate { url: f(url)? },
            Self::Fill { target, value } => Self::Fill {
                target: target.map_text(f)?,
                value: f(value)?,
            },
            Self::Click { target } => Self::Click {
                target: target.map_text(f)?,
            },
        })
    }
}

/// The one element a fingerprint was resolved to, as it was seen then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundedElement {
    /// Its handle.
    pub reference: NodeRef,
    /// The observation it was chosen from.
    pub observation: ObservationId,
    /// Its role then.
    pub role: String,
    /// Its accessible name then.
    pub name: String,
    /// Whether it takes a password or a one-time code, which only the person types.
    pub is_secret: bool,
}

/// An action with its element resolved: what the door reviews and the page executes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundedAction {
    /// What to do.
    pub action: Action,
    /// To which element; `None` for a navigation.
    pub element: Option<GroundedElement>,
}
