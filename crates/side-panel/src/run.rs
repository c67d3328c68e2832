//! Starting, stopping and running a batch with the ports wired to the browser.

use std::rc::Rc;

use batch::{
    BatchEnd, BatchId, BatchPorts, BatchRecord, Ledger, LedgerFault, RowRecord, rows_of, run_batch,
};
use leptos::prelude::*;
use leptos::task::spawn_local;
use storage::{IndexedDbLedger, Runs};

use crate::ports::{Attached, BatchLock, BrowserClock, BrowserEvents, BrowserNetwork, BrowserPage};
use crate::state::{Panel, Phase, Trouble};

/// Which rows of a batch are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rows {
    /// Those that have not ended.
    Left,
    /// Those, and the failed ones once more. Never one that may have been sent.
    LeftAndFailed,
}

impl Panel {
    /// Whether *Start* makes sense now.
    pub(crate) fn can_start(self) -> bool {
        let is_ready = if self.batch.with(Option::is_some) {
            self.has_rows_left()
        } else {
            self.preflight
                .with(|found| found.as_ref().is_some_and(|found| found.faults.is_empty()))
        };
        is_ready && !self.is_active()
    }

    /// Whether a batch was begun that has rows to go on with.
    pub(crate) fn has_rows_left(self) -> bool {
        let counts = self.counts.get();
        self.batch.with(Option::is_some) && counts.ended() < counts.total
    }

    /// Starts the batch, or goes on with it. Must be called while the click is being handled:
    /// Chrome asks for the site only then.
    pub(crate) fn start(self, which: Rows) {
        let of_batch = self
            .batch
            .with_untracked(|batch| Some(batch.as_ref()?.skill.clone()));
        let Some(skill) = of_batch.or_else(|| self.skill.get_untracked()) else {
            return;
        };
        let origins = skill.origins();
        let downloads = skill.needs_downloads().then_some(chrome_api::DOWNLOADS);
        let permission = chrome_api::request_now(&origins, downloads.as_slice());
        self.begin();
        self.stop.with_value(|stop| stop.set(false));
        self.phase.set(Phase::Running);
        spawn_local(async move {
            let ended = match permission.await {
                Ok(true) => self.run(which, &origins).await,
                Ok(false) => Err(Trouble::NotAllowed { origins }),
                Err(error) => Err(error.into()),
            };
            match ended {
                Ok(end) => self.phase.set(Phase::Ended(end)),
                Err(trouble) => {
                    self.trouble.set(Some(trouble));
                    self.phase.set(Phase::Idle);
                }
            }
            self.read_past().await;
        });
    }

    /// Stops after the row at hand, which is left untouched if nothing of it was sent yet.
    pub(crate) fn stop(self) {
        self.stop.with_value(|stop| stop.set(true));
        self.phase.set(Phase::Stopping);
    }

    async fn run(self, which: Rows, origins: &[String]) -> Result<BatchEnd, Trouble> {
        let ledger = Rc::new(IndexedDbLedger::open().await?);
        let (_lock, batch) = self.own_batch(&ledger).await?;
        if which == Rows::LeftAndFailed {
            self.put_failed_back(&ledger, batch.epoch).await?;
        }
        let tab = self.work_tab().await?;
        let files = ledger.file_names(&batch.id).await?;
        let attached = Attached::new(ledger.clone(), batch.id.clone());
        let network = Rc::new(BrowserNetwork::watch(tab, origins)?);
        let events = BrowserEvents::watch(tab).await?;
        let page = BrowserPage::new(tab, network.clone(), events, attached, move |is_blocked| {
            self.is_blocked.set(is_blocked);
        });
        let stop = self.stop.get_value();
        let end = run_batch(
            &batch,
            self.row_records(),
            &BatchPorts {
                page: &page,
                network: network.as_ref(),
                clock: &BrowserClock,
                ledger: &*ledger,
                files: &files,
                is_stopped: &|| stop.get(),
                on_row: &|row| self.show_row(row),
            },
        )
        .await?;
        Ok(end)
    }

    /// The open batch, or a new one of skill and table, owned by this panel as long as it holds the
    /// lock; with its rows as the ledger has them, which another window may have gone on with.
    async fn own_batch(
        self,
        ledger: &IndexedDbLedger,
    ) -> Result<(BatchLock, BatchRecord), Trouble> {
        if self.batch.with_untracked(Option::is_none) {
            self.make_batch(ledger).await?;
        }
        let Some(batch) = self.batch.get_untracked() else {
            return Err(LedgerFault::NoBatch("without skill and table".into()).into());
        };
        let lock = BatchLock::take(&batch.id.0).await;
        let lock = lock.ok_or(LedgerFault::NotOwner)?;
        let owned = ledger.own(&batch.id).await?;
        self.batch.set(Some(owned.clone()));
        for row in ledger.rows(&batch.id).await? {
            self.show_row(&row);
        }
        Ok((lock, owned))
    }

    async fn make_batch(self, ledger: &IndexedDbLedger) -> Result<(), Trouble> {
        let setup = self.skill.get_untracked().zip(self.table.get_untracked());
        let Some((skill, loaded)) = setup else {
            return Ok(());
        };
        let id = BatchId(random_id());
        let rows = rows_of(&id, &loaded.table);
        let batch = BatchRecord {
            id,
            skill,
            table_name: loaded.name.clone(),
            headers: loaded.table.headers.clone(),
            mapping: self.mapping.get_untracked(),
            created_at: js_sys::Date::now(),
            rows: u32::try_from(rows.len()).unwrap_or(u32::MAX),
            epoch: 0,
        };
        ledger.create(&batch, &rows).await?;
        self.was_put_aside.set(false);
        let phase = self.phase.get_untracked();
        let id = batch.id.clone();
        self.show_batch(batch, rows);
        self.phase.set(phase);
        self.keep_files(ledger, &id).await
    }

    /// Puts the failed rows back among those to run, in the ledger first.
    async fn put_failed_back(self, ledger: &IndexedDbLedger, epoch: u32) -> Result<(), Trouble> {
        let failed = self.row_records().into_iter().filter_map(|mut row| {
            let is_back = row.retry();
            is_back.then_some(row)
        });
        for row in failed.collect::<Vec<RowRecord>>() {
            ledger.write(&row, epoch).await?;
            self.show_row(&row);
        }
        Ok(())
    }

    /// The tab the run works in: its own, in a window of its own, so that nobody's page is taken
    /// away under their hands. A panel opened again finds the tab of the one before.
    async fn work_tab(self) -> Result<i32, Trouble> {
        if let Some(tab) = chrome_api::session_value::<i32>(WORK_TAB).await?
            && chrome_api::tab(tab).await.is_ok()
        {
            return Ok(tab);
        }
        let tab = chrome_api::open_work_window("about:blank").await?.id;
        chrome_api::keep_in_session(WORK_TAB, &tab).await?;
        Ok(tab)
    }
}

/// Where the work tab is remembered, as long as the browser runs.
const WORK_TAB: &str = "work_tab";

/// A name no other batch has.
fn random_id() -> String {
    let id = web_sys::window().and_then(|window| window.crypto().ok());
    id.map_or_else(
        || js_sys::Date::now().to_string(),
        |crypto| crypto.random_uuid(),
    )
}
