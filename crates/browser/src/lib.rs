//! Starts Chromium and speaks the DevTools protocol (CDP): for demo, tests and benchmarks.
//!
//! One process, one WebSocket, flat sessions. [`Browser`] is the process, [`Page`] one attached target.
//!
//! **Invariant:** Chromium gets our own flags only. A driver's default flags stop background throttling
//! and popup blocking, and then the tests lie.
//! **Absent on purpose:** focus emulation. A page without the person's focus must behave like one.

mod browser;
mod connection;
mod downloads;
mod failure;
mod find;
mod input;
mod launch;
mod page;
mod process;
mod session;
mod side_panel;
mod wait;

pub use browser::{Browser, Target};
pub use downloads::Downloads;
pub use failure::Failure;
pub use find::find_browser;
pub use launch::LaunchOptions;
pub use page::Page;
pub use session::{ConsoleMessage, Context};
