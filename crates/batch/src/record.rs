//! What the ledger holds.

use protocol::{Check, Diagnosis};
use replay::{Changed, Commit, Output};
use serde::{Deserialize, Serialize};
use skill::Skill;

use crate::mapping::Mapping;
use crate::table::Table;

/// Names a batch for good.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BatchId(pub String);

/// A batch: a skill as it was then, the table's columns, and who owns it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BatchRecord {
    /// Its name.
    pub id: BatchId,
    /// The skill, as it was when the batch was made.
    #[serde(deserialize_with = "skill::kept_skill")]
    pub skill: Skill,
    /// The table's file name.
    pub table_name: String,
    /// The table's columns.
    pub headers: Vec<String>,
    /// Which column fills which slot.
    pub mapping: Mapping,
    /// When it was made, ms since the epoch.
    pub created_at: f64,
    /// How many rows it has.
    pub rows: u32,
    /// Counts its owners; only the last may write.
    pub epoch: u32,
}

/// Where a row stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowStatus {
    /// Not tried yet.
    #[default]
    Pending,
    /// Being worked on; nothing was sent.
    Claimed,
    /// Its commit may have begun.
    Committing,
    /// Proved.
    Done,
    /// It did not happen.
    Failed,
    /// It may have happened; nothing on the page tells.
    Unknown,
}

impl RowStatus {
    /// Whether the row has come to its end.
    #[must_use]
    pub fn is_ended(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Unknown)
    }

    /// Whether a person has to look at it: it ended, and is not done.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Failed | Self::Unknown)
    }

    /// Its name in reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "not run",
            Self::Claimed => "running",
            Self::Committing => "sending",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Unknown => "unknown",
        }
    }
}

/// One row of a batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowRecord {
    /// Its batch.
    pub batch: BatchId,
    /// Its place in the table, from 0.
    pub index: u32,
    /// Its cells, as they stand in the table.
    pub cells: Vec<String>,
    /// Where it stands.
    pub status: RowStatus,
    /// How often it was tried.
    pub attempts: u32,
    /// Why, unless it is done.
    #[serde(default)]
    pub reason: Option<Diagnosis>,
    /// Intent of the step it ended at, unless it is done.
    #[serde(default)]
    pub at_step: Option<String>,
    /// The checks that decided.
    #[serde(default)]
    pub checks: Vec<Check>,
    /// What else the page said, in its own words.
    #[serde(default)]
    pub notices: Vec<String>,
    /// The commit that began, until the row ended.
    #[serde(default)]
    pub commit: Option<Commit>,
    /// What the last run did that stays as it is.
    #[serde(default)]
    pub changed: Changed,
    /// What was read on the way.
    #[serde(default)]
    pub outputs: Vec<Output>,
    /// When it ended, ms since the epoch.
    #[serde(default)]
    pub finished_at: Option<f64>,
}

impl RowRecord {
    /// Puts a failed row back among those to run: it did not happen, so it may be tried again.
    /// Its attempts stay counted. Gives whether it was one; a row that may have been sent is not.
    pub fn retry(&mut self) -> bool {
        if self.status != RowStatus::Failed {
            return false;
        }
        self.status = RowStatus::Pending;
        self.reason = None;
        self.at_step = None;
        self.checks.clear();
        self.notices.clear();
        self.commit = None;
        self.changed = Changed::default();
        self.outputs.clear();
        self.finished_at = None;
        true
    }
}

/// How many rows stand where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// All.
    pub total: usize,
    /// Proved.
    pub done: usize,
    /// Did not happen.
    pub failed: usize,
    /// May have happened.
    pub unknown: usize,
}

impl Counts {
    /// Counts rows.
    #[must_use]
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a RowRecord>) -> Self {
        let mut counts = Self::default();
        for row in rows {
            counts.total += 1;
            if let Some(count) = counts.of_status(row.status) {
                *count += 1;
            }
        }
        counts
    }

    /// Follows a row that moved from one state to the next.
    pub fn moved(&mut self, before: RowStatus, after: RowStatus) {
        if let Some(count) = self.of_status(before) {
            *count -= 1;
        }
        if let Some(count) = self.of_status(after) {
            *count += 1;
        }
    }

    fn of_status(&mut self, status: RowStatus) -> Option<&mut usize> {
        match status {
            RowStatus::Done => Some(&mut self.done),
            RowStatus::Failed => Some(&mut self.failed),
            RowStatus::Unknown => Some(&mut self.unknown),
            RowStatus::Pending | RowStatus::Claimed | RowStatus::Committing => None,
        }
    }

    /// How many have come to their end.
    #[must_use]
    pub fn ended(&self) -> usize {
        self.done + self.failed + self.unknown
    }
}

/// The rows of a new batch, none tried yet.
#[must_use]
pub fn rows_of(batch: &BatchId, table: &Table) -> Vec<RowRecord> {
    (0..)
        .zip(&table.rows)
        .map(|(index, cells)| RowRecord {
            batch: batch.clone(),
            index,
            cells: cells.clone(),
            status: RowStatus::Pending,
            attempts: 0,
            reason: None,
            at_step: None,
            checks: vec![],
            notices: vec![],
            commit: None,
            changed: Changed::default(),
            outputs: vec![],
            finished_at: None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use protocol::Diagnosis;

    use super::{BatchId, RowStatus, rows_of};
    use crate::table::Table;

    #[test]
    fn only_a_failed_row_is_tried_again_and_keeps_its_attempts() {
        let table = Table {
            headers: vec!["name".into()],
            rows: vec![vec!["Ada".into()]],
        };
        let mut row = rows_of(&BatchId("b".into()), &table).remove(0);
        row.attempts = 2;
        row.reason = Some(Diagnosis::Stopped);
        row.finished_at = Some(1.0);
        for status in [
            RowStatus::Unknown,
            RowStatus::Done,
            RowStatus::Committing,
            RowStatus::Claimed,
            RowStatus::Pending,
        ] {
            row.status = status;
            let before = row.clone();
            assert!(!row.retry(), "{status:?}");
            assert_eq!(row, before);
        }
        row.status = RowStatus::Failed;
        assert!(row.retry());
        assert_eq!((row.status, row.attempts), (RowStatus::Pending, 2));
        assert_eq!((row.reason, row.finished_at), (None, None));
    }
}
