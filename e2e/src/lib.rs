//! Driving the extension as a person does, in real Chromium: for the browser tests and the demo.

mod accname;
mod bench;
mod controls;
mod coverage;
mod ground;
mod inspector;
mod ledger;
mod panel;
mod probe;
mod probe_page;
mod report;
mod web_pages;

pub use accname::{Miss, Outcome, Suite, Tally};
pub use bench::{Bench, Desk, DeskOptions, sample_skill, sample_table};
pub use controls::{Asking, Delivery, Workbench, tell};
pub use coverage::{Coverage, coverage};
pub use ground::{Comparison, Resolution, Resolved, Totals, compare};
pub use inspector::Inspected;
pub use ledger::{kept_rows, kept_runs};
pub use panel::{Panel, ShownRow};
pub use probe::Probe;
pub use probe_page::{MachineClock, NoJournal, NoNetwork, ProbePage};
pub use report::{ReportRow, read_report, truth_differs};
pub use web_pages::{WebControl, WebPages, web_controls};
