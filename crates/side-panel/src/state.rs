//! What the panel holds, and what a person can do with it.

use std::cell::Cell;
use std::rc::Rc;

use batch::{
    BatchEnd, BatchId, BatchPorts, BatchRecord, Counts, Ledger, LedgerFault, Mapping, Preflight,
    RowRecord, Table, TableFault, preflight, read_table, report, rows_of, run_batch,
};
use chrome_api::ChromeError;
use leptos::prelude::*;
use leptos::task::spawn_local;
use skill::{Skill, SkillFault, read_skill};
use storage::IndexedDbLedger;

use crate::ports::{BrowserClock, BrowserNetwork, BrowserPage};

/// A table with the name of its file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LoadedTable {
    pub(crate) name: String,
    pub(crate) table: Table,
    pub(crate) mapping: Mapping,
}

/// Where the run stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Phase {
    /// Nothing runs.
    Idle,
    /// Rows are being run.
    Running,
    /// The person asked to stop; the row at hand comes to its end first.
    Stopping,
    /// It ended.
    Ended(BatchEnd),
}

impl Phase {
    /// Whether rows may still change.
    pub(crate) fn is_active(&self) -> bool {
        matches!(self, Self::Running | Self::Stopping)
    }
}

/// What went wrong outside any row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Trouble {
    /// The file is no skill.
    Skill { file: String, fault: SkillFault },
    /// The file is no table.
    Table { file: String, fault: TableFault },
    /// The person did not allow the site.
    NotAllowed { origins: Vec<String> },
    /// Chrome did not do what was asked.
    Chrome(ChromeError),
    /// The records can't be kept.
    Ledger(LedgerFault),
}

impl From<ChromeError> for Trouble {
    fn from(error: ChromeError) -> Self {
        Self::Chrome(error)
    }
}

impl From<LedgerFault> for Trouble {
    fn from(fault: LedgerFault) -> Self {
        Self::Ledger(fault)
    }
}

/// A row that is shown: only its own line is drawn again when it changes.
pub(crate) type RowSignal = ArcRwSignal<RowRecord>;

/// The panel's state. Copies share it.
#[derive(Clone, Copy)]
pub(crate) struct Panel {
    /// The skill that will be run.
    pub(crate) skill: RwSignal<Option<Skill>>,
    /// The table it will be run over.
    pub(crate) table: RwSignal<Option<LoadedTable>>,
    /// What was found in them; `None` until both are there.
    pub(crate) preflight: Memo<Option<Preflight>>,
    /// The batch made of them, once started.
    pub(crate) batch: RwSignal<Option<BatchRecord>>,
    /// Its rows.
    pub(crate) rows: RwSignal<Vec<RowSignal>>,
    /// How many stand where.
    pub(crate) counts: RwSignal<Counts>,
    /// Where the run stands.
    pub(crate) phase: RwSignal<Phase>,
    /// What went wrong outside any row.
    pub(crate) trouble: RwSignal<Option<Trouble>>,
    stop: StoredValue<Rc<Cell<bool>>, LocalStorage>,
    work_tab: RwSignal<Option<i32>>,
}

impl Panel {
    /// An empty panel that looks for a batch that was cut.
    pub(crate) fn new() -> Self {
        let skill = RwSignal::new(None);
        let table = RwSignal::new(None::<LoadedTable>);
        let preflight = Memo::new(move |_| {
            let (skill, loaded) = (skill.get(), table.get());
            skill
                .zip(loaded)
                .map(|(skill, loaded): (Skill, LoadedTable)| {
                    preflight(&skill, &loaded.table, &loaded.mapping)
                })
        });
        let panel = Self {
            skill,
            table,
            preflight,
            batch: RwSignal::new(None),
            rows: RwSignal::new(vec![]),
            counts: RwSignal::new(Counts::default()),
            phase: RwSignal::new(Phase::Idle),
            trouble: RwSignal::new(None),
            stop: StoredValue::new_local(Rc::default()),
            work_tab: RwSignal::new(None),
        };
        spawn_local(async move { panel.look_for_cut_batch().await });
        panel
    }

