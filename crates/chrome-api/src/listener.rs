//! Event listeners that end with the value that holds them.

use std::any::Any;

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

/// A listener of one event; removed when dropped.
pub(crate) struct Listener {
    event: ChromeEvent,
    function: js_sys::Function,
    _closure: Box<dyn Any>,
}

impl Listener {
    /// Of an event with one argument.
    pub(crate) fn new(event: ChromeEvent, on_event: impl FnMut(JsValue) + 'static) -> Self {
        let closure: Closure<dyn FnMut(JsValue)> = Closure::new(on_event);
        let function = function(closure.as_ref());
        event.add(&function);
        Self {
            event,
            function,
            _closure: Box::new(closure),
        }
    }

    /// Of an event with three.
    pub(crate) fn of_three(
        event: ChromeEvent,
        on_event: impl FnMut(JsValue, JsValue, JsValue) + 'static,
    ) -> Self {
        let closure: Closure<dyn FnMut(JsValue, JsValue, JsValue)> = Closure::new(on_event);
        let function = function(closure.as_ref());
        event.add(&function);
        Self {
            event,
            function,
            _closure: Box::new(closure),
        }
    }

    /// Of an event with one argument, that Chrome filters.
    pub(crate) fn filtered(
        event: ChromeEvent,
        filter: &JsValue,
        on_event: impl FnMut(JsValue) + 'static,
    ) -> Result<Self, JsValue> {
        let closure: Closure<dyn FnMut(JsValue)> = Closure::new(on_event);
        let function = function(closure.as_ref());
        event.add_filtered(&function, filter)?;
        Ok(Self {
            event,
            function,
            _closure: Box::new(closure),
        })
    }
}

fn function(closure: &JsValue) -> js_sys::Function {
    wasm_bindgen::JsCast::unchecked_ref::<js_sys::Function>(closure).clone()
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.event.remove(&self.function);
    }
}
