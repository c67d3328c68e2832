//! The ledger in the extension's IndexedDB.

use batch::{BatchId, BatchRecord, Counts, Ledger, LedgerFault, RowRecord, RowStatus};
use indexed_db_futures::database::Database;
use indexed_db_futures::transaction::TransactionDurability;
use serde::Deserialize;

use crate::database::{
    BATCHES, COUNTS, OWNERS, ROWS, all, change, delete, from_json, get, look, only, open, put,
    store_fault, to_json, under,
};
use crate::history::History;

/// The ledger of this browser profile.
#[derive(Debug)]
pub struct IndexedDbLedger {
    database: Database,
}

impl IndexedDbLedger {
    /// Opens the ledger, which is made where there is none.
    ///
    /// # Errors
    /// When the browser refuses, or a newer program has written it.
    pub async fn open() -> Result<Self, LedgerFault> {
        Ok(Self {
            database: open().await?,
        })
    }

    /// Keeps the counts of a batch that has ended, unless it was gone on with meanwhile.
    async fn keep_counts(&self, batch: &BatchRecord, counts: Counts) -> Result<(), LedgerFault> {
        let stores = [COUNTS, OWNERS];
        let transaction = change(&self.database, &stores, TransactionDurability::Relaxed)?;
        if get(&transaction, OWNERS, &batch.id.0).await? == Some(batch.epoch.to_string()) {
            put(&transaction, COUNTS, &batch.id.0, to_json(&counts)?).await?;
        }
        transaction.commit().await.map_err(store_fault)
    }
}

impl Ledger for IndexedDbLedger {
    async fn create(&self, batch: &BatchRecord, rows: &[RowRecord]) -> Result<(), LedgerFault> {
        let stores = [BATCHES, ROWS, OWNERS];
        let transaction = change(&self.database, &stores, TransactionDurability::Strict)?;
        put(&transaction, BATCHES, &batch.id.0, to_json(batch)?).await?;
        put(&transaction, OWNERS, &batch.id.0, batch.epoch.to_string()).await?;
        for row in rows {
            put(&transaction, ROWS, &row_key(row), to_json(row)?).await?;
        }
        transaction.commit().await.map_err(store_fault)
    }

    async fn own(&self, batch: &BatchId) -> Result<BatchRecord, LedgerFault> {
        let stores = [BATCHES, OWNERS, COUNTS];
        let transaction = change(&self.database, &stores, TransactionDurability::Strict)?;
        let text = get(&transaction, BATCHES, &batch.0).await?;
        let text = text.ok_or_else(|| LedgerFault::NoBatch(batch.0.clone()))?;
        let mut record: BatchRecord = from_json(&text)?;
        record.epoch += 1;
        put(&transaction, BATCHES, &batch.0, to_json(&record)?).await?;
        put(&transaction, OWNERS, &batch.0, record.epoch.to_string()).await?;
        delete(&transaction, COUNTS, only(&batch.0)).await?;
        transaction.commit().await.map_err(store_fault)?;
        Ok(record)
    }

    async fn batches(&self) -> Result<Vec<BatchRecord>, LedgerFault> {
        let mut batches: Vec<BatchRecord> = all(&self.database, BATCHES, "").await?;
        batches.sort_by(|a, b| b.created_at.total_cmp(&a.created_at));
        Ok(batches)
    }

    async fn rows(&self, batch: &BatchId) -> Result<Vec<RowRecord>, LedgerFault> {
        all(&self.database, ROWS, &format!("{}/", batch.0)).await
    }

    async fn write(&self, row: &RowRecord, epoch: u32) -> Result<(), LedgerFault> {
        // A claim announces nothing that can't be done again.
        let durability = match row.status {
            RowStatus::Claimed => TransactionDurability::Relaxed,
            _ => TransactionDurability::Strict,
        };
        let transaction = change(&self.database, &[ROWS, OWNERS], durability)?;
        match get(&transaction, OWNERS, &row.batch.0).await? {
            None => return Err(LedgerFault::NoBatch(row.batch.0.clone())),
            Some(owner) if owner != epoch.to_string() => return Err(LedgerFault::NotOwner),
            Some(_) => {}
        }
        put(&transaction, ROWS, &row_key(row), to_json(row)?).await?;
        transaction.commit().await.map_err(store_fault)
    }
}

impl History for IndexedDbLedger {
    /// Rows are big, so the counts of a batch that has ended are kept. They are dropped when it is
    /// gone on with ([`Ledger::own`]).
    async fn counts(&self, batch: &BatchRecord) -> Result<Counts, LedgerFault> {
        let transaction = look(&self.database, COUNTS)?;
        let kept = get(&transaction, COUNTS, &batch.id.0).await?;
        drop(transaction);
        if let Some(counts) = kept {
            return from_json(&counts);
        }
        let counts = counted(&all(&self.database, ROWS, &format!("{}/", batch.id.0)).await?);
        if counts.ended() == counts.total {
            self.keep_counts(batch, counts).await?;
        }
        Ok(counts)
    }

    async fn delete(&self, batch: &BatchId) -> Result<(), LedgerFault> {
        let stores = [BATCHES, ROWS, OWNERS, COUNTS];
        let transaction = change(&self.database, &stores, TransactionDurability::Strict)?;
        for store in [BATCHES, OWNERS, COUNTS] {
            delete(&transaction, store, only(&batch.0)).await?;
        }
        delete(&transaction, ROWS, under(&format!("{}/", batch.0))).await?;
        transaction.commit().await.map_err(store_fault)
    }

    async fn delete_all(&self) -> Result<(), LedgerFault> {
        let stores = [BATCHES, ROWS, OWNERS, COUNTS];
        let transaction = change(&self.database, &stores, TransactionDurability::Strict)?;
        for store in stores {
            delete(&transaction, store, under("")).await?;
        }
        transaction.commit().await.map_err(store_fault)
    }
}

/// Keys sort as the rows stand in their table.
fn row_key(row: &RowRecord) -> String {
    format!("{}/{:010}", row.batch.0, row.index)
}

/// Of a row's record only where it stands.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Standing {
    /// Where it stands.
    status: RowStatus,
}

fn counted(rows: &[Standing]) -> Counts {
    let mut counts = Counts {
        total: rows.len(),
        ..Counts::default()
    };
    for row in rows {
        counts.moved(RowStatus::Pending, row.status);
    }
    counts
}
