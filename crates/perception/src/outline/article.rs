//! The text to read: headings, paragraphs, lists and tables of the main part, without what is
//! around it.

use aria::Role;
use page_model::Page;

use super::line::{Line, Rank};
use super::piece::{Piece, What, pieces};
use crate::clean::quoted;
use crate::snapshot::Snapshot;
use crate::walk::NONE;

/// How long one paragraph may get, Unicode scalar values.
const PARAGRAPH: usize = 4000;

/// Class names and labels of what is put between the text to sell something or to ask for consent.
const ADS: &[&str] = &[
    "ad",
    "ads",
    "adsbygoogle",
    "advert",
    "advertisement",
    "cookie-banner",
    "newsletter",
    "promo",
    "sponsored",
    "share",
    "social",
];

/// The lines of the article, each a quoted paragraph.
pub(super) fn lines(page: &Page, snapshot: &Snapshot) -> Vec<Line> {
    let pieces = pieces(page, snapshot);
    let range = main_part(snapshot, &pieces);
    let mut reader = Reader {
        snapshot,
        lines: vec![],
        place: None,
        said: String::new(),
        lead: String::new(),
    };
    let mut at = range.start;
    while at < range.end {
        if is_around(page, snapshot, &pieces[at]) {
            at = pieces[at].end;
        } else {
            reader.piece(&pieces, at);
            at += 1;
        }
    }
    reader.end();
    reader.lines
}

/// The only article, else the main part, else the longest article, else all.
fn main_part(snapshot: &Snapshot, pieces: &[Piece]) -> std::ops::Range<usize> {
    let of = |role| {
        let has_role = move |at: &usize| {
            pieces[*at]
                .node()
                .is_some_and(|node| snapshot.nodes[node].role == role)
        };
        (0..pieces.len()).filter(has_role)
    };
    let longest = of(Role::Article).max_by_key(|&at| pieces[at].end - at);
    let only = longest.filter(|_| of(Role::Article).count() == 1);
    match only.or(of(Role::Main).next()).or(longest) {
        Some(at) => at..pieces[at].end,
        None => 0..pieces.len(),
    }
}

/// Whether a piece belongs to the page around the text.
fn is_around(page: &Page, snapshot: &Snapshot, piece: &Piece) -> bool {
    let Some(node) = piece.node().map(|node| &snapshot.nodes[node]) else {
        return false;
    };
    let is_ad = |name| {
        let words = page.attribute(node.node, name).unwrap_or("");
        let mut words = words.split_ascii_whitespace().take(20);
        words.any(|word| ADS.iter().any(|ad| word.eq_ignore_ascii_case(ad)))
    };
    matches!(
        node.role,
        Role::Banner
            | Role::Complementary
            | Role::ContentInfo
            | Role::Dialog
            | Role::Form
            | Role::HtmlIframe
            | Role::Menu
            | Role::Navigation
            | Role::Search
            | Role::TabList
            | Role::Toolbar
    ) || (node.role.is_interactive() && !matches!(node.role, Role::Link | Role::GridCell))
        || is_ad("class")
        || is_ad("aria-label")
}

struct Reader<'a> {
    snapshot: &'a Snapshot,
    lines: Vec<Line>,
    /// Where the text being collected stands: what holds it and its block.
    place: Option<(u32, u32)>,
    said: String,
    lead: String,
}

impl Reader<'_> {
    fn piece(&mut self, pieces: &[Piece], at: usize) {
        let piece = &pieces[at];
        match &piece.what {
            What::Text(text) if !piece.is_said => self.say(text, self.place_of(pieces, at)),
            What::Node(node) => {
                let node = &self.snapshot.nodes[*node];
                match node.role {
                    Role::Heading => {
                        self.end();
                        let level = node.states.level.unwrap_or(2);
                        self.push(&format!("h{level} "), &node.name);
                    }
                    Role::Link => self.say(&node.name, self.place_of(pieces, at)),
                    Role::Image => {
                        self.end();
                        self.push("img ", &node.name);
                    }
                    Role::ListItem => {
                        self.end();
                        "- ".clone_into(&mut self.lead);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// A row is one line, whatever blocks its cells are.
    fn place_of(&self, pieces: &[Piece], at: usize) -> (u32, u32) {
        let mut up = pieces[at].parent;
        for _ in 0..3 {
            let Some(piece) = pieces.get(up as usize) else {
                break;
            };
            let role = piece.node().map(|node| self.snapshot.nodes[node].role);
            if role == Some(Role::Row) {
                return (up, NONE);
            }
            up = piece.parent;
        }
        (pieces[at].parent, pieces[at].block)
    }

    fn say(&mut self, text: &str, place: (u32, u32)) {
        if self.place != Some(place) {
            self.end();
            self.place = Some(place);
        }
        if !self.said.is_empty() {
            self.said
                .push_str(if place.1 == NONE { " | " } else { " " });
        }
        self.said.push_str(text);
    }

    fn end(&mut self) {
        let said = std::mem::take(&mut self.said);
        if !said.is_empty() {
            let lead = std::mem::take(&mut self.lead);
            self.push(&lead, &said);
        }
        self.place = None;
    }

    fn push(&mut self, lead: &str, text: &str) {
        if !text.is_empty() {
            let line = format!("{lead}{}", quoted(text, PARAGRAPH));
            self.lines.push(Line::new(line, Rank::Text));
        }
    }
}
