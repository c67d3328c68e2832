//! The frames of a tab.

use js_sys::Promise;
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::call::{CALL_LIMIT_MS, ChromeError, answer, to_js};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["chrome", "webNavigation"], js_name = getAllFrames, catch)]
    fn get_all_frames(details: &JsValue) -> Result<Promise, JsValue>;
}

/// A frame and the document it shows.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// Chrome's number of the frame; 0 for the top one.
    pub frame_id: i32,
    /// The same of the frame around it; -1 for the top one.
    pub parent_frame_id: i32,
    /// Chrome's id of the document in it.
    #[serde(default)]
    pub document_id: String,
    /// The document's address.
    #[serde(default)]
    pub url: String,
}

/// All frames of a tab.
///
/// # Errors
/// When the tab is gone.
pub async fn frames(tab: i32) -> Result<Vec<Frame>, ChromeError> {
    const API: &str = "webNavigation.getAllFrames";
    let details = to_js(API, &json!({ "tabId": tab }))?;
    let frames: Option<Vec<Frame>> = answer(API, get_all_frames(&details), CALL_LIMIT_MS).await?;
    Ok(frames.unwrap_or_default())
}
