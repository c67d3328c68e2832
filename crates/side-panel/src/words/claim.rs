//! Elements, claims about the page, and what was seen of them.

use protocol::{Answered, ElementState, Fact, Fingerprint, PostCondition, SaveState, Verdict};

use super::quoted;
use crate::i18n::*;

/// An element, e.g. `the field “Email” in form New customer`.
pub(crate) fn element(locale: Locale, print: &Fingerprint) -> String {
    let role = role(locale, print.role.as_deref().or(print.tag.as_deref()));
    let mut words = match &print.name {
        Some(name) => td_string!(locale, element.named, role = role, name = name),
        None => td_string!(locale, element.plain, role = role),
    };
    for (attribute, value) in &print.attributes {
        words = td_string!(
            locale,
            element.attribute,
            target = words,
            attribute = attribute,
            value = value
        );
    }
    if let Some(landmark) = &print.landmark {
        words = td_string!(
            locale,
            element.landmark,
            target = words,
            landmark = landmark
        );
    }
    if let Some(heading) = &print.heading {
        words = td_string!(locale, element.heading, target = words, heading = heading);
    }
    if let Some(row) = &print.row {
        words = td_string!(locale, element.row, target = words, row = row);
    }
    if let Some(ordinal) = print.ordinal {
        let ordinal = ordinal.saturating_add(1);
        words = td_string!(locale, element.ordinal, target = words, ordinal = ordinal);
    }
    words
}

