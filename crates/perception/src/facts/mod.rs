//! What a page tells beside its tree: validation messages, dialogs, live regions.

mod complaint;
mod item;

use aria::Role;
use page_model::Page;
use protocol::{FieldError, PageFacts};

use crate::reading::{collapse, readable_text};
use crate::snapshot::{Snapshot, SnapshotNode};
use complaint::Complaints;

/// How long one message gets, Unicode scalar values.
pub(crate) const MESSAGE: usize = 500;

/// Reads the page's complaints and notices.
#[must_use]
pub fn page_facts(page: &Page, snapshot: &Snapshot) -> PageFacts {
    let mut facts = PageFacts::default();
    for error in field_errors(page, snapshot) {
        push(
            &mut facts.errors,
            format!("{}: {}", error.field, error.text),
        );
    }
    for node in snapshot.nodes.iter().filter(|node| is_notice(node)) {
        push(&mut facts.notices, message(page, node));
    }
    facts
}

/// What the page, or the browser, complains of, each with its field, in reading order.
///
/// A field is wrong if it says so (`aria-invalid`), if the browser finds fault with what it holds,
/// or if an error text stands in its form item. That a required field is still empty is no
/// complaint: so is every form before it is filled.
#[must_use]
pub fn field_errors(page: &Page, snapshot: &Snapshot) -> Vec<FieldError> {
    let errors = Complaints::of(page, snapshot).errors();
    errors.into_iter().map(|(_, error)| error).collect()
}

/// The same, each with the index of its field.
#[must_use]
pub fn wrong_fields(page: &Page, snapshot: &Snapshot) -> Vec<(usize, FieldError)> {
    Complaints::of(page, snapshot).errors()
}

fn is_notice(node: &SnapshotNode) -> bool {
    !node.states.invalid
        && matches!(
            node.role,
            Role::Alert | Role::Status | Role::Log | Role::Dialog | Role::AlertDialog
        )
}

/// What a live region or dialog says, bounded.
pub(crate) fn message(page: &Page, node: &SnapshotNode) -> String {
    bounded(&readable_text(page, node.node))
}

pub(crate) fn bounded(text: &str) -> String {
    match text.char_indices().nth(MESSAGE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn push(texts: &mut Vec<String>, text: String) {
    let text = collapse(&text);
    if !text.is_empty() && !texts.contains(&text) {
        texts.push(text);
    }
}

#[cfg(test)]
mod tests;
