//! Why a row or a run ended.

use batch::BatchEnd;
use protocol::{Diagnosis, NoTrust, NotApplied, Refusal, ValueProblem};

use super::claim::named;
use super::{glance, joined, listed, seconds};
use crate::i18n::*;

/// The reason a row is not done.
pub(crate) fn diagnosis(locale: Locale, reason: &Diagnosis) -> String {
    use Diagnosis as D;
    let named = |element: &str| named(locale, element);
    let all_named = |elements: &[String]| {
        let named: Vec<String> = elements.iter().map(|element| named(element)).collect();
        joined(locale, &named)
    };
    match reason {
        D::NotFound { target, nearest } if nearest.is_empty() => {
            td_string!(locale, reason.not_found, target = named(target))
        }
        D::NotFound { target, nearest } => {
            let nearest = all_named(nearest);
            td_string!(
                locale,
                reason.not_found_nearest,
                target = named(target),
                nearest = nearest
            )
        }
        D::Ambiguous { target, candidates } => {
            let candidates = all_named(candidates);
            td_string!(
                locale,
                reason.ambiguous,
                target = named(target),
                candidates = candidates
            )
        }
        D::Occluded { target, by } => {
            td_string!(
                locale,
                reason.occluded,
                target = named(target),
                by = named(by)
            )
        }
        D::Disabled { target } => td_string!(locale, reason.disabled, target = named(target)),
        D::NotVisible { target } => td_string!(locale, reason.not_visible, target = named(target)),
        D::NotEditable { target } => {
            td_string!(locale, reason.not_editable, target = named(target))
        }
        D::TooLong {
            target,
            limit,
            length,
        } => td_string!(
            locale,
            reason.too_long,
            target = named(target),
            limit = limit,
            length = length
        ),
        D::ValueNotApplied { target, why } => {
            let why = not_applied(locale, why);
            td_string!(
                locale,
                reason.not_applied,
                target = named(target),
                why = why
            )
        }
        D::Secret { target } => td_string!(locale, reason.secret, target = named(target)),
        D::Stale { target } => td_string!(locale, reason.stale, target = named(target)),
        D::ValidationError { messages } => {
            let messages = joined(locale, messages);
            td_string!(locale, reason.validation, messages = messages)
        }
        D::ChecksFailed { failed, total } => {
            td_string!(locale, reason.checks_failed, failed = failed, total = total)
        }
        D::Unproved => td_string!(locale, reason.unproved).to_owned(),
        D::AlreadyThere { key } => td_string!(locale, reason.already_there, key = key),
        D::NavigationFailed { url, why } => {
            td_string!(locale, reason.navigation, url = url, why = why)
        }
        D::Timeout { what, limit_ms } => {
            let seconds = seconds(*limit_ms);
            td_string!(locale, reason.timeout, what = what, seconds = seconds)
        }
        D::NoTrustedInput { why } => {
            let why = no_trust(locale, why);
            td_string!(locale, reason.no_trusted, why = why)
        }
        D::Blocked => td_string!(locale, reason.blocked).to_owned(),
        D::Challenge { challenge } => {
            let challenge = glance::challenge_word(locale, *challenge);
            td_string!(locale, reason.challenge, challenge = challenge)
        }
        D::PolicyBlocked { refusal: rule } => {
            let rule = refusal(locale, rule);
            td_string!(locale, reason.policy, refusal = rule)
        }
        D::InvalidValue { column, problem } => {
            let problem = value_problem(locale, *problem);
            td_string!(locale, reason.invalid, column = column, problem = problem)
        }
        D::Stopped => td_string!(locale, reason.stopped).to_owned(),
        D::ChannelLost => td_string!(locale, reason.channel_lost).to_owned(),
        D::EngineCrashed { message } => {
            td_string!(locale, reason.engine_crashed, message = message)
        }
        D::NotScriptable { url, why } => {
            td_string!(locale, reason.not_scriptable, url = url, why = why)
        }
        D::VersionMismatch { engine, panel } => {
            td_string!(locale, reason.version, engine = engine, panel = panel)
        }
        D::CutAfterCommit => td_string!(locale, reason.cut).to_owned(),
        D::Contradictory { failed, total } => {
            td_string!(locale, reason.contradictory, failed = failed, total = total)
        }
        D::Internal { message } => td_string!(locale, reason.internal, message = message),
    }
}

