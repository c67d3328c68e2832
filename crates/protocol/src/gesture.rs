//! What a hand does to mouse and keyboard, and how an action is to be done: by events the page can tell
//! from a person's, or by the browser's own.

use serde::{Deserialize, Serialize};

use crate::{Button, KeyPress, Modifier};

/// How an action is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Manner {
    /// By the browser's own input, over the debugger: events that no page can tell from a person's.
    pub trusted: bool,
    /// What a dialog of the page's own (`alert`, `confirm`, `prompt`, `beforeunload`) is answered;
    /// the person answers it if not given.
    pub dialogs: Option<DialogAnswer>,
}

impl Manner {
    /// Whether it needs the browser's debugger.
    #[must_use]
    pub fn needs_debugger(self) -> bool {
        self.trusted || self.dialogs.is_some()
    }
}

/// What a dialog of the page's own is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DialogAnswer {
    /// OK.
    Accept,
    /// Cancel.
    Dismiss,
}

/// One thing a hand does, in a trusted action: the engine says what, the browser does it. Places are
/// CSS px in the viewport of the top document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gesture {
    /// Moves the pointer.
    Move {
        /// Where to.
        to: [f64; 2],
    },
    /// Moves the pointer and clicks.
    Click {
        /// Where.
        at: [f64; 2],
        /// With which button.
        button: Button,
        /// How often.
        count: u8,
        /// With what held down.
        modifiers: Vec<Modifier>,
    },
    /// Presses the button in one place, and lets it go in another.
    Drag {
        /// Where it is pressed.
        from: [f64; 2],
        /// Where it is let go.
        to: [f64; 2],
    },
    /// Presses a key where the focus is.
    Press {
        /// Which.
        key: KeyPress,
    },
    /// Types text where the caret stands.
    Type {
        /// The text; a line break is Enter.
        text: String,
    },
}
