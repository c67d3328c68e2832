//! The attributes of one element, and whether a name is among them at a glance.

use crate::Text;

/// One content attribute, the name in lower case as HTML parses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its name.
    pub name: Text,
    /// Its value, unchanged.
    pub value: Text,
}

/// Attributes in document order. Most questions are about names that are not there, so each name sets
/// one bit of 32: where the bit is off, nothing is compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    list: Vec<Attribute>,
    names: u32,
}

impl Attributes {
    /// None yet, with room for so many.
    #[must_use]
    pub fn with_capacity(count: usize) -> Self {
        Self {
            list: Vec::with_capacity(count),
            names: 0,
        }
    }

    /// Appends one.
    pub fn push(&mut self, attribute: Attribute) {
        self.names |= bit(&attribute.name);
        self.list.push(attribute);
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Attribute> {
        self.list.iter()
    }

    /// The value of the first with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Text> {
        if self.names & bit(name) == 0 {
            return None;
        }
        let attribute = self.list.iter().find(|attribute| attribute.name == name)?;
        Some(&attribute.value)
    }
}

/// The bit of a name: of its length and its ends.
#[inline]
fn bit(name: &str) -> u32 {
    let end = |byte: Option<&u8>| byte.copied().map_or(0, u32::from);
    let bytes = name.as_bytes();
    #[allow(clippy::cast_possible_truncation)] // only five bits of it matter
    let length = bytes.len() as u32;
    1 << ((length * 5 + end(bytes.first()) + end(bytes.last()) * 3) & 31)
}

impl FromIterator<Attribute> for Attributes {
    fn from_iter<I: IntoIterator<Item = Attribute>>(attributes: I) -> Self {
        let mut all = Self::default();
        attributes
            .into_iter()
            .for_each(|attribute| all.push(attribute));
        all
    }
}

impl<'a> IntoIterator for &'a Attributes {
    type Item = &'a Attribute;
    type IntoIter = std::slice::Iter<'a, Attribute>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
