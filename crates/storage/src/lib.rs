//! Ledger, skills and settings over the browser's stores, with in-memory twins for everything
//! native.
//!
//! **Invariant:** what a write announces is on disk when it answers; writes of `claimed`, which
//! announce nothing that can't be done again, may be lost with the machine's power.
//! **Absent on purpose:** when something is written (`batch`, the panel).
#![warn(missing_docs)]

#[cfg(target_arch = "wasm32")]
mod database;
mod history;
#[cfg(target_arch = "wasm32")]
mod indexed_db;
mod memory;
mod runs;
mod settings;
mod skills;

pub use history::History;
#[cfg(target_arch = "wasm32")]
pub use indexed_db::IndexedDbLedger;
pub use memory::MemoryLedger;
pub use runs::{Beside, KeptShot, PICTURED_BATCHES, PICTURES, Runs, TRACED_BATCHES};
pub use settings::Settings;
#[cfg(target_arch = "wasm32")]
pub use skills::IndexedDbSkills;
pub use skills::{MemorySkills, SavedSkill, SkillStore};
