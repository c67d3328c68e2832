//! Templates: texts with `{{slot}}` in them.

use std::collections::BTreeMap;

use thiserror::Error;

/// A template names a slot that has no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no value for {{{{{0}}}}}")]
pub struct Unbound(pub String);

/// The values of one row, by slot name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings {
    values: BTreeMap<String, String>,
}

impl Bindings {
    /// Binds slots to values.
    #[must_use]
    pub fn new(values: impl IntoIterator<Item = (String, String)>) -> Self {
        Self {
            values: values.into_iter().collect(),
        }
    }

    /// Puts the values into a text.
    ///
    /// # Errors
    /// Names the first slot without a value.
    pub fn fill(&self, template: &str) -> Result<String, Unbound> {
        self.fill_with(template, |value| value.to_owned())
    }

    /// Puts the values into an address, each encoded so that it stays one part of it.
    ///
    /// # Errors
    /// Names the first slot without a value.
    pub fn fill_url(&self, template: &str) -> Result<String, Unbound> {
        self.fill_with(template, percent_encoded)
    }

    fn fill_with(
        &self,
        template: &str,
        encode: impl Fn(&str) -> String,
    ) -> Result<String, Unbound> {
        let mut filled = String::with_capacity(template.len());
        let mut rest = template;
        while let Some((before, slot, after)) = next_slot(rest) {
            filled.push_str(before);
            let value = self.values.get(slot);
            filled.push_str(&encode(value.ok_or_else(|| Unbound(slot.to_owned()))?));
            rest = after;
        }
        filled.push_str(rest);
        Ok(filled)
    }
}

/// The names of the slots a template uses.
#[must_use]
pub fn slots_in(template: &str) -> Vec<&str> {
    let mut slots = Vec::new();
    let mut rest = template;
    while let Some((_, slot, after)) = next_slot(rest) {
        slots.push(slot);
        rest = after;
    }
    slots
}

fn next_slot(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("{{")?;
    let (slot, after) = rest.split_once("}}")?;
    Some((before, slot.trim(), after))
}

/// A value as it stands in an address, RFC 3986: everything but unreserved characters is encoded.
#[must_use]
pub fn percent_encoded(value: &str) -> String {
    use std::fmt::Write;
    let mut encoded = String::with_capacity(value.len());
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::{Bindings, Unbound, slots_in};

    fn ada() -> Bindings {
        Bindings::new([
            ("name".into(), "Ada {{email}}".into()),
            ("email".into(), "ada+x@x.test".into()),
        ])
    }

    #[test]
    fn values_are_put_in_once_and_never_read_as_templates() {
        assert_eq!(ada().fill("Hi {{ name }}!").unwrap(), "Hi Ada {{email}}!");
    }

    #[test]
    fn values_in_addresses_stay_one_part() {
        let url = ada().fill_url("https://h/?q={{email}}").unwrap();
        assert_eq!(url, "https://h/?q=ada%2Bx%40x.test");
    }

    #[test]
    fn a_slot_without_a_value_is_named() {
        assert_eq!(ada().fill("{{city}}"), Err(Unbound("city".into())));
    }

    #[test]
    fn the_slots_of_a_template_are_listed() {
        assert_eq!(slots_in("{{a}} and {{ b }} {{"), ["a", "b"]);
    }
}
