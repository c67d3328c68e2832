//! The skill file's shape.

use garde::Validate;
use protocol::{Action, DialogAnswer, Fingerprint, PostCondition, UrlPattern, ValueProblem};
use serde::{Deserialize, Serialize};

use crate::check;

/// A reusable flow on one site: what a batch does for every row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// Version of the file's format: [`crate::FORMAT`].
    #[garde(skip)]
    pub surehand_skill: u32,
    /// What a person calls it.
    #[garde(length(chars, min = 1, max = 120))]
    pub name: String,
    /// What it does, in a sentence.
    #[serde(default)]
    #[garde(length(chars, max = 2000))]
    pub description: String,
    /// The sites it may act on.
    #[garde(length(min = 1, max = 20))]
    pub sites: Vec<UrlPattern>,
    /// The address every row starts at.
    #[garde(length(min = 1, max = 4000))]
    pub start_url: String,
    /// Other hosts its requests go to, so that they can be watched.
    #[serde(default)]
    #[garde(length(max = 20))]
    pub request_hosts: Vec<UrlPattern>,
    /// Its parameters, one value each per row.
    #[garde(length(max = 200), dive, custom(check::distinct_slots))]
    pub slots: Vec<Slot>,
    /// What it does, in order.
    #[garde(length(min = 1, max = 500), dive)]
    pub steps: Vec<Step>,
    /// What the page must show at the end of a row.
    #[serde(default)]
    #[garde(length(max = 50), custom(check::conditions))]
    pub success: Vec<PostCondition>,
    /// How the row is recognised on the site: absent before, there once after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(dive)]
    pub row_key: Option<RowKey>,
}

/// A parameter of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// Its name in templates.
    #[garde(length(chars, min = 1, max = 60), custom(check::slot_name))]
    pub name: String,
    /// Its name for a person; a table's column may carry either.
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub label: String,
    /// What kind of value it takes.
    #[serde(default, rename = "type")]
    #[garde(skip)]
    pub kind: SlotType,
    /// Whether every row must have a value.
    #[serde(default)]
    #[garde(skip)]
    pub required: bool,
    /// Whether its value is shown only as its length.
    #[serde(default)]
    #[garde(skip)]
    pub sensitive: bool,
}

/// What kind of value a slot takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotType {
    /// One line of text.
    #[default]
    Text,
    /// Text of several lines.
    Multiline,
    /// A decimal number with a point.
    Number,
    /// A calendar date, `2026-11-30`.
    Date,
    /// An email address.
    Email,
}

/// One action and what the page must show after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What it is for, in a person's words.
    #[garde(length(chars, min = 1, max = 300))]
    pub intent: String,
    /// What is done.
    #[garde(custom(check::action))]
    pub action: Action,
    /// What the page must show after it.
    #[serde(default)]
    #[garde(length(max = 50), custom(check::conditions))]
    pub expect: Vec<PostCondition>,
    /// Whether it can't be taken back: it sends, saves, deletes or pays.
    #[serde(default)]
    #[garde(skip)]
    pub commit: bool,
    /// Whether it needs the browser's own input, because the site ignores any other.
    #[serde(default, skip_serializing_if = "is_false")]
    #[garde(skip)]
    pub trusted: bool,
    /// What dialogs of the page's own are answered; the person answers them if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(skip)]
    pub dialogs: Option<DialogAnswer>,
    /// How long the page may take, ms, as the file says; see [`Step::limit_ms`].
    #[serde(default = "default_limit")]
    #[garde(skip)]
    pub within_ms: u32,
}

impl Step {
    /// How long the page may take, ms: at least half a second, at most a minute.
    #[must_use]
    pub fn limit_ms(&self) -> u32 {
        self.within_ms.clamp(500, 60_000)
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks it so")]
fn is_false(value: &bool) -> bool {
    !value
}

fn default_limit() -> u32 {
    8_000
}

/// How a row is recognised on the site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[serde(deny_unknown_fields)]
pub struct RowKey {
    /// Template of the text that only this row has, e.g. `{{email}}`.
    #[garde(length(chars, min = 1, max = 500), custom(check::names_a_slot))]
    pub key: String,
    /// The list it is looked for in; the whole page if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(skip)]
    pub within: Option<Fingerprint>,
    /// The address that shows it; the start address if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[garde(skip)]
    pub url: Option<String>,
}

impl Skill {
    /// The slot of this name.
    #[must_use]
    pub fn slot(&self, name: &str) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.name == name)
    }

