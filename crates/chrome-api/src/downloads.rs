//! `chrome.downloads`, looking only: which files the browser saves. An optional permission; without
//! it Chrome does not even have the API.

use std::rc::Rc;

use js_sys::{Promise, Reflect};
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use crate::call::{CALL_LIMIT_MS, ChromeError, answer, from_js, to_js};
use crate::listener::{ChromeEvent, Listener};
use crate::permissions::has_permission;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = chrome, thread_local_v2)]
    static CHROME: JsValue;

    #[wasm_bindgen(js_namespace = ["chrome", "downloads"], js_name = onCreated, thread_local_v2)]
    static ON_CREATED: ChromeEvent;

    #[wasm_bindgen(js_namespace = ["chrome", "downloads"], js_name = onChanged, thread_local_v2)]
    static ON_CHANGED: ChromeEvent;

    #[wasm_bindgen(js_namespace = ["chrome", "downloads"], js_name = search, catch)]
    fn search(query: &JsValue) -> Result<Promise, JsValue>;
}

/// The permission's name.
pub const DOWNLOADS: &str = "downloads";

/// A file the browser saves, as far as we need it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Download {
    /// Chrome's id of it.
    pub id: i32,
    /// Its path; empty while it has none.
    #[serde(default)]
    pub filename: String,
    /// `in_progress`, `interrupted` or `complete`.
    pub state: String,
    /// Why it was interrupted.
    #[serde(default)]
    pub error: String,
    /// How much has arrived, bytes.
    #[serde(default)]
    pub bytes_received: f64,
    /// Whether it begins now.
    #[serde(skip)]
    pub is_new: bool,
}

#[derive(Deserialize)]
struct Changed {
    id: i32,
}

/// Keeps the watch on; ends it when dropped.
pub struct DownloadWatch {
    _listeners: [Listener; 2],
}

/// Watches the downloads of the browser: each is told when it begins and whenever it changed. `None`
/// without permission.
///
/// # Errors
/// Refused or not answered by Chrome.
pub async fn watch_downloads(
    on_download: impl Fn(Download) + 'static,
) -> Result<Option<DownloadWatch>, ChromeError> {
    let has_api = || {
        let api = CHROME.with(|chrome| Reflect::get(chrome, &JsValue::from_str(DOWNLOADS)));
        api.is_ok_and(|api| api.is_object())
    };
    if !has_permission(DOWNLOADS).await? || !has_api() {
        return Ok(None);
    }
    let on_download = Rc::new(on_download);
    let begun = on_download.clone();
    let created = Listener::new(ON_CREATED.with(Clone::clone), move |item| {
        if let Ok(download) = from_js::<Download>("downloads.onCreated", item) {
            begun(Download {
                is_new: true,
                ..download
            });
        }
    });
    let changed = Listener::new(ON_CHANGED.with(Clone::clone), move |delta| {
        let Ok(Changed { id }) = from_js("downloads.onChanged", delta) else {
            return;
        };
        let on_download = on_download.clone();
        spawn_local(async move {
            // One that was erased meanwhile stays as it was told last.
            if let Ok(Some(download)) = download(id).await {
                on_download(download);
            }
        });
    });
    Ok(Some(DownloadWatch {
        _listeners: [created, changed],
    }))
}

async fn download(id: i32) -> Result<Option<Download>, ChromeError> {
    const API: &str = "downloads.search";
    let query = to_js(API, &json!({ "id": id }))?;
    let found: Vec<Download> = answer(API, search(&query), CALL_LIMIT_MS).await?;
    Ok(found.into_iter().next())
}
