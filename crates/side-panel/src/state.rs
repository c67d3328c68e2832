//! What the panel holds. What a person can do with it lies beside: [`crate::library`] (skills),
//! [`crate::setup`] (table and mapping of a new batch), [`crate::run`] (running), and
//! [`crate::history`] (batches that were begun).
//!
//! **Invariant:** an open batch has its own copy of skill, columns and mapping; what is chosen or
//! deleted beside it changes nothing of it.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use batch::{
    BatchEnd, BatchRecord, Counts, FileNames, LedgerFault, Mapping, Preflight, RowRecord, Table,
    TableFault, preflight,
};
use chrome_api::ChromeError;
use leptos::prelude::*;
use leptos::task::spawn_local;
use skill::{Skill, SkillFault};
use storage::{SavedSkill, Settings};
use web_sys::File;

use crate::history::PastBatch;
use crate::undo::Undo;

/// A table with the name of its file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LoadedTable {
    pub(crate) name: String,
    pub(crate) table: Table,
}

/// The parts of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum View {
    #[default]
    Skills,
    Batches,
    Inspector,
    Settings,
}

impl View {
    /// In the order of their tabs.
    pub(crate) const ALL: [Self; 4] =
        [Self::Skills, Self::Batches, Self::Inspector, Self::Settings];

    /// Its name in the page and in the settings.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Skills => "skills",
            Self::Batches => "batches",
            Self::Inspector => "inspector",
            Self::Settings => "settings",
        }
    }

    fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.key() == key)
    }
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
    /// The file, or what was pasted, is no table.
    Table { file: String, fault: TableFault },
    /// These files can't be attached.
    Attach { files: Vec<String> },
    /// The person did not allow the site.
    NotAllowed { origins: Vec<String> },
    /// Chrome did not do what was asked.
    Chrome(ChromeError),
    /// A run stopped, as its records can't be kept.
    Ledger(LedgerFault),
    /// What was kept can't be read or changed.
    Records(LedgerFault),
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
    /// What a person set, and where they are.
    pub(crate) settings: RwSignal<Settings>,
    /// The view that is open.
    pub(crate) view: RwSignal<View>,
    /// The saved skills, by name; `None` until they are read.
    pub(crate) skills: RwSignal<Option<Vec<SavedSkill>>>,
    /// The skill of a new batch.
    pub(crate) skill: RwSignal<Option<Skill>>,
    /// The table of a new batch.
    pub(crate) table: RwSignal<Option<Arc<LoadedTable>>>,
    /// Which of its columns fills which slot.
    pub(crate) mapping: RwSignal<Mapping>,
    /// The files that are attached to the open batch, or to the new one.
    pub(crate) files: RwSignal<FileNames>,
    /// The files of a new batch, by name, until it is begun.
    pub(crate) held: StoredValue<BTreeMap<String, File>, LocalStorage>,
    /// What was found in them; `None` until both are there.
    pub(crate) preflight: Memo<Option<Preflight>>,
    /// Whether one row is being entered by hand.
    pub(crate) is_entering: RwSignal<bool>,
    /// Whether a batch with rows left was put aside for a new one.
    pub(crate) was_put_aside: RwSignal<bool>,
    /// The batch that is open, once started.
    pub(crate) batch: RwSignal<Option<BatchRecord>>,
    /// Its rows.
    pub(crate) rows: RwSignal<Vec<RowSignal>>,
    /// How many stand where.
    pub(crate) counts: RwSignal<Counts>,
    /// Where the run stands.
    pub(crate) phase: RwSignal<Phase>,
    /// Whether the work tab shows a dialog of its own and waits for the person.
    pub(crate) is_blocked: RwSignal<bool>,
    /// Every batch, the newest first.
    pub(crate) past: RwSignal<Vec<PastBatch>>,
    /// What can be taken back.
    pub(crate) undo: RwSignal<Option<Undo>>,
    /// What went wrong outside any row.
    pub(crate) trouble: RwSignal<Option<Trouble>>,
    /// Set while the person wants the run to stop.
    pub(crate) stop: StoredValue<Rc<Cell<bool>>, LocalStorage>,
}

