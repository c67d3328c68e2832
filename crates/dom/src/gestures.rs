//! Clicking, pressing and typing for an action: by our own events, or where the action is to be trusted by
//! asking the browser for each gesture and waiting until it was made.

use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use protocol::{Gesture, KeyPress};
use web_sys::Element;

use crate::events::Point;
use crate::hand::Hand;
use crate::mouse::Clicking;

/// The gestures of one trusted action: one is asked for at a time.
#[derive(Clone, Debug, Default)]
pub struct Gestures(Rc<RefCell<Asked>>);

#[derive(Debug, Default)]
struct Asked {
    /// The one nobody was told of yet.
    next: Option<Gesture>,
    is_open: bool,
}

impl Gestures {
    /// The gesture that is to be made now; told once.
    #[must_use]
    pub fn take(&self) -> Option<Gesture> {
        self.0.borrow_mut().next.take()
    }

    /// It was made.
    pub fn made(&self) {
        self.0.borrow_mut().is_open = false;
    }

    fn ask(&self, gesture: Gesture) {
        *self.0.borrow_mut() = Asked {
            next: Some(gesture),
            is_open: true,
        };
    }

    fn is_open(&self) -> bool {
        self.0.borrow().is_open
    }
}

impl Hand<'_> {
    /// Whether gestures are the browser's own.
    pub(crate) fn is_trusted(&self) -> bool {
        self.gestures.is_some()
    }

    /// Asks for a gesture and waits until it was made; `false` where this action's are not the browser's.
    async fn ask(&self, gesture: Gesture) -> bool {
        let Some(gestures) = &self.gestures else {
            return false;
        };
        gestures.ask(gesture);
        poll_fn(|_| {
            if gestures.is_open() && !self.is_over() {
                Poll::Pending
            } else {
                Poll::Ready(())
            }
        })
        .await;
        true
    }

    /// The whole sequence of a click.
    pub(crate) async fn click(&self, element: &Element, clicking: Clicking<'_>) {
        let gesture = Gesture::Click {
            at: place(clicking.at),
            button: clicking.button,
            count: if clicking.is_double { 2 } else { 1 },
            modifiers: clicking.modifiers.to_vec(),
        };
        if !self.ask(gesture).await {
            self.live.click(element, clicking);
        }
    }

    /// Clicks where the element is, plainly; scrolls it into view before.
    pub(crate) async fn click_in_view(&self, element: &Element) {
        self.live.scroll_into_view(element);
        let at = self.live.middle(element);
        let at = at.unwrap_or(Point { x: 0.0, y: 0.0 });
        self.click(element, Clicking::plainly(at)).await;
    }

    pub(crate) async fn hover(&self, element: &Element, at: Point) {
        if !self.ask(Gesture::Move { to: place(at) }).await {
            self.live.hover(element, at);
        }
    }

    pub(crate) async fn drag_onto(
        &self,
        element: &Element,
        from: Point,
        onto: &Element,
        to: Point,
    ) {
        let (start, end) = (place(from), place(to));
        let gesture = Gesture::Drag {
            from: start,
            to: end,
        };
        if !self.ask(gesture).await {
            self.live.drag(element, from, onto, to);
        }
    }

    /// Presses a key on an element that gets the focus first.
    pub(crate) async fn press(&self, element: &Element, key: &KeyPress) {
        self.live.focus(element);
        self.press_here(element, key).await;
    }

    /// Presses a key: on this element, or where a trusted action's focus is.
    pub(crate) async fn press_here(&self, element: &Element, key: &KeyPress) {
        if !self.ask(Gesture::Press { key: key.clone() }).await {
            self.live.press_here(element, key);
        }
    }

    /// Types text key by key where the caret stands.
    pub(crate) async fn type_text(&self, element: &Element, text: &str) {
        let gesture = Gesture::Type {
            text: text.to_owned(),
        };
        if !self.ask(gesture).await {
            self.live.type_text(element, text);
        }
    }
}

fn place(at: Point) -> [f64; 2] {
    [at.x, at.y]
}
