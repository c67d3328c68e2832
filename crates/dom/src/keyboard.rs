//! Pressing keys, and what the browser would do by itself if the press were a hand's.

use js_sys::Reflect;
use protocol::{KeyPress, Modifier};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement};

use crate::capture::LiveDocument;

impl LiveDocument {
    /// Presses a key on an element, whatever has the focus.
    pub(crate) fn press_here(&self, element: &Element, press: &KeyPress) {
        let sender = self.sender(element);
        let mut held: Vec<Modifier> = Vec::new();
        for modifier in &press.modifiers {
            held.push(*modifier);
            let name = format!("{modifier:?}");
            sender.key_named(
                "keydown",
                &name,
                &format!("{name}Left"),
                code(*modifier),
                &held,
            );
        }
        let makes_a_character = press.types().is_some() || press.key() == "Enter";
        let goes_on =
            sender.key("keydown", press) && (!makes_a_character || sender.key("keypress", press));
        if goes_on {
            // An untrusted key does nothing by itself.
            self.do_default(element, press);
        }
        self.tell_focus();
        sender.key("keyup", press);
        for modifier in press.modifiers.iter().rev() {
            held.pop();
            let name = format!("{modifier:?}");
            sender.key_named(
                "keyup",
                &name,
                &format!("{name}Left"),
                code(*modifier),
                &held,
            );
        }
    }

    fn do_default(&self, element: &Element, press: &KeyPress) {
        let is_plain = press.modifiers.is_empty();
        match press.key() {
            "Enter" if is_plain => self.activate(element),
            " " if is_plain && self.is_pressed_by_space(element) => {
                self.natives().call(element, "click")
            }
            "Tab" => self.focus_next(element, press.has(Modifier::Shift)),
            "Backspace" if is_plain => self.delete_before_caret(element),
            "Escape" if is_plain => self.cancel_dialog(element),
            "a" | "A" if press.has(Modifier::Control) || press.has(Modifier::Meta) => {
                self.select_all(element);
            }
            "ArrowUp" | "ArrowDown" if is_plain => self.step(element, press.key() == "ArrowUp"),
            _ => {
                if let Some(character) = press.types() {
                    self.insert(element, character.encode_utf8(&mut [0; 4]));
                }
            }
        }
    }

    /// What Enter does: presses a button, follows a link, submits the form of a field of one line.
    fn activate(&self, element: &Element) {
        let tag = self.natives().local_name(element);
        if self.is_button(element, &tag) || matches!(tag.as_str(), "a" | "summary") {
            self.natives().call(element, "click");
        } else if tag == "input" {
            self.submit(element);
        } else if tag == "textarea" || self.is_editor(element) {
            self.insert(element, "\n");
        }
    }

    fn is_button(&self, element: &Element, tag: &str) -> bool {
        let kind = self
            .natives()
            .attribute(element, "type")
            .unwrap_or_default();
        let is_pressed = matches!(kind.as_str(), "submit" | "button" | "reset" | "image");
        tag == "button" || (tag == "input" && is_pressed)
    }

    fn is_pressed_by_space(&self, element: &Element) -> bool {
        let tag = self.natives().local_name(element);
        let is_box = self.natives().matches(
            element,
            "input:is([type=checkbox i], [type=radio i]), summary",
        );
        self.is_button(element, &tag) || is_box
    }

    /// HTML, "implicit submission": a click on the form's default button, if it has one.
    fn submit(&self, field: &Element) {
        let form = Reflect::get(field, &JsValue::from_str("form")).unwrap_or_default();
        if !form.is_object() {
            return;
        }
        let form: Element = form.unchecked_into();
        match self.default_button(&form) {
            Some(button) if self.natives().matches(&button, ":disabled") => {}
            Some(button) => self.natives().call(&button, "click"),
            None => self.natives().request_submit(&form),
        }
    }

    /// The first submit button of a form in tree order, also one outside it that names it.
    fn default_button(&self, form: &Element) -> Option<Element> {
        const SUBMITS: &str = "button:not([type=button i], [type=reset i]), input:is([type=submit i], [type=image i])";
        let buttons = self.natives().query_all(self.document(), SUBMITS);
        buttons.into_iter().find(|button| {
            let owner = Reflect::get(button, &JsValue::from_str("form")).unwrap_or_default();
            js_sys::Object::is(&owner, form)
        })
    }

    /// HTML, "close watcher": Escape asks the topmost modal dialog to close.
    fn cancel_dialog(&self, element: &Element) {
        let around = self.natives().closest(element, "dialog:modal");
        let open = || {
            self.natives()
                .query_all(self.document(), "dialog:modal")
                .pop()
        };
        if let Some(dialog) = around.or_else(open)
            && self.sender(&dialog).send(cancel())
        {
            self.natives().call(&dialog, "close");
        }
    }

    /// The next or the one before of what a person reaches by Tab; no tab index above 0 is asked.
    fn focus_next(&self, element: &Element, is_back: bool) {
        const REACHED: &str =
            "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]";
        let reached = self.natives().query_all(self.document(), REACHED);
        let is_reached = |element: &Element| {
            html(element).tab_index() >= 0
                && !self.natives().matches(element, ":disabled")
                && self.natives().is_shown(element)
        };
        let here = |other: &Element| js_sys::Object::is(other, element);
        let mut reached: Vec<Element> = reached
            .into_iter()
            .filter(|other| here(other) || is_reached(other))
            .collect();
        if is_back {
            reached.reverse();
        }
        let next = reached.iter().skip_while(|other| !here(other)).nth(1);
        if let Some(next) = next {
            self.focus(next);
        }
    }

    /// A number or range input is stepped by the arrows.
    fn step(&self, element: &Element, is_up: bool) {
        if self
            .natives()
            .matches(element, "input:is([type=number i], [type=range i])")
        {
            self.natives()
                .call(element, if is_up { "stepUp" } else { "stepDown" });
            let sender = self.sender(element);
            sender.input("input", "", None);
            sender.plain("change");
        }
    }
}

fn code(modifier: Modifier) -> u32 {
    match modifier {
        Modifier::Shift => 16,
        Modifier::Control => 17,
        Modifier::Alt => 18,
        Modifier::Meta => 91,
    }
}

fn cancel() -> Result<web_sys::Event, JsValue> {
    let init = web_sys::EventInit::new();
    init.set_cancelable(true);
    web_sys::Event::new_with_event_init_dict("cancel", &init)
}

fn html(element: &Element) -> &HtmlElement {
    element.unchecked_ref()
}
