//! What a run needs of the world, each a trait with a browser half and a test half.

#![allow(
    async_fn_in_trait,
    reason = "used as generics on one thread; no future is sent"
)]

use guardrails::Approved;
use protocol::{
    BrowserFacts, CommandId, Extracted, Fault, GroundedAction, Judged, LookFor, Looked, NetworkFact,
};
use thiserror::Error;

use crate::end::Commit;
use crate::shot::{NoPicture, Shot};

/// The page a run works on: whatever document its tab shows.
pub trait PagePort {
    /// Looks at the page as it is now: judges conditions, finds an element and takes baselines on one
    /// capture.
    async fn look(&self, asked: &LookFor) -> Result<Looked, Fault>;

    /// Which documents the last look saw: another set of them has another number.
    fn document(&self) -> u32;

    /// Whether there are frames on the page that are still to be entered: it is not at rest then.
    fn is_entering(&self) -> bool {
        false
    }

    /// Does it, once per id, within so many ms; gives what was read, where the action reads something.
    /// A fault that is not certain leaves open whether it happened.
    async fn act(
        &self,
        id: &CommandId,
        action: Approved<GroundedAction>,
        limit_ms: u32,
    ) -> Result<Option<Extracted>, Fault>;

    /// Does it, and looks at once where that look is sure to see the page after it. A port that can't be
    /// sure gives no look.
    async fn act_and_look(
        &self,
        id: &CommandId,
        action: Approved<GroundedAction>,
        limit_ms: u32,
        _asked: &LookFor,
    ) -> (Result<Option<Extracted>, Fault>, Option<Looked>) {
        (self.act(id, action, limit_ms).await, None)
    }

    /// Whether actions can be done by the browser's own input.
    fn has_trusted_input(&self) -> bool {
        false
    }

    /// Which tabs the page opened and which files the browser saved, as far as that can be seen.
    fn browser(&self) -> BrowserFacts {
        BrowserFacts::default()
    }

    /// Takes the tab that this condition found opened for one of the run's: it is closed when the next
    /// address is loaded, which is done in the tab of before. If the run goes on in it, it is the page
    /// until then.
    async fn follow(&self, _opened: &Judged, _goes_on: bool) -> Result<(), Fault> {
        Err(Fault::ChannelLost)
    }

    /// Answers when the document has changed after change number `since`, or was replaced.
    async fn changed(&self, since: u32);

    /// A picture of what the page shows now. Best effort: it must neither take long nor change anything.
    async fn picture(&self) -> Result<Shot, NoPicture> {
        Err(NoPicture::Off)
    }

    /// Whether an earlier action was done, if the current document's engine knows.
    async fn recall(&self, id: &CommandId) -> Result<Option<bool>, Fault>;
}

/// The requests of the work tab.
pub trait NetworkPort {
    /// All since the run began, in the order they began.
    fn facts(&self) -> Vec<NetworkFact>;

    /// Sequence number of the last that began; 0 if none has.
    fn last(&self) -> u32;

    /// How many are open that a page may still be waiting for; one that never ends (a stream)
    /// counts only for its first seconds.
    fn open_requests(&self) -> usize;

    /// Answers when a request begins or ends.
    async fn changed(&self);
}

/// Time.
pub trait Clock {
    /// Milliseconds since the epoch.
    fn now(&self) -> f64;

    /// Waits so many milliseconds.
    async fn sleep(&self, ms: u32);
}

/// The durable record of a row, as far as a run writes it.
pub trait Journal {
    /// Writes down that a commit begins. The commit must not begin before this is on disk.
    async fn committing(&self, commit: &Commit) -> Result<(), JournalFault>;
}

/// The record could not be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the record could not be written: {0}")]
pub struct JournalFault(pub String);

/// Everything a run needs of the world.
pub struct Ports<'a, P, N, C, J> {
    /// The page.
    pub page: &'a P,
    /// Its requests.
    pub network: &'a N,
    /// Time.
    pub clock: &'a C,
    /// The row's record.
    pub journal: &'a J,
    /// Whether the person wants it to stop.
    pub is_stopped: &'a dyn Fn() -> bool,
}
