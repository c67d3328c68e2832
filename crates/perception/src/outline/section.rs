//! The section around one element.

use aria::Role;
use page_model::Page;
use protocol::NodeRef;

use super::line::{Line, Rank, Style};
use super::piece::{Piece, What, pieces};
use super::whole;
use super::writer::Writer;
use crate::snapshot::Snapshot;

/// How many rows or items are shown before and after the element's own.
const NEIGHBORS: usize = 2;

/// The lines of the nearest landmark, dialog, form or row around `reference`, with its neighbors.
pub(super) fn lines(page: &Page, snapshot: &Snapshot, reference: NodeRef) -> Vec<Line> {
    let pieces = pieces(page, snapshot);
    let node = snapshot.by_reference(reference);
    let at = node.and_then(|node| {
        let holds = |index| pieces.iter().position(|p: &Piece| p.node() == Some(index));
        holds(node).or_else(|| snapshot.ancestors(node).find_map(holds))
    });
    let Some(at) = at else {
        return vec![Line::note(format!("[{reference}] is not on this page"))];
    };
    let Some(section) = section(snapshot, &pieces, at) else {
        return whole(page, snapshot, Style::OUTLINE);
    };
    let range = match pieces[section].what {
        What::Card => neighbors(&pieces, section),
        What::Node(node) if is_row(snapshot.nodes[node].role) => neighbors(&pieces, section),
        _ => section..pieces[section].end,
    };
    let mut writer = Writer::new(page, snapshot, &pieces, Style::AROUND);
    context(&mut writer, section);
    writer.write(range);
    writer.lines
}

fn is_row(role: Role) -> bool {
    role.is_item()
}

fn around(pieces: &[Piece], at: usize) -> impl Iterator<Item = usize> + '_ {
    let up = |&at: &usize| Some(pieces[at].parent as usize).filter(|&up| up < pieces.len());
    std::iter::successors(Some(at), up).skip(1)
}

fn section(snapshot: &Snapshot, pieces: &[Piece], at: usize) -> Option<usize> {
    around(pieces, at).find(|&up| match pieces[up].what {
        What::Card => true,
        What::Node(node) => {
            let node = &snapshot.nodes[node];
            let role = node.role;
            role.is_landmark()
                || is_row(role)
                || node.layer.is_some()
                || matches!(
                    role,
                    Role::Dialog | Role::AlertDialog | Role::TabPanel | Role::Group
                )
        }
        _ => false,
    })
}

/// The item with those right before and after it.
fn neighbors(pieces: &[Piece], at: usize) -> std::ops::Range<usize> {
    let parent = pieces[at].parent;
    let from = (parent as usize).wrapping_add(1).min(at);
    let first = if parent == crate::walk::NONE { 0 } else { from };
    let mut siblings = vec![];
    let mut next = first;
    while next < pieces.len() && pieces[next].parent == parent {
        siblings.push(next);
        next = pieces[next].end;
    }
    let place = siblings.partition_point(|&sibling| sibling < at);
    let start = siblings.get(place.saturating_sub(NEIGHBORS)).copied();
    let last = siblings.get(place + NEIGHBORS).or(siblings.last()).copied();
    start.unwrap_or(at)..last.map_or(pieces[at].end, |last| pieces[last].end)
}

/// Where the section is: the names around it, outermost first.
fn context(writer: &mut Writer<'_>, section: usize) {
    let mut names: Vec<String> = around(writer.pieces, section)
        .filter_map(|up| writer.pieces[up].node())
        .take(6)
        .map(|node| writer.snapshot.nodes[node].role.as_str().to_owned())
        .collect();
    if !names.is_empty() {
        names.reverse();
        let text = format!("… in {}", names.join(" > "));
        writer.lines.push(Line::new(text, Rank::Structure));
    }
}
