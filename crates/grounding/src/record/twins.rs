//! What tells an element from others like it, and which others come near.

use page_model::NodeId;
use perception::{SnapshotNode, collapse, holds_text, is_same_text, readable_text};
use protocol::Fingerprint;

use super::{LONGEST, PLACES, Recorder, bracketed};
use crate::family::Family;
use crate::likeness::{Likeness, Wanted};

/// How many of the names near an element's own are kept.
const UNLIKE: usize = 3;

/// How many controls before an element and after it are compared by name: on a page of ten thousand,
/// each with all would never end.
const NEAR: usize = 100;

/// Names longer than this are compared with none, bytes.
const TOO_LONG: usize = 1000;

impl Recorder<'_> {
    /// What others had too, and which others come near.
    pub(super) fn compare(&self, index: usize, print: &mut Fingerprint) {
        let twins = self.twins(&self.snapshot.nodes[index]);
        print.shared = self.shared(print);
        if twins.len() > 1 && print.name.is_some() {
            self.compare_twins(index, &twins, print);
        }
        print.unlike = self.unlike(index, print);
    }

    /// Facts of the element itself that others had too.
    fn shared(&self, print: &Fingerprint) -> Vec<String> {
        let is_shared = |(key, value): (String, String)| {
            let known = self.facts.get(&(key.clone(), value));
            known.is_some_and(|&count| count > 1).then_some(key)
        };
        marks(print).into_iter().filter_map(is_shared).collect()
    }

    /// What tells it from the others of its role and name, and which of them it is.
    fn compare_twins(&self, index: usize, twins: &[usize], print: &mut Fingerprint) {
        print.shared.push("name".into());
        print.of = u32::try_from(twins.len()).ok();
        let mut own = self.marks_and_places(index, print);
        for &twin in twins.iter().filter(|&&twin| twin != index) {
            if own.is_empty() {
                break;
            }
            let other = self.marks_and_places(twin, &self.identity(twin));
            own.retain(|fact| !other.contains(fact));
        }
        print.told_by = own.into_iter().map(|(key, _)| key).collect();
        // Which row of many it was is the user's data, not the page's.
        if self.row_around(index).is_none() {
            let at = twins.iter().position(|&twin| twin == index);
            print.ordinal = at.and_then(|at| u32::try_from(at).ok());
        }
    }

    /// All that may tell an element from its like.
    fn marks_and_places(&self, index: usize, print: &Fingerprint) -> Vec<(String, String)> {
        let mut facts = marks(print);
        facts.retain(|(key, _)| key != "[type]");
        // In a row the neighbors are not recorded, so they can't tell either.
        let has_neighbors = self.row_around(index).is_none();
        let places = PLACES
            .iter()
            .zip(self.places(index))
            .filter(|(key, _)| has_neighbors || !matches!(**key, "before" | "after"));
        facts.extend(places.filter_map(|(key, place)| Some(((*key).to_owned(), place?))));
        if print.row.is_some()
            && let Some(row) = self.row_around(index)
        {
            facts.push(("row".to_owned(), format!("{row:?}")));
        }
        facts
    }

    /// A text of the row around an element that no row around others of its role and name holds:
    /// what may tell it from them, if a caller knows that it is data.
    #[must_use]
    pub fn row_key(&self, index: usize) -> Option<String> {
        let row = self.row_around(index)?;
        let twins = self.twins(&self.snapshot.nodes[index]);
        let rows = twins.into_iter().filter_map(|twin| self.row_around(twin));
        let others: Vec<String> = rows
            .filter(|other| *other != row)
            .map(|other| readable_text(self.page, other))
            .collect();
        let own = readable_text(self.page, row);
        let texts = self.page.composed(row).filter_map(|id| self.page.text(id));
        texts.map(collapse).find(|text| {
            (2..LONGEST).contains(&text.len())
                && holds_text(&own, text)
                && !others.iter().any(|other| holds_text(other, text))
        })
    }

    fn identity(&self, index: usize) -> Fingerprint {
        let mut print = Fingerprint::default();
        self.identify(index, &mut print);
        print
    }

    /// The row around an element: the row, list item or card it lies in, or where no role says so,
    /// the block that repeats for others of its role and name with the same controls in it.
    #[must_use]
    pub fn row_around(&self, index: usize) -> Option<NodeId> {
        match self.row_above(index) {
            Some(row) => Some(self.snapshot.nodes[row].node),
            None => self.repeated.get(&index).copied(),
        }
    }

    /// All of its role and name, itself included.
    fn twins(&self, node: &SnapshotNode) -> Vec<usize> {
        let key = (Family::of(node.role), collapse(&node.name).to_lowercase());
        let all = self.names.get(&key).map_or(&[][..], Vec::as_slice);
        let is_twin = |&at: &usize| self.snapshot.nodes[at].role == node.role;
        all.iter().copied().filter(is_twin).collect()
    }

    /// The controls of a family that stand around an element in reading order.
    fn near(&self, index: usize, family: Family) -> &[usize] {
        let pool = self.pools.get(&family).map_or(&[][..], Vec::as_slice);
        let at = pool.partition_point(|&other| other < index);
        &pool[at.saturating_sub(NEAR)..pool.len().min(at + NEAR)]
    }

    fn unlike(&self, index: usize, print: &Fingerprint) -> Vec<String> {
        let family = Family::of(self.snapshot.nodes[index].role);
        let Some(name) = print.name.as_deref().filter(|name| !name.is_empty()) else {
            return vec![];
        };
        if name.len() > TOO_LONG {
            return vec![];
        }
        let wanted = Wanted::new(name, family.is_field());
        let mut unlike: Vec<(bool, String)> = Vec::new();
        for &other in self.near(index, family) {
            let actual = &self.snapshot.nodes[other].name;
            if actual.len() > TOO_LONG {
                continue;
            }
            let is_reworded = wanted.likeness(actual) == Likeness::Reworded;
            let in_row = self.row_around(other).is_some();
            let is_near =
                is_reworded || (!in_row && !is_same_text(actual, name) && wanted.overlaps(actual));
            let Some(text) = self.anchor_text(other).filter(|_| is_near) else {
                continue;
            };
            if !unlike.iter().any(|(_, known)| *known == text) {
                unlike.push((!is_reworded, text));
            }
        }
        unlike.sort_unstable();
        unlike
            .into_iter()
            .take(UNLIKE)
            .map(|(_, name)| name)
            .collect()
    }
}

/// The marks of an element itself, each with its key.
fn marks(print: &Fingerprint) -> Vec<(String, String)> {
    let attributes = print.attributes.iter();
    attributes
        .map(|(name, value)| (bracketed(name), value.clone()))
        .chain(
            print
                .icon
                .iter()
                .map(|icon| ("icon".to_owned(), icon.clone())),
        )
        .chain(
            print
                .label
                .iter()
                .map(|label| ("label".to_owned(), label.clone())),
        )
        .collect()
}
