//! `chrome.storage.session`: small values that live as long as the browser runs.

use js_sys::{Promise, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::call::{CALL_LIMIT_MS, ChromeError, from_js, raw_answer, to_js};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["chrome", "storage", "session"], js_name = get, catch)]
    fn get(key: &str) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "storage", "session"], js_name = set, catch)]
    fn set(values: &JsValue) -> Result<Promise, JsValue>;
}

/// The value kept under a key, `None` if there is none.
///
/// # Errors
/// Refused or not answered by Chrome, or of another shape.
pub async fn session_value<T: DeserializeOwned>(key: &str) -> Result<Option<T>, ChromeError> {
    const API: &str = "storage.session.get";
    let values = raw_answer(API, get(key), CALL_LIMIT_MS).await?;
    let value = Reflect::get(&values, &JsValue::from_str(key)).unwrap_or_default();
    if value.is_undefined() {
        return Ok(None);
    }
    from_js(API, value).map(Some)
}

/// Keeps a value under a key until the browser ends.
///
/// # Errors
/// Refused or not answered by Chrome.
pub async fn keep_in_session<T: Serialize>(key: &str, value: &T) -> Result<(), ChromeError> {
    const API: &str = "storage.session.set";
    let values = to_js(API, &json!({ key: value }))?;
    raw_answer(API, set(&values), CALL_LIMIT_MS).await.map(drop)
}
