//! What is wrong with which field, from the surest sign to the weakest.

use aria::Role;
use page_model::{NodeId, Page};
use protocol::FieldError;

use super::item::Items;
use super::{bounded, message};
use crate::reading::{collapse, readable_text};
use crate::snapshot::{Snapshot, SnapshotNode};
use crate::walk::index;

/// Class names that libraries give to the error text of a field. The only table of its kind.
const ERROR_CLASSES: &[&str] = &[
    "ant-form-item-explain-error",
    "el-form-item__error",
    "Mui-error",
    "v-messages__message",
    "invalid-feedback",
    "error-message",
    "errorlist",
    "field-error",
    "form-error",
    "is-danger",
];

/// How long the text beside a field may be to be taken for its complaint.
const BESIDE: usize = 200;

pub(super) struct Complaints<'a> {
    page: &'a Page,
    snapshot: &'a Snapshot,
    items: Items<'a>,
    /// Of each node: what is wrong with it, `None` if nothing.
    found: Vec<Option<Vec<String>>>,
}

impl<'a> Complaints<'a> {
    pub(super) fn of(page: &'a Page, snapshot: &'a Snapshot) -> Self {
        let mut complaints = Self {
            page,
            snapshot,
            items: Items::of(snapshot),
            found: vec![None; snapshot.nodes.len()],
        };
        complaints.read_fields();
        complaints.read_messages();
        complaints.read_beside();
        complaints
    }

    /// What is wrong, each with the index of its field.
    pub(super) fn errors(self) -> Vec<(usize, FieldError)> {
        let nodes = &self.snapshot.nodes;
        let error = |field: usize, texts: Vec<String>| FieldError {
            field: field_name(&nodes[field]),
            reference: nodes[field].reference,
            text: if texts.is_empty() {
                "not accepted".into()
            } else {
                texts.join(" ")
            },
        };
        let found = self.found.into_iter().enumerate();
        found
            .filter_map(|(field, texts)| Some((field, error(field, texts?))))
            .collect()
    }

    fn add(&mut self, field: usize, text: &str) {
        let text = bounded(&collapse(text));
        let texts = self.found[field].get_or_insert_default();
        let is_known = texts.iter().any(|known| known.contains(&text));
        if !text.is_empty() && !is_known {
            texts.push(text);
        }
    }

    /// What fields say themselves, and what the browser says of what they hold.
    fn read_fields(&mut self) {
        for index in 0..self.snapshot.nodes.len() {
            let node = &self.snapshot.nodes[index];
            let Some(element) = self.page.element(node.node) else {
                continue;
            };
            let control = &element.control;
            let is_filled = control
                .value
                .as_deref()
                .is_some_and(|value| !value.is_empty())
                && control.checked.is_none();
            let own = control.complaint.as_deref();
            if node.states.invalid {
                self.found[index] = Some(vec![]);
                for text in pointed_at(self.page, node.node) {
                    self.add(index, &text);
                }
                if let (Some(own), true) = (own, self.is_silent(index)) {
                    self.add(index, own);
                }
            } else if let Some(own) = own.filter(|_| is_filled) {
                self.add(index, own);
            }
        }
    }

    /// Alerts and error texts in the form item of one field.
    fn read_messages(&mut self) {
        for at in 0..self.snapshot.visits.len() {
            let visit = self.snapshot.visits[at];
            let node = self.snapshot.nodes.get(visit.node as usize);
            let is_alert = node.is_some_and(|node| node.role == Role::Alert);
            if !is_alert && !self.has_error_class(visit.id) {
                continue;
            }
            let is_control = node.is_some_and(|node| node.reference.is_some());
            let near = self.items.field_near(self.page, index(at));
            // An alert near a field may be about anything else there is.
            let is_about = |&(field, is_alone): &(usize, bool)| {
                let is_sure = is_alone || self.snapshot.nodes[field].states.invalid;
                !is_control && (is_sure || !is_alert)
            };
            if let Some((field, _)) = near.filter(is_about) {
                let text = match node {
                    Some(node) => message(self.page, node),
                    None => readable_text(self.page, visit.id),
                };
                if text != self.snapshot.nodes[field].name && !text.is_empty() {
                    self.add(field, &text);
                }
            }
        }
    }

    fn has_error_class(&self, id: NodeId) -> bool {
        let classes = self.page.attribute(id, "class").unwrap_or("");
        let is_label = matches!(self.page.tag(id), "label" | "input" | "textarea" | "select");
        !is_label
            && classes
                .split_ascii_whitespace()
                .take(40)
                .any(|class| ERROR_CLASSES.contains(&class))
    }

    /// Whether a field is wrong and nothing says why.
    fn is_silent(&self, field: usize) -> bool {
        self.found[field].as_ref().is_some_and(Vec::is_empty)
    }

    /// A wrong field that nothing speaks for: what else is said in its form item.
    fn read_beside(&mut self) {
        for field in 0..self.found.len() {
            if !self.is_silent(field) {
                continue;
            }
            let Some(item) = self.items.item_of(self.page, field) else {
                continue;
            };
            let node = &self.snapshot.nodes[field];
            let said = readable_text(self.page, self.snapshot.visits[item].id);
            let beside = said.replacen(&node.name, "", 1);
            let beside = beside.trim_matches([' ', '*', ':', '：']);
            if beside.chars().count() <= BESIDE && beside.chars().any(char::is_alphabetic) {
                self.add(field, beside);
            }
        }
    }
}

fn field_name(node: &SnapshotNode) -> String {
    if node.name.is_empty() {
        node.role.as_str().to_owned()
    } else {
        node.name.clone()
    }
}

/// The texts a wrong field points at; its error message before its description.
fn pointed_at(page: &Page, field: NodeId) -> Vec<String> {
    ["aria-errormessage", "aria-describedby"]
        .into_iter()
        .filter_map(|attribute| page.attribute(field, attribute))
        .flat_map(str::split_whitespace)
        .filter_map(|id| page.element_by_id(field, id))
        .map(|node| readable_text(page, node))
        .filter(|text| !text.is_empty())
        .collect()
}
