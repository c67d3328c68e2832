//! Batches that were begun: list, open, delete, report.

use std::sync::Arc;

use batch::{BatchId, BatchRecord, Counts, Ledger, LedgerFault, RowRecord, report};
use leptos::prelude::*;
use leptos::task::spawn_local;
use storage::{History, IndexedDbLedger};

use crate::state::Panel;
use crate::undo::{DeletedBatch, Undo};

/// A batch that was begun, and how it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PastBatch {
    pub(crate) record: BatchRecord,
    pub(crate) counts: Counts,
}

/// Which rows a report has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reported {
    /// All.
    All,
    /// Those a person has to look at: failed and unknown.
    Open,
}

impl Panel {
    /// Opens a batch that was begun.
    pub(crate) fn open_batch(self, batch: BatchRecord) {
        if self.is_active_now() {
            return;
        }
        self.begin();
        spawn_local(async move {
            let rows = async { IndexedDbLedger::open().await?.rows(&batch.id).await };
            match rows.await {
                Ok(_) if self.is_active_now() => {}
                Ok(rows) => {
                    self.was_put_aside.set(false);
                    self.show_batch(batch, rows);
                    window().scroll_to_with_x_and_y(0.0, 0.0);
                }
                Err(fault) => self.records_failed(fault),
            }
        });
    }

    /// Deletes a batch with its rows; it can be taken back.
    pub(crate) fn delete_batch(self, batch: BatchRecord) {
        let is_open = self.is_open(&batch.id);
        if is_open && self.is_active_now() {
            return;
        }
        self.begin();
        spawn_local(async move {
            let deleted = async {
                let ledger = IndexedDbLedger::open().await?;
                let rows = ledger.rows(&batch.id).await?;
                Ok((rows, ledger.delete(&batch.id).await?))
            };
            match deleted.await {
                Ok((rows, beside)) => {
                    if is_open {
                        self.put_batch_aside();
                        self.was_put_aside.set(false);
                    }
                    self.read_past().await;
                    let deleted = DeletedBatch {
                        batch,
                        rows,
                        beside,
                    };
                    self.undo.set(Some(Undo::DeletedBatch(Arc::new(deleted))));
                }
                Err(fault) => self.records_failed(fault),
            }
        });
    }

    /// Deletes every batch with its rows, for good.
    pub(crate) fn delete_all_batches(self) {
        if self.is_active_now() {
            return;
        }
        self.begin();
        spawn_local(async move {
            let deleted = async { IndexedDbLedger::open().await?.delete_all().await };
            match deleted.await {
                Ok(()) => {
                    self.put_batch_aside();
                    self.was_put_aside.set(false);
                    self.read_past().await;
                }
                Err(fault) => self.records_failed(fault),
            }
        });
    }

    /// The report of the open batch: a file name and CSV.
    pub(crate) fn export(self, which: Reported) -> Option<(String, String)> {
        let batch = self.batch.get_untracked()?;
        let rows = self.row_records();
        let is_reported = |row: &&RowRecord| which == Reported::All || row.status.is_open();
        let stem = batch.table_name.trim_end_matches(".csv");
        let name = match which {
            Reported::All => format!("{stem}-report.csv"),
            Reported::Open => format!("{stem}-open-report.csv"),
        };
        let csv = report(&batch, rows.iter().filter(is_reported));
        Some((name, csv))
    }

    /// Lists the batches anew.
    pub(crate) async fn read_past(self) {
        match past().await {
            Ok(past) => self.past.set(past),
            Err(fault) => self.records_failed(fault),
        }
    }

    /// A panel that was closed in the middle shows the newest batch again, if rows of it are left.
    pub(crate) async fn take_up_cut_batch(self) {
        let newest = self.past.with_untracked(|past| past.first().cloned());
        let is_untouched = self.table.with_untracked(Option::is_none)
            && self.batch.with_untracked(Option::is_none)
            && !self.is_entering.get_untracked();
        if let Some(PastBatch { record, counts }) = newest
            && counts.ended() < counts.total
            && is_untouched
        {
            self.open_batch(record);
        }
    }

    /// Whether this batch is the open one.
    pub(crate) fn is_open(self, id: &BatchId) -> bool {
        self.batch
            .with_untracked(|open| open.as_ref().is_some_and(|open| open.id == *id))
    }
}

async fn past() -> Result<Vec<PastBatch>, LedgerFault> {
    let ledger = IndexedDbLedger::open().await?;
    let mut past = Vec::new();
    for record in ledger.batches().await? {
        let counts = ledger.counts(&record).await?;
        past.push(PastBatch { record, counts });
    }
    Ok(past)
}
