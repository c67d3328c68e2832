//! Form items: the part of a page that is about one field, its label and its messages.

use aria::Role;
use page_model::Page;

use crate::snapshot::Snapshot;
use crate::walk::NONE;

/// How many levels around a field or message its form item is looked for.
const LEVELS: usize = 6;

/// How many fields each visit holds, and which.
pub(super) struct Items<'a> {
    snapshot: &'a Snapshot,
    /// Of each visit: how many fields it is or holds.
    counts: Vec<u32>,
    /// Of each visit: the last of them, as a node.
    fields: Vec<u32>,
    /// Of each visit: whether it is or holds a heading or another control.
    has_more: Vec<bool>,
    /// Of each node: its visit.
    visits: Vec<u32>,
}

impl<'a> Items<'a> {
    pub(super) fn of(snapshot: &'a Snapshot) -> Self {
        let visits = &snapshot.visits;
        let mut items = Self {
            snapshot,
            counts: vec![0; visits.len()],
            fields: vec![NONE; visits.len()],
            has_more: vec![false; visits.len()],
            visits: vec![NONE; snapshot.nodes.len()],
        };
        for at in (0..visits.len()).rev() {
            let visit = visits[at];
            if let Some(node) = snapshot.nodes.get(visit.node as usize) {
                items.visits[visit.node as usize] = crate::walk::index(at);
                if node.kind.is_some_and(protocol::ControlKind::is_field) {
                    items.counts[at] = 1;
                    items.fields[at] = visit.node;
                } else {
                    let is_control = node.reference.is_some() && node.role != Role::Option;
                    items.has_more[at] |= is_control || node.role == Role::Heading;
                }
            }
            if visit.parent != NONE {
                let parent = visit.parent as usize;
                items.has_more[parent] |= items.has_more[at];
                if items.counts[at] > 0 {
                    items.counts[parent] += items.counts[at];
                    items.fields[parent] = items.fields[at];
                }
            }
        }
        items
    }

    fn around(&self, visit: u32) -> impl Iterator<Item = usize> + '_ {
        let up = |&at: &usize| Some(self.snapshot.visits[at].parent as usize);
        let is_visit = |at: &usize| *at < self.counts.len();
        std::iter::successors(Some(visit as usize).filter(is_visit), move |at| {
            up(at).filter(is_visit)
        })
    }

    /// The only field in the nearest element around `visit` that holds any, within a part of a
    /// form; and whether that element is about nothing else.
    pub(super) fn field_near(&self, page: &Page, visit: u32) -> Option<(usize, bool)> {
        let around = self.around(visit).take(LEVELS);
        let mut inner = around.take_while(|&at| !is_large(page.tag(self.snapshot.visits[at].id)));
        let item = inner.find(|&at| self.counts[at] > 0)?;
        (self.counts[item] == 1).then_some((self.fields[item] as usize, !self.has_more[item]))
    }

    /// The largest element around a field that is about no other field, within the form.
    pub(super) fn item_of(&self, page: &Page, field: usize) -> Option<usize> {
        let is_item =
            |at: &usize| self.counts[*at] == 1 && !is_large(page.tag(self.snapshot.visits[*at].id));
        let around = self.around(self.visits[field]).skip(1).take(LEVELS);
        around.take_while(is_item).last()
    }
}

/// What is never about one field only.
fn is_large(tag: &str) -> bool {
    matches!(
        tag,
        "" | "article" | "body" | "dialog" | "form" | "html" | "main" | "section"
    )
}
