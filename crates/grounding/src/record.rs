//! An element's fingerprint: what of it lasts, and what told it from the others on its page.
//!
//! **Invariant:** no value of a control gets in, typed or chosen, nor a text a user is editing.

mod twins;

use rustc_hash::FxHashMap;

use page_model::{NodeId, Page};
use perception::{Snapshot, collapse};
use protocol::Fingerprint;

use crate::family::Family;
use crate::icon::icon;
use crate::own_words::OwnWords;
use crate::repeated::repeated;
use crate::stable;
use crate::surroundings::{Surroundings, columns, labels, shadow_path};

/// What is compared of the places of elements with one name.
const PLACES: [&str; 7] = [
    "landmark", "section", "heading", "column", "before", "after", "shadow",
];

/// Longest anchor text, in bytes: what is longer is content, not a label.
const LONGEST: usize = 120;

/// What a caller knows of the element beyond its page.
#[derive(Clone, Debug, Default)]
pub struct RecordOptions {
    /// Text of the element's row that is to find it, and the template it is kept as
    /// (`{{name}}`). Without it nothing of a row is recorded.
    pub row: Option<RowAnchor>,
    /// The frames around the page, outermost first, each as [`frame_mark`] has it.
    pub frame: Vec<String>,
}

/// A row's key.
#[derive(Clone, Debug)]
pub struct RowAnchor {
    /// As it stands in the row now.
    pub text: String,
    /// What is recorded in its place, wherever it occurs.
    pub template: String,
}

/// Records elements of one page; reads what they share once.
#[derive(Debug)]
pub struct Recorder<'p> {
    page: &'p Page,
    snapshot: &'p Snapshot,
    around: Surroundings,
    columns: Vec<Option<usize>>,
    labels: FxHashMap<usize, String>,
    own_words: OwnWords<'p>,
    names: FxHashMap<(Family, String), Vec<usize>>,
    pools: FxHashMap<Family, Vec<usize>>,
    facts: FxHashMap<(String, String), u32>,
    repeated: FxHashMap<usize, NodeId>,
}

impl<'p> Recorder<'p> {
    /// Reads what is shared: places, names, and how often each fact occurs.
    #[must_use]
    pub fn new(page: &'p Page, snapshot: &'p Snapshot) -> Self {
        let mut recorder = Self {
            page,
            snapshot,
            around: Surroundings::of(snapshot),
            columns: columns(page, &snapshot.nodes),
            labels: labels(page, &snapshot.nodes),
            own_words: OwnWords::of(page),
            names: FxHashMap::default(),
            pools: FxHashMap::default(),
            facts: FxHashMap::default(),
            repeated: FxHashMap::default(),
        };
        recorder.count();
        let groups = recorder.names.values().filter(|twins| twins.len() > 1);
        recorder.repeated = groups
            .flat_map(|twins| repeated(page, snapshot, twins))
            .collect();
        recorder
    }

    fn count(&mut self) {
        for (index, node) in self.snapshot.nodes.iter().enumerate() {
            let family = Family::of(node.role);
            let name = collapse(&node.name).to_lowercase();
            self.names.entry((family, name)).or_default().push(index);
            if node.reference.is_none() {
                continue;
            }
            self.pools.entry(family).or_default().push(index);
            let mut facts: Vec<(String, String)> = self
                .attributes(index)
                .into_iter()
                .map(|(name, value)| (bracketed(name), value))
                .collect();
            facts.extend(icon(self.page, node.node).map(|icon| ("icon".into(), icon)));
            facts.extend(
                self.labels
                    .get(&index)
                    .map(|text| ("label".into(), text.clone())),
            );
            for fact in facts {
                *self.facts.entry(fact).or_default() += 1;
            }
        }
    }

    /// The fingerprint of the node at `index` of the snapshot.
    #[must_use]
    pub fn record(&self, index: usize, options: &RecordOptions) -> Fingerprint {
        let node = &self.snapshot.nodes[index];
        let mut print = Fingerprint {
            role: Some(node.role.as_str().to_owned()),
            tag: Some(self.page.tag(node.node).to_owned()),
            shadow: shadow_path(self.page, node),
            frame: options.frame.clone(),
            ..Fingerprint::default()
        };
        self.identify(index, &mut print);
        self.place(index, &mut print);
        if self.row_around(index).is_none() {
            print.before = self.neighbor(index, &self.around.before);
            print.after = self.neighbor(index, &self.around.after);
        }
        print.row = options.row.as_ref().map(|row| row.template.clone());
        self.compare(index, &mut print);
        if let Some(row) = &options.row {
            keep_as_template(&mut print, row);
        }
        print
    }

