//! What a person set, and where they were.
//!
//! Kept in `localStorage`: it is read before the first view is drawn, so that the panel never
//! shows in another language or theme first. It holds nothing that is worth protecting.

use serde::{Deserialize, Serialize};

/// What a person set, and where they were. A field that a newer program knows and this one does
/// not is passed over; one that is missing has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The panel's language, `en` or `zh`; the browser's if not given.
    pub language: Option<String>,
    /// `light` or `dark`; the browser's if not given.
    pub theme: Option<String>,
    /// `wasm` or `js`: only this build of the engine; the one that fits the page if not given.
    pub engine: Option<String>,
    /// Whether a picture is taken of the page where a row fails.
    pub pictures: bool,
    /// The view that was open.
    pub view: Option<String>,
    /// The name of the skill that was chosen.
    pub skill: Option<String>,
}

#[cfg(target_arch = "wasm32")]
impl Settings {
    const KEY: &str = "surehand.settings";

    /// What was kept; the defaults where nothing was, or nothing can be read.
    #[must_use]
    pub fn read() -> Self {
        let text = store().and_then(|store| store.get_item(Self::KEY).ok().flatten());
        text.and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default()
    }

    /// Keeps them. Where the browser refuses, they last until the panel is closed.
    pub fn keep(&self) {
        if let (Some(store), Ok(text)) = (store(), serde_json::to_string(self)) {
            let _ = store.set_item(Self::KEY, &text);
        }
    }
}

#[cfg(target_arch = "wasm32")]
fn store() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
