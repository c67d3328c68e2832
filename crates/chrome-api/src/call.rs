//! Calling an API that answers by promise: values over the border, a deadline, a typed error.

use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::{JSON, Promise, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// Why a call to Chrome did not give what was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChromeError {
    /// Chrome said no.
    #[error("{api}: {message}")]
    Refused {
        /// The API, e.g. `tabs.get`.
        api: &'static str,
        /// Chrome's own words.
        message: String,
    },
    /// Chrome did not answer.
    #[error("{api} did not answer within {limit_ms} ms")]
    Deadline {
        /// The API.
        api: &'static str,
        /// The limit.
        limit_ms: u32,
    },
    /// Chrome answered something of another shape.
    #[error("{api} answered something unexpected: {message}")]
    Unexpected {
        /// The API.
        api: &'static str,
        /// What was wrong with it.
        message: String,
    },
}

/// The time an ordinary call may take, ms.
pub(crate) const CALL_LIMIT_MS: u32 = 10_000;

/// Waits for a promise, at most `limit_ms`, and reads its value.
pub(crate) async fn answer<T: DeserializeOwned>(
    api: &'static str,
    promise: Result<Promise, JsValue>,
    limit_ms: u32,
) -> Result<T, ChromeError> {
    from_js(api, raw_answer(api, promise, limit_ms).await?)
}

/// Waits for a promise, at most `limit_ms`.
pub(crate) async fn raw_answer(
    api: &'static str,
    promise: Result<Promise, JsValue>,
    limit_ms: u32,
) -> Result<JsValue, ChromeError> {
    let promise = promise.map_err(|error| refused(api, &error))?;
    match select(JsFuture::from(promise), TimeoutFuture::new(limit_ms)).await {
        Either::Left((answer, _)) => answer.map_err(|error| refused(api, &error)),
        Either::Right(_) => Err(ChromeError::Deadline { api, limit_ms }),
    }
}

pub(crate) fn refused(api: &'static str, error: &JsValue) -> ChromeError {
    let message = Reflect::get(error, &JsValue::from_str("message"))
        .ok()
        .and_then(|message| message.as_string())
        .or_else(|| error.as_string())
        .unwrap_or_else(|| "no reason given".into());
    ChromeError::Refused { api, message }
}

/// A Rust value as plain JavaScript. By way of JSON text, here and in [`from_js`]: everything the
/// panel reads is then read by the one parser its records need anyway, which saves a tenth of the
/// panel's size.
pub(crate) fn to_js<T: Serialize>(api: &'static str, value: &T) -> Result<JsValue, ChromeError> {
    let text = serde_json::to_string(value).map_err(|error| unexpected(api, &error))?;
    JSON::parse(&text).map_err(|error| refused(api, &error))
}

pub(crate) fn from_js<T: DeserializeOwned>(
    api: &'static str,
    value: JsValue,
) -> Result<T, ChromeError> {
    // No answer has no text in JSON.
    let text = if value.is_undefined() {
        "null".to_owned()
    } else {
        let text = JSON::stringify(&value).map_err(|error| refused(api, &error))?;
        text.into()
    };
    serde_json::from_str(&text).map_err(|error| unexpected(api, &error))
}

fn unexpected(api: &'static str, error: &serde_json::Error) -> ChromeError {
    let message = error.to_string();
    ChromeError::Unexpected { api, message }
}
