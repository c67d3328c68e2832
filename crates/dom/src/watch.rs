//! When the document changed: a number that grows, and one who waits for it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use js_sys::WeakSet;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use web_sys::{Document, MutationObserver, MutationObserverInit, Node};

use crate::capture::LiveDocument;
use crate::natives::Natives;

/// What speaks to a person by itself.
const LIVE_REGIONS: &str =
    "[role=alert], [role=status], [role=log], [aria-live=polite], [aria-live=assertive]";

/// How many messages are kept, and how long each may be, Unicode scalar values.
const HEARD: usize = 16;
const HEARD_LENGTH: usize = 300;

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
    /// What live regions said since it was asked last, oldest first.
    heard: Vec<String>,
    /// What they said at the last look: only what is new is heard.
    said: BTreeSet<String>,
    waiting: Option<Waiting>,
    /// Who is told of each burst.
    listener: Option<Rc<dyn Fn()>>,
}

/// Who waits for a change is told the number of changes, once.
type Waiting = Box<dyn FnOnce(u32)>;

impl ChangeWatch {
    /// Starts with nothing observed.
    ///
    /// # Errors
    /// When the browser has no `MutationObserver`.
    pub fn new(live: &LiveDocument) -> Result<Self, JsValue> {
        let state = Rc::new(RefCell::new(State::default()));
        let counted = state.clone();
        let (document, natives) = (live.document().clone(), live.natives().clone());
        let on_change = Closure::new(move |_| {
            listen(&counted, &document, &natives);
            count(&counted);
        });
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

    /// Lets something of ours change the document without anybody being told.
    pub(crate) fn unseen<T>(&self, change: impl FnOnce() -> T) -> T {
        if self.observer.take_records().length() > 0 {
            count(&self.state);
        }
        let changed = change();
        drop(self.observer.take_records());
        changed
    }

    /// How many bursts there were so far.
    #[must_use]
    pub fn changes(&self) -> u32 {
        self.state.borrow().changes
    }

    /// Tells `listener` of each burst from now on.
    pub fn on_change(&self, listener: impl Fn() + 'static) {
        self.state.borrow_mut().listener = Some(Rc::new(listener));
    }

    /// What live regions said since this was asked last, also those that are gone again.
    #[must_use]
    pub fn heard(&self) -> Vec<String> {
        std::mem::take(&mut self.state.borrow_mut().heard)
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

/// Notes what live regions say now and did not say before: a message may be gone by the next look.
fn listen(state: &RefCell<State>, document: &Document, natives: &Natives) {
    let regions = natives.query_all(document, LIVE_REGIONS);
    let texts = regions.iter().take(HEARD).map(|region| {
        let text = natives.text_content(region);
        let words: Vec<&str> = text.split_whitespace().take(HEARD_LENGTH).collect();
        words.join(" ").chars().take(HEARD_LENGTH).collect()
    });
    let said: BTreeSet<String> = texts.filter(|text: &String| !text.is_empty()).collect();
    let mut state = state.borrow_mut();
    let new: Vec<String> = said.difference(&state.said).cloned().collect();
    state.heard.extend(new);
    let surplus = state.heard.len().saturating_sub(HEARD);
    state.heard.drain(..surplus);
    state.said = said;
}

fn count(state: &RefCell<State>) {
    let (changes, waiting, listener) = {
        let mut state = state.borrow_mut();
        state.changes = state.changes.wrapping_add(1);
        (state.changes, state.waiting.take(), state.listener.clone())
    };
    if let Some(waiting) = waiting {
        waiting(changes);
    }
    if let Some(listener) = listener {
        listener();
    }
}
