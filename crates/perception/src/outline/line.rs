//! One line of an outline, before it is known whether it fits.

use std::fmt::Write;

use protocol::NodeRef;

use super::words::part;
use crate::tokens::estimate_tokens;
use crate::walk::NONE;

/// Lines deeper than this are not indented further.
const INDENTED: usize = 24;

/// How a view writes.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// How long a name, value or text may get, Unicode scalar values.
    pub(super) limit: usize,
    pub(super) folds: bool,
    /// Whether simple rows, items and paragraphs are one line.
    pub(super) inlines: bool,
    /// Whether only what can be acted on is said of a row.
    pub(super) only_controls: bool,
    /// Whether boxes and CSS paths are told.
    pub(super) has_places: bool,
}

impl Style {
    pub(super) const OUTLINE: Self = Self {
        limit: 160,
        folds: true,
        inlines: true,
        only_controls: false,
        has_places: false,
    };
    pub(super) const INTERACTIVE: Self = Self {
        limit: 80,
        only_controls: true,
        ..Self::OUTLINE
    };
    pub(super) const AROUND: Self = Self {
        limit: 300,
        folds: false,
        ..Self::OUTLINE
    };
    pub(super) const FULL: Self = Self {
        limit: 500,
        folds: false,
        inlines: false,
        has_places: true,
        ..Self::OUTLINE
    };
}

/// How much a line matters; the least is dropped first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rank {
    Text,
    Fold,
    Structure,
    Control,
}

impl Rank {
    /// All, the least first.
    pub(super) const ALL: [Self; 4] = [Self::Text, Self::Fold, Self::Structure, Self::Control];
}

/// One line without its indent and line break.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) depth: usize,
    /// Index of the line it hangs on, or [`NONE`].
    pub(super) parent: u32,
    pub(super) rank: Rank,
    pub(super) is_heading: bool,
    /// Whether an open modal dialog keeps a person from it.
    pub(super) is_behind: bool,
    /// The refs on it.
    pub(super) refs: Refs,
    /// The frame it stands for, as index of its node.
    pub(super) frame: Option<usize>,
}

impl Line {
    pub(super) fn new(text: String, rank: Rank) -> Self {
        Self {
            text,
            depth: 0,
            parent: NONE,
            rank,
            is_heading: false,
            is_behind: false,
            refs: Refs::default(),
            frame: None,
        }
    }

    /// A line of our own words.
    pub(super) fn note(text: String) -> Self {
        Self::new(format!("… {text}"), Rank::Control)
    }

    pub(super) fn push_to(&self, out: &mut String, depth: usize) {
        for _ in 0..depth.min(INDENTED) {
            out.push_str("  ");
        }
        out.push_str(&self.text);
        out.push('\n');
    }

    pub(super) fn tokens(&self) -> u32 {
        // The indent, from one level on, and the line break.
        estimate_tokens(&self.text) + 1 + u32::from(self.depth > 0)
    }
}

/// The refs on a line: from where to where, and how many.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Refs {
    frame: u32,
    first: u32,
    last: u32,
    pub(super) count: u32,
}

impl Refs {
    pub(super) fn add(&mut self, reference: NodeRef) {
        let element = reference.element;
        if self.count == 0 {
            self.first = element;
            self.frame = reference.frame;
        }
        self.first = self.first.min(element);
        self.last = self.last.max(element);
        self.count += 1;
    }

    /// Appends ` [e4]` or ` [e4-e9]`, nothing if there are none.
    pub(super) fn push_to(self, text: &mut String) {
        if self.count == 0 {
            return;
        }
        part(text);
        // Writing to a String cannot fail.
        let (first, last) = (self.at(self.first), self.at(self.last));
        let _ = if first == last {
            write!(text, "[{first}]")
        } else {
            write!(text, "[{first}-{last}]")
        };
    }

    fn at(self, element: u32) -> NodeRef {
        NodeRef {
            frame: self.frame,
            element,
        }
    }

    pub(super) fn join(&mut self, other: Self) {
        if other.count > 0 {
            let count = self.count + other.count;
            self.add(other.at(other.first));
            self.add(other.at(other.last));
            self.count = count;
        }
    }
}
