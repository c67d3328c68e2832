//! When the document changed: a number that grows, and one who waits for it.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::WeakSet;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use web_sys::{MutationObserver, MutationObserverInit, Node};

/// Counts bursts of changes of the document and of the shadow trees found in it.
///
/// Mutation observers run also in hidden pages, whose timers do not: the panel waits by this and
/// by its own clock.
pub struct ChangeWatch {
    state: Rc<RefCell<State>>,
    observer: MutationObserver,
    observed: WeakSet,
    _on_change: Closure<dyn FnMut(JsValue)>,
}

#[derive(Default)]
struct State {
    changes: u32,
    waiting: Option<Waiting>,
}

/// Who waits for a change is told the number of changes, once.
type Waiting = Box<dyn FnOnce(u32)>;

impl ChangeWatch {
    /// Starts with nothing observed.
    ///
    /// # Errors
    /// When the browser has no `MutationObserver`.
    pub fn new() -> Result<Self, JsValue> {
        let state = Rc::new(RefCell::new(State::default()));
        let counted = state.clone();
        let on_change = Closure::new(move |_| count(&counted));
        let observer =
            MutationObserver::new(wasm_bindgen::JsCast::unchecked_ref(on_change.as_ref()))?;
        Ok(Self {
            state,
            observer,
            observed: WeakSet::new(),
            _on_change: on_change,
        })
    }

    /// Watches a document or shadow root, once.
    pub(crate) fn observe(&self, root: &Node) {
        if self.observed.has(root) {
            return;
        }
        let what = MutationObserverInit::new();
        what.set_subtree(true);
        what.set_child_list(true);
        what.set_attributes(true);
        what.set_character_data(true);
        if self.observer.observe_with_options(root, &what).is_ok() {
            self.observed.add(root);
        }
    }

    /// How many bursts there were so far.
    #[must_use]
    pub fn changes(&self) -> u32 {
        self.state.borrow().changes
    }

    /// Tells `waiting` as soon as there were more changes than `since`; at once, if there were.
    /// Who waited before is forgotten.
    pub fn after(&self, since: u32, waiting: impl FnOnce(u32) + 'static) {
        let changes = self.changes();
        if changes > since {
            waiting(changes);
        } else {
            self.state.borrow_mut().waiting = Some(Box::new(waiting));
        }
    }
}

impl std::fmt::Debug for ChangeWatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChangeWatch")
            .field("changes", &self.changes())
            .finish_non_exhaustive()
    }
}

impl Drop for ChangeWatch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

fn count(state: &RefCell<State>) {
    let (changes, waiting) = {
        let mut state = state.borrow_mut();
        state.changes = state.changes.wrapping_add(1);
        (state.changes, state.waiting.take())
    };
    if let Some(waiting) = waiting {
        waiting(changes);
    }
}
