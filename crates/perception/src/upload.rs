//! File inputs that the page hides behind a button or a drop zone of its own.

use aria::{Aria, Role};
use page_model::{NodeId, NodeKind, Page};

use crate::walk::{NONE, Visit, Walk};

/// How many levels around the input its button is looked for.
const LEVELS: usize = 5;

/// How many hidden inputs of one page are looked at.
const UPLOADS: usize = 64;

/// How many nodes are looked at around one input.
const NEAR: usize = 200;

/// Which visit stands for which hidden input: its label, else the only button near it, else the
/// zone around it that says something.
pub(crate) fn stand_ins(aria: &Aria<'_>, walk: &Walk) -> Vec<(usize, NodeId)> {
    let mut found: Vec<(usize, NodeId)> = vec![];
    for &(input, holder) in walk.file_inputs.iter().take(UPLOADS) {
        let search = Search {
            aria,
            visits: &walk.visits,
            input,
            holder: holder as usize,
        };
        let stand_in = search.label().or_else(|| search.button_or_zone());
        if let Some(visit) = stand_in
            && !found.iter().any(|(known, _)| *known == visit)
        {
            found.push((visit, input));
        }
    }
    found
}

struct Search<'a> {
    aria: &'a Aria<'a>,
    visits: &'a [Visit],
    input: NodeId,
    holder: usize,
}

impl Search<'_> {
    fn around(&self) -> impl Iterator<Item = usize> + '_ {
        let up = |&at: &usize| Some(self.visits.get(at)?.parent as usize);
        std::iter::successors(Some(self.holder), up)
            .take(LEVELS)
            .take_while(|&at| at < self.visits.len())
    }

    fn page(&self) -> &Page {
        self.aria.page()
    }

    fn label(&self) -> Option<usize> {
        let page = self.page();
        let tag = |at: usize| page.tag(self.visits[at].id);
        let id = page.attribute(self.input, "id").filter(|id| !id.is_empty());
        let points_here =
            |&at: &usize| tag(at) == "label" && page.attribute(self.visits[at].id, "for") == id;
        let label = self.around().find(|&at| tag(at) == "label");
        let label = label.or_else(|| id.and_then(|_| (0..self.visits.len()).find(points_here)));
        label.filter(|&at| self.says_something(at) && self.buttons(at).next().is_none())
    }

    fn button_or_zone(&self) -> Option<usize> {
        let mut zone = None;
        for at in self.around() {
            if matches!(
                self.page().tag(self.visits[at].id),
                "" | "body" | "html" | "main"
            ) {
                break;
            }
            let mut buttons = self.buttons(at);
            if let Some(first) = buttons.next() {
                return buttons.next().is_none().then_some(first).or(zone);
            }
            zone = zone.or_else(|| self.says_something(at).then_some(at));
        }
        zone
    }

    fn inside(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let is_inside = move |&i: &usize| {
            let parent = self.visits[i].parent;
            parent != NONE && parent as usize >= at
        };
        (at + 1..self.visits.len()).take_while(is_inside).take(NEAR)
    }

    /// What can be pressed in or at a visit.
    fn buttons(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let is_button = |&i: &usize| {
            let id = self.visits[i].id;
            matches!(self.aria.role(id), Role::Button | Role::Link) && !self.aria.is_hidden(id)
        };
        std::iter::once(at).chain(self.inside(at)).filter(is_button)
    }

    fn says_something(&self, at: usize) -> bool {
        let is_text = |i: usize| match &self.page().node(self.visits[i].id).kind {
            NodeKind::Text(text) => !text.trim().is_empty(),
            _ => false,
        };
        self.inside(at).any(is_text)
    }
}
