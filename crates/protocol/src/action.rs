//! What is asked of a page: the closed set of actions.

use serde::{Deserialize, Serialize};

use crate::forms::two_forms;
use crate::{ElementState, Fingerprint, MapText, NodeRef, ObservationId, PostCondition};

two_forms! {
    /// One thing done to a page. In a skill its texts are templates; bound per row before use.
    tag = "do", remote = "Action", wire = WireAction;
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
        /// Chooses an option of a native list, by its label or its value.
        Select {
            /// The list.
            target: Fingerprint,
            /// The option's label, or its value.
            option: String,
        },
        /// Sets a checkbox or switch, or chooses a radio button.
        SetChecked {
            /// The box.
            target: Fingerprint,
            /// Whether it is to be checked.
            checked: bool,
        },
        /// Presses a key while an element has the focus.
        Press {
            /// The element.
            target: Fingerprint,
            /// The key.
            key: Key,
        },
        /// A primary click in the middle of an element.
        Click {
            /// What is clicked.
            target: Fingerprint,
        },
    }
}

/// A key that can be pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Key {
    /// Enter: submits a form from one of its fields, presses a button, follows a link.
    Enter,
}

impl Key {
    /// Its name in a skill file and in keyboard events.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Enter => "Enter",
        }
    }
}

impl Action {
    /// The element it needs, `None` for a navigation.
    #[must_use]
    pub fn target(&self) -> Option<&Fingerprint> {
        match self {
            Self::Navigate { .. } => None,
            Self::Fill { target, .. }
            | Self::Select { target, .. }
            | Self::SetChecked { target, .. }
            | Self::Press { target, .. }
            | Self::Click { target } => Some(target),
        }
    }

    /// Its name in a skill file.
    #[must_use]
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Navigate { .. } => "navigate",
            Self::Fill { .. } => "fill",
            Self::Select { .. } => "select",
            Self::SetChecked { .. } => "set_checked",
            Self::Press { .. } => "press",
            Self::Click { .. } => "click",
        }
    }

    /// What the page must show if it took effect, where the action itself says so.
    #[must_use]
    pub fn claim(&self) -> Option<PostCondition> {
        match self {
            Self::Fill { target, value }
            | Self::Select {
                target,
                option: value,
            } => Some(PostCondition::ValueEquals {
                target: target.clone(),
                value: value.clone(),
            }),
            Self::SetChecked { target, checked } => Some(PostCondition::ElementState {
                target: target.clone(),
                state: if *checked {
                    ElementState::Checked
                } else {
                    ElementState::Unchecked
                },
            }),
            Self::Navigate { .. } | Self::Press { .. } | Self::Click { .. } => None,
        }
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
            Self::Select { target, option } => Self::Select {
                target: target.map_text(f)?,
                option: f(option)?,
            },
            Self::SetChecked { target, checked } => Self::SetChecked {
                target: target.map_text(f)?,
                checked: *checked,
            },
            Self::Press { target, key } => Self::Press {
                target: target.map_text(f)?,
                key: *key,
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
    /// The address of the document it is in, for the site policy: in a frame another one than the
    /// page's.
    pub url: String,
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
    #[serde(with = "WireAction")]
    pub action: Action,
    /// To which element; `None` for a navigation.
    pub element: Option<GroundedElement>,
}
