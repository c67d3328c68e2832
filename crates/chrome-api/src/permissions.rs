//! `chrome.permissions`: which sites we may work on, and what else we may see.

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
    has(&json!({ "origins": origins })).await
}

/// Whether this permission is granted.
///
/// # Errors
/// Refused or not answered by Chrome.
pub(crate) async fn has_permission(name: &str) -> Result<bool, ChromeError> {
    has(&json!({ "permissions": [name] })).await
}

async fn has(permissions: &serde_json::Value) -> Result<bool, ChromeError> {
    const API: &str = "permissions.contains";
    let permissions = to_js(API, permissions)?;
    answer(API, contains(&permissions), CALL_LIMIT_MS).await
}

/// Asks the person for all of these origins, and permissions that are optional in the manifest, in
/// one prompt; `false` is their no. The prompt is asked for at once, not when the answer is awaited:
/// Chrome allows it only while a click is being handled.
///
/// # Errors
/// Refused by Chrome (no click, or an origin it never grants), or not answered.
pub fn request_now(
    origins: &[String],
    permissions: &[&str],
) -> impl Future<Output = Result<bool, ChromeError>> + use<> {
    const API: &str = "permissions.request";
    let asked = json!({ "origins": origins, "permissions": permissions });
    let asked = to_js(API, &asked).map(|asked| request(&asked));
    async move { answer(API, asked?, PROMPT_LIMIT_MS).await }
}
