//! One row that holds a key and more.

use page_model::NodeId;
use perception::{collapse, holds_text, readable_text};
use protocol::{Baseline, Fact, Fingerprint, Verdict};
use values::Date;

use crate::value::{is_date, is_same_number, order_of};
use crate::{Finding, Look, count, the_one};

/// The rows of the list that hold the key.
pub(crate) fn with_key(
    look: Look<'_>,
    list: &Fingerprint,
    key: &str,
) -> Result<Vec<usize>, Finding> {
    let list = the_one(look, list)?;
    let text = |&at: &usize| readable_text(look.page, look.snapshot.nodes[at].node);
    let items = look.snapshot.items(list).into_iter();
    Ok(items.filter(|at| holds_text(&text(at), key)).collect())
}

/// What a row must be.
pub(crate) struct Wanted<'a> {
    pub(crate) list: &'a Fingerprint,
    pub(crate) key: &'a str,
    pub(crate) values: &'a [String],
    /// Where no row may have held the key: what was counted.
    pub(crate) before: Option<&'a Baseline>,
}

pub(crate) fn row_contains(look: Look<'_>, wanted: &Wanted<'_>) -> Finding {
    let rows = match with_key(look, wanted.list, wanted.key) {
        Ok(rows) => rows,
        Err(finding) => return finding,
    };
    let count = count::number(rows.len());
    match wanted.before.map(Baseline::count) {
        Some(Some(1..)) => return count::present_before(),
        // The list could not be looked at: whether the row is new can't be told.
        Some(None) => return Finding::new(Verdict::Unknown, Fact::Count { count }),
        Some(Some(0)) | None => {}
    }
    match rows.as_slice() {
        [row] => holds_all(look, *row, wanted.values),
        _ => Finding::new(Verdict::Failed, Fact::Count { count }),
    }
}

/// Whether a row holds all values: the worst of what each of them comes to.
fn holds_all(look: Look<'_>, row: usize, values: &[String]) -> Finding {
    let texts = texts_of(look, row);
    let readable = readable_text(look.page, look.snapshot.nodes[row].node);
    let wanted = values.iter().filter(|value| !collapse(value).is_empty());
    let verdicts: Vec<Verdict> = wanted
        .map(|value| match holds_text(&readable, value) {
            true => Verdict::Held,
            false => by_value(look, &texts, value),
        })
        .collect();
    let verdict = [Verdict::Failed, Verdict::Unknown]
        .into_iter()
        .find(|verdict| verdicts.contains(verdict));
    Finding::new(verdict.unwrap_or(Verdict::Held), Fact::Texts { texts })
}

/// The cells of a row; of an item without cells its whole text.
fn texts_of(look: Look<'_>, row: usize) -> Vec<String> {
    let nodes = &look.snapshot.nodes;
    let read = |node: NodeId| readable_text(look.page, node);
    let cells = look.snapshot.below(row).filter(|&at| {
        nodes[at].role.is_cell()
            && look.snapshot.ancestors(at).find(|&up| is_row(look, up)) == Some(row)
    });
    let cells: Vec<String> = cells.map(|at| read(nodes[at].node)).collect();
    if cells.is_empty() {
        vec![read(nodes[row].node)]
    } else {
        cells
    }
}

fn is_row(look: Look<'_>, at: usize) -> bool {
    look.snapshot.nodes[at].role.is_item()
}

/// Whether a cell is nothing but this number or date, however it is written.
fn by_value(look: Look<'_>, cells: &[String], wanted: &str) -> Verdict {
    let wanted = wanted.trim();
    if let Some(date) = Date::from_iso(wanted) {
        let verdicts: Vec<Verdict> = cells
            .iter()
            .map(|cell| is_date(cell, date, order_of(look.page)))
            .collect();
        let best = [Verdict::Held, Verdict::Unknown].into_iter();
        let best = best.filter(|verdict| verdicts.contains(verdict));
        return best.into_iter().next().unwrap_or(Verdict::Failed);
    }
    let is_same = |cell: &String| is_same_number(cell, wanted);
    if is_quantity(wanted) && cells.iter().any(is_same) {
        Verdict::Held
    } else {
        Verdict::Failed
    }
}

/// Whether a text is a number to count with: `007` and `+44 20` are names.
fn is_quantity(text: &str) -> bool {
    let is_number = !values::numbers_in(text).is_empty();
    let digits = text.trim_start_matches('-');
    let is_name = digits.starts_with('+')
        || digits.starts_with('0') && digits[1..].starts_with(|c: char| c.is_ascii_digit());
    is_number && !is_name
}
