//! Loading an address in a tab, and knowing that it loaded.

use std::cell::RefCell;
use std::rc::Rc;

use futures::channel::oneshot;
use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::Promise;
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::call::{CALL_LIMIT_MS, ChromeError, from_js, raw_answer, to_js};
use crate::listener::{ChromeEvent, Listener};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = update, catch)]
    fn tabs_update(tab: i32, options: &JsValue) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = reload, catch)]
    fn tabs_reload(tab: i32) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "webNavigation"], js_name = onCommitted, thread_local_v2)]
    static ON_COMMITTED: ChromeEvent;

    #[wasm_bindgen(js_namespace = ["chrome", "webNavigation"], js_name = onErrorOccurred, thread_local_v2)]
    static ON_ERROR: ChromeEvent;

    #[wasm_bindgen(js_namespace = ["chrome", "webNavigation"], js_name = onReferenceFragmentUpdated, thread_local_v2)]
    static ON_FRAGMENT: ChromeEvent;
}

const API: &str = "tabs.update";

/// A document that took its place in a tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// Its address, which may differ from the one asked for.
    pub url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Details {
    tab_id: i32,
    frame_id: i32,
    #[serde(default)]
    url: String,
    #[serde(default)]
    error: Option<String>,
}

/// What became of a navigation.
enum End {
    Committed(String),
    /// Only the fragment changed: the old document is still there.
    SameDocument,
    Failed(String),
}

/// Loads `url` in a tab afresh, also where the tab shows it already, and waits until the new
/// document has taken its place.
///
/// # Errors
/// Refused with Chrome's network error where it does not load; a deadline after `limit_ms`.
pub async fn navigate(tab: i32, url: &str, limit_ms: u32) -> Result<Committed, ChromeError> {
    let mut end = watch_main_frame(tab);
    let options = to_js(API, &json!({ "url": url }))?;
    raw_answer(API, tabs_update(tab, &options), CALL_LIMIT_MS).await?;
    loop {
        match wait(&mut end.1, limit_ms).await? {
            End::Committed(url) => return Ok(Committed { url }),
            End::Failed(message) => return Err(ChromeError::Refused { api: API, message }),
            End::SameDocument => {
                end = watch_main_frame(tab);
                raw_answer("tabs.reload", tabs_reload(tab), CALL_LIMIT_MS).await?;
            }
        }
    }
}

async fn wait(end: &mut oneshot::Receiver<End>, limit_ms: u32) -> Result<End, ChromeError> {
    match select(end, TimeoutFuture::new(limit_ms)).await {
        Either::Left((Ok(end), _)) => Ok(end),
        _ => Err(ChromeError::Deadline { api: API, limit_ms }),
    }
}

fn watch_main_frame(tab: i32) -> (Vec<Listener>, oneshot::Receiver<End>) {
    let (sender, receiver) = oneshot::channel();
    let sender = Rc::new(RefCell::new(Some(sender)));
    let listen = |event: ChromeEvent, end: fn(Details) -> End| {
        let sender = sender.clone();
        Listener::new(event, move |details| {
            let Ok(details) = from_js::<Details>(API, details) else {
                return;
            };
            if details.tab_id == tab
                && details.frame_id == 0
                && let Some(sender) = sender.borrow_mut().take()
            {
                // The receiver is gone only when nobody waits any more.
                let _ = sender.send(end(details));
            }
        })
    };
    let listeners = vec![
        ON_COMMITTED.with(|event| listen(event.clone(), |d| End::Committed(d.url))),
        ON_FRAGMENT.with(|event| listen(event.clone(), |_| End::SameDocument)),
        ON_ERROR.with(|event| listen(event.clone(), |d| End::Failed(d.error.unwrap_or_default()))),
    ];
    (listeners, receiver)
}
