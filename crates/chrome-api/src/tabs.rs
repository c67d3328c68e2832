//! `chrome.tabs` and `chrome.windows`: the tabs a person and a run work in.

use js_sys::{Promise, Reflect};
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::call::{CALL_LIMIT_MS, ChromeError, answer, from_js, raw_answer, to_js};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = get, catch)]
    fn tabs_get(tab: i32) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = query, catch)]
    fn tabs_query(query: &JsValue) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = remove, catch)]
    fn tabs_remove(tab: i32) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = captureVisibleTab, catch)]
    fn tabs_capture(window: i32, options: &JsValue) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "windows"], js_name = create, catch)]
    fn windows_create(options: &JsValue) -> Result<Promise, JsValue>;
}

/// A tab as far as we need it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tab {
    /// Chrome's id of it.
    pub id: i32,
    /// Its address, where we may know it.
    #[serde(default)]
    pub url: String,
    /// Chrome's id of its window.
    pub window_id: i32,
    /// Whether it is the one in front in its window.
    pub active: bool,
}

/// How long a picture may take, ms: nobody waits for one.
const PICTURE_LIMIT_MS: u32 = 3_000;

/// The tab with this id.
///
/// # Errors
/// Refused when it was closed.
pub async fn tab(id: i32) -> Result<Tab, ChromeError> {
    answer("tabs.get", tabs_get(id), CALL_LIMIT_MS).await
}

/// Closes a tab.
///
/// # Errors
/// Refused when it was closed already.
pub async fn close_tab(id: i32) -> Result<(), ChromeError> {
    raw_answer("tabs.remove", tabs_remove(id), CALL_LIMIT_MS)
        .await
        .map(drop)
}

/// The tab the person looks at, in the panel's own window.
///
/// # Errors
/// Refused or not answered by Chrome.
pub async fn active_tab() -> Result<Option<Tab>, ChromeError> {
    let query = to_js(
        "tabs.query",
        &json!({ "active": true, "currentWindow": true }),
    )?;
    let tabs: Vec<Tab> = answer("tabs.query", tabs_query(&query), CALL_LIMIT_MS).await?;
    Ok(tabs.into_iter().next())
}

/// A picture of the tab in front of a window, as a JPEG of this quality (0 to 100): a `data:` address.
///
/// # Errors
/// Refused without access to all sites, or asked more than twice a second; or not answered by Chrome.
pub async fn capture_window(window: i32, quality: u8) -> Result<String, ChromeError> {
    const API: &str = "tabs.captureVisibleTab";
    let options = to_js(API, &json!({ "format": "jpeg", "quality": quality }))?;
    answer(API, tabs_capture(window, &options), PICTURE_LIMIT_MS).await
}

/// Opens a window of its own that takes the focus from nobody, and gives its one tab.
///
/// # Errors
/// Refused or not answered by Chrome.
pub async fn open_work_window(url: &str) -> Result<Tab, ChromeError> {
    const API: &str = "windows.create";
    let options = to_js(
        API,
        &json!({ "url": url, "focused": false, "type": "normal" }),
    )?;
    let window = raw_answer(API, windows_create(&options), CALL_LIMIT_MS).await?;
    let tabs = Reflect::get(&window, &JsValue::from_str("tabs")).unwrap_or_default();
    let tabs: Vec<Tab> = from_js(API, tabs)?;
    tabs.into_iter().next().ok_or(ChromeError::Unexpected {
        api: API,
        message: "the new window has no tab".into(),
    })
}
