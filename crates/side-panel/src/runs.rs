//! What runs left: traces and pictures, read when a person asks for them.

use batch::{BatchId, LedgerFault, RunTrace};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Serialize;
use storage::{IndexedDbLedger, KeptShot, Runs};

use crate::state::Panel;
use crate::views::files;

/// What is kept of a row's attempts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Left {
    pub(crate) runs: Vec<RunTrace>,
    pub(crate) shots: Vec<KeptShot>,
}

/// A trace file. Holds no value of any row.
#[derive(Serialize)]
struct TraceFile<'a> {
    /// Version of the format.
    surehand_trace: u32,
    /// The skill's name.
    skill: &'a str,
    /// One for each attempt at a row.
    runs: &'a [RunTrace],
}

/// What is kept of a row's attempts.
pub(crate) async fn of_row(batch: &BatchId, row: u32) -> Result<Left, LedgerFault> {
    let ledger = IndexedDbLedger::open().await?;
    Ok(Left {
        runs: ledger.runs(batch, Some(row)).await?,
        shots: ledger.shots(batch, row).await?,
    })
}

/// Has the browser save traces as a file.
pub(crate) fn download(name: &str, skill: &str, runs: &[RunTrace]) {
    let file = TraceFile {
        surehand_trace: 1,
        skill,
        runs,
    };
    if let Ok(text) = serde_json::to_string(&file) {
        files::download(name, &indented(text), files::JSON);
    }
}

impl Panel {
    /// Saves the traces of the open batch.
    pub(crate) fn export_runs(self) {
        let Some(batch) = self.batch.get_untracked() else {
            return;
        };
        spawn_local(async move {
            let runs = async { IndexedDbLedger::open().await?.runs(&batch.id, None).await };
            match runs.await {
                Ok(runs) => {
                    let stem = batch.table_name.trim_end_matches(".csv");
                    download(&format!("{stem}-traces.json"), &batch.skill.name, &runs);
                }
                Err(fault) => self.records_failed(fault),
            }
        });
    }
}

/// The same JSON with line breaks, by the browser's own writer.
fn indented(text: String) -> String {
    let two = 2.into();
    let written = js_sys::JSON::parse(&text)
        .and_then(|json| js_sys::JSON::stringify_with_replacer_and_space(&json, &two, &two));
    written.map_or(text, Into::into)
}
