//! A fingerprint ready to be asked of many nodes: texts folded once, places read once.

use rustc_hash::FxHashMap;
use std::cell::OnceCell;

use aria::Role;
use page_model::Page;
use perception::{Snapshot, SnapshotNode};
use protocol::Fingerprint;

use crate::fact::{Answer, Fact};
use crate::family::Family;
use crate::icon::icon;
use crate::likeness::{Likeness, Wanted};
use crate::own_words::OwnWords;
use crate::stable;
use crate::surroundings::{Surroundings, columns, is_place, labels, shadow_path};

/// A fingerprint and what must be known of the page to ask it.
pub(crate) struct Query<'q> {
    pub(crate) target: &'q Fingerprint,
    pub(crate) page: &'q Page,
    pub(crate) snapshot: &'q Snapshot,
    pub(crate) around: Surroundings,
    /// `None` also for a role no specification knows, which nothing has.
    role: Option<Role>,
    name: Option<Wanted>,
    heading: Option<Wanted>,
    label: Option<Wanted>,
    column: Option<Wanted>,
    before: Option<Wanted>,
    after: Option<Wanted>,
    placeholder: Option<Wanted>,
    unlike: Vec<Wanted>,
    landmarks: Vec<Answer>,
    sections: Vec<Answer>,
    columns: Vec<Option<usize>>,
    labels: FxHashMap<usize, String>,
    own_words: OnceCell<OwnWords<'q>>,
}

impl<'q> Query<'q> {
    pub(crate) fn new(target: &'q Fingerprint, page: &'q Page, snapshot: &'q Snapshot) -> Self {
        let role: Option<Role> = target.role.as_deref().and_then(|role| role.parse().ok());
        let is_field = role.is_some_and(|role| Family::of(role).is_field());
        let wanted = |text: &Option<String>| text.as_deref().map(|t| Wanted::new(t, true));
        let nodes = &snapshot.nodes;
        let around = Surroundings::of(snapshot);
        Self {
            target,
            page,
            snapshot,
            role,
            name: target
                .name
                .as_deref()
                .map(|name| Wanted::new(name, is_field)),
            heading: wanted(&target.heading),
            label: wanted(&target.label),
            column: wanted(&target.column),
            before: wanted(&target.before),
            after: wanted(&target.after),
            placeholder: target
                .attributes
                .get("placeholder")
                .map(|text| Wanted::new(text, true)),
            unlike: target
                .unlike
                .iter()
                .map(|text| Wanted::new(text, false))
                .collect(),
            landmarks: in_place(nodes, &around.landmark, Fact::Landmark, target),
            sections: in_place(nodes, &around.section, Fact::Section, target),
            around,
            columns: target
                .column
                .as_ref()
                .map_or_else(Vec::new, |_| columns(page, nodes)),
            labels: target
                .label
                .as_ref()
                .map_or_else(FxHashMap::default, |_| labels(page, nodes)),
            own_words: OnceCell::new(),
        }
    }

    /// Whether a node can be meant at all.
    pub(crate) fn is_candidate(&self, node: &SnapshotNode) -> bool {
        match (self.role, &self.target.role) {
            (Some(role), _) => Family::of(role) == Family::of(node.role),
            (None, Some(_)) => false,
            (None, None) => true,
        }
    }

    /// Whether it has a name that another control had when the target was recorded.
    pub(crate) fn is_another(&self, index: usize) -> bool {
        let name = &self.snapshot.nodes[index].name;
        let known = self.before.iter().chain(&self.after).chain(&self.unlike);
        let mut known = known.filter(|other| other.is_same(name));
        let is_own = |wanted: &Wanted| wanted.is_same(name);
        !name.is_empty() && !self.name.as_ref().is_some_and(is_own) && known.next().is_some()
    }

    /// Whether its name is the target's with words more or less.
    pub(crate) fn has_overlapping_name(&self, index: usize) -> bool {
        let name = &self.snapshot.nodes[index].name;
        name.len() < 200
            && self
                .name
                .as_ref()
                .is_some_and(|wanted| wanted.overlaps(name))
    }

