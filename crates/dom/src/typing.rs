//! Text in a field or an editor: where the caret stands, and over everything.

use js_sys::{Function, Reflect};
use protocol::KeyPress;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DataTransfer, Element, Event, HtmlInputElement};

use crate::capture::LiveDocument;

impl LiveDocument {
    /// Whether it is edited in place (`contenteditable`), not as a form's field.
    pub(crate) fn is_editor(&self, element: &Element) -> bool {
        let tag = self.natives().local_name(element);
        !matches!(tag.as_str(), "input" | "textarea")
            && self.natives().matches(element, ":read-write")
    }

    /// Types text key by key where the caret stands; a line break is Enter.
    pub(crate) fn type_text(&self, element: &Element, text: &str) {
        for character in text.replace("\r\n", "\n").chars() {
            if character == '\n' {
                self.press_here(element, &KeyPress::enter());
            } else {
                self.press_here(element, &KeyPress::plain(character));
            }
        }
    }

    /// Puts text where the caret stands, in place of what is selected, with the events of typing it.
    pub(crate) fn insert(&self, element: &Element, text: &str) {
        let sender = self.sender(element);
        if self.is_editor(element) {
            self.edit("insertText", text);
            return;
        }
        let is_field = matches!(
            self.natives().local_name(element).as_str(),
            "input" | "textarea"
        );
        if !is_field || !sender.input("beforeinput", "insertText", Some(text)) {
            return;
        }
        let field: &HtmlInputElement = element.unchecked_ref();
        if !self.replace_selection(field, text) {
            // Numbers, dates and the like have no caret.
            field.set_value(&format!("{}{text}", value_of(element)));
        }
        sender.input("input", "insertText", Some(text));
    }

    fn replace_selection(&self, field: &HtmlInputElement, text: &str) -> bool {
        let (Ok(Some(start)), Ok(Some(end))) = (field.selection_start(), field.selection_end())
        else {
            return false;
        };
        let mode = web_sys::SelectionMode::End;
        field
            .set_range_text_with_start_and_end_and_selection_mode(text, start, end, mode)
            .is_ok()
    }

    pub(crate) fn delete_before_caret(&self, element: &Element) {
        let sender = self.sender(element);
        if self.is_editor(element) {
            self.edit("delete", "");
            return;
        }
        let is_field = matches!(
            self.natives().local_name(element).as_str(),
            "input" | "textarea"
        );
        if !is_field || !sender.input("beforeinput", "deleteContentBackward", None) {
            return;
        }
        let field: &HtmlInputElement = element.unchecked_ref();
        if let (Ok(Some(start)), Ok(Some(end))) = (field.selection_start(), field.selection_end()) {
            let start = if start == end {
                start.saturating_sub(1)
            } else {
                start
            };
            let mode = web_sys::SelectionMode::End;
            let _ =
                field.set_range_text_with_start_and_end_and_selection_mode("", start, end, mode);
        } else {
            field.set_value("");
        }
        sender.input("input", "deleteContentBackward", None);
    }

    /// Selects everything in a field or an editor.
    pub(crate) fn select_all(&self, element: &Element) {
        if self.is_editor(element) {
            if let Ok(Some(selection)) = self.window().get_selection() {
                // A node that left the page can't be selected; then nothing is.
                let _ = selection.select_all_children(element);
            }
        } else {
            self.natives().call(element, "select");
        }
    }

    /// A command to the browser's own editor, at the selection: the events it causes are trusted.
    pub(crate) fn edit(&self, command: &str, text: &str) -> bool {
        let Ok(execute) = Reflect::get(self.document(), &JsValue::from_str("execCommand")) else {
            return false;
        };
        let Ok(execute) = execute.dyn_into::<Function>() else {
            return false;
        };
        let done = execute.call3(
            self.document(),
            &JsValue::from_str(command),
            &JsValue::FALSE,
            &JsValue::from_str(text),
        );
        done.is_ok_and(|done| done.is_truthy())
    }

    /// Pastes text; whether the page took it itself.
    pub(crate) fn paste(&self, element: &Element, text: &str) -> bool {
        let Ok(data) = DataTransfer::new() else {
            return false;
        };
        if data.set_data("text/plain", text).is_err() {
            return false;
        }
        let init = web_sys::ClipboardEventInit::new();
        init.set_bubbles(true);
        init.set_cancelable(true);
        init.set_composed(true);
        init.set_clipboard_data(Some(&data));
        let event = web_sys::ClipboardEvent::new_with_event_init_dict("paste", &init);
        !self
            .sender(element)
            .send::<Event>(event.map(JsCast::unchecked_into))
    }
}

/// What a field holds; empty for what is no field.
pub(crate) fn value_of(field: &Element) -> String {
    text_of(field, "value").unwrap_or_default()
}

/// A text property of a page's element, which may be anything.
pub(crate) fn text_of(element: &Element, name: &str) -> Option<String> {
    Reflect::get(element, &JsValue::from_str(name))
        .ok()?
        .as_string()
}
