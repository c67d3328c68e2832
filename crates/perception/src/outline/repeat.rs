//! Leaves out pieces that only repeat a name.

use aria::Role;

use super::piece::{Piece, What};
use crate::snapshot::{Snapshot, SnapshotNode};
use crate::walk::NONE;

/// How far up a piece is compared, over what only holds parts together.
const LEVELS: usize = 4;

/// A name is said once: not as the label's text, the legend's or the dialog's heading again.
pub(super) fn leave_out_repeated(snapshot: &Snapshot, pieces: &mut [Piece]) {
    for at in 0..pieces.len() {
        let around = named_around(snapshot, pieces, at);
        let near = [at.checked_sub(1), Some(at + 1)]
            .into_iter()
            .flatten()
            .filter_map(|near| pieces.get(near)?.node())
            .map(|node| &snapshot.nodes[node]);
        let is_said = match &pieces[at].what {
            What::Text(text) => {
                let in_label = pieces[at].label != NONE;
                let mut said = near.chain(around);
                said.any(|node| says(node, text, in_label))
            }
            What::Node(node) => {
                let node = &snapshot.nodes[*node];
                let is_plain = node.role == Role::Heading && pieces[at].end == at + 1;
                is_plain && around.is_some_and(|around| around.name == node.name)
            }
            _ => false,
        };
        pieces[at].is_said = is_said;
    }
}

/// The named node a piece lies in, over what is hollow.
fn named_around<'s>(
    snapshot: &'s Snapshot,
    pieces: &[Piece],
    at: usize,
) -> Option<&'s SnapshotNode> {
    let mut up = pieces[at].parent as usize;
    for _ in 0..LEVELS {
        match pieces.get(up)?.what {
            What::Node(node) => {
                let node = &snapshot.nodes[node];
                return (!is_named_by_parts(node)).then_some(node);
            }
            _ => up = pieces[up].parent as usize,
        }
    }
    None
}

/// Whether a node's name is left out, because its parts say it.
pub(super) fn is_named_by_parts(node: &SnapshotNode) -> bool {
    node.is_named_by_content
        && matches!(
            node.role,
            Role::Cell | Role::ColumnHeader | Role::GridCell | Role::Row | Role::RowHeader
        )
}

fn says(node: &SnapshotNode, text: &str, in_label: bool) -> bool {
    if is_named_by_parts(node) {
        return false;
    }
    let is_label = in_label || (node.role == Role::TreeItem && node.is_named_by_content);
    node.name == text || (is_label && text.len() < node.name.len() && node.name.contains(text))
}
