//! `chrome.debugger`: the browser's own input, for one tab, in the package that is built with it.

use std::rc::Rc;

use js_sys::{Promise, Reflect};
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::call::{CALL_LIMIT_MS, ChromeError, answer, from_js, raw_answer, to_js};
use crate::listener::{ChromeEvent, Listener};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["chrome", "debugger"], js_name = attach, catch)]
    fn attach(target: &JsValue, version: &str) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "debugger"], js_name = detach, catch)]
    fn detach(target: &JsValue) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "debugger"], js_name = sendCommand, catch)]
    fn send_command(target: &JsValue, method: &str, params: &JsValue) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = ["chrome", "debugger"], js_name = onEvent, thread_local_v2)]
    static ON_EVENT: ChromeEvent;
}

/// The version of the protocol that is spoken.
const VERSION: &str = "1.3";

/// Whether this package has the permission `debugger`.
#[must_use]
pub fn has_debugger() -> bool {
    let of = |object: &JsValue, name: &str| {
        Reflect::get(object, &JsValue::from_str(name)).unwrap_or_default()
    };
    of(&of(&js_sys::global(), "chrome"), "debugger").is_object()
}

/// A debugger that is attached to a tab; Chrome shows the person a bar meanwhile.
pub struct Debugger {
    tab: i32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Source {
    #[serde(default)]
    tab_id: Option<i32>,
}

impl Debugger {
    /// Attaches to a tab.
    ///
    /// # Errors
    /// Refused while another debugger is attached, or where the person does not want it.
    pub async fn attach(tab: i32) -> Result<Self, ChromeError> {
        const API: &str = "debugger.attach";
        let target = target(API, tab)?;
        raw_answer(API, attach(&target, VERSION), CALL_LIMIT_MS).await?;
        Ok(Self { tab })
    }

    /// Gives a command and waits until it is done.
    ///
    /// # Errors
    /// Refused when the command is, or when the debugger is not attached any more.
    pub async fn send(&self, method: &str, params: &Value) -> Result<Value, ChromeError> {
        const API: &str = "debugger.sendCommand";
        let (target, params) = (target(API, self.tab)?, to_js(API, params)?);
        answer(API, send_command(&target, method, &params), CALL_LIMIT_MS).await
    }

    /// Tells of each event of this tab, by name, until the value is dropped.
    pub fn on_event(&self, on_event: impl Fn(&str, Value) + 'static) -> DebuggerWatch {
        let tab = self.tab;
        let on_event = Rc::new(on_event);
        let listener =
            Listener::of_three(ON_EVENT.with(Clone::clone), move |source, name, params| {
                let source: Result<Source, _> = from_js("debugger.onEvent", source);
                let params: Result<Value, _> = from_js("debugger.onEvent", params);
                let is_ours = source.is_ok_and(|source| source.tab_id == Some(tab));
                if let (true, Some(name), Ok(params)) = (is_ours, name.as_string(), params) {
                    on_event(&name, params);
                }
            });
        DebuggerWatch {
            _listener: listener,
        }
    }

    /// Detaches. That it is not attached any more is no error.
    pub async fn detach(&self) {
        const API: &str = "debugger.detach";
        if let Ok(target) = target(API, self.tab) {
            let _ = raw_answer(API, detach(&target), CALL_LIMIT_MS).await;
        }
    }
}

/// Keeps the watch on a debugger's events; ends it when dropped.
pub struct DebuggerWatch {
    _listener: Listener,
}

fn target(api: &'static str, tab: i32) -> Result<JsValue, ChromeError> {
    to_js(api, &json!({ "tabId": tab }))
}
