//! Values of sensitive slots leave no trace in what is kept beside the row's own cells.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use skill::Skill;

use crate::mapping::Mapping;

/// The sensitive values of a row with the names that stand for them, the longest first.
pub(crate) struct Mask {
    secrets: Vec<(String, String)>,
}

impl Mask {
    pub(crate) fn of(skill: &Skill, mapping: &Mapping, cells: &[String]) -> Self {
        let mut secrets: Vec<(String, String)> = skill
            .slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| slot.sensitive)
            .map(|(at, slot)| {
                (
                    mapping.value(at, cells).trim().to_owned(),
                    slot.name.clone(),
                )
            })
            .filter(|(value, _)| !value.is_empty())
            .collect();
        secrets.sort_by_key(|(value, _)| std::cmp::Reverse(value.len()));
        Self { secrets }
    }

    /// The same value with every sensitive text in it replaced by `{{slot}}`.
    pub(crate) fn apply<T: Serialize + DeserializeOwned + Clone>(&self, value: &T) -> T {
        if self.secrets.is_empty() {
            return value.clone();
        }
        let Ok(mut json) = serde_json::to_value(value) else {
            return value.clone();
        };
        let mut stack = vec![&mut json];
        while let Some(value) = stack.pop() {
            match value {
                Value::String(text) => {
                    for (secret, slot) in &self.secrets {
                        *text = text.replace(secret.as_str(), &format!("{{{{{slot}}}}}"));
                    }
                }
                Value::Array(items) => stack.extend(items),
                Value::Object(members) => stack.extend(members.values_mut()),
                _ => {}
            }
        }
        // By way of text, as the ledger reads it: one parser less in the panel.
        serde_json::from_str(&json.to_string()).unwrap_or_else(|_| value.clone())
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Diagnosis, Fact};

    use super::Mask;

    #[test]
    fn a_sensitive_value_is_replaced_wherever_it_stands() {
        let mask = Mask {
            secrets: vec![("12-34".into(), "iban".into())],
        };
        let fact = mask.apply(&Fact::Text {
            text: "got 12-34!".into(),
        });
        assert_eq!(
            fact,
            Fact::Text {
                text: "got {{iban}}!".into()
            }
        );
        let reason = mask.apply(&Diagnosis::AlreadyThere {
            key: "12-34".into(),
        });
        assert_eq!(
            reason,
            Diagnosis::AlreadyThere {
                key: "{{iban}}".into()
            }
        );
    }
}
