//! When a page is at rest, and how long it must be still to be called so.
//!
//! A page is still while nothing changes and no request is open. What may come yet without either is
//! what its scripts do by timers after something was done to it or answered to it. How late they do
//! that is learned: from a row whose every rest lasted the full time and that came to its proof.
//! **Invariant:** until a row was learned from, and after one that did not end as it should, a rest
//! lasts the full time; on a document that is still loading always.

/// A page nothing is known of is at rest when it was still for so long, ms.
const FULL_MS: f64 = 300.0;

/// One that never changed by itself after more than half as long, is after this, ms. Every change that
/// was due is seen within it: the engine counts them in the task that looks.
const LEAST_MS: f64 = 40.0;

/// A change by itself may come this much later than the latest that was seen.
const MARGIN: f64 = 2.0;

/// What is left of the latest change after a row without one as late: a machine that was busy once
/// slows no whole batch.
const FADING: f64 = 0.8;

/// How late a site changes by itself. Kept over the rows of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pace {
    /// The latest change without an open request, ms after what was done or answered before it.
    latest_ms: f64,
    is_known: bool,
}

impl Pace {
    /// How long the page must be still, ms.
    fn window(&self) -> f64 {
        if self.is_known {
            (self.latest_ms * MARGIN).clamp(LEAST_MS, FULL_MS)
        } else {
            FULL_MS
        }
    }

    /// A row came to its end: as it should, or otherwise.
    pub(crate) fn row_ended(&mut self, is_proved: bool) {
        self.is_known = is_proved;
        self.latest_ms *= FADING;
    }

    fn changed_after(&mut self, ms: f64) {
        self.latest_ms = self.latest_ms.max(ms);
    }
}

/// What a look saw that tells whether anything happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Which documents there are.
    pub(crate) document: u32,
    /// How often they changed.
    pub(crate) changes: u32,
    /// The last request that began.
    pub(crate) last_request: u32,
    /// The address.
    pub(crate) url: String,
}

/// What a look tells of the page's rest.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    pub(crate) moment: Moment,
    /// When the look began, which is when a change that is seen had woken the run.
    pub(crate) began: f64,
    /// Whether a request is open.
    pub(crate) is_open: bool,
    pub(crate) is_loaded: bool,
    /// Whether a condition is judged otherwise than at the look before.
    pub(crate) turned: bool,
}

/// Since when nothing has happened to the page of a run. Kept from one wait to the next.
#[derive(Debug)]
pub(crate) struct Stillness {
    /// The last look that saw the page.
    seen: Option<Moment>,
    /// Since when nothing changed and nothing was open.
    since: f64,
    /// When something was last done to the page or answered to it.
    moved_at: f64,
    was_open: bool,
    is_loaded: bool,
}

impl Stillness {
    pub(crate) fn new(now: f64) -> Self {
        Self {
            seen: None,
            since: now,
            moved_at: now,
            was_open: false,
            is_loaded: false,
        }
    }

    /// The page is the one that was seen at rest before, as far as is known.
    pub(crate) fn resume(&mut self, moment: Moment) {
        self.seen = Some(moment);
        self.is_loaded = true;
    }

    /// Something was done to the page.
    pub(crate) fn acted(&mut self, now: f64) {
        self.since = now;
        self.moved_at = now;
    }

    /// Notes a look that was answered at `now`.
    pub(crate) fn look(&mut self, now: f64, sight: Sight, pace: &mut Pace) {
        let Sight {
            moment,
            began,
            is_open,
            is_loaded,
            turned,
        } = sight;
        let before = self.seen.replace(moment);
        let (seen, before) = (self.seen.as_ref(), before.as_ref());
        let asked = |moment: Option<&Moment>| moment.map(|m| (m.document, m.last_request));
        let was_answered = is_open || self.was_open || asked(seen) != asked(before);
        let has_changed = turned || seen != before;
        if has_changed && !was_answered {
            pace.changed_after(began - self.moved_at);
        }
        if was_answered {
            self.moved_at = now;
        }
        if was_answered || has_changed || is_loaded != self.is_loaded {
            self.since = now;
        }
        self.was_open = is_open;
        self.is_loaded = is_loaded;
    }

    /// Whether no look has seen the page yet.
    pub(crate) fn is_new(&self) -> bool {
        self.seen.is_none()
    }

    /// A look did not see the page.
    pub(crate) fn missed(&mut self, now: f64) {
        *self = Self::new(now);
    }

    pub(crate) fn lasts(&self, now: f64) -> f64 {
        now - self.since
    }

    /// How much longer the page must be still, ms; none if it is at rest.
    pub(crate) fn until_rest(&self, now: f64, pace: &Pace) -> f64 {
        let window = if self.is_loaded {
            pace.window()
        } else {
            FULL_MS
        };
        (window - self.lasts(now)).max(0.0)
    }
}

#[cfg(test)]
mod tests;
