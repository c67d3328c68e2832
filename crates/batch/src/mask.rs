//! Values of a row leave no trace in what is kept beside its own cells: `{{slot}}` stands for them.

use protocol::{Check, Claim, Fact};
use replay::{Entry, Event};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use skill::{Skill, SlotType};

use crate::mapping::Mapping;

/// A value shorter than this, in characters, is replaced only where it stands as a word of its own: it
/// would be found in any text.
const SHORT: usize = 4;

/// Members that hold the skill's own words, never a value of a row.
const OWN_WORDS: [&str; 5] = ["intent", "at_step", "action", "steps", "commit"];

/// Values of a row with the slots that stand for them, the longest first.
pub(crate) struct Mask {
    words: Vec<Word>,
}

struct Word {
    value: String,
    slot: String,
    /// Whether it is replaced also inside a longer word.
    is_anywhere: bool,
}

impl Mask {
    /// Masks what may be shown only as its length.
    pub(crate) fn of_sensitive(skill: &Skill, mapping: &Mapping, cells: &[String]) -> Self {
        Self::of(skill, mapping, cells, true)
    }

    /// Masks every value of the row, also as it stands in addresses.
    pub(crate) fn of_all(skill: &Skill, mapping: &Mapping, cells: &[String]) -> Self {
        Self::of(skill, mapping, cells, false)
    }

    fn of(skill: &Skill, mapping: &Mapping, cells: &[String], only_sensitive: bool) -> Self {
        let mut words = Vec::new();
        let slots = skill.slots.iter().enumerate();
        for (at, slot) in slots.filter(|(_, slot)| slot.sensitive || !only_sensitive) {
            let value = mapping.value(at, cells).trim();
            let mut forms = forms_of(value);
            if slot.kind == SlotType::Multiline {
                forms.extend(lines_of(value));
            }
            words.extend(forms.into_iter().map(|value| Word {
                is_anywhere: slot.sensitive || value.chars().count() >= SHORT,
                slot: format!("{{{{{}}}}}", slot.name),
                value,
            }));
        }
        words.retain(|word| !word.value.is_empty());
        words.sort_by_key(|word| std::cmp::Reverse(word.value.len()));
        Self { words }
    }

    /// The events of a run. In a check that is about a value, another text of the page is told as its
    /// length.
    pub(crate) fn entries(&self, entries: &[Entry]) -> Vec<Entry> {
        let mut entries = entries.to_vec();
        for entry in &mut entries {
            if let Event::Checked { checks, .. } = &mut entry.event {
                checks.iter_mut().for_each(|check| self.hide_others(check));
            }
        }
        self.apply(&entries)
    }

    fn hide_others(&self, check: &mut Check) {
        let claim = Claim(check.condition.clone());
        let is_about_value = self.apply(&claim) != claim;
        if !is_about_value {
            return;
        }
        self.hide(&mut check.actual);
        check.evidence.iter_mut().for_each(|fact| self.hide(fact));
    }

    fn hide(&self, fact: &mut Fact) {
        let texts: &[String] = match fact {
            Fact::Text { text } => std::slice::from_ref(text),
            Fact::Texts { texts } => texts,
            _ => return,
        };
        let is_other = |text: &String| !text.is_empty() && !self.is_value(text);
        if texts.iter().any(is_other) {
            let length: usize = texts.iter().map(|text| text.chars().count()).sum();
            let length = u32::try_from(length).unwrap_or(u32::MAX);
            *fact = Fact::Masked { length };
        }
    }

    /// Whether a text is just a value of the row.
    fn is_value(&self, text: &str) -> bool {
        let masked = self.text(text);
        self.words
            .iter()
            .any(|word| masked.as_ref() == Some(&word.slot))
    }

    /// The same with every value in it replaced by `{{slot}}`.
    pub(crate) fn apply<T: Serialize + DeserializeOwned + Clone>(&self, value: &T) -> T {
        if self.words.is_empty() {
            return value.clone();
        }
        // By way of text, as the ledger writes and reads it: a writer and a reader less in the panel.
        let text = serde_json::to_string(value);
        let Some(mut json) = text.ok().and_then(|text| serde_json::from_str(&text).ok()) else {
            return value.clone();
        };
        let mut changed = Vec::new();
        self.replace_in(&mut json, String::new(), &mut changed);
        let read = |json: &Value| serde_json::from_str::<T>(&json.to_string());
        if let Ok(masked) = read(&json) {
            return masked;
        }
        // A value that is also the name of one of our own kinds, such as `failed`: names stay.
        put_back(&mut json, &changed);
        for Replaced { at, masked, .. } in &changed {
            let Some(leaf) = json.pointer_mut(at) else {
                continue;
            };
            let before = std::mem::replace(leaf, Value::String(masked.clone()));
            if read(&json).is_err()
                && let Some(leaf) = json.pointer_mut(at)
            {
                *leaf = before;
            }
        }
        read(&json).unwrap_or_else(|_| value.clone())
    }

