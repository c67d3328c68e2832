//! What is kept of a row's run beside its record: one trace for each attempt, and a picture.
//!
//! **Invariant:** a trace holds no value of the row: what came from a slot is `{{slot}}`.

use replay::{Entry, Shot};
use serde::{Deserialize, Serialize};

use crate::record::BatchId;

/// The trace of one attempt at a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunTrace {
    /// The row's batch.
    pub batch: BatchId,
    /// Its place in the table, from 0.
    pub row: u32,
    /// Which attempt, from 1.
    pub attempt: u32,
    /// When it began, ms since the epoch.
    pub began_at: f64,
    /// What happened, in order.
    pub entries: Vec<Entry>,
}

/// What a row's run left.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptRun {
    /// What happened.
    pub trace: RunTrace,
    /// The page where it went wrong.
    pub shot: Option<Shot>,
}
