//! Bytes as base64 and back, and their digest, by the browser itself.

use js_sys::{Array, Function, Object, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// `Uint8Array.prototype.toBase64`; `None` where it is not there (Chrome has it since 140).
pub(crate) fn to_base64(bytes: &Uint8Array) -> Option<String> {
    call(bytes, "toBase64", &Array::new())?.as_string()
}

/// `Uint8Array.fromBase64`; `None` where the text is none.
pub(crate) fn from_base64(text: &str) -> Option<Uint8Array> {
    let class = Reflect::get(&js_sys::global(), &JsValue::from_str("Uint8Array")).ok()?;
    let bytes = call(&class, "fromBase64", &Array::of1(&JsValue::from_str(text)))?;
    bytes.dyn_into().ok()
}

/// SHA-256, hexadecimal.
pub(super) async fn sha256(bytes: &Uint8Array) -> Option<String> {
    let subtle = web_sys::window()?.crypto().ok()?.subtle();
    let bytes: &Object = bytes.unchecked_ref();
    let digest = subtle.digest_with_str_and_buffer_source("SHA-256", bytes);
    let digest = JsFuture::from(digest.ok()?).await.ok()?;
    let digest = Uint8Array::new(&digest).to_vec();
    Some(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn call(of: &JsValue, method: &str, arguments: &Array) -> Option<JsValue> {
    let function = Reflect::get(of, &JsValue::from_str(method)).ok()?;
    let function: Function = function.dyn_into().ok()?;
    function.apply(of, arguments).ok()
}
