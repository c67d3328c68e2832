//! What is waited for, and when a wait is over: for conditions, not for silence.

use protocol::{
    Check, Diagnosis, Fact, Fault, Fingerprint, Judged, Looked, PageFacts, PostCondition,
};

use crate::pace::Moment;
use crate::waits::Cause;

/// What is waited for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Awaited<'a> {
    /// Conditions with their baselines.
    pub(crate) judged: &'a [Judged],
    /// Whether a condition may also have lost what it is about: a field of an earlier page of a form.
    pub(crate) may_be_gone: bool,
    /// Whether the page must be quiet, whatever the conditions say.
    pub(crate) needs_quiet: bool,
    /// Whether its conditions are taken as they show first, also those that mean a page at rest.
    pub(crate) may_be_restless: bool,
    /// A page that is quiet for so long without showing what is awaited is given up, ms.
    pub(crate) gives_up_after_ms: Option<f64>,
    /// What the page complained about before: only new complaints end the wait.
    pub(crate) complaints_before: &'a [String],
    /// How long at most, ms.
    pub(crate) limit_ms: u32,
    /// The request after which those of the action begin: what it sent is waited for longer.
    pub(crate) after_request: Option<u32>,
    /// What the next action needs, asked in the same looks.
    pub(crate) next: Option<&'a Next>,
}

/// What an action needs to be known before it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Next {
    /// The elements it acts on.
    pub(crate) targets: Vec<Fingerprint>,
    /// Conditions whose baselines it needs.
    pub(crate) conditions: Vec<PostCondition>,
}

/// What the wait came to.
pub(crate) struct Settled {
    /// The last judgement of each condition.
    pub(crate) checks: Vec<Check>,
    /// What else the page told.
    pub(crate) facts: PageFacts,
    /// The last look; a fault if it did not see the page.
    pub(crate) seen: Result<Seen, Fault>,
    /// Whether the page was at rest.
    pub(crate) is_quiet: bool,
    pub(crate) may_be_gone: bool,
}

/// A look at the page, and what was known of its requests when it began.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) looked: Looked,
    /// What tells this moment from another.
    pub(crate) moment: Moment,
    /// When it began, ms since the epoch.
    pub(crate) began: f64,
    /// Whether a request was open.
    pub(crate) is_open: bool,
}

impl Settled {
    pub(crate) fn holds(&self) -> bool {
        self.seen.is_ok() && self.checks.iter().all(|check| self.is_kept(check))
    }

    pub(crate) fn is_kept(&self, check: &Check) -> bool {
        let is_gone = matches!(check.actual, Fact::NotFound { .. });
        check.is_held() || (self.may_be_gone && is_gone)
    }

    /// Whether waiting on would change nothing. What the page shows of a condition that can't hold
    /// any more comes with the next changes, and tells why.
    pub(crate) fn is_over(&self, awaited: &Awaited<'_>, needs_quiet: bool, lasts: f64) -> bool {
        let complains = has_new(&self.facts.errors, awaited.complaints_before);
        let is_final = self.checks.iter().any(is_lost);
        let is_given_up = awaited
            .gives_up_after_ms
            .is_some_and(|limit| lasts >= limit);
        let is_hopeless = self.seen.as_ref().is_err_and(is_lasting);
        (self.holds() && (self.is_quiet || !needs_quiet))
            || (self.is_quiet && (is_final || complains))
            || (is_given_up && self.seen.is_ok())
            || is_hopeless
    }

    /// What the next pause is for.
    pub(crate) fn cause(&self, is_open: bool) -> Cause {
        let mut missing = self.checks.iter().filter(|check| !self.is_kept(check));
        match (&self.seen, missing.next()) {
            (Err(_), _) => Cause::Load,
            (Ok(_), _) if is_open => Cause::Request,
            (Ok(_), Some(check)) => match check.condition {
                PostCondition::ElementExists { .. } => Cause::Element,
                _ => Cause::Condition {
                    check: check.condition.name().to_owned(),
                },
            },
            (Ok(_), None) => Cause::Quiet,
        }
    }
}

/// Whether a condition can't hold any more.
fn is_lost(check: &Check) -> bool {
    check.is_final && !check.is_held()
}

/// Whether waiting does not bring the page back; the port has tried more than once.
fn is_lasting(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::Refused {
            diagnosis: Diagnosis::NotScriptable { .. } | Diagnosis::VersionMismatch { .. }
        }
    )
}

fn has_new(now: &[String], before: &[String]) -> bool {
    now.iter().any(|text| !before.contains(text))
}