impl Panel {
    /// The panel as it was left; what was kept is read meanwhile.
    pub(crate) fn new() -> Self {
        let settings = Settings::read();
        let view = settings.view.as_deref().and_then(View::of_key);
        let skill = RwSignal::new(None::<Skill>);
        let table = RwSignal::new(None::<Arc<LoadedTable>>);
        let mapping = RwSignal::new(Mapping::default());
        let files = RwSignal::new(FileNames::default());
        let preflight = Memo::new(move |_| {
            let (skill, loaded) = (skill.get()?, table.get()?);
            let found =
                |mapping: &_| files.with(|files| preflight(&skill, &loaded.table, mapping, files));
            Some(mapping.with(found))
        });
        let panel = Self {
            settings: RwSignal::new(settings),
            view: RwSignal::new(view.unwrap_or_default()),
            skills: RwSignal::new(None),
            skill,
            table,
            mapping,
            files,
            held: StoredValue::new_local(BTreeMap::new()),
            preflight,
            is_entering: RwSignal::new(false),
            was_put_aside: RwSignal::new(false),
            batch: RwSignal::new(None),
            rows: RwSignal::new(vec![]),
            counts: RwSignal::new(Counts::default()),
            phase: RwSignal::new(Phase::Idle),
            is_blocked: RwSignal::new(false),
            past: RwSignal::new(vec![]),
            undo: RwSignal::new(None),
            trouble: RwSignal::new(None),
            stop: StoredValue::new_local(Rc::default()),
        };
        spawn_local(async move {
            panel.read_skills().await;
            panel.read_past().await;
            panel.take_up_cut_batch().await;
        });
        panel
    }

    /// Opens a view, and the panel with it the next time.
    pub(crate) fn show_view(self, view: View) {
        self.view.set(view);
        self.set(|settings| settings.view = Some(view.key().to_owned()));
    }

    /// Changes a setting and keeps it.
    pub(crate) fn set(self, change: impl FnOnce(&mut Settings)) {
        self.settings.update(change);
        self.settings.with_untracked(Settings::keep);
    }

    /// Whether rows are being run.
    pub(crate) fn is_active(self) -> bool {
        self.phase.with(Phase::is_active)
    }

    /// Whether rows are being run, for code that reacts to a person.
    pub(crate) fn is_active_now(self) -> bool {
        self.phase.with_untracked(Phase::is_active)
    }

    /// Another thing begins: what went wrong before, and what could be taken back, goes.
    pub(crate) fn begin(self) {
        self.trouble.set(None);
        self.undo.set(None);
    }

    /// Shows what was kept can't be read or changed.
    pub(crate) fn records_failed(self, fault: LedgerFault) {
        self.trouble.set(Some(Trouble::Records(fault)));
    }

    /// Opens a batch.
    pub(crate) fn show_batch(self, batch: BatchRecord, rows: Vec<RowRecord>) {
        self.counts.set(Counts::of(&rows));
        self.phase.set(Phase::Idle);
        self.files.set(FileNames::default());
        self.read_file_names(&batch);
        self.batch.set(Some(batch));
        self.rows
            .set(rows.into_iter().map(ArcRwSignal::new).collect());
    }

    /// Closes the open batch; it stays in the ledger.
    pub(crate) fn put_batch_aside(self) {
        let counts = self.counts.get_untracked();
        self.was_put_aside.set(counts.ended() < counts.total);
        self.batch.set(None);
        self.show_held();
        self.rows.set(vec![]);
        self.counts.set(Counts::default());
        self.phase.set(Phase::Idle);
    }

    /// The rows of the open batch as they stand.
    pub(crate) fn row_records(self) -> Vec<RowRecord> {
        let rows = self.rows.get_untracked();
        rows.iter().map(|row| row.get_untracked()).collect()
    }

    /// Shows a row's new state.
    pub(crate) fn show_row(self, row: &RowRecord) {
        let rows = self.rows.get_untracked();
        if let Some(shown) = rows.get(row.index as usize) {
            let before = shown.with_untracked(|shown| shown.status);
            shown.set(row.clone());
            self.counts
                .update(|counts| counts.moved(before, row.status));
        }
    }
}
