//! Typed values in a person's language: one function for each kind of value.
//!
//! What the page, a file or Chrome said itself stays in its own words.

mod claim;
mod fault;
mod reason;
mod step;

use crate::i18n::*;

pub(crate) use claim::{claim, element, fact, verdict};
pub(crate) use fault::{
    chrome_error, ledger_fault, preflight_fault, skill_fault, skill_places, table_fault,
};
pub(crate) use reason::{batch_end, diagnosis};
pub(crate) use step::{action, in_words};

/// Several texts as one, parted as sentences are.
pub(crate) fn joined(locale: Locale, texts: &[String]) -> String {
    texts.join(td_string!(locale, list.separator))
}

/// Several names as one list.
pub(crate) fn listed(locale: Locale, names: &[String]) -> String {
    names.join(td_string!(locale, list.comma))
}

/// A verbatim text in quotes.
pub(crate) fn quoted(locale: Locale, text: &str) -> String {
    td_string!(locale, element.value, text = text)
}

/// A limit in seconds, without needless digits.
fn seconds(limit_ms: u32) -> String {
    (f64::from(limit_ms) / 1000.0).to_string()
}
