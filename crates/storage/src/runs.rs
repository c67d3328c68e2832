//! What is kept of runs beside the rows' records: traces, pictures, and the files a batch uploads.
//!
//! **Invariant:** all of it goes with its batch. Traces are kept for the newest batches only, pictures
//! for fewer and only some of each.

#![allow(
    async_fn_in_trait,
    reason = "used as generics on one thread; no future is sent"
)]

use batch::{BatchId, BatchRecord, FileNames, KeptRun, LedgerFault, RunTrace};
use protocol::FilePart;
use replay::Shot;
use serde::{Deserialize, Serialize};

/// So many batches, the newest, have traces.
pub const TRACED_BATCHES: usize = 20;

/// So many batches, the newest, have pictures.
pub const PICTURED_BATCHES: usize = 5;

/// So many pictures at most are kept of a batch.
pub const PICTURES: usize = 40;

/// A picture and the attempt it was taken in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptShot {
    /// The row's place in the table, from 0.
    pub row: u32,
    /// Which attempt, from 1.
    pub attempt: u32,
    /// It.
    pub shot: Shot,
}

/// Everything of a batch that lies beside its rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside {
    /// The traces.
    pub runs: Vec<RunTrace>,
    /// The pictures.
    pub shots: Vec<KeptShot>,
    /// The files it uploads.
    pub files: Vec<FilePart>,
}

/// What lies beside a batch's rows.
pub trait Runs {
    /// The traces of a batch, or of one of its rows, by row and attempt.
    async fn runs(&self, batch: &BatchId, row: Option<u32>) -> Result<Vec<RunTrace>, LedgerFault>;

    /// The pictures of a row, by attempt.
    async fn shots(&self, batch: &BatchId, row: u32) -> Result<Vec<KeptShot>, LedgerFault>;

    /// Keeps a file that rows of the batch upload.
    async fn keep_file(&self, batch: &BatchId, file: &FilePart) -> Result<(), LedgerFault>;

    /// The names of a batch's files.
    async fn file_names(&self, batch: &BatchId) -> Result<FileNames, LedgerFault>;

    /// The file of this name, if the batch has it.
    async fn file(&self, batch: &BatchId, name: &str) -> Result<Option<FilePart>, LedgerFault>;
}

/// The picture of a run, as it is kept.
pub(crate) fn kept_shot(run: &KeptRun) -> Option<KeptShot> {
    let shot = run.shot.clone()?;
    Some(KeptShot {
        row: run.trace.row,
        attempt: run.trace.attempt,
        shot,
    })
}

/// The batches that have traces no more, and those that have pictures no more.
pub(crate) fn aged(mut batches: Vec<BatchRecord>) -> (Vec<BatchId>, Vec<BatchId>) {
    batches.sort_by(|a, b| b.created_at.total_cmp(&a.created_at));
    let ids: Vec<BatchId> = batches.into_iter().map(|batch| batch.id).collect();
    let older = |than: usize| ids.iter().skip(than).cloned().collect();
    (older(TRACED_BATCHES), older(PICTURED_BATCHES))
}
