//! What a hand on the mouse does: click, hover, drag.

use protocol::{Button, Modifier};
use web_sys::{DataTransfer, Element};

use crate::capture::LiveDocument;
use crate::events::{Mouse, Point, Sender};

/// How a click is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clicking<'a> {
    pub(crate) at: Point,
    pub(crate) button: Button,
    pub(crate) is_double: bool,
    pub(crate) modifiers: &'a [Modifier],
}

impl Clicking<'_> {
    pub(crate) fn plainly(at: Point) -> Self {
        Self {
            at,
            button: Button::Primary,
            is_double: false,
            modifiers: &[],
        }
    }
}

impl LiveDocument {
    /// The whole sequence of a click, or of two.
    pub(crate) fn click(&self, element: &Element, clicking: Clicking<'_>) {
        let mut mouse = Mouse {
            at: clicking.at,
            button: clicking.button,
            is_down: false,
            count: 0,
            modifiers: clicking.modifiers,
        };
        self.move_over(element, &mouse);
        let clicks = if clicking.is_double { 2 } else { 1 };
        for count in 1..=clicks {
            mouse.count = count;
            self.click_once(element, &mouse);
        }
        if clicking.is_double && element.is_connected() {
            self.sender(element).mouse("dblclick", &mouse);
        }
        // What the page did with the focus meanwhile.
        self.tell_focus();
    }

    fn click_once(&self, element: &Element, up: &Mouse<'_>) {
        let sender = self.sender(element);
        let down = Mouse {
            is_down: true,
            ..*up
        };
        let sends_mouse = sender.pointer("pointerdown", &Mouse { count: 0, ..down });
        // A cancelled pointerdown takes the mouse events with it, a cancelled mousedown the focus.
        if sends_mouse && sender.mouse("mousedown", &down) {
            self.focus(element);
        }
        sender.pointer("pointerup", &Mouse { count: 0, ..*up });
        if sends_mouse {
            sender.mouse("mouseup", up);
        }
        // A page that takes the element away on mousedown gets no click, as with a hand.
        if !element.is_connected() {
            return;
        }
        match up.button {
            Button::Primary => sender.pointer("click", up),
            Button::Secondary => sender.pointer("contextmenu", up) & sender.pointer("auxclick", up),
        };
    }

    /// Moves the pointer over an element and all that is around it.
    pub(crate) fn hover(&self, element: &Element, at: Point) {
        let mouse = Mouse::over(at);
        let up = |at: &Element| self.natives().composed_parent(at);
        let mut around: Vec<Element> = std::iter::successors(up(element), up).collect();
        // What lies around is entered first.
        around.reverse();
        for outer in &around {
            self.sender(outer).pointer("pointerenter", &mouse);
            self.sender(outer).mouse("mouseenter", &mouse);
        }
        self.move_over(element, &mouse);
    }

    fn move_over(&self, element: &Element, mouse: &Mouse<'_>) {
        let sender = self.sender(element);
        for kind in ["pointerover", "pointerenter", "pointermove"] {
            sender.pointer(kind, mouse);
        }
        for kind in ["mouseover", "mouseenter", "mousemove"] {
            sender.mouse(kind, mouse);
        }
    }

    /// Drags one element onto another: with the events of HTML drag and drop where it is
    /// `draggable`, and those of a pressed pointer that moves.
    pub(crate) fn drag(&self, element: &Element, from: Point, onto: &Element, to: Point) {
        let is_draggable = self
            .natives()
            .closest(element, "[draggable=true]")
            .is_some();
        let down = |at: Point| Mouse {
            is_down: true,
            ..Mouse::over(at)
        };
        self.hover(element, from);
        let sender = self.sender(element);
        if sender.pointer("pointerdown", &down(from)) {
            sender.mouse("mousedown", &down(from));
        }
        if is_draggable {
            self.drag_and_drop(element, from, onto, to);
            sender.pointer("pointercancel", &Mouse::over(to));
            return;
        }
        // Libraries start a drag only after some way, and follow the pointer on the document.
        for part in [0.1, 0.3, 0.6, 0.9, 1.0] {
            let at = Point {
                x: from.x + (to.x - from.x) * part,
                y: from.y + (to.y - from.y) * part,
            };
            let under = self.natives().deepest_at(self.document(), at.x, at.y);
            let under = under.unwrap_or_else(|| onto.clone());
            self.sender(&under).pointer("pointermove", &down(at));
            self.sender(&under).mouse("mousemove", &down(at));
        }
        let onto = self.sender(onto);
        onto.pointer("pointerup", &Mouse::over(to));
        onto.mouse("mouseup", &Mouse::over(to));
    }

    fn drag_and_drop(&self, element: &Element, from: Point, onto: &Element, to: Point) {
        let Ok(data) = DataTransfer::new() else {
            return;
        };
        let (source, target) = (self.sender(element), self.sender(onto));
        source.drag("dragstart", from, &data);
        target.drag("dragenter", to, &data);
        target.drag("dragover", to, &data);
        target.drag("drop", to, &data);
        source.drag("dragend", to, &data);
    }

    pub(crate) fn sender<'a>(&'a self, element: &'a Element) -> Sender<'a> {
        Sender {
            window: self.window(),
            element,
        }
    }
}
