//! What an action needs of its surroundings: the page, who sees it, and a clock.

use std::cell::Cell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use page_model::NodeId;
use protocol::{ControlKind, Diagnosis, Extracted, Fingerprint, Reading};
use web_sys::Element;

use crate::capture::{Capture, LiveDocument};
use crate::gestures::Gestures;

/// Who sees the page for an action: finds its elements, and judges what they hold.
pub trait Eyes {
    /// The action's element of this index, on a capture made in this turn, if it is still the one
    /// that was approved.
    ///
    /// # Errors
    /// When it is not.
    fn element(&self, at: usize) -> Result<Approved, Diagnosis>;

    /// Whether the page now shows what the action claims of the element of this index.
    fn holds(&self, at: usize) -> bool;

    /// What the control of this index holds: the chosen options, the levels of a path, or the one
    /// text.
    fn held(&self, at: usize) -> Vec<String>;

    /// Whether the page now shows the one element a fingerprint means.
    fn finds(&self, target: &Fingerprint) -> bool;

    /// How often the document has changed so far.
    fn changes(&self) -> u32;

    /// The items that the list of this index shows, each as its text.
    ///
    /// # Errors
    /// When it is not there any more.
    fn items(&self, at: usize) -> Result<Vec<String>, Diagnosis>;

    /// Reads something of the element of this index.
    ///
    /// # Errors
    /// When it is not there, or has nothing of the kind.
    fn read(&self, at: usize, what: &Reading) -> Result<Extracted, Diagnosis>;
}

/// An element that may be acted on, as it is in this turn.
#[derive(Debug)]
pub struct Approved {
    /// The capture it was found in.
    pub capture: Capture,
    /// It.
    pub node: NodeId,
    /// What kind of control it is.
    pub kind: Option<ControlKind>,
    /// The hidden file input behind it.
    pub upload: Option<NodeId>,
    /// It, in words.
    pub label: String,
}

/// The time since an action was asked for, ms, as far as the panel has told. Pages have no clock
/// that goes on when they are hidden.
#[derive(Clone, Debug, Default)]
pub struct Elapsed(Rc<Cell<u32>>);

impl Elapsed {
    /// Moves it on; never back.
    pub fn tell(&self, elapsed_ms: u32) {
        self.0.set(self.0.get().max(elapsed_ms));
    }

    fn ms(&self) -> u32 {
        self.0.get()
    }
}

/// One action's access to the page.
///
/// Its futures are polled whenever the document has changed and whenever the panel tells the time;
/// between two polls the page is the page's own.
pub struct Hand<'a> {
    /// The document.
    pub live: &'a LiveDocument,
    /// Who sees it.
    pub eyes: &'a dyn Eyes,
    /// Time.
    pub elapsed: Elapsed,
    /// How long the action may take, ms.
    pub limit_ms: u32,
    /// Where its gestures are asked for, if they are to be the browser's own.
    pub gestures: Option<Gestures>,
}

impl std::fmt::Debug for Hand<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hand")
            .field("elapsed", &self.elapsed)
            .finish_non_exhaustive()
    }
}

impl Hand<'_> {
    /// Looks again at each change and tick, until something is found; `None` when so many ms are
    /// over, or the action's own time is.
    pub(crate) async fn until<T>(
        &self,
        patience_ms: u32,
        mut look: impl FnMut() -> Option<T>,
    ) -> Option<T> {
        let end = (self.elapsed.ms() + patience_ms).min(self.limit_ms);
        poll_fn(|_| {
            // The page may have moved the focus by itself.
            self.live.tell_focus();
            match look() {
                Some(found) => Poll::Ready(Some(found)),
                None if self.elapsed.ms() >= end => Poll::Ready(None),
                None => Poll::Pending,
            }
        })
        .await
    }

    /// Whether the page comes to show what the action claims, within so many ms.
    pub(crate) async fn comes_to_hold(&self, at: usize, patience_ms: u32) -> bool {
        let held = self.until(patience_ms, || self.eyes.holds(at).then_some(()));
        held.await.is_some()
    }

    /// Lets the page do its own work until so many ms are over: for what has no sign to wait for.
    pub(crate) async fn let_page_work(&self, ms: u32) {
        self.until(ms, || None::<()>).await;
    }

    /// Whether the action's time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.elapsed.ms() >= self.limit_ms
    }

    pub(crate) fn is_shown(&self, element: &Element) -> bool {
        self.live.natives().is_shown(element)
    }
}
