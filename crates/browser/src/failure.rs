//! What can go wrong between us and the browser, in words a test's output can stand on.

use std::time::Duration;

/// Why a command got no answer. Public calls return it inside `anyhow::Error`; `downcast_ref` finds it.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Chromium answered with an error.
    #[error("{method}: {message}")]
    Refused {
        /// The command.
        method: String,
        /// Chromium's own words.
        message: String,
    },
    /// The page's code threw, or its promise was rejected.
    #[error("the page's code threw: {0}")]
    Threw(String),
    /// The target was closed, crashed, or the browser ended.
    #[error("{method}: {reason}")]
    Gone {
        /// The command that can't be answered any more.
        method: String,
        /// What happened to the target.
        reason: String,
    },
    /// Nothing came back in time.
    #[error("{what}: no answer within {limit:?}")]
    Late {
        /// What was awaited.
        what: String,
        /// How long.
        limit: Duration,
    },
}

impl Failure {
    /// Whether the document went away under the command (a navigation), so it may be sent to the next one.
    pub(crate) fn is_navigation(&self) -> bool {
        const SIGNS: [&str; 5] = [
            "navigated or closed",
            "context was destroyed",
            "Cannot find context",
            "Cannot find default execution context",
            "Promise was collected",
        ];
        matches!(self, Self::Refused { message, .. } if SIGNS.iter().any(|sign| message.contains(sign)))
    }
}
