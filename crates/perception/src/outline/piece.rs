//! What of a page is worth saying, as a flat tree: nodes, and the plain text between them folded
//! into pieces; what only repeats a name is left out.

use aria::Role;
use page_model::{Element, NodeKind, Page};

use super::repeat::leave_out_repeated;
use crate::snapshot::{Snapshot, SnapshotNode};
use crate::walk::{NONE, index};

/// Short texts of neighboring blocks share a line up to this many bytes.
const JOINED: usize = 100;

/// How much of one text is kept, bytes.
const KEPT: usize = 8000;

/// What a piece is.
#[derive(Debug, PartialEq)]
pub(super) enum What {
    /// A snapshot node that has a line.
    Node(usize),
    /// A node or element that only holds its parts together; what lies in it stands in its place.
    Hollow(Role),
    /// One of a run of like elements without a role.
    Card,
    /// Plain text, white space collapsed.
    Text(String),
}

#[derive(Debug)]
pub(super) struct Piece {
    pub(super) what: What,
    /// Index of the piece it lies in, or [`NONE`].
    pub(super) parent: u32,
    /// Index after the last piece in it.
    pub(super) end: usize,
    /// Whether it is left out, because something else says the same.
    pub(super) is_said: bool,
    /// The visit of the label or legend it is in, or [`NONE`].
    pub(super) label: u32,
    /// The block it stands in, as a visit.
    pub(super) block: u32,
}

