//! `chrome.permissions`: which sites we may work on.

use js_sys::Promise;
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::call::{CALL_LIMIT_MS, ChromeError, answer, to_js};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["chrome", "permissions"], js_name = contains, catch)]
    fn contains(permissions: &JsValue) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "permissions"], js_name = request, catch)]
    fn request(permissions: &JsValue) -> Result<Promise, JsValue>;
}

/// How long a person may take to answer Chrome's prompt, ms.
const PROMPT_LIMIT_MS: u32 = 300_000;

/// Whether all of these origins (`https://shop.example/*`) are granted.
///
/// # Errors
/// Refused or not answered by Chrome.
pub async fn has_origins(origins: &[String]) -> Result<bool, ChromeError> {
    let permissions = to_js("permissions.contains", &json!({ "origins": origins }))?;
    answer(
        "permissions.contains",
        contains(&permissions),
        CALL_LIMIT_MS,
    )
    .await
}

/// Asks the person for all of these origins in one prompt; `false` is their no. Must be called
/// while a click is being handled, before anything is awaited.
///
/// # Errors
/// Refused by Chrome (no click, or an origin it never grants), or not answered.
pub async fn request_origins(origins: &[String]) -> Result<bool, ChromeError> {
    let permissions = to_js("permissions.request", &json!({ "origins": origins }))?;
    answer(
        "permissions.request",
        request(&permissions),
        PROMPT_LIMIT_MS,
    )
    .await
}
