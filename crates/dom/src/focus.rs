//! Moving the focus in a page that may not have the person's.
//!
//! While the person's focus is in the panel, `element.focus()` makes the element active but fires
//! no focus or blur event (measured on Chromium 156). Pages validate and commit on those events,
//! so they are sent here, in the browser's order, whenever the document has no focus.

use web_sys::{Element, HtmlElement};

use crate::capture::LiveDocument;
use crate::events::Sender;

impl LiveDocument {
    /// Gives an element the focus, or the nearest element around it that can take it.
    pub(crate) fn focus(&self, element: &Element) {
        self.tell_focus();
        match self.focusable_around(element) {
            // A click beside everything focusable takes the focus from where it was.
            None => self.blur_active(),
            // Scrolling happened before, where it was needed.
            Some(takes) => drop(html(&takes).focus()),
        }
        self.tell_focus();
    }

    /// Takes the focus away from whatever has it.
    pub(crate) fn unfocus(&self) {
        self.tell_focus();
        self.blur_active();
        self.tell_focus();
    }

    fn blur_active(&self) {
        let active = self.natives().active_element(self.document());
        if let Some(active) = active.filter(|element| self.is_not_root(element)) {
            drop(html(&active).blur());
        }
    }

    /// Sends the events of the focus having moved since they were sent last, by us or by the page
    /// itself: its own `element.focus()` fires none either.
    pub(crate) fn tell_focus(&self) {
        let active = self.natives().active_element(self.document());
        let active = active.filter(|element| self.is_not_root(element));
        let told = self.told_focus().replace(active.clone());
        // With the person's focus in the page the browser has sent them.
        if self.natives().has_focus(self.document()) || is_same(told.as_ref(), active.as_ref()) {
            return;
        }
        self.send_moved(told.filter(|element| element.is_connected()), active);
    }

    fn send_moved(&self, left: Option<Element>, entered: Option<Element>) {
        if let Some(left) = &left {
            let sender = Sender {
                window: self.window(),
                element: left,
            };
            sender.focus("blur", entered.as_ref(), false);
            sender.focus("focusout", entered.as_ref(), true);
        }
        if let Some(entered) = &entered {
            let sender = Sender {
                window: self.window(),
                element: entered,
            };
            sender.focus("focus", left.as_ref(), false);
            sender.focus("focusin", left.as_ref(), true);
        }
    }

    fn focusable_around(&self, element: &Element) -> Option<Element> {
        let mut current = Some(element.clone());
        while let Some(candidate) = current {
            // Only what can be focused by a click has a tab index of its own or by its kind.
            let is_focusable = self.natives().attribute(&candidate, "tabindex").is_some()
                || html(&candidate).tab_index() >= 0;
            if is_focusable && !self.natives().matches(&candidate, ":disabled") {
                return Some(candidate);
            }
            current = self.natives().composed_parent(&candidate);
        }
        None
    }

    /// The body is active when nothing is: it gets no focus events.
    fn is_not_root(&self, element: &Element) -> bool {
        !matches!(self.natives().local_name(element).as_str(), "body" | "html")
    }
}

/// Typed for its focus methods only.
fn html(element: &Element) -> &HtmlElement {
    wasm_bindgen::JsCast::unchecked_ref(element)
}

fn is_same(one: Option<&Element>, other: Option<&Element>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => js_sys::Object::is(one, other),
        (None, None) => true,
        _ => false,
    }
}
