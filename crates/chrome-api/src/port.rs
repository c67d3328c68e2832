//! `chrome.tabs.connect`: the one port to the engine of one document.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::call::{ChromeError, from_js, refused, to_js};
use crate::listener::{ChromeEvent, Listener};

#[wasm_bindgen]
extern "C" {
    type JsPort;

    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = connect, catch)]
    fn connect(tab: i32, options: &JsValue) -> Result<JsPort, JsValue>;

    #[wasm_bindgen(method, js_name = postMessage, catch)]
    fn post(this: &JsPort, message: &JsValue) -> Result<(), JsValue>;

    #[wasm_bindgen(method)]
    fn disconnect(this: &JsPort);

    #[wasm_bindgen(method, getter, js_name = onMessage)]
    fn on_message(this: &JsPort) -> ChromeEvent;

    #[wasm_bindgen(method, getter, js_name = onDisconnect)]
    fn on_disconnect(this: &JsPort) -> ChromeEvent;
}

const API: &str = "tabs.connect";

/// An open port; closed when dropped.
pub struct Port {
    port: JsPort,
    _listeners: [Listener; 2],
}

impl Port {
    /// Opens a port to one document. Messages that can't be read as `T` come as the error.
    ///
    /// # Errors
    /// Refused when the tab is gone. A document that is gone or holds no engine only shows by
    /// `on_disconnect`.
    pub fn open<T: DeserializeOwned>(
        tab: i32,
        document_id: &str,
        name: &str,
        mut on_message: impl FnMut(Result<T, ChromeError>) + 'static,
        mut on_disconnect: impl FnMut() + 'static,
    ) -> Result<Self, ChromeError> {
        let options = to_js(API, &json!({ "name": name, "documentId": document_id }))?;
        let port = connect(tab, &options).map_err(|error| refused(API, &error))?;
        let listeners = [
            Listener::new(port.on_message(), move |message| {
                on_message(from_js(API, message))
            }),
            Listener::new(port.on_disconnect(), move |_| on_disconnect()),
        ];
        Ok(Self {
            port,
            _listeners: listeners,
        })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// Refused when the port is closed.
    pub fn post<T: Serialize>(&self, message: &T) -> Result<(), ChromeError> {
        let message = to_js("Port.postMessage", message)?;
        self.port
            .post(&message)
            .map_err(|error| refused("Port.postMessage", &error))
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        self.port.disconnect();
    }
}
