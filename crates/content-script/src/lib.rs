//! The engine in the page: one command in, one answer out.
//!
//! The loader (`extension/loader.js`) owns the port and puts a fresh engine in the place of one
//! that crashed; this crate never sees `chrome.*`.
//!
//! **Invariant:** what only looks is answered in one synchronous turn. An action goes on over several,
//! but nothing on the page can change between the last check of an element and what is done to it.

mod acting;
mod describe;
mod engine;
mod memory;
mod observe;
mod sight;
mod timing;

use js_sys::Function;
use protocol::{Answer, Command, CommandId, Fault};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The engine of one document, as the loader sees it.
#[wasm_bindgen]
pub struct Engine {
    engine: engine::Engine,
}

#[wasm_bindgen]
impl Engine {
    /// Starts an engine for the current document. `variant` names the build: `wasm` or `js`.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str) -> Result<Engine, JsValue> {
        // Said with its message instead of a bare trap; the instance is poisoned all the same.
        std::panic::set_hook(Box::new(|panic| {
            wasm_bindgen::throw_str(&panic.to_string())
        }));
        let variant = if variant == "js" {
            protocol::EngineVariant::Js
        } else {
            protocol::EngineVariant::Wasm
        };
        Ok(Self {
            engine: engine::Engine::new(variant)?,
        })
    }

    /// Handles a command; calls `answer` with the answer, once.
    pub fn receive(&mut self, command: JsValue, answer: Function) {
        let id = id_of(&command);
        let answer = move |message: &Answer| send(&answer, message);
        match serde_wasm_bindgen::from_value::<Command>(command) {
            Ok(command) => self.engine.receive(command, answer),
            Err(error) => {
                let outcome = Err(Fault::Malformed {
                    message: error.to_string(),
                });
                answer(&Answer { id, outcome });
            }
        }
    }

    /// The panel's port is closed: an action that goes on stops where it waits.
    pub fn stop(&mut self) {
        self.engine.stop();
    }
}

#[wasm_bindgen]
impl Engine {
    /// For tools: role, name, description and states of an element, `undefined` if it can't be
    /// read. The panel never asks this.
    pub fn describe(&mut self, element: &web_sys::Element) -> JsValue {
        let plain = serde_wasm_bindgen::Serializer::json_compatible();
        let described = self.engine.describe(element);
        described
            .and_then(|described| described.serialize(&plain).ok())
            .unwrap_or_default()
    }

    /// For tools: role and name of every element that has a ref.
    pub fn interactive(&mut self) -> JsValue {
        let nodes = self.engine.interactive();
        serde_wasm_bindgen::to_value(&nodes).unwrap_or_default()
    }
}

/// The id of a command that may be unreadable otherwise, so that its sender learns of it.
fn id_of(command: &JsValue) -> CommandId {
    let id = js_sys::Reflect::get(command, &JsValue::from_str("id"));
    CommandId(id.ok().and_then(|id| id.as_string()).unwrap_or_default())
}

fn send(answer: &Function, message: &Answer) {
    let plain = serde_wasm_bindgen::Serializer::json_compatible();
    if let Ok(message) = message.serialize(&plain) {
        // The loader's function does not throw; a closed port has nobody to tell.
        let _ = answer.call1(&JsValue::UNDEFINED, &message);
    }
}