impl Piece {
    pub(super) fn node(&self) -> Option<usize> {
        match self.what {
            What::Node(index) => Some(index),
            _ => None,
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match &self.what {
            What::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// How much of what lies in a visit is said by something around it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mute {
    Nothing,
    /// All that nobody can act on.
    Plain,
    All,
}

/// What a visit hands down.
#[derive(Clone, Copy)]
struct Inside {
    piece: u32,
    mute: Mute,
    block: u32,
    label: u32,
}

/// The pieces of a page in reading order.
pub(super) fn pieces(page: &Page, snapshot: &Snapshot) -> Vec<Piece> {
    let mut cards = vec![false; snapshot.visits.len()];
    for &card in snapshot.cards.iter().flat_map(|cards| &cards.visits) {
        cards[card as usize] = true;
    }
    let mut builder = Builder {
        page,
        snapshot,
        cards,
        inside: Vec::with_capacity(snapshot.visits.len()),
        pieces: Vec::with_capacity(snapshot.nodes.len()),
        space: false,
    };
    for at in 0..snapshot.visits.len() {
        builder.visit(at);
    }
    let mut pieces = builder.pieces;
    close(&mut pieces);
    leave_out_repeated(snapshot, &mut pieces);
    pieces
}

struct Builder<'a> {
    page: &'a Page,
    snapshot: &'a Snapshot,
    /// Which visits are cards.
    cards: Vec<bool>,
    inside: Vec<Inside>,
    pieces: Vec<Piece>,
    /// Whether white space was read since the last word.
    space: bool,
}

impl Builder<'_> {
    fn visit(&mut self, at: usize) {
        let visit = self.snapshot.visits[at];
        let outer = self.inside.get(visit.parent as usize).copied();
        let outer = outer.unwrap_or(Inside {
            piece: NONE,
            mute: Mute::Nothing,
            block: 0,
            label: NONE,
        });
        let inside = match &self.page.node(visit.id).kind {
            NodeKind::Text(text) => {
                if outer.mute == Mute::Nothing && self.is_visible(visit.parent) {
                    self.text(text, outer);
                }
                outer
            }
            NodeKind::Element(element) => self.element(at, element, outer),
            _ => outer,
        };
        self.inside.push(inside);
    }

    fn is_visible(&self, parent: u32) -> bool {
        let parent = self.snapshot.visits.get(parent as usize);
        let element = parent.and_then(|visit| self.page.element(visit.id));
        element.is_none_or(|element| element.style.is_visible)
    }

    fn element(&mut self, at: usize, element: &Element, outer: Inside) -> Inside {
        let mut inside = outer;
        let tag = element.tag.as_str();
        if matches!(tag, "label" | "legend") {
            inside.label = index(at);
        }
        if !element.style.is_inline {
            inside.block = index(at);
        }
        if tag == "br" {
            self.end_block();
        }
        let is_card = self.cards[at];
        let node = self.snapshot.visits[at].node;
        let what = match self.snapshot.nodes.get(node as usize) {
            _ if outer.mute == Mute::All => None,
            Some(node) if outer.mute == Mute::Plain && node.reference.is_none() => None,
            Some(read) => {
                inside.mute = inside.mute.max(mutes(read, tag));
                what(node as usize, read)
            }
            None => is_card.then_some(What::Card),
        };
        if let Some(what) = what {
            inside.piece = self.push(what, inside, outer.piece);
        }
        inside
    }

    fn push(&mut self, what: What, inside: Inside, parent: u32) -> u32 {
        self.pieces.push(Piece {
            what,
            parent,
            end: 0,
            is_said: false,
            label: inside.label,
            block: inside.block,
        });
        index(self.pieces.len() - 1)
    }

    fn end_block(&mut self) {
        if let Some(last) = self.pieces.last_mut() {
            last.block = NONE;
        }
    }

    /// Adds text to the piece before it, if that is text of the same place.
    fn text(&mut self, text: &str, place: Inside) {
        if text.starts_with(char::is_whitespace) {
            self.space = true;
        }
        if !text.trim_start().is_empty() {
            let is_open = self.pieces.last().is_some_and(|last| {
                last.parent == place.piece
                    && last.label == place.label
                    && last.text().is_some_and(|said| {
                        last.block == place.block || said.len() + text.len() <= JOINED
                    })
            });
            if !is_open {
                self.push(What::Text(String::new()), place, place.piece);
                self.space = false;
            }
            self.append(text, place.block);
        }
        self.space |= text.ends_with(char::is_whitespace);
    }

    fn append(&mut self, text: &str, block: u32) {
        let Some(piece) = self.pieces.last_mut() else {
            return;
        };
        let is_new_block = std::mem::replace(&mut piece.block, block) != block;
        let What::Text(said) = &mut piece.what else {
            return;
        };
        if !said.is_empty() && is_new_block {
            said.push_str(" · ");
        } else if !said.is_empty() && self.space {
            said.push(' ');
        }
        self.space = false;
        for (count, word) in text.split_whitespace().enumerate() {
            if said.len() > KEPT {
                break;
            }
            if count > 0 {
                said.push(' ');
            }
            said.extend(word.chars().take(KEPT));
        }
    }
}

/// What a node is in the outline, `None` if it only colors the text in it.
fn what(index: usize, node: &SnapshotNode) -> Option<What> {
    let is_named = !node.name.is_empty();
    if node.reference.is_some() {
        return Some(What::Node(index));
    }
    match node.role {
        Role::Code
        | Role::Deletion
        | Role::Document
        | Role::Emphasis
        | Role::Insertion
        | Role::Mark
        | Role::Separator
        | Role::Strong
        | Role::Subscript
        | Role::Suggestion
        | Role::Superscript
        | Role::Time => None,
        Role::Generic | Role::None if node.layer.is_none() => None,
        Role::Image | Role::HtmlObject => is_named.then_some(What::Node(index)),
        Role::Blockquote
        | Role::Caption
        | Role::Definition
        | Role::Paragraph
        | Role::RowGroup
        | Role::SectionFooter
        | Role::SectionHeader
        | Role::Term => Some(What::Hollow(node.role)),
        Role::Group | Role::Figure | Role::List | Role::Feed | Role::TabPanel | Role::Toolbar
            if !is_named && node.total.is_none() =>
        {
            Some(What::Hollow(node.role))
        }
        _ => Some(What::Node(index)),
    }
}

/// How much of what lies in a node its own line says.
fn mutes(node: &SnapshotNode, tag: &str) -> Mute {
    let is_leaf = node.role.has_presentational_children()
        || matches!(
            node.role,
            Role::Link | Role::MenuItem | Role::Heading | Role::Tooltip
        )
        || (matches!(node.role, Role::Generic | Role::None) && node.reference.is_some());
    if tag == "select" {
        Mute::All
    } else if node.value.is_some() || (is_leaf && !node.name.is_empty()) {
        Mute::Plain
    } else {
        Mute::Nothing
    }
}

/// Fills in where each piece ends.
fn close(pieces: &mut [Piece]) {
    for at in (0..pieces.len()).rev() {
        let end = pieces[at].end.max(at + 1);
        pieces[at].end = end;
        let parent = pieces[at].parent as usize;
        if let Some(parent) = pieces.get_mut(parent) {
            parent.end = parent.end.max(end);
        }
    }
}
