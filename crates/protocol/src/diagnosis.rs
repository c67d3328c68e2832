//! Why a step did not come to its end.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Challenge;

/// The reason a step failed or stays unknown: what the page was like. Typed, so that a person can
/// be told in their own language; `Display` is the English text, also used in exports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum Diagnosis {
    /// No element answers.
    #[error("{target} was not found{}", nearest_in_words(.nearest))]
    NotFound {
        /// What was looked for, in words.
        target: String,
        /// What came nearest and why each was rejected, best first.
        nearest: Vec<String>,
    },
    /// Several elements answer and nothing tells them apart.
    #[error("{target} is ambiguous: {}", candidates.join("; "))]
    Ambiguous {
        /// What was looked for, in words.
        target: String,
        /// The candidates, in words.
        candidates: Vec<String>,
    },
    /// Something lies over the element.
    #[error("{target} is covered by {by}")]
    Occluded {
        /// The element.
        target: String,
        /// What covers it.
        by: String,
    },
    /// The control is disabled.
    #[error("{target} is disabled")]
    Disabled {
        /// The control.
        target: String,
    },
    /// The element can't be seen.
    #[error("{target} is not visible")]
    NotVisible {
        /// The element.
        target: String,
    },
    /// The field can't be written to.
    #[error("{target} can't be edited")]
    NotEditable {
        /// The field.
        target: String,
    },
    /// The field takes fewer characters than it should be given.
    #[error("{target} takes at most {limit} characters, not {length}")]
    TooLong {
        /// The field.
        target: String,
        /// Its limit, UTF-16 units.
        limit: u32,
        /// The value's length.
        length: u32,
    },
    /// The control did not take the value; it holds what it held, or something else.
    #[error("{target} did not take the value: {why}")]
    ValueNotApplied {
        /// The control.
        target: String,
        /// What it accepts, or what happened.
        why: NotApplied,
    },
    /// A password or one-time code, which only the person types.
    #[error("{target} takes a password or code; type it yourself")]
    Secret {
        /// The field.
        target: String,
    },
    /// The element is gone or became another since it was chosen.
    #[error("{target} changed since it was chosen")]
    Stale {
        /// The element, as it was.
        target: String,
    },
    /// The page complains about what was entered.
    #[error("the page says: {}", messages.join("; "))]
    ValidationError {
        /// Its messages.
        messages: Vec<String>,
    },
    /// The page did not become what the step claims; the checks tell.
    #[error("{failed} of {total} checks did not hold")]
    ChecksFailed {
        /// How many did not hold.
        failed: u32,
        /// Of how many.
        total: u32,
    },
    /// The page says that the commit happened, and nothing proves it on a freshly loaded page.
    #[error("the page says that it was done, but it was not found on a freshly loaded page")]
    Unproved,
    /// The row's key was on the page before the commit, so its presence would prove nothing.
    #[error("{key:?} is already there; nothing was sent")]
    AlreadyThere {
        /// The key.
        key: String,
    },
    /// The address did not load.
    #[error("{url} did not load: {why}")]
    NavigationFailed {
        /// Where to.
        url: String,
        /// Chrome's reason.
        why: String,
    },
    /// Something did not happen in time.
    #[error("{what} took longer than {limit_ms} ms")]
    Timeout {
        /// What was waited for.
        what: String,
        /// The limit.
        limit_ms: u32,
    },
    /// The browser's own input was needed, and could not be had.
    #[error("trusted input could not be used: {why}")]
    NoTrustedInput {
        /// Why.
        why: NoTrust,
    },
    /// A dialog of the page's own waits for an answer, and nothing else on the page goes on.
    #[error("the page shows a dialog of its own, or is busy, and answers nothing")]
    Blocked,
    /// The page shows something that only the person gets past.
    #[error("the page asks for {}", challenge.asks_for())]
    Challenge {
        /// What.
        challenge: Challenge,
    },
    /// The rules forbid it.
    #[error("not allowed: {refusal}")]
    PolicyBlocked {
        /// Which rule, and what would be allowed.
        refusal: Refusal,
    },
    /// The row's own value can't be used; nothing was touched.
    #[error("{column} {problem}")]
    InvalidValue {
        /// The column of the table, or the slot where no column is mapped.
        column: String,
        /// What is wrong with the value.
        problem: ValueProblem,
    },
    /// The person stopped the run before the row was sent.
    #[error("stopped before anything was sent")]
    Stopped,
    /// The page went away while something was open.
    #[error("the page was lost")]
    ChannelLost,
    /// The engine in the page crashed; a fresh one takes its place.
    #[error("the engine in the page crashed: {message}")]
    EngineCrashed {
        /// What it said.
        message: String,
    },
    /// Chrome lets no extension into this page.
    #[error("{url} can't be worked on: {why}")]
    NotScriptable {
        /// The page.
        url: String,
        /// Chrome's reason.
        why: String,
    },
    /// Engine and panel are of different versions.
    #[error("the engine speaks version {engine}, the panel version {panel}; reload the page")]
    VersionMismatch {
        /// The engine's.
        engine: u32,
        /// The panel's.
        panel: u32,
    },
    /// The run was cut after the commit began, and nothing on the page tells how it ended.
    #[error("the run was cut after the commit began")]
    CutAfterCommit,
    /// What was done can't be proved: the evidence contradicts itself.
    #[error("the row is there, but {failed} of {total} checks did not hold")]
    Contradictory {
        /// How many did not hold.
        failed: u32,
        /// Of how many.
        total: u32,
    },
    /// Something the program itself did not expect.
    #[error("{message}")]
    Internal {
        /// What.
        message: String,
    },
}

