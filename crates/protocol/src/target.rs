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
    /// The dialog, group or other named place around it that is no landmark, as `landmark` is
    /// written: `dialog New customer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// Text read right before a field that has no accessible name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Header of the table column it stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// What the icon in it is called: `trash` of `<i class="fa fa-trash">`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Name of the control read before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Name of the control read after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Tags of the hosts whose shadow trees it lies in, outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shadow: Vec<String>,
    /// The frames it lies in, outermost first, each by its stable mark; empty for the top document.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frame: Vec<String>,
    /// Names of other controls that were near enough to be mistaken for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unlike: Vec<String>,
    /// Facts that others on the page had as well when it was recorded, and so say little: `name`,
    /// `icon`, `label`, or an attribute in brackets, `[data-testid]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shared: Vec<String>,
    /// Facts that told it from all others of its role and name when it was recorded: as in
    /// `shared`, and `landmark`, `section`, `heading`, `column`, `before`, `after`, `shadow`, `row`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub told_by: Vec<String>,
    /// Which among equals, from 0; only where nothing else tells them apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ordinal: Option<u32>,
    /// How many had its role and name when it was recorded. Where there are more or fewer now, an
    /// ordinal says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u32>,
}

impl Fingerprint {
    /// Whether it asks for anything at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self
            == Self {
                ordinal: self.ordinal,
                of: self.of,
                unlike: self.unlike.clone(),
                shared: self.shared.clone(),
                told_by: self.told_by.clone(),
                frame: self.frame.clone(),
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
        if let Some(icon) = &self.icon {
            write!(f, " with the icon {icon}")?;
        }
        if let Some(label) = &self.label {
            write!(f, " labeled {label:?}")?;
        }
        if let Some(column) = &self.column {
            write!(f, " in the column {column:?}")?;
        }
        for place in self.section.iter().chain(&self.landmark) {
            write!(f, " in {place}")?;
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
            section: self.section.map_text(f)?,
            label: self.label.map_text(f)?,
            column: self.column.map_text(f)?,
            icon: self.icon.clone(),
            before: self.before.map_text(f)?,
            after: self.after.map_text(f)?,
            shadow: self.shadow.clone(),
            frame: self.frame.clone(),
            unlike: self
                .unlike
                .iter()
                .map(|text| f(text))
                .collect::<Result<_, E>>()?,
            shared: self.shared.clone(),
            told_by: self.told_by.clone(),
            ordinal: self.ordinal,
            of: self.of,
        })
    }
}
