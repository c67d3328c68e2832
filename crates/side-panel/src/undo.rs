//! What can be taken back, until another thing is done.

use std::sync::Arc;

use batch::{BatchRecord, RowRecord};
use leptos::prelude::*;
use leptos::task::spawn_local;
use storage::{Beside, History, IndexedDbLedger, SavedSkill};

use crate::state::Panel;

/// What was done, with what is needed to take it back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Undo {
    /// This skill was deleted.
    DeletedSkill(SavedSkill),
    /// Another of its name took this skill's place.
    ReplacedSkill(SavedSkill),
    /// This batch was deleted.
    DeletedBatch(Arc<DeletedBatch>),
}

/// A batch that was deleted, with all that lay beside it.
#[derive(Debug, PartialEq)]
pub(crate) struct DeletedBatch {
    pub(crate) batch: BatchRecord,
    pub(crate) rows: Vec<RowRecord>,
    pub(crate) beside: Beside,
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
                Undo::DeletedBatch(deleted) => self.bring_back(&deleted).await,
            }
        });
    }

    async fn bring_back(self, deleted: &DeletedBatch) {
        let DeletedBatch {
            batch,
            rows,
            beside,
        } = deleted;
        let created = async {
            let ledger = IndexedDbLedger::open().await?;
            ledger.bring_back(batch, rows, beside).await
        };
        match created.await {
            Ok(()) => self.read_past().await,
            Err(fault) => self.records_failed(fault),
        }
    }
}
