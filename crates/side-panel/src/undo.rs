//! What can be taken back, until another thing is done.

use batch::{BatchRecord, Ledger, RowRecord};
use leptos::prelude::*;
use leptos::task::spawn_local;
use storage::{IndexedDbLedger, SavedSkill};

use crate::state::Panel;

/// What was done, with what is needed to take it back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Undo {
    /// This skill was deleted.
    DeletedSkill(SavedSkill),
    /// Another of its name took this skill's place.
    ReplacedSkill(SavedSkill),
    /// This batch was deleted with its rows.
    DeletedBatch(Box<BatchRecord>, Vec<RowRecord>),
}

impl Panel {
    /// Takes the last thing back.
    pub(crate) fn take_back(self) {
        let Some(undo) = self.undo.get_untracked() else {
            return;
        };
        self.begin();
        spawn_local(async move {
            match undo {
                Undo::DeletedSkill(saved) | Undo::ReplacedSkill(saved) => {
                    self.restore_skill(saved).await;
                }
                Undo::DeletedBatch(batch, rows) => self.bring_back(*batch, rows).await,
            }
        });
    }

    async fn bring_back(self, batch: BatchRecord, rows: Vec<RowRecord>) {
        let created = async { IndexedDbLedger::open().await?.create(&batch, &rows).await };
        match created.await {
            Ok(()) => self.read_past().await,
            Err(fault) => self.records_failed(fault),
        }
    }
}
