//! What the browser noted of the document's loading and of its requests. Read from `performance`, which no name a page
//! gives its elements can hide, as it can `document.readyState`.

use js_sys::{Array, Function, Reflect};
use protocol::{Answered, NetworkFact, Source, TimingMark};
use wasm_bindgen::{JsCast, JsValue};

/// Whether the document and all it is made of has loaded.
pub(crate) fn is_loaded() -> bool {
    let timing = performance().and_then(|performance| get(&performance, "timing"));
    let ended = timing.and_then(|timing| number(&timing, "loadEventEnd"));
    ended.is_some_and(|ms| ms > 0.0)
}

/// Where the document's Resource Timing stands.
pub(crate) fn mark() -> TimingMark {
    TimingMark {
        document: document(),
        entries: entries().length(),
    }
}

/// The requests in the document's Resource Timing that are later than a mark.
pub(crate) fn requests_since(mark: TimingMark) -> Vec<NetworkFact> {
    let later = match mark.document == document() {
        true => mark.entries,
        false => 0,
    };
    let entries = entries();
    let later = entries.slice(later, entries.length());
    later.iter().filter_map(|entry| request(&entry)).collect()
}

fn request(entry: &JsValue) -> Option<NetworkFact> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a status has three digits
    let status = number(entry, "responseStatus").map_or(0, |status| status as u16);
    Some(NetworkFact {
        source: Source::ResourceTiming,
        sequence: 0,
        method: String::new(),
        url: get(entry, "name")?.as_string()?,
        answered: match status {
            0 => Answered::Unreadable,
            status => Answered::Status { status },
        },
    })
}

/// A number that another document does not have: when it began, in microseconds, the last bits.
fn document() -> u32 {
    let origin = performance().and_then(|performance| number(&performance, "timeOrigin"));
    let micros = (origin.unwrap_or_default() * 1_000.0) % 4_294_967_296.0;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // just made to fit
    {
        micros as u32
    }
}

fn entries() -> Array {
    let entries = performance().and_then(|performance| {
        let by_type: Function = get(&performance, "getEntriesByType")?.dyn_into().ok()?;
        let entries = by_type
            .call1(&performance, &JsValue::from_str("resource"))
            .ok()?;
        entries.dyn_into().ok()
    });
    entries.unwrap_or_default()
}

fn performance() -> Option<JsValue> {
    get(&js_sys::global(), "performance")
}

fn number(object: &JsValue, name: &str) -> Option<f64> {
    get(object, name)?.as_f64()
}

fn get(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &JsValue::from_str(name)).ok()
}