/// Why a control did not take a value.
fn not_applied(locale: Locale, why: &NotApplied) -> String {
    match why {
        NotApplied::NoOption { options } if options.is_empty() => {
            td_string!(locale, not_applied.no_options).to_owned()
        }
        NotApplied::NoOption { options } => {
            let options = listed(locale, options);
            td_string!(locale, not_applied.no_option, options = options)
        }
        NotApplied::OutOfRange { accepted } => {
            td_string!(locale, not_applied.out_of_range, accepted = accepted)
        }
        NotApplied::Malformed { expected } => {
            td_string!(locale, not_applied.malformed, expected = expected)
        }
        NotApplied::File { problem } => td_string!(locale, not_applied.file, problem = problem),
        NotApplied::Refused => td_string!(locale, not_applied.refused).to_owned(),
    }
}

/// Why the browser's own input can't be used.
fn no_trust(locale: Locale, why: &NoTrust) -> String {
    match why {
        NoTrust::NotInBuild => td_string!(locale, no_trust.not_in_build).to_owned(),
        NoTrust::InFrame => td_string!(locale, no_trust.in_frame).to_owned(),
        NoTrust::Refused { message } => td_string!(locale, no_trust.refused, message = message),
    }
}

/// Which rule forbids it.
fn refusal(locale: Locale, refusal: &Refusal) -> String {
    match refusal {
        Refusal::OtherSite { url, allowed } => {
            let allowed = listed(locale, allowed);
            td_string!(locale, refusal.other_site, url = url, allowed = allowed)
        }
        Refusal::NoOnceProof => td_string!(locale, refusal.no_once_proof).to_owned(),
        Refusal::Secret { target } => {
            td_string!(locale, refusal.secret, target = named(locale, target))
        }
    }
}

/// What is wrong with a value; goes on after the column's name.
fn value_problem(locale: Locale, problem: ValueProblem) -> &'static str {
    match problem {
        ValueProblem::Empty => td_string!(locale, value.empty),
        ValueProblem::NotNumber => td_string!(locale, value.not_number),
        ValueProblem::NotDate => td_string!(locale, value.not_date),
        ValueProblem::NotEmail => td_string!(locale, value.not_email),
        ValueProblem::NoFile => td_string!(locale, value.no_file),
        ValueProblem::LineBreak => td_string!(locale, value.line_break),
    }
}

/// How a run ended, and what to do now.
pub(crate) fn batch_end(locale: Locale, end: &BatchEnd, is_all_done: bool) -> (String, String) {
    let nothing = String::new();
    match end {
        BatchEnd::Finished if is_all_done => (td_string!(locale, end.all_done).to_owned(), nothing),
        BatchEnd::Finished => (td_string!(locale, end.finished).to_owned(), nothing),
        BatchEnd::Stopped => (td_string!(locale, end.stopped).to_owned(), nothing),
        BatchEnd::Paused(reason) => {
            let todo = match reason {
                Diagnosis::NavigationFailed { .. } => td_string!(locale, end.todo_navigation),
                Diagnosis::NotScriptable { .. } => td_string!(locale, end.todo_not_scriptable),
                Diagnosis::VersionMismatch { .. } => td_string!(locale, end.todo_version),
                Diagnosis::Challenge { .. } => td_string!(locale, end.todo_challenge),
                Diagnosis::Secret { .. }
                | Diagnosis::PolicyBlocked {
                    refusal: Refusal::Secret { .. },
                } => td_string!(locale, end.todo_secret),
                _ => td_string!(locale, end.todo_other),
            };
            let reason = diagnosis(locale, reason);
            (
                td_string!(locale, end.paused, reason = reason),
                todo.to_owned(),
            )
        }
    }
}