    /// Every address pattern a run needs permission for, the sites first.
    #[must_use]
    pub fn origins(&self) -> Vec<String> {
        let mut origins = Vec::new();
        for pattern in self.sites.iter().chain(&self.request_hosts) {
            let origin = pattern.origin_pattern();
            if !origins.contains(&origin) {
                origins.push(origin);
            }
        }
        origins
    }
}

impl Skill {
    /// All conditions, those of the steps first.
    pub fn conditions(&self) -> impl Iterator<Item = &PostCondition> {
        let steps = self.steps.iter().flat_map(|step| &step.expect);
        steps.chain(&self.success)
    }

    /// Whether a run must be allowed to see the browser's downloads.
    #[must_use]
    pub fn needs_downloads(&self) -> bool {
        self.conditions().any(PostCondition::needs_downloads)
    }
}

impl Slot {
    /// Its name for a person.
    #[must_use]
    pub fn title(&self) -> &str {
        if self.label.is_empty() {
            &self.name
        } else {
            &self.label
        }
    }

    /// Checks a row's value for this slot.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, value: &str) -> Result<(), ValueProblem> {
        let value = value.trim();
        if value.is_empty() {
            return if self.required {
                Err(ValueProblem::Empty)
            } else {
                Ok(())
            };
        }
        let ok = |is_so: bool, problem| if is_so { Ok(()) } else { Err(problem) };
        match self.kind {
            SlotType::Multiline => Ok(()),
            _ if value.contains(['\n', '\r']) => Err(ValueProblem::LineBreak),
            SlotType::Text => Ok(()),
            SlotType::Number => ok(is_number(value), ValueProblem::NotNumber),
            SlotType::Date => ok(is_date(value), ValueProblem::NotDate),
            SlotType::Email => ok(is_email(value), ValueProblem::NotEmail),
        }
    }
}

fn is_number(value: &str) -> bool {
    // `f64` also reads "inf" and "nan", which no field takes.
    value.parse::<f64>().is_ok_and(f64::is_finite) && !value.contains(char::is_alphabetic)
}

fn is_date(value: &str) -> bool {
    let parts: Vec<&str> = value.split('-').collect();
    let [year, month, day] = parts.as_slice() else {
        return false;
    };
    let number = |text: &str, length: usize| {
        let is_plain = text.len() == length && text.bytes().all(|b| b.is_ascii_digit());
        is_plain.then(|| text.parse::<u32>().ok()).flatten()
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2))
    else {
        return false;
    };
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let days = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// As strict as a browser's email field in what matters: one `@`, something on both sides, no
/// space.
fn is_email(value: &str) -> bool {
    value.split_once('@').is_some_and(|(user, host)| {
        !user.is_empty()
            && !host.is_empty()
            && !host.contains('@')
            && !value.contains(char::is_whitespace)
    })
}

#[cfg(test)]
mod tests {
    use protocol::ValueProblem;

    use super::{Slot, SlotType};

    fn check(kind: SlotType, value: &str, expected: Result<(), ValueProblem>) {
        let slot = Slot {
            name: "x".into(),
            label: String::new(),
            kind,
            required: true,
            sensitive: false,
        };
        assert_eq!(slot.check(value), expected, "{kind:?} {value:?}");
    }

    #[test]
    fn a_value_must_fit_its_slot() {
        check(SlotType::Text, "  ", Err(ValueProblem::Empty));
        check(SlotType::Text, "a\nb", Err(ValueProblem::LineBreak));
        check(SlotType::Multiline, "a\nb", Ok(()));
        check(SlotType::Number, "-1.5", Ok(()));
        check(SlotType::Number, "inf", Err(ValueProblem::NotNumber));
        check(SlotType::Number, "1,5", Err(ValueProblem::NotNumber));
        check(SlotType::Date, "2028-02-29", Ok(()));
        check(SlotType::Date, "2026-02-29", Err(ValueProblem::NotDate));
        check(SlotType::Date, "30.11.2026", Err(ValueProblem::NotDate));
        check(SlotType::Email, "ada@x.test", Ok(()));
        check(SlotType::Email, "ada", Err(ValueProblem::NotEmail));
        check(SlotType::Email, "a b@x.test", Err(ValueProblem::NotEmail));
    }
}
