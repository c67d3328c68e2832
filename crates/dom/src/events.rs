//! The events a person's hand would cause, with the types and coordinates they have.

use protocol::Key;
use wasm_bindgen::JsValue;
use web_sys::{
    Element, Event, EventInit, FocusEvent, FocusEventInit, InputEvent, InputEventInit,
    KeyboardEvent, KeyboardEventInit, MouseEvent, MouseEventInit, PointerEvent, PointerEventInit,
    Window,
};

/// A point in CSS px of the viewport.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// Sends events to one element.
pub(crate) struct Sender<'a> {
    pub(crate) window: &'a Window,
    pub(crate) element: &'a Element,
}

/// Whether the page left the event's default to happen.
type Allowed = bool;

impl Sender<'_> {
    pub(crate) fn pointer(&self, kind: &str, at: Point, is_down: bool) -> Allowed {
        let init = PointerEventInit::new();
        init.set_pointer_id(1);
        init.set_pointer_type("mouse");
        init.set_is_primary(true);
        init.set_pressure(if is_down { 0.5 } else { 0.0 });
        init.set_width(1);
        init.set_height(1);
        fill_mouse(init.unchecked_ref_init(), self.window, kind, at, is_down);
        self.send(PointerEvent::new_with_event_init_dict(kind, &init))
    }

    pub(crate) fn mouse(&self, kind: &str, at: Point, is_down: bool) -> Allowed {
        let init = MouseEventInit::new();
        fill_mouse(&init, self.window, kind, at, is_down);
        self.send(MouseEvent::new_with_mouse_event_init_dict(kind, &init))
    }

    pub(crate) fn focus(&self, kind: &str, related: Option<&Element>, bubbles: bool) {
        let init = FocusEventInit::new();
        init.set_bubbles(bubbles);
        init.set_composed(true);
        init.set_view(Some(self.window));
        init.set_related_target(related.map(AsRef::as_ref));
        self.send(FocusEvent::new_with_focus_event_init_dict(kind, &init));
    }

    /// `input`, as after typing or pasting `text` over the whole field.
    pub(crate) fn input(&self, text: &str) {
        let init = InputEventInit::new();
        init.set_bubbles(true);
        init.set_composed(true);
        init.set_view(Some(self.window));
        init.set_input_type("insertText");
        init.set_data(Some(text));
        self.send(InputEvent::new_with_event_init_dict("input", &init));
    }

    /// An event without anything of its own, such as `change`.
    pub(crate) fn plain(&self, kind: &str) {
        let init = EventInit::new();
        init.set_bubbles(true);
        // Of the two that a list fires, only `input` leaves a shadow tree.
        init.set_composed(kind == "input");
        self.send(Event::new_with_event_init_dict(kind, &init));
    }

    pub(crate) fn key(&self, kind: &str, key: Key) -> Allowed {
        let (code, number) = match key {
            Key::Enter => ("Enter", 13),
        };
        let init = KeyboardEventInit::new();
        init.set_bubbles(true);
        init.set_cancelable(true);
        init.set_composed(true);
        init.set_view(Some(self.window));
        init.set_key(key.as_str());
        init.set_code(code);
        init.set_key_code(number);
        init.set_char_code(if kind == "keypress" { number } else { 0 });
        self.send(KeyboardEvent::new_with_keyboard_event_init_dict(
            kind, &init,
        ))
    }

    fn send<E: AsRef<Event>>(&self, event: Result<E, JsValue>) -> Allowed {
        event.is_ok_and(|event| self.element.dispatch_event(event.as_ref()).unwrap_or(false))
    }
}

fn fill_mouse(init: &MouseEventInit, window: &Window, kind: &str, at: Point, is_down: bool) {
    // enter and leave are the only ones that do not bubble.
    let travels = !kind.ends_with("enter") && !kind.ends_with("leave");
    init.set_bubbles(travels);
    init.set_cancelable(travels);
    init.set_composed(true);
    init.set_view(Some(window));
    init.set_detail(i32::from(matches!(kind, "mousedown" | "mouseup" | "click")));
    init.set_button(0);
    init.set_buttons(u16::from(is_down));
    #[allow(clippy::cast_possible_truncation)] // a viewport is far smaller than 2^31 px
    {
        init.set_client_x(at.x as i32);
        init.set_client_y(at.y as i32);
    }
}

/// A pointer event's settings seen as a mouse event's, which they extend.
trait AsMouseInit {
    fn unchecked_ref_init(&self) -> &MouseEventInit;
}

impl AsMouseInit for PointerEventInit {
    fn unchecked_ref_init(&self) -> &MouseEventInit {
        wasm_bindgen::JsCast::unchecked_ref(self.as_ref() as &JsValue)
    }
}