    fn replace_in(&self, json: &mut Value, at: String, changed: &mut Vec<Replaced>) {
        let mut stack = vec![(at, json)];
        while let Some((at, value)) = stack.pop() {
            match value {
                Value::String(text) => {
                    if let Some(masked) = self.text(text) {
                        let before = std::mem::replace(text, masked.clone());
                        changed.push(Replaced { at, before, masked });
                    }
                }
                Value::Array(items) => {
                    let items = items.iter_mut().enumerate();
                    stack.extend(items.map(|(i, item)| (format!("{at}/{i}"), item)));
                }
                Value::Object(members) => {
                    let others = members
                        .iter_mut()
                        .filter(|(name, _)| !OWN_WORDS.contains(&name.as_str()));
                    // RFC 6901: `~` and `/` of a name are written otherwise in a pointer.
                    let escaped = |name: &str| name.replace('~', "~0").replace('/', "~1");
                    stack.extend(others.map(|(n, v)| (format!("{at}/{}", escaped(n)), v)));
                }
                _ => {}
            }
        }
    }

    /// A text with its values replaced, in one pass; `None` if there are none.
    fn text(&self, text: &str) -> Option<String> {
        let mut masked = String::new();
        let (mut at, mut kept) = (0, 0);
        while at < text.len() {
            let found = self.words.iter().find_map(|word| {
                let length = word.length_at(text, at)?;
                Some((word, length))
            });
            if let Some((word, length)) = found {
                masked.push_str(&text[kept..at]);
                masked.push_str(&word.slot);
                at += length;
                kept = at;
            } else {
                at += text[at..].chars().next().map_or(1, char::len_utf8);
            }
        }
        (kept > 0).then(|| masked + &text[kept..])
    }
}

/// A text that was replaced.
struct Replaced {
    /// Where, as a JSON pointer.
    at: String,
    before: String,
    masked: String,
}

fn put_back(json: &mut Value, changed: &[Replaced]) {
    for Replaced { at, before, .. } in changed {
        if let Some(leaf) = json.pointer_mut(at) {
            *leaf = Value::String(before.clone());
        }
    }
}

impl Word {
    /// How many bytes of the text are this value from here on, whatever the case.
    fn length_at(&self, text: &str, at: usize) -> Option<usize> {
        let mut rest = text[at..].chars();
        for expected in self.value.chars() {
            if !rest.next().is_some_and(|c| is_same(c, expected)) {
                return None;
            }
        }
        let end = text.len() - rest.as_str().len();
        let is_free = self.is_anywhere || (is_edge(text, at) && is_edge(text, end));
        is_free.then_some(end - at)
    }
}

fn is_same(a: char, b: char) -> bool {
    if a.is_ascii() && b.is_ascii() {
        return a.eq_ignore_ascii_case(&b);
    }
    a == b || a.to_lowercase().eq(b.to_lowercase())
}

/// Whether no word of Latin letters or digits goes on across this place.
fn is_edge(text: &str, at: usize) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric();
    let before = text[..at].chars().next_back().is_some_and(is_part);
    let after = text[at..].chars().next().is_some_and(is_part);
    !(before && after)
}

/// A value as it stands in texts and in addresses: RFC 3986, and as forms send it.
fn forms_of(value: &str) -> Vec<String> {
    let in_path = skill::percent_encoded(value);
    let in_form = in_path.replace("%20", "+");
    let mut forms = vec![value.to_owned(), value.replace("\r\n", "\n")];
    forms.extend([in_path, in_form]);
    forms.dedup();
    forms
}

/// The lines of a value, where there are several: a page may show one of them.
fn lines_of(value: &str) -> Vec<String> {
    let lines = value.lines().map(|line| line.trim().to_owned());
    lines.filter(|line| line.chars().count() >= SHORT).collect()
}

#[cfg(test)]
mod tests;
