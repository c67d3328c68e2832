//! Comparing two records.

use aria::Role;

use super::text::{Diff, ranges};
use super::{Entry, Record, Said, Short};
use crate::clean::quoted;
use crate::snapshot::number;
use crate::tokens::px;
use crate::walk::Index;

/// How many nodes of one role are told one by one.
const TOLD: u32 = 8;

/// How many changed nodes and texts are told.
const CHANGES: usize = 100;

pub(super) fn compare(before: &Record, after: &Record) -> Diff {
    let mut diff = Diff::default();
    head(before, after, &mut diff);
    nodes(before, after, &mut diff);
    texts(&before.texts, &after.texts, &mut diff);
    counts(before, after, &mut diff);
    let old = before.entries.iter().filter_map(|entry| entry.reference);
    let old: Index = old.map(|reference| (number(reference), 0)).collect();
    let kept = after.entries.iter().filter_map(|entry| entry.reference);
    diff.valid = ranges(kept.filter(|reference| old.contains_key(&number(*reference))));
    diff
}

fn head(before: &Record, after: &Record, diff: &mut Diff) {
    let change = |what, before: &str, after: &str| {
        let (before, after) = (quoted(before, 200), quoted(after, 200));
        (before != after).then(|| format!("{what}: {before} -> {after}"))
    };
    diff.head.extend(change("url", &before.url, &after.url));
    diff.head
        .extend(change("title", &before.title, &after.title));
    let moved = after.top - before.top;
    if moved.abs() >= 1.0 {
        let way = if moved > 0.0 { "down" } else { "up" };
        diff.head
            .push(format!("scrolled {way} {} px", px(moved.abs())));
    }
}

fn nodes(before: &Record, after: &Record, diff: &mut Diff) {
    let by_key = |entries: &[Entry]| -> Index {
        let keys = entries.iter().enumerate();
        keys.map(|(at, entry)| (entry.key.0.into(), at)).collect()
    };
    let (old, new) = (by_key(&before.entries), by_key(&after.entries));
    let mut appeared = Listed::new("+");
    let mut vanished = Listed::new("-");
    for entry in &after.entries {
        match old.get(&entry.key.0.into()).map(|&at| &before.entries[at]) {
            None if is_window(entry.role) => diff.head.push(format!("opened: {}", words(entry))),
            None if is_message(entry.role) => {
                diff.head.push(format!("message: {}", words(entry)));
            }
            None => appeared.add(entry),
            Some(old) if old != entry => changed(old, entry, diff),
            Some(_) => {}
        }
    }
    for entry in before
        .entries
        .iter()
        .filter(|entry| !new.contains_key(&entry.key.0.into()))
    {
        if is_window(entry.role) {
            diff.head.push(format!("closed: {}", words(entry)));
        } else {
            vanished.add(entry);
        }
    }
    diff.appeared = appeared.lines();
    diff.vanished = vanished.lines();
}

fn is_window(role: Role) -> bool {
    matches!(role, Role::Dialog | Role::AlertDialog)
}

fn is_message(role: Role) -> bool {
    matches!(role, Role::Alert | Role::Status)
}

fn words(entry: &Entry) -> String {
    let mut text = entry.role.as_str().to_owned();
    if !entry.name.start.is_empty() {
        text.push(' ');
        text.push_str(&short(&entry.name));
    }
    if let Some(reference) = entry.reference {
        text.push_str(&format!(" [{reference}]"));
    }
    text
}

fn short(text: &Short) -> String {
    quoted(&text.start, super::KEPT)
}

fn changed(old: &Entry, new: &Entry, diff: &mut Diff) {
    diff.changes += 1;
    if diff.changed.len() >= CHANGES {
        return;
    }
    let mut parts = vec![];
    if old.role != new.role {
        parts.push(format!("was {}", old.role));
    }
    if old.name != new.name {
        parts.push(format!("named {} before", short(&old.name)));
    }
    if old.value != new.value {
        let value = |entry: &Entry| entry.value.as_ref().map_or("\"\"".into(), short);
        parts.push(format!("value {} -> {}", value(old), value(new)));
    }
    if old.states != new.states {
        parts.extend(states(&old.states, &new.states));
    }
    if old.reference != new.reference && parts.is_empty() {
        parts.push("new ref".into());
    }
    diff.changed
        .push(format!("~ {}: {}", words(new), parts.join(", ")));
}