    /// Reads a skill file.
    pub(crate) fn import_skill(self, file: String, text: &str) {
        self.trouble.set(None);
        match read_skill(text) {
            Ok(skill) => {
                self.forget_batch();
                self.table.update(|table| {
                    if let Some(loaded) = table {
                        loaded.mapping = Mapping::propose(&skill, &loaded.table.headers);
                    }
                });
                self.skill.set(Some(skill));
            }
            Err(fault) => self.trouble.set(Some(Trouble::Skill { file, fault })),
        }
    }

    /// Reads a table file.
    pub(crate) fn load_table(self, file: String, bytes: &[u8]) {
        self.trouble.set(None);
        match read_table(bytes) {
            Ok(table) => {
                self.forget_batch();
                let skill = self.skill.get_untracked();
                let mapping = skill
                    .map(|skill| Mapping::propose(&skill, &table.headers))
                    .unwrap_or_default();
                self.table.set(Some(LoadedTable {
                    name: file,
                    table,
                    mapping,
                }));
            }
            Err(fault) => self.trouble.set(Some(Trouble::Table { file, fault })),
        }
    }

    /// Whether *Start* makes sense now.
    pub(crate) fn can_start(self) -> bool {
        let is_ready = self
            .preflight
            .get()
            .is_some_and(|found| found.faults.is_empty());
        let is_left = self.batch.get().is_none() || self.has_rows_left();
        is_ready && is_left && !self.phase.get().is_active()
    }

    /// Whether a batch was begun that has rows to go on with.
    pub(crate) fn has_rows_left(self) -> bool {
        let counts = self.counts.get();
        self.batch.get().is_some() && counts.ended() < counts.total
    }

