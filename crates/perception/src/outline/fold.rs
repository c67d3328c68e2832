//! Runs of like siblings: the first few are written, the rest counted and named.

use std::fmt::Write;

use aria::Role;

use super::line::Refs;
use super::piece::{Piece, What};
use super::repeat::is_named_by_parts;
use super::words::{part, states_of};
use super::writer::Writer;
use crate::clean::push_quoted;
use crate::snapshot::{Snapshot, SnapshotNode};
use crate::tokens::estimate_tokens;

/// Runs up to this long are written in full.
const UNFOLDED: u32 = 6;

/// How many of a longer run are written.
const SHOWN: u32 = 3;

/// How long the name of a folded item gets, Unicode scalar values.
const KEY: usize = 40;

/// What naming the folded items may cost, tokens: where there are few of them, and where many.
const FEW: (u32, u32) = (60, 400);
const MANY: u32 = 80;

/// Where each piece stands in its run.
#[derive(Default)]
pub(super) struct Runs {
    /// Of each piece: the first piece of its run, and which one it is, from 0.
    places: Vec<(usize, u32)>,
    /// Of the first piece of a run: how many there are.
    lengths: Vec<u32>,
}

/// A piece that is not written.
pub(super) struct Folded {
    /// The first piece of the run.
    pub(super) start: usize,
    /// How many of the run are folded.
    pub(super) hidden: u32,
    /// Whether the run ends with this one.
    pub(super) is_last: bool,
}

impl Runs {
    pub(super) fn of(snapshot: &Snapshot, pieces: &[Piece]) -> Self {
        let alike = likeness(snapshot, pieces);
        let mut runs = Self {
            places: (0..pieces.len()).map(|at| (at, 0)).collect(),
            lengths: vec![1; pieces.len()],
        };
        // The last child so far of each piece; the last one here is for those in none.
        let mut last = vec![usize::MAX; pieces.len() + 1];
        for at in 0..pieces.len() {
            if pieces[at].is_said {
                continue;
            }
            let parent = (pieces[at].parent as usize).min(pieces.len());
            let before = std::mem::replace(&mut last[parent], at);
            let is_like = alike[at].is_some() && alike.get(before).is_some_and(|b| *b == alike[at]);
            if is_like {
                let (start, place) = runs.places[before];
                runs.places[at] = (start, place + 1);
                runs.lengths[start] = place + 2;
            }
        }
        runs
    }

    /// How this piece is folded, if it is.
    pub(super) fn folded(&self, at: usize) -> Option<Folded> {
        let &(start, place) = self.places.get(at)?;
        let length = self.lengths[start];
        (length > UNFOLDED && place >= SHOWN).then(|| Folded {
            start,
            hidden: length - SHOWN,
            is_last: place + 1 == length,
        })
    }
}

/// What makes two siblings alike: their role and the roles in them that matter. `None` for what is
/// never folded.
fn likeness(snapshot: &Snapshot, pieces: &[Piece]) -> Vec<Option<(Role, u128)>> {
    let mut inside = vec![0_u128; pieces.len()];
    let mut alike = vec![None; pieces.len()];
    for at in (0..pieces.len()).rev() {
        let role = match pieces[at].what {
            What::Node(node) => Some(snapshot.nodes[node].role),
            What::Card => Some(Role::Generic),
            _ => None,
        };
        alike[at] = role.and_then(|role| like(role, inside[at]));
        let own = role.filter(|&role| tells_apart(role)).map_or(0, bit);
        let all = inside[at] | own;
        if let Some(around) = inside.get_mut(pieces[at].parent as usize) {
            *around |= all;
        }
    }
    alike
}

fn bit(role: Role) -> u128 {
    1 << (role as u32)
}

fn tells_apart(role: Role) -> bool {
    role.is_interactive()
        || role.is_landmark()
        || matches!(
            role,
            Role::HtmlIframe | Role::List | Role::Table | Role::Dialog | Role::ColumnHeader
        )
}

