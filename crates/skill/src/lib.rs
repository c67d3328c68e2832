//! Saved skills: a versioned file, its slots and steps, checked on the way in.
//!
//! **Invariant:** a [`Skill`] that exists is valid: every template names a slot, every site is a
//! pattern, the start address lies on a site.
//! **Absent on purpose:** running it (`replay`), and tables (`batch`).
#![warn(missing_docs)]

mod check;
mod model;
mod read;
mod template;

pub use model::{RowKey, Skill, Slot, SlotType, Step};
pub use read::{FORMAT, SkillFault, kept_skill, read_skill};
pub use template::{Bindings, Unbound, percent_encoded, slots_in};
