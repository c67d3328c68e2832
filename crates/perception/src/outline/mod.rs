//! The snapshot in text, for a person or a model to read: `textbox "Email" [e4] = "a@x.test"`.
//!
//! One line per meaningful node, indented by depth; a row, list item or paragraph of simple parts
//! is one line. Equal rows are folded after the first few.
//! **Invariant:** the text never costs more tokens than its budget, and says what was left out.
//! **Invariant:** the same page gives the same text.

mod article;
mod budget;
mod filter;
mod fold;
mod inline;
mod line;
mod path;
mod piece;
mod repeat;
mod section;
mod table;
pub(crate) mod words;
mod writer;

pub use table::cells;

use page_model::Page;
use protocol::{FramePlace, View};

use crate::record::{Record, diff};
use crate::snapshot::Snapshot;
use crate::tokens::estimate_tokens;
use line::{Line, Style};
use writer::Writer;

/// What to write, and how much of it.
#[derive(Clone, Debug, Default)]
pub struct OutlineOptions<'a> {
    /// Which part of the page.
    pub view: View,
    /// How many tokens the text may cost at most, by [`estimate_tokens`].
    pub budget: u32,
    /// For [`View::Diff`]: the record of the observation it names, if it is still kept.
    pub previous: Option<&'a Record>,
}

/// A page in text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// The text; each line ends in a line break.
    pub text: String,
    /// What it costs, by [`estimate_tokens`].
    pub tokens: u32,
    /// What it would cost if nothing were left out.
    pub needed: u32,
    /// What was left out, in words; empty if nothing.
    pub dropped: String,
    /// The frames on it, in the order of their lines.
    pub frames: Vec<FramePlace>,
}

/// Writes a page in text.
#[must_use]
pub fn outline(page: &Page, snapshot: &Snapshot, options: &OutlineOptions<'_>) -> Outline {
    let lines = match &options.view {
        View::Diff { .. } => return difference(page, snapshot, options),
        View::Table { reference } => table::lines(page, snapshot, *reference),
        View::Article => article::lines(page, snapshot),
        View::Around { reference } => section::lines(page, snapshot, *reference),
        View::Full => whole(page, snapshot, Style::FULL),
        View::Interactive => {
            let mut lines = whole(page, snapshot, Style::INTERACTIVE);
            filter::keep_controls(&mut lines);
            lines
        }
        View::Outline => whole(page, snapshot, Style::OUTLINE),
    };
    budget::fit(snapshot, &lines, options.budget)
}

fn whole(page: &Page, snapshot: &Snapshot, style: Style) -> Vec<Line> {
    let pieces = piece::pieces(page, snapshot);
    let mut writer = Writer::new(page, snapshot, &pieces, style);
    writer.write(0..pieces.len());
    writer.lines
}

fn difference(page: &Page, snapshot: &Snapshot, options: &OutlineOptions<'_>) -> Outline {
    let Some(previous) = options.previous else {
        let lines = [Line::note(
            "there is no such observation to compare with".into(),
        )];
        return budget::fit(snapshot, &lines, options.budget);
    };
    let diff = diff(previous, &Record::of(page, snapshot));
    let text = diff.to_text(options.budget);
    Outline {
        tokens: estimate_tokens(&text),
        needed: estimate_tokens(&diff.to_text(u32::MAX)),
        text,
        ..Outline::default()
    }
}

#[cfg(test)]
mod tests;
