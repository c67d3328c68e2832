//! Event listeners that end with the value that holds them.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// Any `chrome.*.onSomething`.
    #[derive(Clone)]
    pub(crate) type ChromeEvent;

    #[wasm_bindgen(method, js_name = addListener)]
    fn add(this: &ChromeEvent, listener: &js_sys::Function);

    #[wasm_bindgen(method, js_name = addListener, catch)]
    fn add_filtered(
        this: &ChromeEvent,
        listener: &js_sys::Function,
        filter: &JsValue,
    ) -> Result<(), JsValue>;

    #[wasm_bindgen(method, js_name = removeListener)]
    fn remove(this: &ChromeEvent, listener: &js_sys::Function);
}

/// A listener of one event with one argument; removed when dropped.
pub(crate) struct Listener {
    event: ChromeEvent,
    closure: Closure<dyn FnMut(JsValue)>,
}

impl Listener {
    pub(crate) fn new(event: ChromeEvent, on_event: impl FnMut(JsValue) + 'static) -> Self {
        let closure = Closure::new(on_event);
        event.add(function(&closure));
        Self { event, closure }
    }

    pub(crate) fn filtered(
        event: ChromeEvent,
        filter: &JsValue,
        on_event: impl FnMut(JsValue) + 'static,
    ) -> Result<Self, JsValue> {
        let closure = Closure::new(on_event);
        event.add_filtered(function(&closure), filter)?;
        Ok(Self { event, closure })
    }
}

fn function(closure: &Closure<dyn FnMut(JsValue)>) -> &js_sys::Function {
    wasm_bindgen::JsCast::unchecked_ref(closure.as_ref())
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.event.remove(function(&self.closure));
    }
}
