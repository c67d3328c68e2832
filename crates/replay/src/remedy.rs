//! What is tried about a step that did not come to its end.

use protocol::Diagnosis;
use serde::{Deserialize, Serialize};

/// A bounded thing that is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// The element is looked for again: the page was drawn anew, and nothing was touched.
    GroundAgain,
}

/// A remedy that was tried, and what about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// What was the matter.
    pub diagnosis: Diagnosis,
    /// What was tried.
    pub remedy: Remedy,
}
