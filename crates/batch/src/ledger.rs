//! The durable record of every row.

#![allow(
    async_fn_in_trait,
    reason = "used as generics on one thread; no future is sent"
)]

use thiserror::Error;

use crate::record::{BatchId, BatchRecord, RowRecord};
use crate::trace::KeptRun;

/// Where batches and their rows are kept.
pub trait Ledger {
    /// Keeps a new batch with all its rows, or nothing of it.
    async fn create(&self, batch: &BatchRecord, rows: &[RowRecord]) -> Result<(), LedgerFault>;

    /// Makes the caller the batch's owner: from now on nobody with an older epoch may write.
    /// Gives the batch with its new epoch.
    async fn own(&self, batch: &BatchId) -> Result<BatchRecord, LedgerFault>;

    /// All batches, the newest first.
    async fn batches(&self) -> Result<Vec<BatchRecord>, LedgerFault>;

    /// The rows of a batch, in order.
    async fn rows(&self, batch: &BatchId) -> Result<Vec<RowRecord>, LedgerFault>;

    /// Keeps a row's new state; when it answers, the state is on disk.
    async fn write(&self, row: &RowRecord, epoch: u32) -> Result<(), LedgerFault>;

    /// The same with what the row's run left, in one write: both are kept, or neither.
    async fn write_end(
        &self,
        row: &RowRecord,
        run: &KeptRun,
        epoch: u32,
    ) -> Result<(), LedgerFault>;
}

/// The ledger could not do what was asked. Nothing of it was kept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LedgerFault {
    /// There is no such batch.
    #[error("there is no batch {0}")]
    NoBatch(String),
    /// Another window took the batch over.
    #[error("another window runs this batch now")]
    NotOwner,
    /// A newer program wrote the records.
    #[error("the records were written by a newer Surehand; update it; nothing was changed")]
    Newer,
    /// The store failed.
    #[error("the records could not be kept: {0}")]
    Store(String),
}
