//! What a person does with batches that were begun earlier: see how they stand, delete them.

#![allow(
    async_fn_in_trait,
    reason = "used as generics on one thread; no future is sent"
)]

use batch::{BatchId, BatchRecord, Counts, LedgerFault, RowRecord};

use crate::runs::Beside;

/// The batches that were begun earlier.
pub trait History {
    /// How many rows of a batch stand where.
    async fn counts(&self, batch: &BatchRecord) -> Result<Counts, LedgerFault>;

    /// Deletes a batch with its rows and what lies beside them, which it gives. Who runs it may write
    /// no more.
    async fn delete(&self, batch: &BatchId) -> Result<Beside, LedgerFault>;

    /// Brings a deleted batch back, as it was.
    async fn bring_back(
        &self,
        batch: &BatchRecord,
        rows: &[RowRecord],
        beside: &Beside,
    ) -> Result<(), LedgerFault>;

    /// Deletes every batch with its rows and what lies beside them.
    async fn delete_all(&self) -> Result<(), LedgerFault>;
}
