//! The files that are attached to a batch, as its steps ask for them.

use std::rc::Rc;

use batch::BatchId;
use protocol::{Action, Fault, FilePart};
use storage::{IndexedDbLedger, Runs};

/// A file may have so many bytes: a message to a page holds 64 MiB, and base64 takes a third more.
pub(crate) const MOST_BYTES: f64 = 30_000_000.0;

/// The files of one batch.
pub(crate) struct Attached {
    ledger: Rc<IndexedDbLedger>,
    batch: BatchId,
}

impl Attached {
    pub(crate) fn new(ledger: Rc<IndexedDbLedger>, batch: BatchId) -> Self {
        Self { ledger, batch }
    }

    /// The files an action gives to the page. One that is not attached is left out: the engine names it
    /// and touches nothing.
    pub(super) async fn of(&self, action: &Action) -> Result<Vec<FilePart>, Fault> {
        let Action::Upload { files: names, .. } = action else {
            return Ok(vec![]);
        };
        let mut files = Vec::new();
        for name in names {
            let file = self.ledger.file(&self.batch, name).await;
            let file = file.map_err(|fault| Fault::Malformed {
                message: fault.to_string(),
            })?;
            files.extend(file);
        }
        Ok(files)
    }
}