/// A claim about the page, as a sentence.
pub(crate) fn claim(locale: Locale, condition: &PostCondition) -> String {
    let words = claimed(locale, condition);
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

fn claimed(locale: Locale, condition: &PostCondition) -> String {
    use PostCondition as P;
    match condition {
        P::ValueEquals { target, value } => {
            let (target, value) = (element(locale, target), quoted(locale, value));
            td_string!(locale, claim.value_equals, target = target, value = value)
        }
        P::PathEquals { target, path } => {
            let (target, value) = (element(locale, target), quoted(locale, &path.join(" / ")));
            td_string!(locale, claim.value_equals, target = target, value = value)
        }
        P::ValuesEqual { target, values } => {
            let target = element(locale, target);
            let values: Vec<String> = values.iter().map(|value| quoted(locale, value)).collect();
            let value = super::joined(locale, &values);
            td_string!(locale, claim.value_equals, target = target, value = value)
        }
        P::TextPresent {
            text,
            within,
            absent_before,
        } => {
            let text = quoted(locale, text);
            let place = within.as_ref().map(|place| element(locale, place));
            match (place, absent_before) {
                (None, false) => td_string!(locale, claim.text, text = text),
                (None, true) => td_string!(locale, claim.text_new, text = text),
                (Some(place), false) => {
                    td_string!(locale, claim.text_within, text = text, place = place)
                }
                (Some(place), true) => {
                    td_string!(locale, claim.text_new_within, text = text, place = place)
                }
            }
        }
        P::ElementExists {
            target,
            absent_before,
        } => {
            let target = element(locale, target);
            if *absent_before {
                td_string!(locale, claim.element_new, target = target)
            } else {
                td_string!(locale, claim.element, target = target)
            }
        }
        P::ElementGone { target } => {
            let target = element(locale, target);
            td_string!(locale, claim.element_gone, target = target)
        }
        P::ElementState { target, state } => {
            let (target, state) = (element(locale, target), element_state(locale, *state));
            td_string!(locale, claim.element_state, target = target, state = state)
        }
        P::TextAbsent { text, within } => {
            let text = quoted(locale, text);
            match within {
                Some(place) => {
                    let place = element(locale, place);
                    td_string!(locale, claim.text_absent_within, text = text, place = place)
                }
                None => td_string!(locale, claim.text_absent, text = text),
            }
        }
        P::UrlMatches { pattern } => td_string!(locale, claim.url, pattern = pattern),
        P::ListCountDelta { list, delta } => {
            let (list, count) = (element(locale, list), delta.unsigned_abs());
            match delta {
                0 => td_string!(locale, claim.count_same, list = list),
                1.. => td_string!(locale, claim.count_more, list = list, count = count),
                _ => td_string!(locale, claim.count_fewer, list = list, count = count),
            }
        }
        P::RequestSucceeded { method, url } => match method {
            Some(method) => td_string!(locale, claim.request, method = method, url = url),
            None => td_string!(locale, claim.request_any, url = url),
        },
        P::KeyPresent { key, within } => {
            let key = quoted(locale, key);
            match within {
                Some(place) => {
                    let place = element(locale, place);
                    td_string!(locale, claim.key_within, key = key, place = place)
                }
                None => td_string!(locale, claim.key, key = key),
            }
        }
        P::AttributeEquals {
            target,
            attribute,
            value,
        } => {
            let (target, value) = (element(locale, target), quoted(locale, value));
            td_string!(
                locale,
                claim.attribute,
                attribute = attribute,
                target = target,
                value = value
            )
        }
        P::RowContains {
            list,
            key,
            values,
            absent_before,
        } => {
            let held = std::iter::once(key).chain(values);
            let held: Vec<String> = held.map(|value| quoted(locale, value)).collect();
            let (list, held) = (element(locale, list), super::listed(locale, &held));
            if *absent_before {
                td_string!(locale, claim.row_new, list = list, values = held)
            } else {
                td_string!(locale, claim.row, list = list, values = held)
            }
        }
        P::CountEquals { list, count } => {
            let list = element(locale, list);
            td_string!(locale, claim.count, list = list, count = count)
        }
        P::NoValidationErrors { within } => match within {
            Some(place) => {
                let place = element(locale, place);
                td_string!(locale, claim.no_errors_within, place = place)
            }
            None => td_string!(locale, claim.no_errors).to_owned(),
        },
        P::DialogClosed { dialog } => match dialog {
            Some(dialog) => {
                let dialog = element(locale, dialog);
                td_string!(locale, claim.dialog_closed, dialog = dialog)
            }
            None => td_string!(locale, claim.any_dialog_closed).to_owned(),
        },
        P::SomethingChanged {} => td_string!(locale, claim.changed).to_owned(),
        P::DownloadCompleted { name, .. } => td_string!(locale, claim.download, name = name),
        P::TabOpened { url } => td_string!(locale, claim.tab, url = url),
        P::Readback { then, .. } => {
            let claims: Vec<String> = then.iter().map(|inner| claimed(locale, inner)).collect();
            let claims = super::joined(locale, &claims);
            td_string!(locale, claim.readback, claims = claims)
        }
    }
}

/// What was there, or should be.
pub(crate) fn fact(locale: Locale, fact: &Fact) -> String {
    match fact {
        Fact::Present => td_string!(locale, fact.present).to_owned(),
        Fact::Absent => td_string!(locale, fact.absent).to_owned(),
        Fact::PresentBefore => td_string!(locale, fact.present_before).to_owned(),
        Fact::Text { text } if text.is_empty() => td_string!(locale, fact.no_text).to_owned(),
        Fact::Text { text } => td_string!(locale, fact.text, text = text),
        Fact::Texts { texts } => {
            let texts: Vec<String> = texts.iter().map(|text| quoted(locale, text)).collect();
            super::joined(locale, &texts)
        }
        Fact::State { state } => element_state(locale, *state).to_owned(),
        Fact::NoState => td_string!(locale, fact.no_state).to_owned(),
        Fact::Masked { length } => td_string!(locale, fact.masked, length = length),
        Fact::Count { count } => td_string!(locale, fact.count, count = count),
        Fact::Success => td_string!(locale, fact.success).to_owned(),
        Fact::Request {
            method,
            path,
            answered,
        } => request(locale, method, path, answered),
        Fact::Timing { path, status } => match status {
            Some(status) => td_string!(locale, fact.timing, path = path, status = *status),
            None => td_string!(locale, fact.timing_unreadable, path = path),
        },
        Fact::NoRequest => td_string!(locale, fact.no_request).to_owned(),
        Fact::NotFound { target } => {
            td_string!(locale, fact.not_found, target = named(locale, target))
        }
        Fact::Ambiguous { count } => td_string!(locale, fact.ambiguous, count = count),
        Fact::NotSeen => td_string!(locale, fact.not_seen).to_owned(),
        Fact::AbsentBefore => td_string!(locale, fact.absent_before).to_owned(),
        Fact::NoAttribute => td_string!(locale, fact.no_attribute).to_owned(),
        Fact::Changed => td_string!(locale, fact.changed).to_owned(),
        Fact::Unchanged => td_string!(locale, fact.unchanged).to_owned(),
        Fact::Download { name, state } => saved(locale, name, state),
        Fact::NoPermission { permission } => {
            td_string!(locale, fact.no_permission, permission = permission)
        }
        Fact::NotReadBack => td_string!(locale, fact.not_read_back).to_owned(),
    }
}

fn element_state(locale: Locale, state: ElementState) -> &'static str {
    match state {
        ElementState::Checked => td_string!(locale, element_state.checked),
        ElementState::Unchecked => td_string!(locale, element_state.unchecked),
        ElementState::Disabled => td_string!(locale, element_state.disabled),
        ElementState::Enabled => td_string!(locale, element_state.enabled),
        ElementState::Expanded => td_string!(locale, element_state.expanded),
        ElementState::Collapsed => td_string!(locale, element_state.collapsed),
        ElementState::Selected => td_string!(locale, element_state.selected),
        ElementState::Invalid => td_string!(locale, element_state.invalid),
        ElementState::Valid => td_string!(locale, element_state.valid),
    }
}

