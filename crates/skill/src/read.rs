//! Reading a skill file: text to a valid [`Skill`], or an error that names the place in the file.

use garde::Validate;
use protocol::PostCondition;
use serde::de::{Deserialize as _, Deserializer, Error as _};
use serde_json::Value;
use thiserror::Error;

use crate::model::Skill;
use crate::template::slots_in;

/// The version of the file format this program reads and writes.
pub const FORMAT: u32 = 1;

/// A file may be at most this long, bytes.
const LIMIT: usize = 4_000_000;

/// Why a file is no skill.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SkillFault {
    /// Not JSON.
    #[error("this is not JSON: {0}")]
    NotJson(String),
    /// Too long to be a skill.
    #[error("the file has {0} bytes; a skill has at most 4,000,000")]
    TooLong(usize),
    /// JSON, but no skill file.
    #[error("this is no skill file: expected \"surehand_skill\": {FORMAT} at the top")]
    NoSkill,
    /// Written by a newer program.
    #[error("this skill has format {0}; this Surehand reads up to {FORMAT}: update Surehand")]
    Newer(u64),
    /// Something in it is wrong.
    #[error("{}", places.iter().map(|(path, what)| format!("{path}: {what}")).collect::<Vec<_>>().join("\n"))]
    Invalid {
        /// Each JSON path with what is wrong there and what was expected.
        places: Vec<(String, String)>,
    },
}

/// Reads a skill file.
///
/// # Errors
/// What is wrong, by JSON path, and what was expected.
pub fn read_skill(text: &str) -> Result<Skill, SkillFault> {
    if text.len() > LIMIT {
        return Err(SkillFault::TooLong(text.len()));
    }
    let text = text.trim_start_matches('\u{feff}');
    let value: Value =
        serde_json::from_str(text).map_err(|error| SkillFault::NotJson(error.to_string()))?;
    match value.get("surehand_skill").and_then(Value::as_u64) {
        None => return Err(SkillFault::NoSkill),
        Some(format) if format > u64::from(FORMAT) => return Err(SkillFault::Newer(format)),
        Some(_) => {}
    }
    // From the text again: its errors also name the line.
    let skill = parse(text).map_err(|error| {
        let path = error.path().to_string();
        invalid(vec![(path, error.into_inner().to_string())])
    })?;
    let mut places = rule_faults(&skill);
    places.extend(address_faults(&skill));
    places.extend(template_faults(&skill, &value));
    if places.is_empty() {
        Ok(skill)
    } else {
        Err(invalid(places))
    }
}

/// Reads a skill that is kept in a record: it was checked when it came in. For a field marked
/// `#[serde(deserialize_with = "skill::kept_skill")]`; through the same reader as a file, because
/// the code of a second one weighs more than the detour.
///
/// # Errors
/// When it is no skill.
pub fn kept_skill<'de, D: Deserializer<'de>>(kept: D) -> Result<Skill, D::Error> {
    let value = Value::deserialize(kept)?;
    parse(&value.to_string()).map_err(D::Error::custom)
}

fn parse(text: &str) -> Result<Skill, serde_path_to_error::Error<serde_json::Error>> {
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(text))
}

fn invalid(places: Vec<(String, String)>) -> SkillFault {
    SkillFault::Invalid { places }
}

fn rule_faults(skill: &Skill) -> Vec<(String, String)> {
    match skill.validate() {
        Ok(()) => vec![],
        Err(report) => report
            .iter()
            .map(|(path, error)| (path.to_string(), error.to_string()))
            .collect(),
    }
}

/// Addresses are absolute, or start with `/` and mean the start address's host.
fn address_faults(skill: &Skill) -> Vec<(String, String)> {
    let mut faults = Vec::new();
    if !skill
        .sites
        .iter()
        .any(|site| site.matches(&skill.start_url))
    {
        let sites: Vec<String> = skill.sites.iter().map(ToString::to_string).collect();
        faults.push((
            "start_url".to_owned(),
            format!(
                "{:?} is not on the skill's sites; expected an address under {}",
                skill.start_url,
                sites.join(" or ")
            ),
        ));
    }
    let addresses = skill.steps.iter().enumerate().filter_map(|(at, step)| {
        let protocol::Action::Navigate { url } = &step.action else {
            return None;
        };
        Some((format!("steps[{at}].action.url"), url))
    });
    let key_address = skill.row_key.iter().filter_map(|key| key.url.as_ref());
    let key_address = key_address.map(|url| ("row_key.url".to_owned(), url));
    let read_back: Vec<(String, &String)> = read_back_addresses(skill);
    let is_address = |url: &str| url.starts_with('/') || url.contains("://");
    for (path, url) in addresses.chain(key_address).chain(read_back.clone()) {
        if !is_address(url) {
            let what = format!("{url:?} is no address; expected https://… or /path");
            faults.push((path, what));
        }
    }
    for (path, url) in read_back {
        let is_on_site = skill.sites.iter().any(|site| site.matches(url));
        if url.contains("://") && !is_on_site {
            faults.push((path, format!("{url:?} is not on the skill's sites")));
        }
    }
    faults
}

/// The addresses where records are read back, each with its place in the file.
fn read_back_addresses(skill: &Skill) -> Vec<(String, &String)> {
    let steps = skill.steps.iter().enumerate();
    let mut lists: Vec<(String, &[PostCondition])> = steps
        .map(|(at, step)| (format!("steps[{at}].expect"), step.expect.as_slice()))
        .collect();
    lists.push(("success".to_owned(), &skill.success));
    let mut addresses = vec![];
    for (place, conditions) in lists {
        for (at, condition) in conditions.iter().enumerate() {
            if let PostCondition::Readback { url: Some(url), .. } = condition {
                addresses.push((format!("{place}[{at}].url"), url));
            }
        }
    }
    addresses
}

/// Every `{{name}}` in the file must be one of its slots.
fn template_faults(skill: &Skill, value: &Value) -> Vec<(String, String)> {
    let mut faults = Vec::new();
    let mut stack = vec![(String::new(), value)];
    while let Some((path, value)) = stack.pop() {
        match value {
            Value::String(text) => {
                for slot in slots_in(text) {
                    if skill.slot(slot).is_none() {
                        faults.push((path.clone(), unknown_slot(skill, slot)));
                    }
                }
            }
            Value::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    stack.push((format!("{path}[{at}]"), item));
                }
            }
            Value::Object(members) => {
                for (name, member) in members {
                    let dot = if path.is_empty() { "" } else { "." };
                    stack.push((format!("{path}{dot}{name}"), member));
                }
            }
            _ => {}
        }
    }
    faults.sort();
    faults
}

fn unknown_slot(skill: &Skill, slot: &str) -> String {
    let known: Vec<&str> = skill.slots.iter().map(|slot| slot.name.as_str()).collect();
    format!(
        "there is no slot {slot:?}; expected one of {}",
        known.join(", ")
    )
}

#[cfg(test)]
mod tests;
