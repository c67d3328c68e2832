//! The panel: views, and the ports wired to the browser.
//!
//! **Absent on purpose:** what a run does and when it is proved (`replay`, `batch`), and where
//! records are kept (`storage`); this crate shows and connects.

mod attach;
mod history;
mod inspect;
mod library;
mod ports;
mod run;
mod runs;
mod setup;
mod state;
mod undo;
mod views;
mod words;

// Generated from `locales/`.
#[allow(
    clippy::all,
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "generated code"
)]
mod i18n {
    include!(concat!(env!("OUT_DIR"), "/i18n.rs"));
    pub(crate) use i18n::*;
}

use wasm_bindgen::prelude::wasm_bindgen;

/// Mounts the panel.
#[wasm_bindgen(start)]
pub fn start() {
    leptos::mount::mount_to_body(views::App);
}
