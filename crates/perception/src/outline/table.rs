//! A table as CSV, a line for each row; cells that span are repeated in each place they span.

use aria::Role;
use page_model::{NodeId, Page};
use protocol::NodeRef;

use super::line::{Line, Rank};
use crate::clean::{push_field, push_quoted};
use crate::reading::readable_text;
use crate::snapshot::{Snapshot, SnapshotNode};

/// How many columns are written; a span may claim many more.
const COLUMNS: usize = 200;

/// How many rows one cell spans at most (html 4.9.11).
const ROWS: usize = 65_534;

/// How long a cell may get, Unicode scalar values.
const CELL: usize = 1000;

/// The lines of the table at, or around, `reference`.
pub(super) fn lines(page: &Page, snapshot: &Snapshot, reference: NodeRef) -> Vec<Line> {
    let nodes = &snapshot.nodes;
    let found = snapshot.by_reference(reference).and_then(|index| {
        let mut around = std::iter::once(index).chain(snapshot.ancestors(index));
        around.find(|&at| nodes[at].role.is_table())
    });
    let Some(table) = found else {
        return vec![Line::note(format!(
            "[{reference}] is in no table on this page"
        ))];
    };
    let rows = rows(snapshot, table);
    let mut text = String::from("table ");
    push_quoted(&mut text, &nodes[table].name, 80);
    text.push_str(&format!(" as CSV, {} lines", rows.len()));
    let mut lines = vec![Line::note(text)];
    let mut spans = Spans::default();
    for cells in rows {
        let is_header = !cells.is_empty()
            && cells
                .iter()
                .all(|&cell| nodes[cell].role == Role::ColumnHeader);
        let rank = if is_header {
            Rank::Structure
        } else {
            Rank::Text
        };
        let cells: Vec<Cell> = cells.iter().map(|&at| Cell::of(page, &nodes[at])).collect();
        lines.push(Line::new(csv(&spans.row(&cells)), rank));
    }
    lines
}

/// The texts of a table's cells, row by row, the header first; cells that span are repeated in each
/// place they span. Empty if it is no table.
#[must_use]
pub fn cells(page: &Page, snapshot: &Snapshot, table: usize) -> Vec<Vec<String>> {
    let nodes = &snapshot.nodes;
    let mut spans = Spans::default();
    let rows = rows(snapshot, table).into_iter().map(|cells| {
        let cells: Vec<Cell> = cells.iter().map(|&at| Cell::of(page, &nodes[at])).collect();
        spans.row(&cells)
    });
    rows.collect()
}

/// The cells of each row; those of a table inside a cell are that cell's text.
fn rows(snapshot: &Snapshot, table: usize) -> Vec<Vec<usize>> {
    let nodes = &snapshot.nodes;
    let mut rows: Vec<Vec<usize>> = vec![];
    // Cells come right after their row.
    let mut row = None;
    // What lies in a cell is skipped by its depth.
    let mut cell_depth = None;
    for at in snapshot.below(table) {
        if cell_depth.is_some_and(|depth| nodes[at].depth > depth) {
            continue;
        }
        cell_depth = None;
        if nodes[at].role == Role::Row {
            row = Some(at);
            rows.push(vec![]);
        } else if nodes[at].role.is_cell() {
            cell_depth = Some(nodes[at].depth);
            if let (true, Some(cells)) = (nodes[at].parent == row, rows.last_mut()) {
                cells.push(at);
            }
        }
    }
    rows
}

struct Cell {
    text: String,
    columns: usize,
    rows: usize,
}

impl Cell {
    fn of(page: &Page, node: &SnapshotNode) -> Self {
        let span = |native, aria, most| span(page, node.node, native, aria).clamp(1, most);
        let said = if node.name.is_empty() {
            readable_text(page, node.node)
        } else {
            node.name.clone()
        };
        Self {
            text: said.chars().take(CELL).collect(),
            columns: span("colspan", "aria-colspan", COLUMNS),
            rows: span("rowspan", "aria-rowspan", ROWS),
        }
    }
}

fn span(page: &Page, cell: NodeId, native: &str, aria: &str) -> usize {
    let said = page.attribute(cell, native).or(page.attribute(cell, aria));
    let span = said.and_then(|span| span.trim().parse().ok());
    // html 4.9.11: a row span of 0 goes on to the end.
    match span {
        Some(0) if native == "rowspan" => ROWS,
        span => span.unwrap_or(1),
    }
}

/// What cells of rows before go on into this one: by column, the text and for how many rows.
#[derive(Default)]
struct Spans(Vec<Option<(String, usize)>>);

impl Spans {
    fn row(&mut self, cells: &[Cell]) -> Vec<String> {
        let mut row = vec![];
        for cell in cells {
            self.fill(&mut row);
            for _ in 0..cell.columns.min(COLUMNS - row.len().min(COLUMNS)) {
                self.keep(row.len(), &cell.text, cell.rows);
                row.push(cell.text.clone());
            }
        }
        self.fill(&mut row);
        row
    }

    /// Takes over what goes on in the next columns.
    fn fill(&mut self, row: &mut Vec<String>) {
        while let Some(Some((text, left))) = self.0.get_mut(row.len()) {
            row.push(text.clone());
            *left -= 1;
            if *left == 0 {
                self.0[row.len() - 1] = None;
            }
        }
    }

    fn keep(&mut self, column: usize, text: &str, rows: usize) {
        if rows > 1 {
            if self.0.len() <= column {
                self.0.resize(column + 1, None);
            }
            self.0[column] = Some((text.to_owned(), rows - 1));
        }
    }
}

fn csv(row: &[String]) -> String {
    let mut line = String::new();
    for (at, cell) in row.iter().enumerate() {
        if at > 0 {
            line.push(',');
        }
        push_field(&mut line, cell);
    }
    line
}
