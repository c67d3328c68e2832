//! Driving the extension as a person does, in real Chromium: for the browser tests and the demo.

mod panel;

pub use panel::{Bench, Panel};
