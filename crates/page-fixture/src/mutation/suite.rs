//! Runs whatever finds elements again over all pages and kinds, and counts.

use std::collections::HashMap;

use page_model::{NodeId, Page};

use super::forms::FORMS;
use super::framework::{Framework, render};
use super::tree::Tree;
use super::{Kind, Mutated, Original, Tracked};

/// A recorded element.
#[derive(Debug)]
pub struct Recorded<P> {
    /// Which.
    pub node: NodeId,
    /// What was recorded of it.
    pub print: P,
    /// A user's text it is found by, as a row's key, if any.
    pub data: Option<String>,
}

/// What looking for an element came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This one.
    Found(NodeId),
    /// Several, none of them chosen.
    Ambiguous,
    /// None.
    NotFound,
}

/// A page by its file name.
#[derive(Clone, Debug)]
pub struct Source {
    /// File name.
    pub name: String,
    /// Its text.
    pub html: String,
}

/// What is run.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// Pages to change.
    pub pages: Vec<Source>,
    /// Seeds: each page is changed in each way once for each.
    pub seeds: Vec<u64>,
    /// Numbers of the forms to write in every framework's markup, below [`Suite::FORMS`].
    pub forms: Vec<usize>,
}

impl Suite {
    /// How many forms there are.
    pub const FORMS: usize = FORMS.len();

    /// The pages of a folder: those to tune on and those held out, whose names begin with `held-`,
    /// as two suites.
    ///
    /// # Errors
    /// If the folder can't be read.
    pub fn of_folder(folder: &std::path::Path) -> std::io::Result<(Self, Self)> {
        let mut pages = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path
                .file_stem()
                .map(|name| name.to_string_lossy().into_owned());
            if let (Some(name), Some("html")) = (name, path.extension().and_then(|e| e.to_str())) {
                let html = std::fs::read_to_string(&path)?;
                pages.push(Source { name, html });
            }
        }
        pages.extend((0..Self::FORMS).flat_map(written));
        pages.sort_by(|a, b| a.name.cmp(&b.name));
        let is_held = |page: &Source| page.name.starts_with("held-");
        let (held, open) = pages.into_iter().partition(is_held);
        let (held_forms, forms) = (0..Self::FORMS).partition(|form| is_held_form(*form));
        let suite = |pages, seeds, forms| Self {
            pages,
            seeds,
            forms,
        };
        Ok((
            suite(open, vec![1, 2], forms),
            suite(held, vec![11, 12, 13], held_forms),
        ))
    }
}

/// Counts for one kind of change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Elements looked for.
    pub targets: u32,
    /// Found, and the right one; of what was removed, rightly not found.
    pub found: u32,
    /// Found, and a wrong one.
    pub wrong: u32,
    /// Several came near.
    pub ambiguous: u32,
    /// Not found; for what was removed this is right and counted as `found`.
    pub not_found: u32,
    /// Every miss in words: page, seed, element.
    pub misses: Vec<String>,
}

impl Figures {
    /// Share of the elements that were found, 0 to 1.
    #[must_use]
    pub fn recall(&self) -> f64 {
        share(self.found, self.targets)
    }

    /// Share of the answers that were right, 0 to 1.
    #[must_use]
    pub fn precision(&self) -> f64 {
        share(self.found, self.found + self.wrong)
    }

    /// Adds another's counts.
    pub fn add(&mut self, other: &Self) {
        self.targets += other.targets;
        self.found += other.found;
        self.wrong += other.wrong;
        self.ambiguous += other.ambiguous;
        self.not_found += other.not_found;
        self.misses.extend(other.misses.iter().cloned());
    }
}

/// A form's page in two frameworks' markup, to be changed as any other page.
fn written(number: usize) -> [Source; 2] {
    let held = if is_held_form(number) { "held-" } else { "" };
    [number % 5, (number + 2) % 5].map(|framework| {
        let framework = Framework::ALL[framework];
        Source {
            name: format!("{held}form-{number}-{framework:?}"),
            html: render(&FORMS[number], framework),
        }
    })
}

fn is_held_form(number: usize) -> bool {
    number % 4 == 3
}

fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 {
        1.0
    } else {
        f64::from(part) / f64::from(whole)
    }
}