    fn row_above(&self, index: usize) -> Option<usize> {
        self.around.row_above(self.snapshot, index)
    }

    /// Its stable attributes; of something in a row without the numbers that tell which row.
    fn attributes(&self, index: usize) -> Vec<(&'static str, String)> {
        let mut attributes = stable::attributes(self.page, self.snapshot.nodes[index].node);
        if self.row_above(index).is_some() {
            for (name, value) in &mut attributes {
                if is_numbered(name) {
                    *value = stable::without_numbers(value);
                }
            }
        }
        attributes
    }

    /// What it is, by itself.
    fn identify(&self, index: usize, print: &mut Fingerprint) {
        let node = &self.snapshot.nodes[index];
        print.name = match self.own_words.name(self.snapshot, index) {
            Some(name) => Some(name),
            // A name that was all value is left open; no name at all is a fact.
            None => node.name.is_empty().then(String::new),
        };
        print.attributes = self
            .attributes(index)
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect();
        print.icon = icon(self.page, node.node).filter(|_| node.name.is_empty());
        let is_bare_field = node.name.is_empty() && Family::of(node.role) != Family::Pressed;
        if is_bare_field && self.columns[index].is_none() && !self.own_words.is_typed(node.node) {
            print.label = self.labels.get(&index).cloned();
        }
    }

    /// Where it is.
    fn place(&self, index: usize, print: &mut Fingerprint) {
        let node = &self.snapshot.nodes[index];
        let described = |at: usize| {
            let role = self.snapshot.nodes[at].role.as_str();
            match self.anchor_text(at) {
                Some(name) => format!("{role} {name}"),
                None => role.to_owned(),
            }
        };
        print.landmark = self.around.landmark[index].map(described);
        print.section = self.around.section[index].map(described);
        // A heading in a row or card is its data.
        let heading = node.heading.filter(|&at| self.around.row[at].is_none());
        print.heading = heading.and_then(|at| self.anchor_text(at));
        print.column = self.columns[index].and_then(|at| self.anchor_text(at));
    }

    fn neighbor(&self, index: usize, neighbors: &[Option<usize>]) -> Option<String> {
        let at = neighbors[index].filter(|&at| self.row_around(at).is_none())?;
        self.anchor_text(at)
    }

    /// A name as an anchor: short, and no user's words.
    fn anchor_text(&self, at: usize) -> Option<String> {
        self.own_words
            .name(self.snapshot, at)
            .filter(|name| name.len() <= LONGEST)
    }

    /// Where it is, in the order of [`PLACES`].
    fn places(&self, index: usize) -> [Option<String>; PLACES.len()] {
        let mut print = Fingerprint::default();
        self.place(index, &mut print);
        [
            print.landmark,
            print.section,
            print.heading,
            print.column,
            self.neighbor(index, &self.around.before),
            self.neighbor(index, &self.around.after),
            Some(shadow_path(self.page, &self.snapshot.nodes[index]).join(" "))
                .filter(|path| !path.is_empty()),
        ]
    }
}

/// A short way to record one element.
#[must_use]
pub fn record(
    page: &Page,
    snapshot: &Snapshot,
    index: usize,
    options: &RecordOptions,
) -> Fingerprint {
    Recorder::new(page, snapshot).record(index, options)
}

/// What a frame is known by from outside: its name, title, id or address, the first that lasts.
#[must_use]
pub fn frame_mark(page: &Page, frame: NodeId) -> Option<String> {
    ["name", "title", "id", "src"].into_iter().find_map(|name| {
        let kind = if name == "src" { "href" } else { name };
        let value = stable::stable_value(kind, page.attribute(frame, name)?)?;
        Some(format!("{name}={value}"))
    })
}

fn bracketed(name: &str) -> String {
    format!("[{name}]")
}

/// Whether the attribute may hold the number of a row.
fn is_numbered(name: &str) -> bool {
    !matches!(name, "type" | "autocomplete" | "placeholder" | "href")
}

/// Puts the template in place of the row's text everywhere.
fn keep_as_template(print: &mut Fingerprint, row: &RowAnchor) {
    if row.text.is_empty() {
        return;
    }
    let replace = |text: &mut String| *text = text.replace(&row.text, &row.template);
    let texts = [
        &mut print.name,
        &mut print.landmark,
        &mut print.section,
        &mut print.heading,
        &mut print.label,
        &mut print.column,
    ];
    texts.into_iter().flatten().for_each(replace);
    print.attributes.values_mut().for_each(replace);
    print.unlike.iter_mut().for_each(replace);
}
