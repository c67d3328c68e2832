//! A difference in words, within a budget.

use protocol::NodeRef;

use crate::tokens::estimate_tokens;

/// What became different between two observations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// Address, title, scrolling, dialogs opened and closed, messages.
    pub(super) head: Vec<String>,
    /// Nodes that changed.
    pub(super) changed: Vec<String>,
    /// How many did.
    pub(super) changes: u32,
    /// Nodes that came.
    pub(super) appeared: Vec<String>,
    /// Nodes that went.
    pub(super) vanished: Vec<String>,
    /// Groups with another number of items.
    pub(super) counts: Vec<String>,
    /// Plain texts that came, went or changed.
    pub(super) texts: Vec<String>,
    /// How many did.
    pub(super) text_changes: u32,
    /// Refs that still stand for the same, as ranges: `e1-e14, e16`.
    pub(super) valid: String,
}

/// What the last line may cost, tokens.
const RESERVED: u32 = 10;

/// How many ranges of refs are told.
const RANGES: usize = 20;

impl Diff {
    /// Whether nothing became different.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines().next().is_none()
    }

    /// In words, a line for each difference, what matters most first; never more than `budget`
    /// tokens by [`estimate_tokens`].
    #[must_use]
    pub fn to_text(&self, budget: u32) -> String {
        let mut lines: Vec<&str> = self.lines().collect();
        if lines.is_empty() {
            lines.push("nothing changed");
        }
        let valid = format!("valid: {}", self.valid);
        if !self.valid.is_empty() {
            lines.insert(self.head.len().min(lines.len()), &valid);
        }
        let hidden = self.untold();
        let cost = |line: &str| estimate_tokens(line) + 1;
        let all = lines
            .iter()
            .fold(0, |sum: u32, line| sum.saturating_add(cost(line)));
        let is_whole = hidden == 0 && all <= budget;
        let limit = if is_whole {
            budget
        } else {
            budget.saturating_sub(RESERVED.min(budget / 4))
        };
        let mut text = String::new();
        let mut used = 0;
        let mut left_out = hidden;
        for line in lines {
            if used + cost(line) <= limit && left_out == hidden {
                used += cost(line);
                text.push_str(line);
                text.push('\n');
            } else {
                left_out += 1;
            }
        }
        let note = format!("… {left_out} more changes\n");
        if left_out > 0 && used + estimate_tokens(&note) <= budget {
            text.push_str(&note);
        }
        text
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        let parts = [
            &self.head,
            &self.changed,
            &self.appeared,
            &self.vanished,
            &self.counts,
            &self.texts,
        ];
        parts.into_iter().flatten().map(String::as_str)
    }

    /// How many changes were counted but not written.
    fn untold(&self) -> usize {
        let untold = |count: u32, told: usize| (count as usize).saturating_sub(told);
        untold(self.changes, self.changed.len()) + untold(self.text_changes, self.texts.len())
    }
}

/// Refs of one frame as ranges, in ascending order.
pub(super) fn ranges(refs: impl Iterator<Item = NodeRef>) -> String {
    let mut frame = 0;
    let mut is_valid: Vec<bool> = vec![];
    for reference in refs {
        frame = reference.frame;
        let element = reference.element as usize;
        // One more, so that the last range ends.
        is_valid.resize(is_valid.len().max(element + 2), false);
        is_valid[element] = true;
    }
    let is_edge = |&at: &usize| is_valid[at] != is_valid[at - 1];
    let edges: Vec<usize> = (1..is_valid.len()).filter(is_edge).collect();
    let reference = |at: usize| NodeRef {
        frame,
        element: crate::walk::index(at),
    };
    let range = |edges: &[usize]| match *edges {
        [first, end] if end > first + 1 => {
            format!("{}-{}", reference(first), reference(end - 1))
        }
        [first, ..] => reference(first).to_string(),
        [] => String::new(),
    };
    let told = edges.chunks(2).take(RANGES).map(range);
    let mut text = told.collect::<Vec<_>>().join(", ");
    let ranges = edges.len() / 2;
    if ranges > RANGES {
        text.push_str(&format!(", and {} more ranges", ranges - RANGES));
    }
    text
}
