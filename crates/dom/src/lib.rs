//! The live page: one read of it into a value, actionability, actions, and when it changed.
//!
//! **Invariant:** capturing never writes to the page; only [`Hand::act`] does.
//! **Invariant:** nothing here trusts a page object's own properties: a form with a field named
//! `attributes` hides its attributes, so what is read goes through the browser's prototypes.
//! **Absent on purpose:** `chrome.*`, timers, and any judgement of what an action achieved.
#![warn(missing_docs)]

mod act;
mod actionability;
mod adapter;
mod capture;
mod collector;
mod covering;
mod events;
mod focus;
mod gestures;
mod hand;
mod keyboard;
mod mouse;
mod natives;
mod overlay;
mod scroll;
mod setting;
mod typing;
mod watch;

pub use capture::{Capture, LiveDocument};
pub use gestures::Gestures;
pub use hand::{Approved, Elapsed, Eyes, Hand};
pub use overlay::Overlay;
pub use watch::ChangeWatch;
