//! What one row leaves to the next.

use crate::pace::{Moment, Pace};
use crate::ports::NetworkPort;
use crate::settle::Seen;

/// What one row leaves to the next of the same batch. A batch that is begun or gone on with has none.
#[derive(Debug, Default)]
pub struct Handover {
    /// How late the site changes by itself.
    pub(crate) pace: Pace,
    /// The page that proved the row before, if it is at rest.
    pub(crate) rest: Option<RestingPage>,
}

/// A page that was loaded afresh and came to rest, and on which nothing was done.
#[derive(Debug)]
pub(crate) struct RestingPage {
    /// The address that was loaded.
    pub(crate) address: String,
    /// What it was like.
    pub(crate) moment: Moment,
}

impl RestingPage {
    /// Whether a look still sees the very page: the same documents, no change in them, no request since.
    pub(crate) fn is_in(&self, seen: &Seen, network: &impl NetworkPort) -> bool {
        self.moment == seen.moment && network.open_requests() == 0
    }
}
