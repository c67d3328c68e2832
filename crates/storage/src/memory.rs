//! The in-memory twin: the same rules, gone with the process.

use std::cell::RefCell;
use std::collections::BTreeMap;

use batch::{BatchId, BatchRecord, Counts, Ledger, LedgerFault, RowRecord};

use crate::history::History;

/// A ledger in memory. Clones of what it holds stand for what a disk would hold.
#[derive(Clone, Debug, Default)]
pub struct MemoryLedger {
    batches: RefCell<BTreeMap<BatchId, BatchRecord>>,
    rows: RefCell<BTreeMap<(BatchId, u32), RowRecord>>,
}

impl Ledger for MemoryLedger {
    async fn create(&self, batch: &BatchRecord, rows: &[RowRecord]) -> Result<(), LedgerFault> {
        self.batches
            .borrow_mut()
            .insert(batch.id.clone(), batch.clone());
        let mut kept = self.rows.borrow_mut();
        for row in rows {
            kept.insert((row.batch.clone(), row.index), row.clone());
        }
        Ok(())
    }

    async fn own(&self, batch: &BatchId) -> Result<BatchRecord, LedgerFault> {
        let mut batches = self.batches.borrow_mut();
        let record = batches
            .get_mut(batch)
            .ok_or_else(|| LedgerFault::NoBatch(batch.0.clone()))?;
        record.epoch += 1;
        Ok(record.clone())
    }

    async fn batches(&self) -> Result<Vec<BatchRecord>, LedgerFault> {
        let mut batches: Vec<BatchRecord> = self.batches.borrow().values().cloned().collect();
        batches.sort_by(|a, b| b.created_at.total_cmp(&a.created_at));
        Ok(batches)
    }

    async fn rows(&self, batch: &BatchId) -> Result<Vec<RowRecord>, LedgerFault> {
        let rows = self.rows.borrow();
        Ok(rows
            .iter()
            .filter(|((of, _), _)| of == batch)
            .map(|(_, row)| row.clone())
            .collect())
    }

    async fn write(&self, row: &RowRecord, epoch: u32) -> Result<(), LedgerFault> {
        match self.batches.borrow().get(&row.batch) {
            None => return Err(LedgerFault::NoBatch(row.batch.0.clone())),
            Some(batch) if batch.epoch != epoch => return Err(LedgerFault::NotOwner),
            Some(_) => {}
        }
        self.rows
            .borrow_mut()
            .insert((row.batch.clone(), row.index), row.clone());
        Ok(())
    }
}

impl History for MemoryLedger {
    async fn counts(&self, batch: &BatchRecord) -> Result<Counts, LedgerFault> {
        Ok(Counts::of(&self.rows(&batch.id).await?))
    }

    async fn delete(&self, batch: &BatchId) -> Result<(), LedgerFault> {
        self.batches.borrow_mut().remove(batch);
        self.rows.borrow_mut().retain(|(of, _), _| of != batch);
        Ok(())
    }

    async fn delete_all(&self) -> Result<(), LedgerFault> {
        self.batches.borrow_mut().clear();
        self.rows.borrow_mut().clear();
        Ok(())
    }
}
