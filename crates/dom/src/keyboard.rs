//! Pressing a key, and what the browser would do by itself if the press were a hand's.

use js_sys::Reflect;
use protocol::Key;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement};

use crate::capture::LiveDocument;
use crate::events::Sender;

/// Presses a key on an element that gets the focus first.
pub(crate) fn press(live: &LiveDocument, element: &Element, key: Key) {
    live.focus(element);
    let sender = Sender {
        window: live.window(),
        element,
    };
    let goes_on = sender.key("keydown", key) && sender.key("keypress", key);
    if goes_on {
        // An untrusted Enter does nothing by itself.
        activate(live, element);
    }
    sender.key("keyup", key);
}

/// What Enter does: presses a button, follows a link, submits the form of a field of one line.
fn activate(live: &LiveDocument, element: &Element) {
    let tag = live.natives().local_name(element);
    let kind = live
        .natives()
        .attribute(element, "type")
        .unwrap_or_default();
    let is_pressed = matches!(tag.as_str(), "button" | "a" | "summary")
        || (tag == "input" && matches!(kind.as_str(), "submit" | "button" | "reset" | "image"));
    if is_pressed {
        html(element).click();
    } else if tag == "input" {
        submit(live, element);
    }
}

/// HTML, "implicit submission": a click on the form's default button, if it has one.
fn submit(live: &LiveDocument, field: &Element) {
    let form = Reflect::get(field, &JsValue::from_str("form")).unwrap_or_default();
    if !form.is_object() {
        return;
    }
    let form: Element = form.unchecked_into();
    let default_button = live.default_button(&form);
    match default_button {
        Some(button) if live.natives().matches(&button, ":disabled") => {}
        Some(button) => html(&button).click(),
        None => live.natives().request_submit(&form),
    }
}

impl LiveDocument {
    /// The first submit button of a form in tree order, also one outside it that names it.
    fn default_button(&self, form: &Element) -> Option<Element> {
        const SUBMITS: &str = "button:not([type=button i], [type=reset i]), input:is([type=submit i], [type=image i])";
        let buttons = self.natives().query_all(self.document(), SUBMITS);
        buttons.into_iter().find(|button| {
            let owner = Reflect::get(button, &JsValue::from_str("form")).unwrap_or_default();
            js_sys::Object::is(&owner, form)
        })
    }
}

fn html(element: &Element) -> &HtmlElement {
    element.unchecked_ref()
}
