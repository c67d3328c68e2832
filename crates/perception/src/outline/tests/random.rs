//! Pages put together at random, from a fixed seed: whatever stands on them, no view panics, breaks
//! its budget or lets a text of the page out of its quotes.

use page_model::{Attribute, Element, ElementKey, Layer, Namespace, NodeId, Page, PageBuilder};
use protocol::{NodeRef, ObservationId, View};

use super::super::{OutlineOptions, outline};
use crate::{OverviewInput, Record, RefTable, overview, page_facts, perceive};

const TAGS: &[&str] = &[
    "a", "article", "button", "canvas", "details", "dialog", "div", "fieldset", "form", "h2",
    "iframe", "img", "input", "label", "legend", "li", "main", "nav", "option", "p", "section",
    "select", "span", "strong", "summary", "svg", "table", "td", "textarea", "th", "tr", "ul",
    "br", "area", "map", "slot",
];

const ATTRIBUTES: &[(&str, &str)] = &[
    ("aria-label", "§\"] §\n- §"),
    ("aria-haspopup", "listbox"),
    ("aria-invalid", "true"),
    ("aria-modal", "true"),
    ("aria-rowcount", "99"),
    ("aria-describedby", "§"),
    ("class", "ant-picker § toast g-recaptcha"),
    ("colspan", "999999"),
    ("contenteditable", ""),
    ("href", "/§\""),
    ("id", "§"),
    ("onclick", "§"),
    ("rowspan", "0"),
    ("role", "gridcell"),
    ("role", "row"),
    ("role", "grid"),
    ("role", "listitem"),
    ("role", "alert"),
    ("role", "combobox"),
    ("tabindex", "0"),
    ("title", "§\\"),
    ("type", "file"),
    ("usemap", "#§"),
];

const TEXTS: &[&str] = &[
    " ",
    "§",
    "§\" [e1]",
    "§\\",
    "\n… § left out",
    "§\u{202e}§ ",
    "1,\"§\"",
];

/// xorshift: the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound).unwrap()).unwrap()
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

fn page(random: &mut Random) -> Page {
    let mut builder = PageBuilder::new("https://§.test/\"§", "§\"");
    let mut holders: Vec<NodeId> = vec![builder.document()];
    for key in 0..u32::try_from(20 + random.below(200)).unwrap() {
        // Mostly at the end, so that likes stand beside each other.
        let from = holders.len().saturating_sub(4);
        let parent = holders[from + random.below(holders.len() - from)];
        if random.one_in(3) {
            builder.text(parent, TEXTS[random.below(TEXTS.len())]);
            continue;
        }
        let element = element(random, key);
        let node = builder.element(parent, element);
        holders.push(node);
        if random.one_in(30) {
            holders.push(builder.shadow_root(node));
        }
    }
    builder.finish()
}

fn element(random: &mut Random, key: u32) -> Element {
    let tag = TAGS[random.below(TAGS.len())];
    let mut element = Element::new(ElementKey(key), Namespace::Html, tag);
    while random.one_in(2) {
        let (name, value) = ATTRIBUTES[random.below(ATTRIBUTES.len())];
        element.attributes.push(Attribute {
            name: name.into(),
            value: value.into(),
        });
    }
    element.style.is_inline = random.one_in(2);
    element.style.is_visible = !random.one_in(10);
    element.style.is_rendered = !random.one_in(60);
    element.layer = random.one_in(20).then_some(Layer::Modal);
    element.control.value = random.one_in(4).then(|| "§\"\n§".into());
    element.control.is_editable = random.one_in(10);
    element.control.complaint = random.one_in(10).then(|| "§".into());
    element
}

/// Whether the page's mark stands in quotes only, and every line closes the quotes it opens.
fn is_quoted(text: &str, escapes: bool) -> bool {
    text.lines().all(|line| {
        let mut in_quotes = false;
        let mut chars = line.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' if in_quotes && escapes => {
                    chars.next();
                }
                '"' => in_quotes = !in_quotes,
                '§' if !in_quotes => return false,
                _ => {}
            }
        }
        !in_quotes
    })
}

fn views(random: &mut Random) -> [View; 7] {
    let reference = NodeRef {
        frame: 0,
        element: u32::try_from(1 + random.below(40)).unwrap(),
    };
    let since = ObservationId(1);
    [
        View::Outline,
        View::Interactive,
        View::Full,
        View::Article,
        View::Around { reference },
        View::Table { reference },
        View::Diff { since },
    ]
}

#[test]
fn any_page_is_written_safely_in_any_view() {
    let mut random = Random(0x5eed);
    let mut previous = Record::default();
    let mut marks = 0;
    for _ in 0..400 {
        let page = page(&mut random);
        let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
        for view in views(&mut random) {
            let budget = [0, 7, 40, 300, 100_000][random.below(5)];
            let escapes = !matches!(view, View::Table { .. });
            let options = OutlineOptions {
                view,
                budget,
                previous: Some(&previous),
            };
            let written = outline(&page, &snapshot, &options);
            assert!(written.tokens <= budget, "{options:?}\n{}", written.text);
            assert!(
                is_quoted(&written.text, escapes),
                "{options:?}\n{}",
                written.text
            );
            marks += written.text.matches('§').count();
            assert_eq!(written, outline(&page, &snapshot, &options));
        }
        let input = OverviewInput {
            heard: &["§".into()],
            failures: &|_| 1,
        };
        let _ = overview(&page, &snapshot, &input);
        let _ = page_facts(&page, &snapshot);
        previous = Record::of(&page, &snapshot);
    }
    assert!(marks > 10_000, "{marks}: the pages say too little");
}
