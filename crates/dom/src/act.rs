//! Doing it: one action on one element, in one synchronous turn.

use page_model::NodeId;
use protocol::{Action, Diagnosis};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use crate::capture::{Capture, LiveDocument};
use crate::events::{Point, Sender};
use crate::{choice, keyboard};

/// Input types that hold text a person types.
const TEXT_LIKE: [&str; 14] = [
    "text",
    "search",
    "email",
    "url",
    "tel",
    "number",
    "date",
    "month",
    "week",
    "time",
    "datetime-local",
    "color",
    "range",
    "password",
];

/// Acts on the live element of `node`, as a person would. `capture` must have been made in this
/// same turn.
///
/// Whether the action achieved anything is not told: only a later look at the page can tell.
///
/// # Errors
/// When the element can't be acted on. Then nothing was touched, except that the page may have
/// been scrolled.
pub fn act(
    live: &LiveDocument,
    capture: &Capture,
    node: NodeId,
    action: &Action,
    target: &str,
) -> Result<(), Diagnosis> {
    let element = &capture.live(node).ok_or_else(|| Diagnosis::Stale {
        target: target.to_owned(),
    })?;
    match action {
        Action::Fill { value, .. } => {
            check_takes_text(capture, node, element, value, target)?;
            live.actionable_point(capture, node, target)?;
            fill(live, element, value);
            Ok(())
        }
        Action::Select { option, .. } => {
            live.actionable_point(capture, node, target)?;
            choice::select(live, capture, node, option, target)
        }
        Action::SetChecked { checked, .. } => {
            choice::set_checked(live, capture, node, *checked, target)
        }
        Action::Press { key, .. } => {
            live.actionable_point(capture, node, target)?;
            keyboard::press(live, element, *key);
            Ok(())
        }
        Action::Click { .. } => {
            let point = live.actionable_point(capture, node, target)?;
            click(live, element, point);
            Ok(())
        }
        Action::Navigate { .. } => Err(Diagnosis::Internal {
            message: "a page does not navigate by itself".into(),
        }),
    }
}

fn check_takes_text(
    capture: &Capture,
    node: NodeId,
    element: &Element,
    value: &str,
    target: &str,
) -> Result<(), Diagnosis> {
    let not_editable = || Diagnosis::NotEditable {
        target: target.to_owned(),
    };
    let read = capture.page.element(node).ok_or_else(not_editable)?;
    if read.control.is_disabled {
        return Err(Diagnosis::Disabled {
            target: target.to_owned(),
        });
    }
    let input: &HtmlInputElement = element.unchecked_ref();
    let takes_text = match read.tag.as_str() {
        "textarea" => true,
        "input" => TEXT_LIKE.contains(&input.type_().as_str()),
        _ => false,
    };
    // Ranges and colours never count as read-write, but can be set.
    let is_settable =
        read.control.is_editable || matches!(input.type_().as_str(), "range" | "color");
    if !takes_text || !is_settable {
        return Err(not_editable());
    }
    // Script may write past the limit that stops a person's typing; the site would not expect it.
    let limit = u32::try_from(input.max_length()).ok();
    let length = u32::try_from(value.encode_utf16().count()).unwrap_or(u32::MAX);
    match limit {
        Some(limit) if length > limit => Err(Diagnosis::TooLong {
            target: target.to_owned(),
            limit,
            length,
        }),
        _ => Ok(()),
    }
}

/// Replaces the text. Plain assignment reaches frameworks here: their overrides of the setter live
/// in the page's own world.
fn fill(live: &LiveDocument, element: &Element, value: &str) {
    let sender = Sender {
        window: live.window(),
        element,
    };
    live.focus(element);
    let input: &HtmlInputElement = element.unchecked_ref();
    input.set_value(value);
    sender.input(value);
    sender.plain("change");
}

/// The whole sequence of a click with the primary button.
pub(crate) fn click(live: &LiveDocument, element: &Element, at: Point) {
    let sender = Sender {
        window: live.window(),
        element,
    };
    for kind in ["pointerover", "pointerenter", "pointermove"] {
        sender.pointer(kind, at, false);
    }
    for kind in ["mouseover", "mouseenter", "mousemove"] {
        sender.mouse(kind, at, false);
    }
    let sends_mouse = sender.pointer("pointerdown", at, true);
    // A cancelled pointerdown takes the mouse events with it, a cancelled mousedown the focus.
    if sends_mouse && sender.mouse("mousedown", at, true) {
        live.focus(element);
    }
    sender.pointer("pointerup", at, false);
    if sends_mouse {
        sender.mouse("mouseup", at, false);
    }
    // A page that takes the element away on mousedown gets no click, as with a hand.
    if element.is_connected() {
        sender.pointer("click", at, false);
    }
}
