//! Pages changed the way releases change them, with the truth of which element is which.
//!
//! A page is recorded, changed, and every recorded element looked for again. What is measured
//! never sees the marks by which the truth is known.

mod chance;
mod control;
mod forms;
mod framework;
mod markup;
mod suite;
mod tree;
mod wording;

use std::collections::{HashMap, HashSet};

use page_model::{NodeId, Page};

use crate::page_from_html;
use chance::Chance;
use tree::{TRACK, Tree};

pub use suite::{Figures, Outcome, Recorded, Source, Suite, run};

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The same markup rendered again.
    RenderedAgain,
    /// Ids and classes regenerated.
    IdsRegenerated,
    /// Wrappers added.
    Wrapped,
    /// Blocks, fields and rows in another order.
    Reordered,
    /// Labels reworded slightly.
    Reworded,
    /// Siblings with similar names inserted.
    SiblingsInserted,
    /// All but the target in another language.
    RestTranslated,
    /// All in another language, the target too: asked are those with a stable attribute of their
    /// own, which is all that can tell.
    AllTranslated,
    /// The same, asked are the others: nothing can tell, and none may be mistaken.
    BareTranslated,
    /// A part moved into a dialog.
    IntoDialog,
    /// A part moved into a shadow tree.
    IntoShadow,
    /// The same form in another framework's markup.
    OtherFramework,
    /// Much of this at once: new ids, wrappers, order, wording, and similar siblings.
    Redesigned,
    /// The target taken away: it must not be found.
    Removed,
    /// The target taken away in a redesign that also brings similar siblings.
    RemovedInRedesign,
}

impl Kind {
    /// Whether what was recorded can be found after it: what is held to a recall.
    #[must_use]
    pub fn can_be_found(self) -> bool {
        self != Self::BareTranslated
    }

    /// Whether the targets are gone, so that not finding them is right.
    #[must_use]
    pub fn removes(self) -> bool {
        matches!(self, Self::Removed | Self::RemovedInRedesign)
    }

    /// Every kind.
    pub const ALL: [Self; 15] = [
        Self::RenderedAgain,
        Self::IdsRegenerated,
        Self::Wrapped,
        Self::Reordered,
        Self::Reworded,
        Self::SiblingsInserted,
        Self::RestTranslated,
        Self::AllTranslated,
        Self::BareTranslated,
        Self::IntoDialog,
        Self::IntoShadow,
        Self::OtherFramework,
        Self::Redesigned,
        Self::Removed,
        Self::RemovedInRedesign,
    ];

    /// In words, for a table.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::RenderedAgain => "rendered again",
            Self::IdsRegenerated => "ids and classes regenerated",
            Self::Wrapped => "wrappers added",
            Self::Reordered => "order changed",
            Self::Reworded => "labels reworded",
            Self::SiblingsInserted => "similar siblings inserted",
            Self::RestTranslated => "all but the target translated",
            Self::AllTranslated => "all translated, own attribute",
            Self::BareTranslated => "all translated, no own attribute",
            Self::IntoDialog => "moved into a dialog",
            Self::IntoShadow => "moved into a shadow root",
            Self::OtherFramework => "another framework's markup",
            Self::Redesigned => "redesigned: all of this at once",
            Self::Removed => "target removed",
            Self::RemovedInRedesign => "target removed in a redesign",
        }
    }
}

/// A page without marks, and what each of its elements is.
#[derive(Debug)]
pub struct Tracked {
    /// What is measured sees this.
    pub page: Page,
    /// The truth: elements of the original by their number.
    pub tracks: HashMap<NodeId, u32>,
}

impl Tracked {
    fn of(tree: &Tree) -> Self {
        // Marks change nothing of how a page parses: both have the same nodes.
        let marked = page_from_html(&tree.html(true));
        let tracks = marked.all().filter_map(|node| {
            let track = marked.attribute(node, TRACK)?;
            Some((node, track.parse().ok()?))
        });
        Self {
            tracks: tracks.collect(),
            page: page_from_html(&tree.html(false)),
        }
    }
}

/// A page before any change.
#[derive(Debug)]
pub struct Original {
    tree: Tree,
    /// As it is parsed.
    pub tracked: Tracked,
}

/// A page after a change.
#[derive(Debug)]
pub struct Mutated {
    /// As it is parsed.
    pub tracked: Tracked,
    /// Only these are asked for; `None` for all.
    pub asked: Option<HashSet<u32>>,
}

impl Original {
    /// Parses a page and marks its elements.
    #[must_use]
    pub fn parse(html: &str) -> Self {
        let mut tree = Tree::parse(html);
        tree.mark();
        Self {
            tracked: Tracked::of(&tree),
            tree,
        }
    }

