//! The events a person's hand would cause, with the types and coordinates they have.

use protocol::{Button, KeyPress, Modifier};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    DataTransfer, DragEvent, DragEventInit, Element, Event, EventInit, EventModifierInit,
    FocusEvent, FocusEventInit, InputEvent, InputEventInit, KeyboardEvent, KeyboardEventInit,
    MouseEvent, MouseEventInit, PointerEvent, PointerEventInit, Window,
};

/// A point in CSS px of the viewport.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// What a mouse event tells beside its kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mouse<'a> {
    pub(crate) at: Point,
    pub(crate) button: Button,
    pub(crate) is_down: bool,
    /// Which click in a row, from 1; 0 where nothing is pressed.
    pub(crate) count: i32,
    pub(crate) modifiers: &'a [Modifier],
}

impl Mouse<'_> {
    pub(crate) fn over(at: Point) -> Self {
        Self {
            at,
            button: Button::Primary,
            is_down: false,
            count: 0,
            modifiers: &[],
        }
    }
}

/// Sends events to one element.
pub(crate) struct Sender<'a> {
    pub(crate) window: &'a Window,
    pub(crate) element: &'a Element,
}

/// Whether the page left the event's default to happen.
type Allowed = bool;

impl Sender<'_> {
    pub(crate) fn pointer(&self, kind: &str, mouse: &Mouse<'_>) -> Allowed {
        let init = PointerEventInit::new();
        init.set_pointer_id(1);
        init.set_pointer_type("mouse");
        init.set_is_primary(true);
        init.set_pressure(if mouse.is_down { 0.5 } else { 0.0 });
        init.set_width(1);
        init.set_height(1);
        self.fill_mouse(init.unchecked_ref(), kind, mouse);
        self.send(PointerEvent::new_with_event_init_dict(kind, &init))
    }

    pub(crate) fn mouse(&self, kind: &str, mouse: &Mouse<'_>) -> Allowed {
        let init = MouseEventInit::new();
        self.fill_mouse(&init, kind, mouse);
        self.send(MouseEvent::new_with_mouse_event_init_dict(kind, &init))
    }

    pub(crate) fn drag(&self, kind: &str, at: Point, data: &DataTransfer) -> Allowed {
        let init = DragEventInit::new();
        let mouse = Mouse {
            is_down: true,
            ..Mouse::over(at)
        };
        self.fill_mouse(init.unchecked_ref(), kind, &mouse);
        init.set_data_transfer(Some(data));
        self.send(DragEvent::new_with_event_init_dict(kind, &init))
    }

    pub(crate) fn focus(&self, kind: &str, related: Option<&Element>, bubbles: bool) {
        let init = FocusEventInit::new();
        init.set_bubbles(bubbles);
        init.set_composed(true);
        init.set_view(Some(self.window));
        init.set_related_target(related.map(AsRef::as_ref));
        self.send(FocusEvent::new_with_focus_event_init_dict(kind, &init));
    }

    /// `beforeinput`, which may be prevented, or `input`: of text typed or pasted (`insertText`), or
    /// of something deleted.
    pub(crate) fn input(&self, kind: &str, input_type: &str, text: Option<&str>) -> Allowed {
        let init = InputEventInit::new();
        init.set_bubbles(true);
        init.set_composed(true);
        init.set_cancelable(kind == "beforeinput");
        init.set_view(Some(self.window));
        init.set_input_type(input_type);
        init.set_data(text);
        self.send(InputEvent::new_with_event_init_dict(kind, &init))
    }

    /// An event without anything of its own, such as `change`.
    pub(crate) fn plain(&self, kind: &str) -> Allowed {
        let init = EventInit::new();
        init.set_bubbles(kind != "scroll");
        // Of the two that a list fires, only `input` leaves a shadow tree.
        init.set_composed(kind == "input");
        self.send(Event::new_with_event_init_dict(kind, &init))
    }

    pub(crate) fn key(&self, kind: &str, press: &KeyPress) -> Allowed {
        self.key_named(
            kind,
            press.key(),
            &press.code(),
            press.key_code(),
            &press.modifiers,
        )
    }

    pub(crate) fn key_named(
        &self,
        kind: &str,
        key: &str,
        code: &str,
        number: u32,
        held: &[Modifier],
    ) -> Allowed {
        let init = KeyboardEventInit::new();
        init.set_bubbles(true);
        init.set_cancelable(true);
        init.set_composed(true);
        init.set_view(Some(self.window));
        init.set_key(key);
        init.set_code(code);
        let typed = key.chars().next().filter(|_| key.chars().count() == 1);
        let char_code = typed.map_or(number, u32::from);
        let is_keypress = kind == "keypress";
        init.set_key_code(if is_keypress { char_code } else { number });
        init.set_char_code(if is_keypress { char_code } else { 0 });
        hold(init.unchecked_ref(), held);
        self.send(KeyboardEvent::new_with_keyboard_event_init_dict(
            kind, &init,
        ))
    }

    pub(crate) fn send<E: AsRef<Event>>(&self, event: Result<E, JsValue>) -> Allowed {
        event.is_ok_and(|event| self.element.dispatch_event(event.as_ref()).unwrap_or(false))
    }

    fn fill_mouse(&self, init: &MouseEventInit, kind: &str, mouse: &Mouse<'_>) {
        // enter and leave are the only ones that do not bubble.
        let travels = !kind.ends_with("enter") && !kind.ends_with("leave");
        let is_secondary = mouse.button == Button::Secondary;
        init.set_bubbles(travels);
        init.set_cancelable(travels);
        init.set_composed(true);
        init.set_view(Some(self.window));
        init.set_detail(mouse.count);
        init.set_button(if is_secondary { 2 } else { 0 });
        init.set_buttons(match (mouse.is_down, is_secondary) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        });
        #[allow(clippy::cast_possible_truncation)] // a viewport is far smaller than 2^31 px
        {
            init.set_client_x(mouse.at.x as i32);
            init.set_client_y(mouse.at.y as i32);
        }
        hold(init.unchecked_ref(), mouse.modifiers);
    }
}

fn hold(init: &EventModifierInit, held: &[Modifier]) {
    init.set_alt_key(held.contains(&Modifier::Alt));
    init.set_ctrl_key(held.contains(&Modifier::Control));
    init.set_meta_key(held.contains(&Modifier::Meta));
    init.set_shift_key(held.contains(&Modifier::Shift));
}
