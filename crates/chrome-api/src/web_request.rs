//! `chrome.webRequest`, looking only: which requests a tab makes and how they are answered.

use std::rc::Rc;

use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::call::{ChromeError, from_js, refused, to_js};
use crate::listener::{ChromeEvent, Listener};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["chrome", "webRequest"], js_name = onBeforeRequest, thread_local_v2)]
    static ON_BEFORE_REQUEST: ChromeEvent;

    #[wasm_bindgen(js_namespace = ["chrome", "webRequest"], js_name = onBeforeRedirect, thread_local_v2)]
    static ON_BEFORE_REDIRECT: ChromeEvent;

    #[wasm_bindgen(js_namespace = ["chrome", "webRequest"], js_name = onCompleted, thread_local_v2)]
    static ON_COMPLETED: ChromeEvent;

    #[wasm_bindgen(js_namespace = ["chrome", "webRequest"], js_name = onErrorOccurred, thread_local_v2)]
    static ON_ERROR_OCCURRED: ChromeEvent;
}

const API: &str = "webRequest";

/// One thing that happened to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestEvent {
    /// Chrome's id, the same over redirects.
    pub id: String,
    /// HTTP method.
    pub method: String,
    /// Its address.
    pub url: String,
    /// What happened.
    pub step: RequestStep,
}

/// What happened to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestStep {
    /// It is about to be made; also again for the address a redirect leads to.
    Began,
    /// It was answered, a redirect included, with this status.
    Answered(u16),
    /// It ended without an answer, for this reason.
    Failed(String),
}

/// Keeps the watch on; ends it when dropped.
pub struct RequestWatch {
    _listeners: Vec<Listener>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Details {
    request_id: String,
    method: String,
    url: String,
    #[serde(default)]
    status_code: u16,
    #[serde(default)]
    error: String,
}

/// Watches the requests of a tab to addresses matching `urls` (`https://shop.example/*`). Hosts
/// without permission stay invisible.
///
/// # Errors
/// Refused where a pattern is not valid.
pub fn watch_requests(
    tab: i32,
    urls: &[String],
    on_event: impl Fn(RequestEvent) + 'static,
) -> Result<RequestWatch, ChromeError> {
    let filter = to_js(API, &json!({ "urls": urls, "tabId": tab }))?;
    let on_event = Rc::new(on_event);
    let listen = |event: ChromeEvent, step: fn(&Details) -> RequestStep| {
        let on_event = on_event.clone();
        Listener::filtered(event, &filter, move |details| {
            let Ok(details) = from_js::<Details>(API, details) else {
                return;
            };
            let step = step(&details);
            let Details {
                request_id: id,
                method,
                url,
                ..
            } = details;
            on_event(RequestEvent {
                id,
                method,
                url,
                step,
            });
        })
        .map_err(|error| refused(API, &error))
    };
    let answered: fn(&Details) -> RequestStep = |d| RequestStep::Answered(d.status_code);
    Ok(RequestWatch {
        _listeners: vec![
            ON_BEFORE_REQUEST.with(|e| listen(e.clone(), |_| RequestStep::Began))?,
            ON_BEFORE_REDIRECT.with(|e| listen(e.clone(), answered))?,
            ON_COMPLETED.with(|e| listen(e.clone(), answered))?,
            ON_ERROR_OCCURRED
                .with(|e| listen(e.clone(), |d| RequestStep::Failed(d.error.clone())))?,
        ],
    })
}
