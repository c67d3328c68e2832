//! Windows above the page, and messages.

use aria::Role;
use page_model::{Layer, Page};
use protocol::{ControlKind, OpenDialog, Toast};

use super::place::is_modal;
use crate::facts::{bounded, message};
use crate::reading::collapse;
use crate::snapshot::{Snapshot, SnapshotNode};

/// How many buttons of a dialog are named.
const ANSWERS: usize = 8;

/// How many messages are told.
const TOASTS: usize = 20;

/// How much of a dialog without a name is told, Unicode scalar values.
const BEGINNING: usize = 120;

pub(super) fn dialogs(page: &Page, snapshot: &Snapshot) -> Vec<OpenDialog> {
    let nodes = snapshot.nodes.iter().enumerate();
    let dialogs = nodes.filter(|(_, node)| is_window(node));
    dialogs
        .map(|(at, node)| OpenDialog {
            role: role(node).to_owned(),
            label: label(page, node),
            is_modal: is_modal(node),
            answers: answers(snapshot, at),
        })
        .collect()
}

fn is_window(node: &SnapshotNode) -> bool {
    matches!(node.role, Role::Dialog | Role::AlertDialog) || node.layer.is_some()
}

fn role(node: &SnapshotNode) -> &'static str {
    match (node.role, node.layer) {
        (Role::Generic | Role::None, Some(Layer::Popover)) => "popover",
        (Role::Generic | Role::None, _) => "dialog",
        (role, _) => role.as_str(),
    }
}

fn label(page: &Page, node: &SnapshotNode) -> String {
    if node.name.is_empty() {
        message(page, node).chars().take(BEGINNING).collect()
    } else {
        bounded(&node.name)
    }
}

fn answers(snapshot: &Snapshot, dialog: usize) -> Vec<protocol::NodeRef> {
    let inside = snapshot.below(dialog).map(|at| &snapshot.nodes[at]);
    let buttons = inside.filter(|n| n.kind == Some(ControlKind::Button) && !n.states.disabled);
    let mut answers: Vec<_> = buttons.filter_map(|node| node.reference).collect();
    // The answers of a long dialog are at its end, the way out at its beginning.
    if answers.len() > ANSWERS {
        answers.drain(1..=answers.len() - ANSWERS);
    }
    answers
}

/// What live regions say, and what they said before they vanished.
pub(super) fn toasts(page: &Page, snapshot: &Snapshot, heard: &[String]) -> Vec<Toast> {
    // What a calculation comes to (`output`) is no message.
    let is_live = |node: &&SnapshotNode| {
        node.kind == Some(ControlKind::Toast)
            || (matches!(node.role, Role::Alert | Role::Status | Role::Log)
                && page.tag(node.node) != "output")
    };
    let shown = snapshot.nodes.iter().filter(is_live).map(|node| Toast {
        text: message(page, node),
        is_urgent: node.role == Role::Alert,
        is_gone: false,
    });
    let gone = heard.iter().map(|text| Toast {
        text: bounded(&collapse(text)),
        is_urgent: false,
        is_gone: true,
    });
    let mut toasts: Vec<Toast> = vec![];
    for toast in shown.chain(gone).filter(|toast| !toast.text.is_empty()) {
        if toasts.len() < TOASTS && !toasts.iter().any(|known| known.text == toast.text) {
            toasts.push(toast);
        }
    }
    toasts
}
