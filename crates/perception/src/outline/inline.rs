//! A row, list item, card or paragraph of simple parts, as one line.

use aria::Role;

use super::line::Refs;
use super::piece::{Piece, What};
use super::words::part;
use super::writer::Writer;
use crate::clean::push_quoted;
use crate::snapshot::{Snapshot, SnapshotNode};

/// How many parts fit on the line of a row.
const IN_ROW: usize = 60;

/// And of anything else.
const IN_ITEM: usize = 14;

/// Whether a piece and all in it is said on one line.
pub(super) fn is_simple(snapshot: &Snapshot, pieces: &[Piece], at: usize) -> bool {
    let role = match pieces[at].what {
        What::Node(node) => snapshot.nodes[node].role,
        What::Hollow(role) => role,
        What::Card => Role::ListItem,
        What::Text(_) => return false,
    };
    let limit = match role {
        Role::Row => IN_ROW,
        Role::Alert
        | Role::Article
        | Role::Blockquote
        | Role::Caption
        | Role::Definition
        | Role::Heading
        | Role::Link
        | Role::ListItem
        | Role::Paragraph
        | Role::Status
        | Role::Term => IN_ITEM,
        _ => return false,
    };
    let parts = &pieces[at + 1..pieces[at].end];
    parts.len() <= limit
        && parts.iter().all(|part| match part.what {
            What::Text(_) => true,
            What::Hollow(role) => matches!(role, Role::Paragraph | Role::Term | Role::Definition),
            What::Card => false,
            What::Node(node) => is_part(&snapshot.nodes[node], role == Role::Row),
        })
}

fn is_part(node: &SnapshotNode, in_row: bool) -> bool {
    match node.role {
        Role::Cell | Role::ColumnHeader | Role::GridCell | Role::RowHeader => in_row,
        Role::Heading | Role::Image | Role::Meter | Role::ProgressBar => true,
        Role::Generic | Role::None => node.layer.is_none(),
        Role::Listbox | Role::Option | Role::TreeItem => false,
        role => role.is_interactive(),
    }
}

/// The line, and the refs on it.
pub(super) fn words(writer: &Writer<'_>, at: usize) -> (String, Refs) {
    let mut line = Inline {
        writer,
        text: String::new(),
        refs: Refs::default(),
        has_cell: false,
        has_key: false,
        cell: None,
    };
    line.head(at);
    for part in at + 1..writer.pieces[at].end {
        if !writer.pieces[part].is_said {
            line.part(part);
        }
    }
    line.end_cell();
    (line.text, line.refs)
}

struct Inline<'a> {
    writer: &'a Writer<'a>,
    text: String,
    refs: Refs,
    has_cell: bool,
    /// Whether something was said that tells the row from others.
    has_key: bool,
    /// A cell a person can act on: its ref stands after what it holds.
    cell: Option<usize>,
}

impl Inline<'_> {
    fn head(&mut self, at: usize) {
        match self.writer.pieces[at].what {
            What::Node(node) => self.named(at, node),
            What::Card => self.text.push('-'),
            _ => {}
        }
    }

    fn named(&mut self, at: usize, node: usize) {
        let read = &self.writer.snapshot.nodes[node];
        if read.role == Role::Heading && self.has_part_named(at, &read.name) {
            part(&mut self.text);
            self.text.push('h');
            self.text
                .push_str(&read.states.level.unwrap_or(2).to_string());
            self.has_key = true;
        } else {
            self.node(node);
        }
    }

    /// A heading that is a link says its name once.
    fn has_part_named(&self, at: usize, name: &str) -> bool {
        let pieces = self.writer.pieces;
        let mut parts = pieces[at + 1..pieces[at].end]
            .iter()
            .filter_map(Piece::node);
        parts.any(|node| self.writer.snapshot.nodes[node].name == name)
    }

    fn part(&mut self, at: usize) {
        let only_controls = self.writer.style.only_controls;
        match &self.writer.pieces[at].what {
            What::Text(said) if !only_controls || !self.has_key || self.cell.is_some() => {
                part(&mut self.text);
                push_quoted(&mut self.text, said, self.writer.style.limit);
                self.has_key = true;
            }
            What::Node(node) => {
                let read = &self.writer.snapshot.nodes[*node];
                let is_cell = matches!(
                    read.role,
                    Role::Cell | Role::ColumnHeader | Role::GridCell | Role::RowHeader
                );
                let is_key = read.reference.is_some() || !self.has_key;
                if is_cell {
                    self.begin_cell(at, *node);
                } else if !only_controls || is_key {
                    self.named(at, *node);
                }
            }
            _ => {}
        }
    }

    /// Cells stand between bars. A cell that only holds another control is not named by a ref.
    fn begin_cell(&mut self, at: usize, node: usize) {
        self.end_cell();
        if self.has_cell && !self.writer.style.only_controls {
            self.text.push_str(" |");
        }
        self.has_cell = true;
        let nodes = &self.writer.snapshot.nodes;
        let pieces = self.writer.pieces;
        let mut inside = pieces[at + 1..pieces[at].end]
            .iter()
            .filter_map(Piece::node);
        let holds_control = inside.any(|part| nodes[part].reference.is_some());
        if nodes[node].reference.is_some() && !holds_control {
            self.cell = Some(node);
        } else if !super::repeat::is_named_by_parts(&nodes[node]) && !nodes[node].name.is_empty() {
            part(&mut self.text);
            push_quoted(&mut self.text, &nodes[node].name, self.writer.style.limit);
        }
    }

    fn end_cell(&mut self) {
        if let Some(cell) = self.cell.take() {
            self.node(cell);
        }
    }

    fn node(&mut self, node: usize) {
        let read = &self.writer.snapshot.nodes[node];
        if let Some(reference) = read.reference {
            self.refs.add(reference);
        }
        part(&mut self.text);
        self.writer.words.push(&mut self.text, node);
        if self.text.ends_with(' ') {
            self.text.pop();
        }
        self.has_key |= !read.name.is_empty()
            && !super::repeat::is_named_by_parts(read)
            && read.reference.is_none();
    }
}
