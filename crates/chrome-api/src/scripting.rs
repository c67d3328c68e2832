//! `chrome.scripting`: the engine's way into a page.

use js_sys::Promise;
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::call::{ChromeError, answer, to_js};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["chrome", "scripting"], js_name = executeScript, catch)]
    fn execute_script(injection: &JsValue) -> Result<Promise, JsValue>;
}

/// One document a script ran in.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Injected {
    /// Chrome's id of the document: messages sent to it never reach its successor.
    pub document_id: String,
    /// What the script's last expression came to.
    #[serde(default)]
    pub result: Value,
}

/// Which document a script runs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document<'d> {
    /// The top one of the tab.
    Top,
    /// The one with this id.
    Id(&'d str),
}

/// Runs packaged files in a document of a tab, in our isolated world, when it is idle.
///
/// # Errors
/// Refused where Chrome lets no extension in; no answer where site access is "on click".
pub async fn inject(
    tab: i32,
    document: Document<'_>,
    files: &[&str],
    limit_ms: u32,
) -> Result<Injected, ChromeError> {
    const API: &str = "scripting.executeScript";
    let target = match document {
        Document::Top => json!({ "tabId": tab, "frameIds": [0] }),
        Document::Id(id) => json!({ "tabId": tab, "documentIds": [id] }),
    };
    let injection = to_js(API, &json!({ "target": target, "files": files }))?;
    let results: Vec<Injected> = answer(API, execute_script(&injection), limit_ms).await?;
    results.into_iter().next().ok_or(ChromeError::Unexpected {
        api: API,
        message: "the page has no such document".into(),
    })
}
