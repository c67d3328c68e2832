//! Choosing: an option of a native list, a box to check.

use page_model::NodeId;
use protocol::Diagnosis;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlInputElement};

use crate::act::click;
use crate::capture::{Capture, LiveDocument};
use crate::events::Sender;

/// Chooses the one option whose label or value this is.
pub(crate) fn select(
    live: &LiveDocument,
    capture: &Capture,
    list: NodeId,
    wanted: &str,
    target: &str,
) -> Result<(), Diagnosis> {
    let not_editable = || Diagnosis::NotEditable {
        target: target.to_owned(),
    };
    if capture.page.tag(list) != "select" {
        return Err(not_editable());
    }
    let element = &capture.live(list).ok_or_else(not_editable)?;
    let option = &the_option(live, capture, list, wanted)?;
    live.focus(element);
    // The property, not the attribute; a single list unchooses the others by itself.
    let selected = JsValue::from_str("selected");
    if js_sys::Reflect::set(option, &selected, &JsValue::TRUE).is_err() {
        return Err(not_editable());
    }
    let sender = Sender {
        window: live.window(),
        element,
    };
    sender.plain("input");
    sender.plain("change");
    Ok(())
}

/// The option meant: by its whole label, else by its value; exactly one.
fn the_option(
    live: &LiveDocument,
    capture: &Capture,
    list: NodeId,
    wanted: &str,
) -> Result<Element, Diagnosis> {
    let page = &capture.page;
    let options: Vec<NodeId> = page
        .composed(list)
        .filter(|&id| page.tag(id) == "option")
        .collect();
    let label = |id: NodeId| {
        let texts = page.composed(id).filter_map(|text| page.text(text));
        let text = texts.collect::<String>();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let value = |id: NodeId| {
        let value = page.attribute(id, "value").map(str::to_owned);
        value.unwrap_or_else(|| label(id))
    };
    let by_label: Vec<NodeId> = options
        .iter()
        .copied()
        .filter(|&id| label(id) == wanted)
        .collect();
    let matching = if by_label.is_empty() {
        options
            .iter()
            .copied()
            .filter(|&id| value(id) == wanted)
            .collect()
    } else {
        by_label
    };
    let option = || format!("option {wanted:?}");
    match matching.as_slice() {
        [] => Err(Diagnosis::NotFound {
            target: option(),
            nearest: options.into_iter().map(label).take(5).collect(),
        }),
        &[only] => {
            let element = capture
                .live(only)
                .ok_or(Diagnosis::Stale { target: option() })?;
            if live.natives().matches(&element, ":disabled") {
                return Err(Diagnosis::Disabled { target: option() });
            }
            Ok(element)
        }
        several => Err(Diagnosis::Ambiguous {
            target: option(),
            candidates: several.iter().map(|&id| value(id)).collect(),
        }),
    }
}

/// Clicks a box unless it is in the state already. A plain assignment would not reach frameworks.
pub(crate) fn set_checked(
    live: &LiveDocument,
    capture: &Capture,
    node: NodeId,
    checked: bool,
    target: &str,
) -> Result<(), Diagnosis> {
    let stale = || Diagnosis::Stale {
        target: target.to_owned(),
    };
    let element = &capture.live(node).ok_or_else(stale)?;
    let is_now = is_checked(capture, node, element).ok_or_else(|| Diagnosis::NotEditable {
        target: target.to_owned(),
    })?;
    let point = live.actionable_point(capture, node, target)?;
    if is_now != checked {
        click(live, element, point);
    }
    Ok(())
}

/// Whether a box is checked now; `None` for what can't be checked.
fn is_checked(capture: &Capture, node: NodeId, element: &Element) -> Option<bool> {
    let read = capture.page.element(node)?;
    if read.tag == "input" {
        read.control.checked?;
        // As it is in this very turn, typed as an input for its property only.
        return Some(element.unchecked_ref::<HtmlInputElement>().checked());
    }
    match read.attribute("aria-checked")? {
        "true" => Some(true),
        "false" | "mixed" => Some(false),
        _ => None,
    }
}
