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

/// Asks the person for all of these origins in one prompt; `false` is their no. The prompt is
/// asked for at once, not when the answer is awaited: Chrome allows it only while a click is being
/// handled.
///
/// # Errors
/// Refused by Chrome (no click, or an origin it never grants), or not answered.
pub fn request_origins_now(
    origins: &[String],
) -> impl Future<Output = Result<bool, ChromeError>> + use<> {
    const API: &str = "permissions.request";
    let asked = to_js(API, &json!({ "origins": origins })).map(|origins| request(&origins));
    async move { answer(API, asked?, PROMPT_LIMIT_MS).await }
}