    /// Starts the batch, or goes on with it. Must be called while the click is being handled:
    /// Chrome asks for the site only then.
    pub(crate) fn start(self) {
        let Some(skill) = self.skill.get_untracked() else {
            return;
        };
        let origins = skill.origins();
        let permission = chrome_api::request_origins_now(&origins);
        self.trouble.set(None);
        self.stop.with_value(|stop| stop.set(false));
        self.phase.set(Phase::Running);
        spawn_local(async move {
            let ended = match permission.await {
                Ok(true) => self.run(&origins).await,
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
        });
    }

    /// Stops after the row at hand, which is left untouched if nothing of it was sent yet.
    pub(crate) fn stop(self) {
        self.stop.with_value(|stop| stop.set(true));
        self.phase.set(Phase::Stopping);
    }

    /// The report of the batch: a file name and CSV.
    pub(crate) fn export(self) -> Option<(String, String)> {
        let batch = self.batch.get_untracked()?;
        let rows: Vec<RowRecord> = self
            .rows
            .get_untracked()
            .iter()
            .map(|row| row.get_untracked())
            .collect();
        let stem = batch.table_name.trim_end_matches(".csv").to_owned();
        Some((format!("{stem}-report.csv"), report(&batch.headers, &rows)))
    }

    async fn run(self, origins: &[String]) -> Result<BatchEnd, Trouble> {
        let ledger = IndexedDbLedger::open().await?;
        let batch = self.own_batch(&ledger).await?;
        let tab = self.work_tab().await?;
        let page = BrowserPage::new(tab);
        let network = BrowserNetwork::watch(tab, origins)?;
        let stop = self.stop.get_value();
        let rows: Vec<RowRecord> = self
            .rows
            .get_untracked()
            .iter()
            .map(|row| row.get_untracked())
            .collect();
        let end = run_batch(
            &batch,
            rows,
            &BatchPorts {
                page: &page,
                network: &network,
                clock: &BrowserClock,
                ledger: &ledger,
                is_stopped: &|| stop.get(),
                on_row: &|row| self.show(row),
            },
        )
        .await?;
        Ok(end)
    }

    /// The batch at hand, or a new one of skill and table, owned by this panel.
    async fn own_batch(self, ledger: &IndexedDbLedger) -> Result<BatchRecord, Trouble> {
        if self.batch.get_untracked().is_none() {
            self.make_batch(ledger).await?;
        }
        let Some(batch) = self.batch.get_untracked() else {
            return Err(LedgerFault::NoBatch("without skill and table".into()).into());
        };
        let owned = ledger.own(&batch.id).await?;
        self.batch.set(Some(owned.clone()));
        Ok(owned)
    }

    async fn make_batch(self, ledger: &IndexedDbLedger) -> Result<(), Trouble> {
        let loaded = self.skill.get_untracked().zip(self.table.get_untracked());
        let Some((
            skill,
            LoadedTable {
                name,
                table,
                mapping,
            },
        )) = loaded
        else {
            return Ok(());
        };
        let id = BatchId(random_id());
        let rows = rows_of(&id, &table);
        let batch = BatchRecord {
            id,
            skill,
            table_name: name,
            headers: table.headers,
            mapping,
            created_at: js_sys::Date::now(),
            rows: u32::try_from(rows.len()).unwrap_or(u32::MAX),
            epoch: 0,
        };
        ledger.create(&batch, &rows).await?;
        self.show_batch(batch, rows);
        Ok(())
    }

    /// The tab the run works in: its own, in a window of its own, so that nobody's page is taken
    /// away under their hands.
    async fn work_tab(self) -> Result<i32, Trouble> {
        if let Some(tab) = self.work_tab.get_untracked()
            && chrome_api::tab(tab).await.is_ok()
        {
            return Ok(tab);
        }
        let tab = chrome_api::open_work_window("about:blank").await?.id;
        self.work_tab.set(Some(tab));
        Ok(tab)
    }

    fn show(self, row: &RowRecord) {
        let rows = self.rows.get_untracked();
        if let Some(shown) = rows.get(row.index as usize) {
            let before = shown.with_untracked(|shown| shown.status);
            shown.set(row.clone());
            self.counts
                .update(|counts| counts.moved(before, row.status));
        }
    }

    fn show_batch(self, batch: BatchRecord, rows: Vec<RowRecord>) {
        self.counts.set(Counts::of(&rows));
        self.rows
            .set(rows.into_iter().map(ArcRwSignal::new).collect());
        self.batch.set(Some(batch));
    }

    fn forget_batch(self) {
        self.batch.set(None);
        self.rows.set(vec![]);
        self.counts.set(Counts::default());
        self.phase.set(Phase::Idle);
    }

    /// A panel that was closed in the middle shows the newest batch again, if rows of it are left.
    async fn look_for_cut_batch(self) {
        let found = async {
            let ledger = IndexedDbLedger::open().await?;
            let Some(batch) = ledger.batches().await?.into_iter().next() else {
                return Ok(None);
            };
            let rows = ledger.rows(&batch.id).await?;
            Ok::<_, LedgerFault>(Some((batch, rows)))
        };
        match found.await {
            Ok(Some((batch, rows))) => self.take_up(batch, rows),
            Ok(None) => {}
            Err(fault) => self.trouble.set(Some(fault.into())),
        }
    }

    fn take_up(self, batch: BatchRecord, rows: Vec<RowRecord>) {
        let counts = Counts::of(&rows);
        let is_untouched = self.skill.get_untracked().is_none();
        if counts.ended() == counts.total || !is_untouched {
            return;
        }
        let table = Table {
            headers: batch.headers.clone(),
            rows: rows.iter().map(|row| row.cells.clone()).collect(),
        };
        let (name, mapping) = (batch.table_name.clone(), batch.mapping.clone());
        self.table.set(Some(LoadedTable {
            name,
            table,
            mapping,
        }));
        self.skill.set(Some(batch.skill.clone()));
        self.show_batch(batch, rows);
    }
}

/// A name no other batch has.
fn random_id() -> String {
    let id = web_sys::window().and_then(|window| window.crypto().ok());
    id.map_or_else(
        || js_sys::Date::now().to_string(),
        |crypto| crypto.random_uuid(),
    )
}
