//! The ledger in the extension's IndexedDB.

use batch::{
    BatchId, BatchRecord, Counts, FileNames, KeptRun, Ledger, LedgerFault, RowRecord, RowStatus,
    RunTrace,
};
use indexed_db_futures::database::Database;
use indexed_db_futures::transaction::{Transaction, TransactionDurability};
use protocol::FilePart;
use serde::Deserialize;

use crate::database::{
    BATCHES, COUNTS, FILES, OWNERS, ROWS, RUNS, SHOTS, all, change, count, delete, from_json, get,
    keys, look, only, open, put, store_fault, to_json, under,
};
use crate::history::History;
use crate::runs::{Beside, KeptShot, PICTURES, Runs, aged, kept_shot};

/// The stores whose keys begin with a batch's.
const BESIDE: [&str; 3] = [RUNS, SHOTS, FILES];

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

    /// Forgets the traces and pictures of old batches.
    async fn age(&self) -> Result<(), LedgerFault> {
        let (untraced, unpictured) = aged(self.batches().await?);
        let transaction = change(
            &self.database,
            &[RUNS, SHOTS],
            TransactionDurability::Relaxed,
        )?;
        for (store, batches) in [(RUNS, untraced), (SHOTS, unpictured)] {
            for batch in batches {
                delete(&transaction, store, under(&prefix(&batch))).await?;
            }
        }
        transaction.commit().await.map_err(store_fault)
    }

    async fn beside(&self, batch: &BatchId) -> Result<Beside, LedgerFault> {
        let prefix = prefix(batch);
        Ok(Beside {
            runs: all(&self.database, RUNS, &prefix).await?,
            shots: all(&self.database, SHOTS, &prefix).await?,
            files: all(&self.database, FILES, &prefix).await?,
        })
    }

    /// Puts a row in its store, unless another took the batch over.
    async fn put_row(
        &self,
        transaction: &Transaction<'_>,
        row: &RowRecord,
        epoch: u32,
    ) -> Result<(), LedgerFault> {
        match get(transaction, OWNERS, &row.batch.0).await? {
            None => return Err(LedgerFault::NoBatch(row.batch.0.clone())),
            Some(owner) if owner != epoch.to_string() => return Err(LedgerFault::NotOwner),
            Some(_) => {}
        }
        put(transaction, ROWS, &row_key(row), to_json(row)?).await
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
        transaction.commit().await.map_err(store_fault)?;
        // The batch is there; what can't be forgotten now goes with the next one.
        let _ = self.age().await;
        Ok(())
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
        self.put_row(&transaction, row, epoch).await?;
        transaction.commit().await.map_err(store_fault)
    }

    async fn write_end(
        &self,
        row: &RowRecord,
        run: &KeptRun,
        epoch: u32,
    ) -> Result<(), LedgerFault> {
        let stores = [ROWS, OWNERS, RUNS, SHOTS];
        let transaction = change(&self.database, &stores, TransactionDurability::Strict)?;
        self.put_row(&transaction, row, epoch).await?;
        put_run(&transaction, &run.trace).await?;
        let batch = &run.trace.batch;
        if let Some(shot) = kept_shot(run)
            && count(&transaction, SHOTS, &prefix(batch)).await? < PICTURES
        {
            put_shot(&transaction, batch, &shot).await?;
        }
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

    async fn delete(&self, batch: &BatchId) -> Result<Beside, LedgerFault> {
        let beside = self.beside(batch).await?;
        let stores = [BATCHES, ROWS, OWNERS, COUNTS, RUNS, SHOTS, FILES];
        let transaction = change(&self.database, &stores, TransactionDurability::Strict)?;
        for store in [BATCHES, OWNERS, COUNTS] {
            delete(&transaction, store, only(&batch.0)).await?;
        }
        for store in [ROWS].into_iter().chain(BESIDE) {
            delete(&transaction, store, under(&prefix(batch))).await?;
        }
        transaction.commit().await.map_err(store_fault)?;
        Ok(beside)
    }

    async fn bring_back(
        &self,
        batch: &BatchRecord,
        rows: &[RowRecord],
        beside: &Beside,
    ) -> Result<(), LedgerFault> {
        self.create(batch, rows).await?;
        let transaction = change(&self.database, &BESIDE, TransactionDurability::Strict)?;
        for run in &beside.runs {
            put_run(&transaction, run).await?;
        }
        for shot in &beside.shots {
            put_shot(&transaction, &batch.id, shot).await?;
        }
        for file in &beside.files {
            put_file(&transaction, &batch.id, file).await?;
        }
        transaction.commit().await.map_err(store_fault)
    }

    async fn delete_all(&self) -> Result<(), LedgerFault> {
        let stores = [BATCHES, ROWS, OWNERS, COUNTS, RUNS, SHOTS, FILES];
        let transaction = change(&self.database, &stores, TransactionDurability::Strict)?;
        for store in stores {
            delete(&transaction, store, under("")).await?;
        }
        transaction.commit().await.map_err(store_fault)
    }
}

