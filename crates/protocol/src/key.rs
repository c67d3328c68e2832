//! Keys that can be pressed, alone or together.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A key held down while another is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Modifier {
    /// Alt, on a Mac Option.
    Alt,
    /// Control.
    Control,
    /// The Windows key, on a Mac Command.
    Meta,
    /// Shift.
    Shift,
}

impl Modifier {
    const ALL: [(&'static str, Self); 4] = [
        ("Alt", Self::Alt),
        ("Control", Self::Control),
        ("Meta", Self::Meta),
        ("Shift", Self::Shift),
    ];

    fn read(text: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(name, _)| *name == text);
        found.map(|(_, modifier)| *modifier)
    }
}

/// Keys with a name, each with its `code` and `keyCode` (UI Events KeyboardEvent key values).
const NAMED: [(&str, u32); 27] = [
    ("Enter", 13),
    ("Tab", 9),
    ("Escape", 27),
    ("Backspace", 8),
    ("Delete", 46),
    ("Insert", 45),
    ("ArrowUp", 38),
    ("ArrowDown", 40),
    ("ArrowLeft", 37),
    ("ArrowRight", 39),
    ("Home", 36),
    ("End", 35),
    ("PageUp", 33),
    ("PageDown", 34),
    ("Space", 32),
    ("F1", 112),
    ("F2", 113),
    ("F3", 114),
    ("F4", 115),
    ("F5", 116),
    ("F6", 117),
    ("F7", 118),
    ("F8", 119),
    ("F9", 120),
    ("F10", 121),
    ("F11", 122),
    ("F12", 123),
];

/// One press of a key, with the modifiers held meanwhile: `Control+Shift+K`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct KeyPress {
    /// What is held down, in the order it is pressed.
    pub modifiers: Vec<Modifier>,
    key: String,
}

/// A text that names no key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is no key; expected one character or a name such as Enter, Tab, Escape, ArrowDown, F2, with Alt+, Control+, Meta+ or Shift+ before it"
)]
pub struct InvalidKey(String);

impl KeyPress {
    /// The key alone.
    #[must_use]
    pub fn plain(key: char) -> Self {
        Self {
            modifiers: vec![],
            key: key.to_string(),
        }
    }

    /// Enter.
    #[must_use]
    pub fn enter() -> Self {
        Self {
            modifiers: vec![],
            key: "Enter".into(),
        }
    }

    /// Backspace.
    #[must_use]
    pub fn backspace() -> Self {
        Self {
            modifiers: vec![],
            key: "Backspace".into(),
        }
    }

    /// Escape.
    #[must_use]
    pub fn escape() -> Self {
        Self {
            modifiers: vec![],
            key: "Escape".into(),
        }
    }

    /// The `key` of its events: a character or a name.
    #[must_use]
    pub fn key(&self) -> &str {
        if self.key == "Space" { " " } else { &self.key }
    }

    /// The `code` of its events, as on an English keyboard; empty where there is none.
    #[must_use]
    pub fn code(&self) -> String {
        match self.key.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => {
                format!("Key{}", char::from(letter.to_ascii_uppercase()))
            }
            [digit] if digit.is_ascii_digit() => format!("Digit{}", char::from(*digit)),
            [_] => String::new(),
            _ if NAMED.iter().any(|(name, _)| *name == self.key) => self.key.clone(),
            _ => String::new(),
        }
    }

    /// The outdated `keyCode`, which many pages still read; 0 where there is none.
    #[must_use]
    pub fn key_code(&self) -> u32 {
        if let Some((_, code)) = NAMED.iter().find(|(name, _)| *name == self.key) {
            return *code;
        }
        match self.key.as_bytes() {
            [one] if one.is_ascii_alphanumeric() => u32::from(one.to_ascii_uppercase()),
            [b' '] => 32,
            _ => 0,
        }
    }

    /// The character it types, if it types one.
    #[must_use]
    pub fn types(&self) -> Option<char> {
        let holds_back = |modifier: &Modifier| *modifier != Modifier::Shift;
        if self.modifiers.iter().any(holds_back) {
            return None;
        }
        let mut characters = self.key().chars();
        characters.next().filter(|_| characters.next().is_none())
    }

    /// Whether this modifier is held down.
    #[must_use]
    pub fn has(&self, modifier: Modifier) -> bool {
        self.modifiers.contains(&modifier)
    }
}

impl FromStr for KeyPress {
    type Err = InvalidKey;

    fn from_str(text: &str) -> Result<Self, InvalidKey> {
        let invalid = || InvalidKey(text.to_owned());
        // A plus sign can be the key itself.
        let (held, key) = match text.strip_suffix('+') {
            Some("") => ("", "+"),
            Some(held) => (held.strip_suffix('+').ok_or_else(invalid)?, "+"),
            None => text.rsplit_once('+').unwrap_or(("", text)),
        };
        let held = held.split('+').filter(|_| !held.is_empty());
        let modifiers: Option<Vec<Modifier>> = held.map(Modifier::read).collect();
        let is_known = key.chars().count() == 1 || NAMED.iter().any(|(name, _)| *name == key);
        match modifiers {
            Some(modifiers) if is_known => Ok(Self {
                modifiers,
                key: key.to_owned(),
            }),
            _ => Err(invalid()),
        }
    }
}

impl TryFrom<String> for KeyPress {
    type Error = InvalidKey;

    fn try_from(text: String) -> Result<Self, InvalidKey> {
        text.parse()
    }
}

impl From<KeyPress> for String {
    fn from(press: KeyPress) -> Self {
        press.to_string()
    }
}

impl fmt::Display for KeyPress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for modifier in &self.modifiers {
            write!(f, "{modifier:?}+")?;
        }
        f.write_str(&self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyPress, Modifier};

    fn check(text: &str, modifiers: &[Modifier], key: &str, code: &str, key_code: u32) {
        let press: KeyPress = text.parse().unwrap();
        assert_eq!(press.modifiers, modifiers, "{text}");
        assert_eq!(
            (press.key(), press.code().as_str(), press.key_code()),
            (key, code, key_code),
            "{text}"
        );
        assert_eq!(press.to_string(), text);
    }

    #[test]
    fn a_key_is_read_with_what_is_held() {
        check("Enter", &[], "Enter", "Enter", 13);
        check("Space", &[], " ", "Space", 32);
        check("a", &[], "a", "KeyA", 65);
        check("Control+A", &[Modifier::Control], "A", "KeyA", 65);
        let both = [Modifier::Control, Modifier::Shift];
        check("Control+Shift+F2", &both, "F2", "F2", 113);
        check("+", &[], "+", "", 0);
        check("Control++", &[Modifier::Control], "+", "", 0);
        check("é", &[], "é", "", 0);
    }

    #[test]
    fn what_is_no_key_is_refused() {
        for text in ["", "Enterr", "Ctrl+A", "Control+", "Control+Alt", "ab"] {
            assert!(text.parse::<KeyPress>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_plain_characters_are_typed() {
        let types = |text: &str| text.parse::<KeyPress>().unwrap().types();
        assert_eq!(types("a"), Some('a'));
        assert_eq!(types("Shift+A"), Some('A'));
        assert_eq!(types("Space"), Some(' '));
        assert_eq!(types("Control+A"), None);
        assert_eq!(types("Enter"), None);
    }
}
