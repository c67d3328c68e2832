//! Pieces into lines.

use std::ops::Range;

use aria::Role;
use page_model::Page;

use super::fold::{self, Runs};
use super::inline;
use super::line::{Line, Rank, Refs, Style};
use super::path::Paths;
use super::piece::{Piece, What};
use super::repeat::is_named_by_parts;
use super::words::Words;
use crate::clean::push_quoted;
use crate::snapshot::Snapshot;
use crate::walk::{NONE, index};

/// Turns pieces into lines, in reading order.
pub(super) struct Writer<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) pieces: &'a [Piece],
    pub(super) style: Style,
    pub(super) words: Words<'a>,
    pub(super) lines: Vec<Line>,
    runs: Runs,
    paths: Option<Paths>,
    /// Lines that hold what follows: where they end, as pieces, and their index.
    open: Vec<(usize, u32)>,
    /// Where an open modal dialog is, as pieces.
    modal: Option<Range<usize>>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        page: &'a Page,
        snapshot: &'a Snapshot,
        pieces: &'a [Piece],
        style: Style,
    ) -> Self {
        Self {
            snapshot,
            pieces,
            style,
            words: Words {
                page,
                snapshot,
                limit: style.limit,
            },
            lines: Vec::with_capacity(pieces.len()),
            runs: if style.folds {
                Runs::of(snapshot, pieces)
            } else {
                Runs::default()
            },
            paths: style.has_places.then(|| Paths::of(page)),
            open: vec![],
            modal: modal(snapshot, pieces),
        }
    }

    /// Writes the pieces of a range, which must end where a piece ends.
    pub(super) fn write(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            while self.open.pop_if(|(end, _)| at >= *end).is_some() {}
            at = self.piece(at);
        }
    }

    /// Writes one piece, with what is in it if that goes on its line; answers what comes next.
    fn piece(&mut self, at: usize) -> usize {
        let piece = &self.pieces[at];
        if piece.is_said {
            return at + 1;
        }
        if let Some(run) = self.runs.folded(at) {
            if run.is_last {
                let (text, refs) = fold::words(self, run.start, run.hidden);
                self.push(at, text, Rank::Fold, refs);
            }
            return piece.end;
        }
        if self.style.inlines && inline::is_simple(self.snapshot, self.pieces, at) {
            let (text, refs) = inline::words(self, at);
            if !text.is_empty() {
                let rank = self.rank(at, refs);
                self.push(at, text, rank, refs);
            }
            return piece.end;
        }
        self.own_line(at);
        at + 1
    }

    fn own_line(&mut self, at: usize) {
        let piece = &self.pieces[at];
        let mut text = String::new();
        let mut refs = Refs::default();
        match &piece.what {
            What::Hollow(_) => return,
            What::Card => text.push('-'),
            What::Text(said) => push_quoted(&mut text, said, self.style.limit),
            What::Node(node) => {
                self.words.push(&mut text, *node);
                if let Some(reference) = self.snapshot.nodes[*node].reference {
                    refs.add(reference);
                }
                self.push_place(&mut text, *node);
            }
        }
        let is_bare = piece.end == at + 1 && refs.count == 0 && self.says_nothing(at);
        if text.is_empty() || is_bare {
            return;
        }
        let rank = self.rank(at, refs);
        let line = self.push(at, text, rank, refs);
        if piece.end > at + 1 {
            self.open.push((piece.end, line));
        }
    }

    /// A landmark or the like that holds nothing and has no name.
    fn says_nothing(&self, at: usize) -> bool {
        match self.pieces[at].what {
            What::Node(node) => {
                let node = &self.snapshot.nodes[node];
                let is_thing = matches!(
                    node.role,
                    Role::HtmlIframe
                        | Role::HtmlCanvas
                        | Role::HtmlVideo
                        | Role::HtmlAudio
                        | Role::Dialog
                        | Role::AlertDialog
                        | Role::ProgressBar
                );
                let has_name = !node.name.is_empty() && !is_named_by_parts(node);
                !is_thing && !has_name && node.value.is_none()
            }
            What::Text(_) => false,
            _ => true,
        }
    }

    fn push_place(&self, text: &mut String, node: usize) {
        if let Some(paths) = &self.paths {
            paths.push(text, self.words.page, &self.snapshot.nodes[node]);
        }
    }

    fn rank(&self, at: usize, refs: Refs) -> Rank {
        match self.pieces[at].what {
            _ if refs.count > 0 => Rank::Control,
            What::Text(_) => Rank::Text,
            What::Node(node) => match self.snapshot.nodes[node].role {
                Role::HtmlIframe => Rank::Control,
                Role::Image | Role::ListItem | Role::Row => Rank::Text,
                _ => Rank::Structure,
            },
            What::Hollow(_) | What::Card => Rank::Text,
        }
    }

    fn push(&mut self, at: usize, text: String, rank: Rank, refs: Refs) -> u32 {
        let parent = self.open.last().map_or(NONE, |(_, line)| *line);
        let depth = self
            .lines
            .get(parent as usize)
            .map_or(0, |line| line.depth + 1);
        let node = self.pieces[at]
            .node()
            .map(|node| (node, &self.snapshot.nodes[node]));
        let is_in_modal = |modal: &Range<usize>| {
            modal.contains(&at) || self.pieces[at].end > modal.end && at <= modal.start
        };
        self.lines.push(Line {
            text,
            depth,
            parent,
            rank,
            is_heading: node.is_some_and(|(_, node)| node.role == Role::Heading),
            is_behind: self.modal.as_ref().is_some_and(|modal| !is_in_modal(modal)),
            refs,
            frame: node
                .filter(|(_, n)| n.role == Role::HtmlIframe)
                .map(|(at, _)| at),
        });
        index(self.lines.len() - 1)
    }
}

/// The last modal dialog in reading order: the one on top, as a rule.
fn modal(snapshot: &Snapshot, pieces: &[Piece]) -> Option<Range<usize>> {
    let is_modal = |piece: &Piece| {
        piece.node().is_some_and(|node| {
            let node = &snapshot.nodes[node];
            node.layer == Some(page_model::Layer::Modal) || node.states.modal
        })
    };
    let at = pieces.iter().rposition(is_modal)?;
    Some(at..pieces[at].end)
}