/// Which state words came and went.
fn states(old: &str, new: &str) -> Option<String> {
    let came = new
        .split(' ')
        .filter(|word| !word.is_empty() && !old.split(' ').any(|o| o == *word));
    let went = old
        .split(' ')
        .filter(|word| !word.is_empty() && !new.split(' ').any(|n| n == *word));
    let mut words: Vec<String> = came.map(|word| format!("now {word}")).collect();
    words.extend(went.map(|word| format!("no longer {word}")));
    (!words.is_empty()).then(|| words.join(", "))
}

/// Nodes that came or went; of each role the first few, the rest counted.
struct Listed {
    sign: &'static str,
    told: Vec<String>,
    /// By the role's place in [`Role::ALL`].
    counts: Vec<u32>,
}

impl Listed {
    fn new(sign: &'static str) -> Self {
        Self {
            sign,
            told: vec![],
            counts: vec![0; Role::ALL.len()],
        }
    }

    fn add(&mut self, entry: &Entry) {
        let count = &mut self.counts[entry.role as usize];
        *count += 1;
        if *count <= TOLD {
            self.told.push(format!("{} {}", self.sign, words(entry)));
        }
    }

    fn lines(mut self) -> Vec<String> {
        for (role, count) in Role::ALL.iter().zip(&self.counts) {
            if let Some(rest) = count.checked_sub(TOLD).filter(|&rest| rest > 0) {
                self.told.push(format!("{} {rest} more {role}", self.sign));
            }
        }
        self.told
    }
}

/// One text of one element as a number.
fn digest(said: &Said) -> u64 {
    said.text.digest.rotate_left(7) ^ u64::from(said.key.0)
}

/// Plain texts: the first old and the first new one of an element pair up, the rest came or went.
fn texts(before: &[Said], after: &[Said], diff: &mut Diff) {
    let keyed = |said: &[Said]| -> Index { said.iter().map(|said| (digest(said), 0)).collect() };
    let (old, new) = (keyed(before), keyed(after));
    let is_gone = |said: &&Said| !new.contains_key(&digest(said));
    let mut gone: Vec<Option<&Said>> = before.iter().filter(is_gone).map(Some).collect();
    let places = gone.iter().enumerate().rev();
    let mut places: Index = places
        .filter_map(|(at, said)| Some((said.as_ref()?.key.0.into(), at)))
        .collect();
    let mut tell = |line: String| {
        diff.text_changes += 1;
        if diff.texts.len() < CHANGES {
            diff.texts.push(line);
        }
    };
    for said in after.iter().filter(|said| !old.contains_key(&digest(said))) {
        let place = places.remove(&said.key.0.into());
        let new = short(&said.text);
        tell(match place.and_then(|place| gone[place].take()) {
            Some(was) => format!("~ text {} -> {new}", short(&was.text)),
            None => format!("+ text {new}"),
        });
    }
    for said in gone.into_iter().flatten() {
        tell(format!("- text {}", short(&said.text)));
    }
}

fn counts(before: &Record, after: &Record, diff: &mut Diff) {
    let keyed = |counts: &[(String, u32)]| -> Index {
        let counts = counts.iter();
        counts
            .map(|(label, count)| (Short::of(label).digest, *count as usize))
            .collect()
    };
    let (old, new) = (keyed(&before.counts), keyed(&after.counts));
    let of = |counts: &Index, label: &str| counts.get(&Short::of(label).digest).copied();
    for (label, count) in &after.counts {
        let was = of(&old, label).unwrap_or(0);
        if was != *count as usize {
            diff.counts
                .push(format!("count of {label}: {was} -> {count}"));
        }
    }
    for (label, was) in &before.counts {
        if of(&new, label).is_none() {
            diff.counts.push(format!("count of {label}: {was} -> 0"));
        }
    }
    diff.counts.truncate(CHANGES);
}
