//! The files that rows upload: attached by the person, kept with the batch.
//!
//! **Invariant:** of a new batch only the browser's handles are held; what the files hold is read when
//! the batch is begun, and goes with the batch.

use batch::{BatchId, BatchRecord, FileNames, Table, files_needed, uploads};
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::FilePart;
use storage::{IndexedDbLedger, Runs};
use web_sys::File;

use crate::ports::{MOST_BYTES, to_base64};
use crate::state::{Panel, Trouble};
use crate::views::files;

/// The files that rows upload, and which of them are missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needed {
    /// How many there are.
    pub(crate) count: usize,
    /// The names of those that are not attached.
    pub(crate) missing: Vec<String>,
}

impl Panel {
    /// The files that rows of the open batch upload, or of the new one; `None` where none do.
    pub(crate) fn files_needed(self) -> Option<Needed> {
        let names = self.names_needed()?;
        let count = names.len();
        let missing = self.files.with(|files| {
            let missing = names.into_iter().filter(|name| !files.contains(name));
            missing.collect()
        });
        Some(Needed { count, missing })
    }

    fn names_needed(self) -> Option<Vec<String>> {
        let of_batch = self.batch.with(|batch| {
            let batch = batch.as_ref()?;
            Some(if uploads(&batch.skill) {
                files_needed(&batch.skill, &self.table_of(batch), &batch.mapping)
            } else {
                vec![]
            })
        });
        let names = of_batch.or_else(|| {
            let (skill, loaded) = (self.skill.get()?, self.table.get()?);
            let needed = |mapping: &_| files_needed(&skill, &loaded.table, mapping);
            Some(self.mapping.with(needed))
        });
        names.filter(|names| !names.is_empty())
    }

    /// The open batch's rows as the table they were.
    fn table_of(self, batch: &BatchRecord) -> Table {
        let rows = self.row_records().into_iter().map(|row| row.cells);
        Table {
            headers: batch.headers.clone(),
            rows: rows.collect(),
        }
    }

    /// Attaches files to the open batch, or to the new one; each in the place of one of its name.
    pub(crate) fn attach(self, chosen: Vec<File>) {
        if self.is_active_now() {
            return;
        }
        self.begin();
        let (fit, large): (Vec<File>, Vec<File>) = chosen
            .into_iter()
            .partition(|file| file.size() <= MOST_BYTES);
        let mut refused: Vec<String> = large.iter().map(File::name).collect();
        self.held.update_value(|held| {
            held.extend(fit.into_iter().map(|file| (file.name(), file)));
        });
        let open = self
            .batch
            .with_untracked(|batch| Some(batch.as_ref()?.id.clone()));
        spawn_local(async move {
            match open {
                Some(batch) => refused.extend(self.keep_in(&batch).await),
                None => self.show_held(),
            }
            if !refused.is_empty() {
                self.trouble.set(Some(Trouble::Attach { files: refused }));
            }
        });
    }

    /// Keeps what was attached to an open batch; gives the names of what could not be read.
    async fn keep_in(self, batch: &BatchId) -> Vec<String> {
        let kept = async {
            let ledger = IndexedDbLedger::open().await.map_err(Trouble::Records)?;
            self.keep_files(&ledger, batch).await
        };
        match kept.await {
            Ok(()) => vec![],
            Err(Trouble::Attach { files }) => files,
            Err(trouble) => {
                self.trouble.set(Some(trouble));
                vec![]
            }
        }
    }

    /// Reads the attached files that rows need, and keeps them with the batch.
    pub(crate) async fn keep_files(
        self,
        ledger: &IndexedDbLedger,
        batch: &BatchId,
    ) -> Result<(), Trouble> {
        let needed = untrack(|| self.names_needed()).unwrap_or_default();
        let held = self.held.try_update_value(std::mem::take);
        let mut unreadable = Vec::new();
        for (name, file) in held.unwrap_or_default() {
            if !needed.contains(&name) {
                continue;
            }
            match read(&file).await {
                Some(part) => ledger.keep_file(batch, &part).await?,
                None => unreadable.push(name),
            }
        }
        self.files.set(ledger.file_names(batch).await?);
        if unreadable.is_empty() {
            Ok(())
        } else {
            Err(Trouble::Attach { files: unreadable })
        }
    }

    /// Shows which files the open batch has.
    pub(crate) fn read_file_names(self, batch: &BatchRecord) {
        if !uploads(&batch.skill) {
            return;
        }
        let id = batch.id.clone();
        spawn_local(async move {
            let names = async { IndexedDbLedger::open().await?.file_names(&id).await };
            match names.await {
                Ok(names) if self.is_open(&id) => self.files.set(names),
                Ok(_) => {}
                Err(fault) => self.records_failed(fault),
            }
        });
    }

    /// Shows which files are held for a new batch.
    pub(crate) fn show_held(self) {
        let names: FileNames = self.held.with_value(|held| held.keys().cloned().collect());
        self.files.set(names);
    }
}

async fn read(file: &File) -> Option<FilePart> {
    let bytes = files::array(file).await?;
    Some(FilePart {
        name: file.name(),
        media_type: file.type_(),
        base64: to_base64(&bytes)?,
    })
}
