//! The role/name tree of a captured page: snapshot with refs, values and states, its outline in
//! text, and what else the page tells.
//!
//! **Invariant:** reading never fails; an odd page gives a snapshot plus notices.
//! **Invariant:** every element a person can act on keeps a ref, however hard we shorten.
//! **Absent on purpose:** the live page, and any judgement of what an element is meant by.
#![warn(missing_docs)]

mod facts;
mod outline;
mod reading;
mod refs;
mod snapshot;

pub use facts::page_facts;
pub use outline::outline;
pub use reading::{collapse, holds_text, is_same_text, readable_text};
pub use refs::RefTable;
pub use snapshot::{Perceived, Snapshot, SnapshotNode, perceive};