    /// How a node answers a fact.
    pub(crate) fn answer(&self, fact: Fact<'_>, index: usize) -> Answer {
        let node = &self.snapshot.nodes[index];
        match fact {
            Fact::Role if self.role == Some(node.role) => Answer::Yes,
            Fact::Role => Answer::Near,
            Fact::Name if self.target.name.as_deref() == Some("") => yes_if(node.name.is_empty()),
            Fact::Name => self.name_answer(index),
            Fact::Attribute("placeholder", _) => {
                let actual = self.page.attribute(node.node, "placeholder");
                text_answer(self.placeholder.as_ref(), actual)
            }
            Fact::Attribute(name, value) => self.attribute_answer(node, name, value),
            Fact::Icon(name) => match icon(self.page, node.node) {
                Some(icon) => yes_if(icon == name),
                None => Answer::Silent,
            },
            Fact::Label => text_answer(
                self.label.as_ref(),
                self.labels.get(&index).map(String::as_str),
            ),
            Fact::Tag(tag) => yes_if(self.page.tag(node.node) == tag),
            Fact::Landmark => self.landmarks[index],
            Fact::Section => self.sections[index],
            Fact::Heading => self.text_at(self.heading.as_ref(), node.heading),
            Fact::Column => self.text_at(self.column.as_ref(), self.columns[index]),
            Fact::Before => self.text_at(self.before.as_ref(), self.around.before[index]),
            Fact::After => self.text_at(self.after.as_ref(), self.around.after[index]),
            Fact::Shadow => yes_if(shadow_path(self.page, node) == self.target.shadow),
        }
    }

    /// A name that holds what a user typed or chose is compared without that, as it was recorded.
    fn name_answer(&self, index: usize) -> Answer {
        let node = &self.snapshot.nodes[index];
        let answer = text_answer(self.name.as_ref(), Some(&node.name));
        if answer != Answer::No || !self.has_overlapping_name(index) {
            return answer;
        }
        let own_words = self.own_words.get_or_init(|| OwnWords::of(self.page));
        match own_words.name(self.snapshot, index) {
            Some(name) if name != node.name => text_answer(self.name.as_ref(), Some(&name)),
            _ => answer,
        }
    }

    fn attribute_answer(&self, node: &SnapshotNode, name: &str, wanted: &str) -> Answer {
        let Some(actual) = self.page.attribute(node.node, name) else {
            return Answer::Silent;
        };
        let is_pattern = wanted.contains('*') && name != "href";
        if actual == wanted || (is_pattern && stable::without_numbers(actual) == wanted) {
            return Answer::Yes;
        }
        if is_pattern {
            return Answer::No;
        }
        match stable::stable_value(name, actual) {
            Some(actual) => yes_if(actual == wanted),
            None => Answer::Silent,
        }
    }

    fn text_at(&self, wanted: Option<&Wanted>, at: Option<usize>) -> Answer {
        text_answer(wanted, at.map(|at| self.snapshot.nodes[at].name.as_str()))
    }
}

pub(crate) fn yes_if(is_so: bool) -> Answer {
    if is_so { Answer::Yes } else { Answer::No }
}

fn text_answer(wanted: Option<&Wanted>, actual: Option<&str>) -> Answer {
    let (Some(wanted), Some(actual)) = (wanted, actual.filter(|text| !text.is_empty())) else {
        return Answer::Silent;
    };
    match wanted.likeness(actual) {
        Likeness::Same => Answer::Yes,
        Likeness::Reworded => Answer::Near,
        Likeness::Other => Answer::No,
    }
}

/// For each node whether it is in the place meant by `form`, `form New customer` or
/// `New customer`, or only in one of the same role. A place that told the target from others of
/// its name must be the `nearest`: an outer one holds them all.
fn in_place(
    nodes: &[SnapshotNode],
    nearest: &[Option<usize>],
    fact: Fact<'_>,
    target: &Fingerprint,
) -> Vec<Answer> {
    let wanted = if fact == Fact::Landmark {
        &target.landmark
    } else {
        &target.section
    };
    let Some(wanted) = wanted.as_deref() else {
        return vec![];
    };
    let whole = Wanted::new(wanted, false);
    let (role, name) = wanted.split_once(' ').unwrap_or((wanted, ""));
    let name = Wanted::new(name, false);
    let own = |node: &SnapshotNode| {
        if !is_place(node.role) {
            Answer::No
        } else if wanted == node.role.as_str() || whole.is_same(&node.name) {
            Answer::Yes
        } else if role != node.role.as_str() {
            Answer::No
        } else {
            yes_if(name.likeness(&node.name) != Likeness::Other).or(Answer::Near)
        }
    };
    if fact.is_telling(target) {
        let own = |at: &Option<usize>| at.map_or(Answer::No, |at| own(&nodes[at]));
        return nearest.iter().map(own).collect();
    }
    let mut inside: Vec<Answer> = Vec::with_capacity(nodes.len());
    let mut owns: Vec<Answer> = Vec::with_capacity(nodes.len());
    for node in nodes {
        inside.push(node.parent.map_or(Answer::No, |up| inside[up].or(owns[up])));
        owns.push(own(node));
    }
    inside
}

impl Answer {
    /// The better of two.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Yes, _) | (_, Self::Yes) => Self::Yes,
            (Self::Near, _) | (_, Self::Near) => Self::Near,
            _ => Self::No,
        }
    }
}
