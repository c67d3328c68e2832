//! Command line options of the form `--name VALUE` and `--flag`.

use std::collections::BTreeMap;

use anyhow::{Result, bail};

/// The options of a command.
pub(crate) struct Options {
    values: BTreeMap<String, String>,
    flags: Vec<String>,
}

impl Options {
    /// Reads options; `with_value` and `flags` are the names allowed.
    pub(crate) fn read(arguments: &[&str], with_value: &[&str], flags: &[&str]) -> Result<Self> {
        let mut options = Self {
            values: BTreeMap::new(),
            flags: Vec::new(),
        };
        let mut rest = arguments.iter();
        while let Some(&name) = rest.next() {
            if flags.contains(&name) {
                options.flags.push(name.to_owned());
            } else if with_value.contains(&name) {
                let Some(value) = rest.next() else {
                    bail!("{name} needs a value");
                };
                options.values.insert(name.to_owned(), (*value).to_owned());
            } else {
                bail!(
                    "unknown option {name}; expected {}",
                    [with_value, flags].concat().join(", ")
                );
            }
        }
        Ok(options)
    }

    /// The value of an option.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// The value of an option that must be there.
    pub(crate) fn require(&self, name: &str) -> Result<&str> {
        match self.get(name) {
            Some(value) => Ok(value),
            None => bail!("{name} is missing"),
        }
    }

    /// Whether a flag is there.
    pub(crate) fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|name| name == flag)
    }
}
