//! What a person does with batches that were begun earlier: see how they stand, delete them.

#![allow(
    async_fn_in_trait,
    reason = "used as generics on one thread; no future is sent"
)]

use batch::{BatchId, BatchRecord, Counts, LedgerFault};

/// The batches that were begun earlier. A deleted one is brought back by `Ledger::create` with
/// the records as they were.
pub trait History {
    /// How many rows of a batch stand where.
    async fn counts(&self, batch: &BatchRecord) -> Result<Counts, LedgerFault>;

    /// Deletes a batch with its rows. Who runs it may write no more.
    async fn delete(&self, batch: &BatchId) -> Result<(), LedgerFault>;

    /// Deletes every batch with its rows.
    async fn delete_all(&self) -> Result<(), LedgerFault>;
}
