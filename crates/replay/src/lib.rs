//! One row: bound steps run against a page, each one verified.
//!
//! **Invariant:** a row is `done` only if its conditions held on a capture made after the action;
//! no path turns a click that did not throw into success.
//! **Invariant:** what may have been sent is never sent again from here.
//! **Absent on purpose:** tables and ledgers (`batch`), I/O, clocks, ids of its own.
#![warn(missing_docs)]

mod conclude;
mod effects;
mod end;
mod frames;
mod handover;
mod infer;
mod key;
mod pace;
mod ports;
mod readback;
mod remedy;
mod run;
mod runner;
mod settle;
mod shot;
mod step;
mod trace;
mod waits;
mod watch;

pub use effects::Effect;
pub use end::{Commit, Outcome, Output, RowEnd};
pub use frames::{unite_baselines, unite_groundings, unite_verifications};
pub use handover::Handover;
pub use infer::infer;
pub use pace::Pace;
pub use ports::{Clock, Journal, JournalFault, NetworkPort, PagePort, Ports};
pub use remedy::{Remedy, Tried};
pub use run::{RowKey, Run, Step};
pub use runner::{reconcile, run_row};
pub use shot::{Artifact, NoPicture, Picture, Shot};
pub use trace::{Changed, Entry, Event};
pub use waits::{Cause, Wait};