/// A rule that forbids an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The page, or where a navigation leads, lies outside the sites the skill names.
    #[error("{url} is not on the skill's sites ({})", allowed.join(", "))]
    OtherSite {
        /// Where it would have acted.
        url: String,
        /// The sites the skill names.
        allowed: Vec<String>,
    },
    /// A commit step that could not be seen to have happened once must not run in a batch.
    #[error(
        "the commit step has no proof that it happened once (a row key, a count or a confirmation)"
    )]
    NoOnceProof,
    /// Passwords and one-time codes are typed by the person.
    #[error("{target} takes a password or code; type it yourself")]
    Secret {
        /// The field.
        target: String,
    },
}

/// Why a control did not take a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum NotApplied {
    /// It is not among the options.
    #[error("it is no option; there are {}", options.join(", "))]
    NoOption {
        /// Some of the options, in their order.
        options: Vec<String>,
    },
    /// It lies outside what the control takes.
    #[error("it takes {accepted}")]
    OutOfRange {
        /// From where to where, and in what steps.
        accepted: String,
    },
    /// It is not written as the control needs it.
    #[error("expected {expected}")]
    Malformed {
        /// How it would have to be written.
        expected: String,
    },
    /// The file is too large to be handed over, or there is none of that name.
    #[error("{problem}")]
    File {
        /// What is wrong with it.
        problem: String,
    },
    /// Every way was tried and the control holds something else.
    #[error("every way to set it was tried, and the page shows something else")]
    Refused,
}

/// Why the browser's own input can't be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum NoTrust {
    /// This package is built without it.
    #[error("this build of Surehand has none; use the package built with --trusted-input")]
    NotInBuild,
    /// The element is in a frame, whose place on the screen is not known.
    #[error("the element is in a frame")]
    InFrame,
    /// Chrome refused it: another debugger is attached, or the person has closed the bar.
    #[error("Chrome said: {message}")]
    Refused {
        /// Chrome's own words.
        message: String,
    },
}

/// Why a value does not fit its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum ValueProblem {
    /// A required slot got nothing.
    #[error("is empty, but required")]
    Empty,
    /// Not a number.
    #[error("is not a number")]
    NotNumber,
    /// Not a date.
    #[error("is not a date such as 2026-11-30")]
    NotDate,
    /// Not an email address.
    #[error("is not an email address")]
    NotEmail,
    /// The name of a file that is not attached to the batch.
    #[error("names a file that is not attached")]
    NoFile,
    /// A line break in a slot of one line.
    #[error("has a line break, but the field has one line")]
    LineBreak,
}

fn nearest_in_words(nearest: &[String]) -> String {
    if nearest.is_empty() {
        String::new()
    } else {
        format!("; nearest: {}", nearest.join("; "))
    }
}
