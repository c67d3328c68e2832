//! Loading an address in a tab, and knowing that it loaded.

use futures::StreamExt;
use futures::channel::mpsc;
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

    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = goBack, catch)]
    fn tabs_go_back(tab: i32) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "webNavigation"], js_name = onHistoryStateUpdated, thread_local_v2)]
    static ON_HISTORY: ChromeEvent;

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

/// What a tab shows before anything was loaded in it.
const BLANK: &str = "about:blank";

/// An aborted navigation is most often one that another took the place of; that one is waited for
/// so long, ms.
const SUCCESSOR_LIMIT_MS: u32 = 3_000;

/// Loads `url` in a tab afresh, also where the tab shows it already, and waits until the new
/// document has taken its place.
///
/// # Errors
/// Refused with Chrome's network error where it does not load; a deadline after `limit_ms`.
pub async fn navigate(tab: i32, url: &str, limit_ms: u32) -> Result<Committed, ChromeError> {
    let (_listeners, mut ends) = watch_main_frame(tab);
    let options = to_js(API, &json!({ "url": url }))?;
    raw_answer(API, tabs_update(tab, &options), CALL_LIMIT_MS).await?;
    let mut limit_ms = limit_ms;
    let mut aborted = None;
    loop {
        match wait(&mut ends, limit_ms).await {
            // A new tab still commits its blank page.
            Some(End::Committed(at)) if at == BLANK && url != BLANK => {}
            Some(End::Committed(url)) => return Ok(Committed { url }),
            Some(End::SameDocument) => {
                raw_answer("tabs.reload", tabs_reload(tab), CALL_LIMIT_MS).await?;
            }
            Some(End::Failed(message)) if message == "net::ERR_ABORTED" => {
                limit_ms = SUCCESSOR_LIMIT_MS;
                aborted = Some(ChromeError::Refused { api: API, message });
            }
            Some(End::Failed(message)) => return Err(ChromeError::Refused { api: API, message }),
            None => {
                return Err(aborted.unwrap_or(ChromeError::Deadline { api: API, limit_ms }));
            }
        }
    }
}

/// Goes back in a tab's history, as the browser's button does, and waits until the page before has
/// taken its place; a page that routes by itself keeps its document.
///
/// # Errors
/// Refused where there is no page before; a deadline after `limit_ms`.
pub async fn go_back(tab: i32, limit_ms: u32) -> Result<Committed, ChromeError> {
    const GO_BACK: &str = "tabs.goBack";
    let (_listeners, mut ends) = watch_history(tab);
    raw_answer(GO_BACK, tabs_go_back(tab), CALL_LIMIT_MS).await?;
    ended(GO_BACK, &mut ends, limit_ms).await
}

/// Loads a tab's page again, and waits until it has taken its place.
///
/// # Errors
/// Refused with Chrome's network error where it does not load; a deadline after `limit_ms`.
pub async fn reload(tab: i32, limit_ms: u32) -> Result<Committed, ChromeError> {
    const RELOAD: &str = "tabs.reload";
    let (_listeners, mut ends) = watch_main_frame(tab);
    raw_answer(RELOAD, tabs_reload(tab), CALL_LIMIT_MS).await?;
    ended(RELOAD, &mut ends, limit_ms).await
}

async fn ended(
    api: &'static str,
    ends: &mut mpsc::UnboundedReceiver<End>,
    limit_ms: u32,
) -> Result<Committed, ChromeError> {
    match wait(ends, limit_ms).await {
        Some(End::Committed(url)) => Ok(Committed { url }),
        Some(End::SameDocument) => Ok(Committed { url: String::new() }),
        Some(End::Failed(message)) => Err(ChromeError::Refused { api, message }),
        None => Err(ChromeError::Deadline { api, limit_ms }),
    }
}

/// The next end of a navigation, `None` if there is none in time.
async fn wait(ends: &mut mpsc::UnboundedReceiver<End>, limit_ms: u32) -> Option<End> {
    match select(ends.next(), TimeoutFuture::new(limit_ms)).await {
        Either::Left((end, _)) => end,
        Either::Right(_) => None,
    }
}

fn watch_main_frame(tab: i32) -> (Vec<Listener>, mpsc::UnboundedReceiver<End>) {
    let (sender, receiver) = mpsc::unbounded();
    let listen = |event: &ChromeEvent, end| listen(tab, event, &sender, end);
    let listeners = vec![
        ON_COMMITTED.with(|event| listen(event, |d| End::Committed(d.url))),
        ON_FRAGMENT.with(|event| listen(event, |_| End::SameDocument)),
        ON_ERROR.with(|event| listen(event, |d| End::Failed(d.error.unwrap_or_default()))),
    ];
    (listeners, receiver)
}

/// The same, and what a page does to its history by itself, without a new document.
fn watch_history(tab: i32) -> (Vec<Listener>, mpsc::UnboundedReceiver<End>) {
    let (sender, receiver) = mpsc::unbounded();
    let listen = |event: &ChromeEvent, end| listen(tab, event, &sender, end);
    let listeners = vec![
        ON_COMMITTED.with(|event| listen(event, |d| End::Committed(d.url))),
        ON_FRAGMENT.with(|event| listen(event, |_| End::SameDocument)),
        ON_HISTORY.with(|event| listen(event, |_| End::SameDocument)),
    ];
    (listeners, receiver)
}

fn listen(
    tab: i32,
    event: &ChromeEvent,
    sender: &mpsc::UnboundedSender<End>,
    end: fn(Details) -> End,
) -> Listener {
    let sender = sender.clone();
    Listener::new(event.clone(), move |details| {
        let Ok(details) = from_js::<Details>(API, details) else {
            return;
        };
        if details.tab_id == tab && details.frame_id == 0 {
            // The receiver is gone only when nobody waits any more.
            drop(sender.unbounded_send(end(details)));
        }
    })
}