    /// The page after one change; the same seed makes the same change. `data` are texts that are
    /// a user's, which no translation touches.
    ///
    /// [`Kind::OtherFramework`] leaves a page as it is: there is no telling what another
    /// framework would make of it.
    #[must_use]
    pub fn mutate(&self, kind: Kind, seed: u64, data: &[String]) -> Mutated {
        let mut tree = self.tree.clone();
        let mut chance = Chance::new(seed);
        let mut asked = None;
        match kind {
            Kind::RenderedAgain => markup::render_again(&mut tree, &mut chance),
            Kind::IdsRegenerated => markup::regenerate(&mut tree, &mut chance),
            Kind::Wrapped => markup::wrap(&mut tree, &mut chance),
            Kind::Reordered => markup::reorder(&mut tree, &mut chance),
            Kind::Reworded => wording::reword(&mut tree, &mut chance, data),
            Kind::SiblingsInserted => wording::insert_siblings(&mut tree, &mut chance),
            Kind::RestTranslated => {
                let kept = some_controls(&tree, &mut chance, 4);
                wording::translate(&mut tree, &kept, data);
                asked = Some(kept);
            }
            Kind::AllTranslated | Kind::BareTranslated => {
                let is_own = kind == Kind::AllTranslated;
                asked = Some(with_own_attribute(&tree, is_own));
                wording::translate(&mut tree, &HashSet::new(), data);
            }
            Kind::IntoDialog => markup::into_dialog(&mut tree, &mut chance),
            Kind::IntoShadow => markup::into_shadow(&mut tree, &mut chance),
            Kind::OtherFramework => {}
            Kind::Redesigned => redesign(&mut tree, &mut chance, data),
            Kind::Removed => asked = Some(remove(&mut tree, &mut chance)),
            Kind::RemovedInRedesign => {
                asked = Some(remove(&mut tree, &mut chance));
                redesign(&mut tree, &mut chance, data);
            }
        }
        Mutated {
            tracked: Tracked::of(&tree),
            asked,
        }
    }
}

fn redesign(tree: &mut Tree, chance: &mut Chance, data: &[String]) {
    // Siblings before wording: what is said otherwise is said so in all places.
    markup::reorder(tree, chance);
    wording::insert_siblings(tree, chance);
    wording::reword(tree, chance, data);
    markup::wrap(tree, chance);
    markup::regenerate(tree, chance);
}

/// About every nth control, at least one.
fn some_controls(tree: &Tree, chance: &mut Chance, n: usize) -> HashSet<u32> {
    let controls = control::controls(tree, 0);
    let mut chosen: HashSet<u32> = HashSet::new();
    for &at in &controls {
        if chance.one_in(n) {
            chosen.extend(track(tree, at));
        }
    }
    if chosen.is_empty() && !controls.is_empty() {
        chosen.extend(track(tree, controls[chance.below(controls.len())]));
    }
    chosen
}

/// Controls that have, or have not, an attribute that lasts and that no other element shares.
fn with_own_attribute(tree: &Tree, is_wanted: bool) -> HashSet<u32> {
    let mut counts: HashMap<(&str, &str), u32> = HashMap::new();
    let lasting = |at: usize| {
        let names = ["name", "id", "data-testid", "href"];
        names
            .into_iter()
            .filter_map(move |name| Some((name, tree.get(at, name)?)))
    };
    for fact in (0..tree.nodes.len()).flat_map(lasting) {
        *counts.entry(fact).or_default() += 1;
    }
    let is_own = |at: usize| {
        lasting(at).any(|fact| {
            // Numbers are counters or keys of data, not names.
            let is_word = !fact.1.bytes().any(|b| b.is_ascii_digit()) && fact.1 != "#";
            counts.get(&fact) == Some(&1) && is_word
        })
    };
    let controls = control::controls(tree, 0).into_iter();
    controls
        .filter(|&at| is_own(at) == is_wanted)
        .filter_map(|at| track(tree, at))
        .collect()
}

fn track(tree: &Tree, at: usize) -> Option<u32> {
    tree.get(at, TRACK)?.parse().ok()
}

/// Takes some controls away, each with what belongs to it; all that is gone with them is asked for.
fn remove(tree: &mut Tree, chance: &mut Chance) -> HashSet<u32> {
    let chosen = some_controls(tree, chance, 8);
    let mut gone = HashSet::new();
    for at in control::controls(tree, 0) {
        if !track(tree, at).is_some_and(|track| chosen.contains(&track)) {
            continue;
        }
        for label in control::labels_for(tree, at) {
            tree.detach(label);
        }
        let block = control::own_block(tree, at);
        for below in tree.below(block) {
            gone.extend(track(tree, below));
        }
        tree.detach(block);
    }
    gone
}

#[cfg(test)]
mod tests;
