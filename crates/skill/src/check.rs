//! What garde is told to check beyond lengths and ranges.

use garde::Error;
use protocol::{Action, PostCondition};

use crate::model::Slot;
use crate::template::slots_in;

pub(crate) fn slot_name(name: &str, (): &()) -> garde::Result {
    let is_plain = name
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    if is_plain {
        Ok(())
    } else {
        Err(Error::new(
            "expected letters, digits, - and _, since templates name it",
        ))
    }
}

pub(crate) fn distinct_slots(slots: &[Slot], (): &()) -> garde::Result {
    for (at, slot) in slots.iter().enumerate() {
        if slots[..at].iter().any(|other| other.name == slot.name) {
            return Err(Error::new(format!(
                "two slots are named {:?}; expected each name once",
                slot.name
            )));
        }
    }
    Ok(())
}

pub(crate) fn action(action: &Action, (): &()) -> garde::Result {
    match action
        .targets()
        .into_iter()
        .find(|target| target.is_empty())
    {
        Some(_) => Err(Error::new(
            "the target is empty; expected at least one of role, name, tag, attributes",
        )),
        None => Ok(()),
    }
}

pub(crate) fn names_a_slot(key: &str, (): &()) -> garde::Result {
    if slots_in(key).is_empty() {
        Err(Error::new(
            "expected a template such as {{email}}: a key is different for every row",
        ))
    } else {
        Ok(())
    }
}

/// Conditions that can be judged at all: each names what it is about.
pub(crate) fn conditions(conditions: &[PostCondition], (): &()) -> garde::Result {
    for (at, condition) in conditions.iter().enumerate() {
        if let Some(what) = fault(condition, false) {
            return Err(Error::new(format!("number {}: {what}", at + 1)));
        }
    }
    Ok(())
}

/// What is wrong with a condition; `is_inside` a readback, none of which holds another.
fn fault(condition: &PostCondition, is_inside: bool) -> Option<String> {
    use PostCondition as P;
    if condition
        .target()
        .is_some_and(protocol::Fingerprint::is_empty)
    {
        return Some(
            "the target is empty; expected at least one of role, name, tag, attributes".into(),
        );
    }
    let (field, text) = match condition {
        P::TextPresent { text, .. } | P::TextAbsent { text, .. } => ("text", text),
        P::UrlMatches { pattern } => ("pattern", pattern),
        P::RequestSucceeded { url, .. } | P::TabOpened { url } => ("url", url),
        P::KeyPresent { key, .. } | P::RowContains { key, .. } => ("key", key),
        P::AttributeEquals { attribute, .. } => ("attribute", attribute),
        P::DownloadCompleted { name, .. } => ("name", name),
        P::Readback { .. } if is_inside => {
            return Some("a readback inside a readback; expected other checks".into());
        }
        P::Readback { url, open, then } => {
            return readback_fault(url.as_ref(), open.is_some(), then);
        }
        _ => return None,
    };
    text.trim()
        .is_empty()
        .then(|| format!("{field} is empty; expected a text"))
}

fn readback_fault(url: Option<&String>, opens: bool, then: &[PostCondition]) -> Option<String> {
    if url.is_none() && !opens {
        return Some("expected url, open or both: where the record is read back".into());
    }
    if then.is_empty() {
        return Some("then is empty; expected the checks that must hold there".into());
    }
    let faults = then.iter().enumerate().map(|(at, inner)| {
        let of_record = || inside_fault(inner, url.is_some());
        let what = fault(inner, true).or_else(of_record)?;
        Some(format!("then, number {}: {what}", at + 1))
    });
    faults.flatten().next()
}

/// Why a condition can't be judged where the record is looked at again.
fn inside_fault(inner: &PostCondition, has_url: bool) -> Option<String> {
    if inner.is_about_step() {
        let name = inner.name();
        return Some(format!(
            "{name} tells what happened with the step; expected what the record must show"
        ));
    }
    // Only at an address can be looked before the row is begun.
    (inner.needs_baseline() && !has_url)
        .then(|| "it claims something new; expected url too, where it was not before".into())
}
