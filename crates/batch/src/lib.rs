//! A skill over a table: rows, ledger, run, resume, report.
//!
//! **Invariant:** every state of a row is in the ledger before the effect it announces.
//! **Invariant:** one bad row never stops the others; a row that may have been sent is never sent
//! again.
//! **Absent on purpose:** the page (`replay` works on it through ports), and where records lie.
#![warn(missing_docs)]

mod attach;
mod bind;
mod encoding;
mod ledger;
mod mapping;
mod mask;
mod record;
mod report;
mod run;
mod stages;
mod table;
mod trace;

pub use attach::{FileNames, files_needed, uploads};
pub use encoding::Decoder;
pub use ledger::{Ledger, LedgerFault};
pub use mapping::{Mapping, Preflight, PreflightFault, RowProblem, preflight};
pub use record::{BatchId, BatchRecord, Counts, RowRecord, RowStatus, rows_of};
pub use report::report;
pub use run::{BatchEnd, BatchPorts, run_batch};
pub use stages::{Stage, StageKind, stages};
pub use table::{Table, TableFault, read_table};
pub use trace::{KeptRun, RunTrace};