/// Runs a suite: `record` is asked once for each page, `resolve` once for each changed page.
pub fn run<P: std::fmt::Debug>(
    suite: &Suite,
    record: impl Fn(&Page) -> Vec<Recorded<P>>,
    resolve: impl Fn(&Page, &[&P]) -> Vec<Outcome>,
) -> Vec<(Kind, Figures)> {
    let mut figures: HashMap<Kind, Figures> = HashMap::new();
    for source in &suite.pages {
        let original = Original::parse(&source.html);
        let recorded = record(&original.tracked.page);
        let data: Vec<String> = recorded.iter().filter_map(|one| one.data.clone()).collect();
        for (kind, seed) in all_changes(&suite.seeds) {
            let mutated = original.mutate(kind, seed, &data);
            let counted = figures.entry(kind).or_default();
            let place = format!("{} #{seed}", source.name);
            count(
                &original.tracked,
                &recorded,
                &mutated,
                kind,
                &place,
                &resolve,
                counted,
            );
        }
    }
    let counted = figures.entry(Kind::OtherFramework).or_default();
    for &form in &suite.forms {
        run_form(form, &record, &resolve, counted);
    }
    let of = |kind| Some((kind, figures.remove(&kind)?));
    Kind::ALL.into_iter().filter_map(of).collect()
}

/// Each kind with each seed; a framework is no change of one page. A removal asks for few
/// elements, so there are more of them.
fn all_changes(seeds: &[u64]) -> Vec<(Kind, u64)> {
    let mut changes = Vec::new();
    for kind in Kind::ALL {
        let times = match kind {
            Kind::OtherFramework => 0,
            kind if kind.removes() => 6,
            _ => 1,
        };
        changes.extend(
            seeds
                .iter()
                .flat_map(|seed| (0..times).map(move |t| (kind, seed + 100 * t))),
        );
    }
    changes
}

/// One form recorded in each markup and looked for in each other.
fn run_form<P: std::fmt::Debug>(
    number: usize,
    record: &impl Fn(&Page) -> Vec<Recorded<P>>,
    resolve: &impl Fn(&Page, &[&P]) -> Vec<Outcome>,
    counted: &mut Figures,
) {
    let Some(form) = FORMS.get(number) else {
        return;
    };
    let tracked = |framework| Tracked::of(&Tree::parse(&render(form, framework)));
    for from in Framework::ALL {
        let original = tracked(from);
        let mut recorded = record(&original.page);
        recorded.retain(|one| original.tracks.contains_key(&one.node));
        for to in Framework::ALL.into_iter().filter(|to| *to != from) {
            let mutated = Mutated {
                tracked: tracked(to),
                asked: None,
            };
            let place = format!("{} {from:?} to {to:?}", form.title);
            count(
                &original,
                &recorded,
                &mutated,
                Kind::OtherFramework,
                &place,
                resolve,
                counted,
            );
        }
    }
}

fn count<P: std::fmt::Debug>(
    original: &Tracked,
    recorded: &[Recorded<P>],
    mutated: &Mutated,
    kind: Kind,
    place: &str,
    resolve: &impl Fn(&Page, &[&P]) -> Vec<Outcome>,
    counted: &mut Figures,
) {
    let asked = recorded.iter().filter_map(|one| {
        let track = *original.tracks.get(&one.node)?;
        let is_asked = mutated
            .asked
            .as_ref()
            .is_none_or(|asked| asked.contains(&track));
        is_asked.then_some((track, one))
    });
    let asked: Vec<(u32, &Recorded<P>)> = asked.collect();
    let prints: Vec<&P> = asked.iter().map(|(_, one)| &one.print).collect();
    let outcomes = resolve(&mutated.tracked.page, &prints);
    for ((track, one), outcome) in asked.into_iter().zip(outcomes) {
        let right = match outcome {
            Outcome::Found(node) => mutated.tracked.tracks.get(&node) == Some(&track),
            outcome => kind.removes() && outcome == Outcome::NotFound,
        };
        counted.targets += 1;
        match outcome {
            _ if right => counted.found += 1,
            Outcome::Found(_) => counted.wrong += 1,
            Outcome::Ambiguous => counted.ambiguous += 1,
            Outcome::NotFound => counted.not_found += 1,
        }
        if !right {
            let name = kind.name();
            counted
                .misses
                .push(format!("{name}, {place}: {outcome:?} for {:?}", one.print));
        }
    }
}