fn like(role: Role, inside: u128) -> Option<(Role, u128)> {
    if inside & bit(Role::HtmlIframe) != 0 {
        return None;
    }
    match role {
        // Rows of one table differ in what their cells hold.
        Role::Row => Some((role, inside & bit(Role::ColumnHeader))),
        Role::Article | Role::Generic | Role::ListItem => Some((role, inside)),
        Role::Button
        | Role::Image
        | Role::Link
        | Role::MenuItem
        | Role::Option
        | Role::TreeItem => Some((role, inside)),
        _ => None,
    }
}

/// The line for the folded part of a run, and the refs it stands for.
pub(super) fn words(writer: &Writer<'_>, start: usize, hidden: u32) -> (String, Refs) {
    let items = siblings(writer.pieces, start).skip(SHOWN as usize);
    let mut text = format!("… {hidden} more {} like this", plural(writer, start));
    let mut all = Refs::default();
    let mut named = 0;
    let mut left = if hidden <= FEW.0 { FEW.1 } else { MANY };
    let mut rest = Refs::default();
    for item in items.take(hidden as usize) {
        let key = key(writer, item);
        let cost = estimate_tokens(&key.text) + 1;
        all.join(key.refs);
        if cost > left || rest.count > 0 {
            left = 0;
            rest.join(key.refs);
            continue;
        }
        left -= cost;
        text.push_str(if named == 0 { ": " } else { ", " });
        text.push_str(&key.text);
        named += 1;
    }
    if named < hidden && named > 0 {
        let _ = write!(text, ", …+{}", hidden - named);
        rest.push_to(&mut text);
    }
    (text, all)
}

/// The pieces of a run, from its first one on.
fn siblings(pieces: &[Piece], start: usize) -> impl Iterator<Item = usize> + '_ {
    let parent = pieces[start].parent;
    let next = move |&at: &usize| Some(pieces[at].end).filter(|&end| end < pieces.len());
    std::iter::successors(Some(start), next)
        .take_while(move |&at| pieces[at].parent == parent)
        .filter(|&at| !pieces[at].is_said)
}

fn plural(writer: &Writer<'_>, at: usize) -> &'static str {
    let Some(node) = writer.pieces[at].node() else {
        return "items";
    };
    match writer.snapshot.nodes[node].role {
        Role::Row => "rows",
        Role::Button => "buttons",
        Role::Image => "images",
        Role::Link => "links",
        Role::Option => "options",
        _ => "items",
    }
}

struct Key {
    text: String,
    refs: Refs,
}

/// What a folded item is told by: its name and its refs.
fn key(writer: &Writer<'_>, at: usize) -> Key {
    let inside = at..writer.pieces[at].end;
    let mut refs = Refs::default();
    let nodes = inside.clone().filter_map(|part| writer.pieces[part].node());
    for reference in nodes.filter_map(|node| writer.snapshot.nodes[node].reference) {
        refs.add(reference);
    }
    let mut text = String::new();
    let said = inside.clone().find_map(|part| said(writer, part));
    if let Some(said) = said {
        push_quoted(&mut text, said, KEY);
    }
    refs.push_to(&mut text);
    if let Some(node) = writer.pieces[at].node() {
        let states = states_of(&writer.snapshot.nodes[node]);
        if !states.is_empty() {
            part(&mut text);
            text.push_str(&states);
        }
    }
    Key { text, refs }
}

fn said<'a>(writer: &'a Writer<'_>, at: usize) -> Option<&'a str> {
    let is_key = |node: &&SnapshotNode| !node.name.is_empty() && !is_named_by_parts(node);
    match &writer.pieces[at].what {
        What::Text(text) => Some(text),
        What::Node(node) => Some(&writer.snapshot.nodes[*node])
            .filter(is_key)
            .map(|node| node.name.as_str()),
        _ => None,
    }
}
