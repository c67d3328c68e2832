//! How an element is found again: by what it is, never by where it stood.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Stable facts that find an element again after a re-render. Holds no user data of its own:
/// in a skill its texts are templates (`{{slot}}`), bound per row.
///
/// What is not given is not asked. At least one fact must be given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fingerprint {
    /// ARIA role, e.g. `textbox`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Accessible name; compared without regard to case and white space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Tag name in lower case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// Stable attributes such as `name`, `type`, `autocomplete`, `data-testid`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
    /// Role of the landmark around it, or `role name`, e.g. `form New customer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub landmark: Option<String>,
    /// The nearest heading before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// Text that the row, list item or option around it must hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// Which among equals, from 0; only where nothing else tells them apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ordinal: Option<u32>,
}

impl Fingerprint {
    /// Whether it asks for anything at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self
            == Self {
                ordinal: self.ordinal,
                ..Self::default()
            }
    }
}

impl fmt::Display for Fingerprint {
    /// In words, for a person: `textbox "Email" in form New customer`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            self.role
                .as_deref()
                .or(self.tag.as_deref())
                .unwrap_or("element"),
        )?;
        if let Some(name) = &self.name {
            write!(f, " {name:?}")?;
        }
        for (attribute, value) in &self.attributes {
            write!(f, " [{attribute}={value}]")?;
        }
        if let Some(landmark) = &self.landmark {
            write!(f, " in {landmark}")?;
        }
        if let Some(heading) = &self.heading {
            write!(f, " under {heading:?}")?;
        }
        if let Some(row) = &self.row {
            write!(f, " in the row with {row:?}")?;
        }
        if let Some(ordinal) = self.ordinal {
            write!(f, " (number {})", ordinal + 1)?;
        }
        Ok(())
    }
}

/// A value whose texts may hold templates: the same shape, each text replaced.
pub trait MapText: Sized {
    /// Replaces every text by what `f` makes of it, or stops at the first error.
    ///
    /// # Errors
    /// The first error of `f`.
    fn map_text<E>(&self, f: &mut impl FnMut(&str) -> Result<String, E>) -> Result<Self, E>;
}

impl MapText for Option<String> {
    fn map_text<E>(&self, f: &mut impl FnMut(&str) -> Result<String, E>) -> Result<Self, E> {
        self.as_deref().map(f).transpose()
    }
}

impl MapText for Fingerprint {
    fn map_text<E>(&self, f: &mut impl FnMut(&str) -> Result<String, E>) -> Result<Self, E> {
        Ok(Self {
            role: self.role.clone(),
            name: self.name.map_text(f)?,
            tag: self.tag.clone(),
            attributes: self
                .attributes
                .iter()
                .map(|(name, value)| Ok((name.clone(), f(value)?)))
                .collect::<Result<_, E>>()?,
            landmark: self.landmark.map_text(f)?,
            heading: self.heading.map_text(f)?,
            row: self.row.map_text(f)?,
            ordinal: self.ordinal,
        })
    }
}
