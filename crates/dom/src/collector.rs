//! The collector (`extension/collector.js`): what reads the live document in one crossing.
//!
//! It is JavaScript because single calls from Wasm for each tag, attribute and style cost several
//! times the read itself. It stands beside the glue in the loader's scope, so it is bound by name.

use js_sys::{Array, Int32Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Document, Element, Node};

#[wasm_bindgen]
extern "C" {
    /// One document as numbers and texts.
    pub(crate) type Collected;

    /// The records of all nodes, see [`crate::capture`].
    #[wasm_bindgen(method, structural, getter)]
    pub(crate) fn numbers(this: &Collected) -> Int32Array;

    /// All texts the numbers point to, parted by NUL.
    #[wasm_bindgen(method, structural, getter)]
    pub(crate) fn texts(this: &Collected) -> String;

    /// For each record the element, or null.
    #[wasm_bindgen(method, structural, getter)]
    pub(crate) fn nodes(this: &Collected) -> Array;

    /// The shadow roots that were read.
    #[wasm_bindgen(method, structural, getter)]
    pub(crate) fn roots(this: &Collected) -> Array;

    /// Whether reading ended at the limit.
    #[wasm_bindgen(method, structural, getter, js_name = isCut)]
    pub(crate) fn is_cut(this: &Collected) -> bool;

    /// Index of the focused element among `nodes`, -1 for none.
    #[wasm_bindgen(method, structural, getter)]
    pub(crate) fn active(this: &Collected) -> i32;

    #[wasm_bindgen(catch, js_namespace = collector)]
    pub(crate) fn collect(document: &Document, wants: &JsValue) -> Result<Collected, JsValue>;

    /// Left, top, width and height of each wanted node, CSS px in the viewport.
    #[wasm_bindgen(js_namespace = collector)]
    pub(crate) fn measure(nodes: &Array, wanted: Vec<u32>) -> Vec<f64>;

    /// An element's shadow root, closed ones too where the engine runs in an extension.
    #[wasm_bindgen(js_namespace = collector, js_name = shadowRoot)]
    pub(crate) fn shadow_root(element: &Element) -> Option<Node>;
}
