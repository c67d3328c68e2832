//! The ledger over IndexedDB, with an in-memory twin for everything native.
//!
//! **Invariant:** what a write announces is on disk when it answers; writes of `claimed`, which
//! announce nothing that can't be done again, may be lost with the machine's power.
//! **Absent on purpose:** when something is written (`batch`).
#![warn(missing_docs)]

#[cfg(target_arch = "wasm32")]
mod indexed_db;
mod memory;

#[cfg(target_arch = "wasm32")]
pub use indexed_db::IndexedDbLedger;
pub use memory::MemoryLedger;
