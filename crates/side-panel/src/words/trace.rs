//! What happened in a run.

use protocol::Extracted;
use replay::{Cause, NoPicture, Outcome, Remedy, Wait};

use super::{joined, listed, size};
use crate::i18n::*;

/// So many causes of a wait are told, the longest first.
const CAUSES: usize = 4;

/// How long something took.
pub(crate) fn duration(locale: Locale, ms: u32) -> String {
    if ms < 1_000 {
        td_string!(locale, trace.ms, count = ms)
    } else {
        let seconds = format!("{:.1}", f64::from(ms) / 1_000.0);
        td_string!(locale, trace.seconds, count = seconds)
    }
}

/// What was waited for, the longest first; `None` for nothing.
pub(crate) fn waits(locale: Locale, waits: &[Wait]) -> Option<String> {
    let mut waits: Vec<&Wait> = waits.iter().collect();
    waits.sort_by_key(|wait| std::cmp::Reverse(wait.ms));
    let told = waits.into_iter().take(CAUSES).map(|wait| {
        let (cause, time) = (cause(locale, &wait.cause), duration(locale, wait.ms));
        td_string!(locale, trace.wait, cause = cause, time = time)
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| td_string!(locale, trace.waited, waits = listed(locale, &told)))
}

fn cause(locale: Locale, cause: &Cause) -> &'static str {
    match cause {
        Cause::Load => td_string!(locale, cause.load),
        Cause::Element => td_string!(locale, cause.element),
        Cause::Condition { .. } => td_string!(locale, cause.condition),
        Cause::Request => td_string!(locale, cause.request),
        Cause::Quiet => td_string!(locale, cause.quiet),
        Cause::Look => td_string!(locale, cause.look),
        Cause::Action => td_string!(locale, cause.action),
        Cause::Ledger => td_string!(locale, cause.ledger),
    }
}

/// What was tried about what was the matter.
pub(crate) fn remedy(locale: Locale, remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::LookAgain => td_string!(locale, remedy.look_again),
        Remedy::Wait => td_string!(locale, remedy.wait),
        Remedy::ScrollSearch => td_string!(locale, remedy.scroll_search),
        Remedy::CloseOverlay => td_string!(locale, remedy.close_overlay),
        Remedy::SetAgain => td_string!(locale, remedy.set_again),
        Remedy::TrustedInput => td_string!(locale, remedy.trusted_input),
    }
}

/// How a run ended.
pub(crate) fn outcome(locale: Locale, outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Done => td_string!(locale, status.done),
        Outcome::Failed => td_string!(locale, status.failed),
        Outcome::Unknown => td_string!(locale, status.unknown),
        Outcome::Stopped => td_string!(locale, trace.stopped),
    }
}

/// Why there is no picture.
pub(crate) fn no_picture(locale: Locale, why: &NoPicture) -> String {
    match why {
        NoPicture::Off => td_string!(locale, picture.off).to_owned(),
        NoPicture::NotAllowed => td_string!(locale, picture.not_allowed).to_owned(),
        NoPicture::Covered => td_string!(locale, picture.covered).to_owned(),
        NoPicture::TooLarge { bytes } => {
            td_string!(locale, picture.too_large, size = size(f64::from(*bytes)))
        }
        NoPicture::Refused { why } => td_string!(locale, picture.refused, why = why),
    }
}

/// What was read from a page, in one text.
pub(crate) fn extracted(locale: Locale, value: &Extracted) -> String {
    match value {
        Extracted::Text(text) if text.is_empty() => td_string!(locale, row.empty).to_owned(),
        Extracted::Text(text) => text.clone(),
        Extracted::List(items) => items.join("\n"),
        Extracted::Table(rows) => {
            let lines: Vec<String> = rows.iter().map(|cells| joined(locale, cells)).collect();
            lines.join("\n")
        }
    }
}
