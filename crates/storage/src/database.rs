//! The extension's IndexedDB: its stores, its versions, and the few calls the repositories are
//! made of.
//!
//! Stores: `batches` (id -> record), `rows` (`id/0000000012` -> record), `owners` (id -> epoch),
//! since version 2 also `skills` (name -> saved skill) and `counts` (id -> counts of a batch whose
//! rows have all ended), since version 3 `runs` and `shots` (`id/0000000012/000001` -> trace and
//! picture of an attempt at a row) and `files` (`id/name` -> file that rows upload). Values are JSON
//! texts, so that a store reads back exactly what was written.
//!
//! **Invariant:** an upgrade adds stores and touches no record.

use batch::LedgerFault;
use indexed_db_futures::KeyRange;
use indexed_db_futures::database::Database;
use indexed_db_futures::error::{DomException, Error, OpenDbError};
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::{
    Transaction, TransactionDurability, TransactionMode, TransactionOptions,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

const NAME: &str = "surehand";
const VERSION: u8 = 3;

pub(crate) const BATCHES: &str = "batches";
pub(crate) const ROWS: &str = "rows";
pub(crate) const OWNERS: &str = "owners";
pub(crate) const SKILLS: &str = "skills";
pub(crate) const COUNTS: &str = "counts";
pub(crate) const RUNS: &str = "runs";
pub(crate) const SHOTS: &str = "shots";
pub(crate) const FILES: &str = "files";

/// The stores, by the version that brought them.
const STORES: [(u8, &str); 8] = [
    (1, BATCHES),
    (1, ROWS),
    (1, OWNERS),
    (2, SKILLS),
    (2, COUNTS),
    (3, RUNS),
    (3, SHOTS),
    (3, FILES),
];

/// Opens the database, which is made where there is none. An older one is brought up to date; no
/// page of an older program can hold it open, as Chrome closes them when it updates an extension.
pub(crate) async fn open() -> Result<Database, LedgerFault> {
    Database::open(NAME)
        .with_version(VERSION)
        .with_on_upgrade_needed(|event, database| {
            let missing = STORES
                .iter()
                .filter(|(since, _)| f64::from(*since) > event.old_version());
            for (_, store) in missing {
                database.create_object_store(*store).build()?;
            }
            Ok(())
        })
        .await
        .map_err(|error| match &error {
            OpenDbError::Base(Error::DomException(DomException::Other(cause)))
                if cause.name() == "VersionError" =>
            {
                LedgerFault::Newer
            }
            _ => store_fault(error),
        })
}

/// A transaction that only looks into a store.
pub(crate) fn look<'a>(
    database: &'a Database,
    store: &str,
) -> Result<Transaction<'a>, LedgerFault> {
    database.transaction(store).build().map_err(store_fault)
}

/// A transaction that changes these stores.
pub(crate) fn change<'a>(
    database: &'a Database,
    stores: &[&str],
    durability: TransactionDurability,
) -> Result<Transaction<'a>, LedgerFault> {
    database
        .transaction(stores)
        .with_mode(TransactionMode::Readwrite)
        .with_options(TransactionOptions::new().with_durability(durability))
        .build()
        .map_err(store_fault)
}

/// Every value whose key starts so, by key.
pub(crate) async fn all<T: DeserializeOwned>(
    database: &Database,
    store: &str,
    prefix: &str,
) -> Result<Vec<T>, LedgerFault> {
    let texts = texts(database, store, prefix).await?;
    texts.iter().map(|text| from_json(text)).collect()
}

/// The same as texts: one for all kinds of values, which are many in the panel.
async fn texts(database: &Database, store: &str, prefix: &str) -> Result<Vec<String>, LedgerFault> {
    let transaction = look(database, store)?;
    let store = transaction.object_store(store).map_err(store_fault)?;
    let texts = store
        .get_all::<String>()
        .with_query::<String, _>(under(prefix))
        .primitive()
        .map_err(store_fault)?
        .await
        .map_err(store_fault)?;
    texts.map(|text| text.map_err(store_fault)).collect()
}

/// Every key with this prefix: no character of ours sorts behind U+FFFF.
pub(crate) fn under(prefix: &str) -> KeyRange<String> {
    KeyRange::Bound(prefix.to_owned(), false, format!("{prefix}\u{ffff}"), false)
}

/// Just this key.
pub(crate) fn only(key: &str) -> KeyRange<String> {
    KeyRange::Only(key.to_owned())
}

pub(crate) async fn put(
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

pub(crate) async fn get(
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

/// Every key that starts so.
pub(crate) async fn keys(
    database: &Database,
    store: &str,
    prefix: &str,
) -> Result<Vec<String>, LedgerFault> {
    let transaction = look(database, store)?;
    let store = transaction.object_store(store).map_err(store_fault)?;
    let keys = store
        .get_all_keys::<String>()
        .with_query::<String, _>(under(prefix))
        .primitive()
        .map_err(store_fault)?
        .await
        .map_err(store_fault)?;
    keys.map(|key| key.map_err(store_fault)).collect()
}

/// How many keys start so.
pub(crate) async fn count(
    transaction: &Transaction<'_>,
    store: &str,
    prefix: &str,
) -> Result<usize, LedgerFault> {
    let store = transaction.object_store(store).map_err(store_fault)?;
    let count = store.count().with_query::<String, _>(under(prefix));
    let count = count.primitive().map_err(store_fault)?.await;
    Ok(count.map_err(store_fault)? as usize)
}

pub(crate) async fn delete(
    transaction: &Transaction<'_>,
    store: &str,
    keys: KeyRange<String>,
) -> Result<(), LedgerFault> {
    let store = transaction.object_store(store).map_err(store_fault)?;
    let delete = store
        .delete::<String, _>(keys)
        .primitive()
        .map_err(store_fault)?;
    delete.await.map_err(store_fault)
}

pub(crate) fn to_json<T: Serialize>(value: &T) -> Result<String, LedgerFault> {
    serde_json::to_string(value).map_err(store_fault)
}

pub(crate) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, LedgerFault> {
    serde_json::from_str(text).map_err(store_fault)
}

pub(crate) fn store_fault(error: impl std::fmt::Display) -> LedgerFault {
    LedgerFault::Store(error.to_string())
}
