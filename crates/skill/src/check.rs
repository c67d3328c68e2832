//! What garde is told to check beyond lengths and ranges.

use garde::Error;
use protocol::Action;

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