impl Runs for IndexedDbLedger {
    async fn runs(&self, batch: &BatchId, row: Option<u32>) -> Result<Vec<RunTrace>, LedgerFault> {
        let prefix = row.map_or_else(|| prefix(batch), |row| row_prefix(batch, row));
        all(&self.database, RUNS, &prefix).await
    }

    async fn shots(&self, batch: &BatchId, row: u32) -> Result<Vec<KeptShot>, LedgerFault> {
        all(&self.database, SHOTS, &row_prefix(batch, row)).await
    }

    async fn keep_file(&self, batch: &BatchId, file: &FilePart) -> Result<(), LedgerFault> {
        let transaction = change(&self.database, &[FILES], TransactionDurability::Strict)?;
        put_file(&transaction, batch, file).await?;
        transaction.commit().await.map_err(store_fault)
    }

    async fn file_names(&self, batch: &BatchId) -> Result<FileNames, LedgerFault> {
        let prefix = prefix(batch);
        let keys = keys(&self.database, FILES, &prefix).await?;
        let names = keys.iter().filter_map(|key| key.strip_prefix(&prefix));
        Ok(names.map(str::to_owned).collect())
    }

    async fn file(&self, batch: &BatchId, name: &str) -> Result<Option<FilePart>, LedgerFault> {
        let transaction = look(&self.database, FILES)?;
        let text = get(&transaction, FILES, &file_key(batch, name)).await?;
        text.map(|text| from_json(&text)).transpose()
    }
}

async fn put_run(transaction: &Transaction<'_>, run: &RunTrace) -> Result<(), LedgerFault> {
    let key = run_key(&run.batch, run.row, run.attempt);
    put(transaction, RUNS, &key, to_json(run)?).await
}

async fn put_shot(
    transaction: &Transaction<'_>,
    batch: &BatchId,
    shot: &KeptShot,
) -> Result<(), LedgerFault> {
    let key = run_key(batch, shot.row, shot.attempt);
    put(transaction, SHOTS, &key, to_json(shot)?).await
}

async fn put_file(
    transaction: &Transaction<'_>,
    batch: &BatchId,
    file: &FilePart,
) -> Result<(), LedgerFault> {
    let key = file_key(batch, &file.name);
    put(transaction, FILES, &key, to_json(file)?).await
}

/// What every key of a batch begins with.
fn prefix(batch: &BatchId) -> String {
    format!("{}/", batch.0)
}

/// What every key of a row's attempts begins with.
fn row_prefix(batch: &BatchId, row: u32) -> String {
    format!("{}/{row:010}/", batch.0)
}

fn run_key(batch: &BatchId, row: u32, attempt: u32) -> String {
    format!("{}{attempt:06}", row_prefix(batch, row))
}

fn file_key(batch: &BatchId, name: &str) -> String {
    format!("{}/{name}", batch.0)
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