fn request(locale: Locale, method: &str, path: &str, answered: &Answered) -> String {
    match answered {
        Answered::Pending => {
            td_string!(locale, fact.request_pending, method = method, path = path)
        }
        Answered::Unreadable => {
            td_string!(
                locale,
                fact.request_unreadable,
                method = method,
                path = path
            )
        }
        Answered::Status { status } => {
            td_string!(
                locale,
                fact.request_status,
                method = method,
                path = path,
                status = status
            )
        }
        Answered::Failed { error } => {
            td_string!(
                locale,
                fact.request_failed,
                method = method,
                path = path,
                error = error
            )
        }
    }
}

pub(super) fn saved(locale: Locale, name: &str, state: &SaveState) -> String {
    let name = quoted(locale, name);
    match state {
        SaveState::InProgress => td_string!(locale, fact.saving, name = name),
        SaveState::Complete { bytes } => {
            let size = super::size(f64::from(*bytes));
            td_string!(locale, fact.saved, name = name, size = size)
        }
        SaveState::Interrupted { error } => {
            td_string!(locale, fact.not_saved, name = name, error = error)
        }
    }
}

/// What a check came to.
pub(crate) fn verdict(locale: Locale, verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Held => td_string!(locale, verdict.held),
        Verdict::Failed => td_string!(locale, verdict.failed),
        Verdict::Unknown => td_string!(locale, verdict.unknown),
    }
}

/// An element as the engine names it, `button "Save" …`, its role in everyday words.
pub(crate) fn named(locale: Locale, element: &str) -> String {
    match element.split_once(" \"") {
        Some((first, rest)) if !first.contains(' ') => {
            format!("{} \"{rest}", role(locale, Some(first)))
        }
        _ => element.to_owned(),
    }
}

/// An ARIA role in everyday words; one without such stays as it is.
pub(super) fn role(locale: Locale, role: Option<&str>) -> String {
    let words = match role.unwrap_or_default() {
        "" => td_string!(locale, role.element),
        "alert" => td_string!(locale, role.alert),
        "button" => td_string!(locale, role.button),
        "cell" | "gridcell" => td_string!(locale, role.cell),
        "checkbox" => td_string!(locale, role.checkbox),
        "combobox" | "select" => td_string!(locale, role.combobox),
        "dialog" | "alertdialog" => td_string!(locale, role.dialog),
        "form" => td_string!(locale, role.form),
        "grid" => td_string!(locale, role.grid),
        "heading" => td_string!(locale, role.heading),
        "image" | "img" => td_string!(locale, role.image),
        "link" => td_string!(locale, role.link),
        "list" => td_string!(locale, role.list),
        "listbox" => td_string!(locale, role.listbox),
        "listitem" => td_string!(locale, role.listitem),
        "main" => td_string!(locale, role.main),
        "menuitem" => td_string!(locale, role.menuitem),
        "navigation" => td_string!(locale, role.navigation),
        "option" => td_string!(locale, role.option),
        "radio" => td_string!(locale, role.radio),
        "region" => td_string!(locale, role.region),
        "row" => td_string!(locale, role.row),
        "searchbox" => td_string!(locale, role.searchbox),
        "spinbutton" => td_string!(locale, role.spinbutton),
        "status" => td_string!(locale, role.status),
        "switch" => td_string!(locale, role.switch),
        "tab" => td_string!(locale, role.tab),
        "table" => td_string!(locale, role.table),
        "textbox" | "input" | "textarea" => td_string!(locale, role.textbox),
        other => other,
    };
    words.to_owned()
}
