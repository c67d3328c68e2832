//! The role/name tree of a captured page: snapshot with refs, values and states, its outline in
//! text, and what else the page tells.
//!
//! **Invariant:** reading never fails; an odd page gives a snapshot plus notices.
//! **Invariant:** every element a person can act on keeps a ref, however hard we shorten.
//! **Invariant:** every text of a page that we write stands in quotes it can't end.
//! **Absent on purpose:** the live page, and any judgement of what an element is meant by.
#![warn(missing_docs)]

mod cards;
mod clean;
mod clickable;
mod facts;
mod held;
mod join;
mod kind;
mod outline;
mod overview;
mod perceive;
mod reading;
mod record;
mod refs;
mod snapshot;
mod tokens;
mod upload;
mod walk;

pub use clean::quoted;
pub use facts::{field_errors, page_facts, wrong_fields};
pub use held::{chosen_values, held, shows_file};
pub use join::{FrameObservation, join, place_of};
pub use outline::{Outline, OutlineOptions, cells, outline};
pub use overview::{OverviewInput, modals, obstacle, overview};
pub use perceive::perceive;
pub use reading::{collapse, holds_text, is_same_text, readable_text};
pub use record::{Diff, Record, diff};
pub use refs::RefTable;
pub use snapshot::{Perceived, Snapshot, SnapshotNode};
pub use tokens::estimate_tokens;
