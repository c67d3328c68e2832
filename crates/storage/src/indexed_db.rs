//! The ledger in the extension's IndexedDB.
//!
//! Stores: `batches` (id -> record), `rows` (`id/0000000012` -> record), `owners` (id -> epoch).
//! Records are JSON texts, so that a store reads back exactly what was written.

use batch::{BatchId, BatchRecord, Ledger, LedgerFault, RowRecord, RowStatus};
use indexed_db_futures::database::Database;
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::{
    Transaction, TransactionDurability, TransactionMode, TransactionOptions,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

const NAME: &str = "surehand";
const VERSION: u8 = 1;
const BATCHES: &str = "batches";
const ROWS: &str = "rows";
const OWNERS: &str = "owners";

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
        let database = Database::open(NAME)
            .with_version(VERSION)
            .with_on_upgrade_needed(|_, database| {
                for store in [BATCHES, ROWS, OWNERS] {
                    database.create_object_store(store).build()?;
                }
                Ok(())
            })
            .await
            .map_err(store_fault)?;
        Ok(Self { database })
    }

    fn change(
        &self,
        stores: &[&str],
        durability: TransactionDurability,
    ) -> Result<Transaction<'_>, LedgerFault> {
        self.database
            .transaction(stores)
            .with_mode(TransactionMode::Readwrite)
            .with_options(TransactionOptions::new().with_durability(durability))
            .build()
            .map_err(store_fault)
    }

    async fn all<T: DeserializeOwned>(
        &self,
        store: &str,
        prefix: &str,
    ) -> Result<Vec<T>, LedgerFault> {
        let transaction = self
            .database
            .transaction(store)
            .build()
            .map_err(store_fault)?;
        let store = transaction.object_store(store).map_err(store_fault)?;
        // Every key with this prefix: no character of ours sorts behind U+FFFF.
        let range = prefix.to_owned()..=format!("{prefix}\u{ffff}");
        let texts = store
            .get_all::<String>()
            .with_query::<String, _>(range)
            .primitive()
            .map_err(store_fault)?
            .await
            .map_err(store_fault)?;
        texts
            .map(|text| from_json(&text.map_err(store_fault)?))
            .collect()
    }
}

impl Ledger for IndexedDbLedger {
    async fn create(&self, batch: &BatchRecord, rows: &[RowRecord]) -> Result<(), LedgerFault> {
        let transaction = self.change(&[BATCHES, ROWS, OWNERS], TransactionDurability::Strict)?;
        put(&transaction, BATCHES, &batch.id.0, to_json(batch)?).await?;
        put(&transaction, OWNERS, &batch.id.0, batch.epoch.to_string()).await?;
        for row in rows {
            put(&transaction, ROWS, &row_key(row), to_json(row)?).await?;
        }
        transaction.commit().await.map_err(store_fault)
    }

    async fn own(&self, batch: &BatchId) -> Result<BatchRecord, LedgerFault> {
        let transaction = self.change(&[BATCHES, OWNERS], TransactionDurability::Strict)?;
        let text = get(&transaction, BATCHES, &batch.0).await?;
        let text = text.ok_or_else(|| LedgerFault::NoBatch(batch.0.clone()))?;
        let mut record: BatchRecord = from_json(&text)?;
        record.epoch += 1;
        put(&transaction, BATCHES, &batch.0, to_json(&record)?).await?;
        put(&transaction, OWNERS, &batch.0, record.epoch.to_string()).await?;
        transaction.commit().await.map_err(store_fault)?;
        Ok(record)
    }

    async fn batches(&self) -> Result<Vec<BatchRecord>, LedgerFault> {
        let mut batches: Vec<BatchRecord> = self.all(BATCHES, "").await?;
        batches.sort_by(|a, b| b.created_at.total_cmp(&a.created_at));
        Ok(batches)
    }

    async fn rows(&self, batch: &BatchId) -> Result<Vec<RowRecord>, LedgerFault> {
        self.all(ROWS, &format!("{}/", batch.0)).await
    }

    async fn write(&self, row: &RowRecord, epoch: u32) -> Result<(), LedgerFault> {
        // A claim announces nothing that can't be done again.
        let durability = match row.status {
            RowStatus::Claimed => TransactionDurability::Relaxed,
            _ => TransactionDurability::Strict,
        };
        let transaction = self.change(&[ROWS, OWNERS], durability)?;
        match get(&transaction, OWNERS, &row.batch.0).await? {
            None => return Err(LedgerFault::NoBatch(row.batch.0.clone())),
            Some(owner) if owner != epoch.to_string() => return Err(LedgerFault::NotOwner),
            Some(_) => {}
        }
        put(&transaction, ROWS, &row_key(row), to_json(row)?).await?;
        transaction.commit().await.map_err(store_fault)
    }
}

/// Keys sort as the rows stand in their table.
fn row_key(row: &RowRecord) -> String {
    format!("{}/{:010}", row.batch.0, row.index)
}

async fn put(
    transaction: &Transaction<'_>,
    store: &str,
    key: &str,
    text: String,
) -> Result<(), LedgerFault> {
    let store = transaction.object_store(store).map_err(store_fault)?;
    let put = store.put(text).with_key(key.to_owned());
    put.without_key_type()
        .primitive()
        .map_err(store_fault)?
        .await
        .map_err(store_fault)?;
    Ok(())
}

async fn get(
    transaction: &Transaction<'_>,
    store: &str,
    key: &str,
) -> Result<Option<String>, LedgerFault> {
    let store = transaction.object_store(store).map_err(store_fault)?;
    let get = store
        .get::<String, _, _>(key)
        .primitive()
        .map_err(store_fault)?;
    get.await.map_err(store_fault)
}

fn to_json<T: Serialize>(value: &T) -> Result<String, LedgerFault> {
    serde_json::to_string(value).map_err(store_fault)
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, LedgerFault> {
    serde_json::from_str(text).map_err(store_fault)
}

fn store_fault(error: impl std::fmt::Display) -> LedgerFault {
    LedgerFault::Store(error.to_string())
}
