//! Typed values in a person's language: one function for each kind of value.
//!
//! What the page, a file or Chrome said itself stays in its own words.

mod claim;
mod effect;
mod fault;
mod glance;
mod reason;
mod step;
mod trace;

use crate::i18n::*;

pub(crate) use claim::{claim, element, fact, named, verdict};
pub(crate) use effect::effect;
pub(crate) use fault::{
    chrome_error, ledger_fault, look_fault, preflight_fault, skill_fault, skill_places, table_fault,
};
pub(crate) use glance::glance;
pub(crate) use reason::{batch_end, diagnosis};
pub(crate) use step::{action, in_words, slots_named};
pub(crate) use trace::{duration, extracted, no_picture, outcome, remedy, waits};

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

/// A day and time in the panel's language.
pub(crate) fn date(locale: Locale, ms: f64) -> String {
    let tag = match locale {
        Locale::en => "en-GB",
        Locale::zh => "zh-CN",
    };
    let options = js_sys::Object::new();
    for (name, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        // A new object takes any property.
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    let date = js_sys::Date::new(&ms.into());
    date.to_locale_string(tag, &options).into()
}

/// Bytes, as people say them.
pub(crate) fn size(bytes: f64) -> String {
    if bytes < 1_000_000.0 {
        format!("{:.0} kB", bytes / 1_000.0)
    } else {
        format!("{:.1} MB", bytes / 1_000_000.0)
    }
}
