//! `chrome.runtime`: who we are.

use js_sys::Reflect;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["chrome", "runtime"], js_name = getManifest)]
    fn get_manifest() -> JsValue;
}

/// The version in the loaded manifest.
#[must_use]
pub fn extension_version() -> String {
    Reflect::get(&get_manifest(), &JsValue::from_str("version"))
        .ok()
        .and_then(|version| version.as_string())
        .unwrap_or_default()
}
