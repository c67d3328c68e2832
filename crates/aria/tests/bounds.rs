//! No page, however odd, overflows the stack or keeps us reading for ever. Pages are built by hand:
//! a parser has limits of its own.

use aria::{Aria, Role};
use page_model::{Attribute, Element, ElementKey, Namespace, NodeId, Page, PageBuilder};

const DEPTH: u32 = 10_000;

/// As little as a Wasm instance may have, so that what recurses with the page fails here.
const STACK: usize = 512 * 1024;

fn element(key: u32, tag: &str, attributes: &[(&str, String)]) -> Element {
    let attributes = attributes.iter().map(|(name, value)| Attribute {
        name: (*name).into(),
        value: value.as_str().into(),
    });
    Element {
        attributes: attributes.collect(),
        ..Element::new(ElementKey(key), Namespace::Html, tag)
    }
}

/// One element in another, with text in the innermost.
fn nested(tag: &str, attributes: impl Fn(u32) -> Vec<(&'static str, String)>) -> (Page, NodeId) {
    let mut builder = PageBuilder::new("https://fixture.test/", "");
    let mut parent = builder.document();
    let mut outermost = None;
    for depth in 0..DEPTH {
        parent = builder.element(parent, element(depth, tag, &attributes(depth)));
        outermost = outermost.or(Some(parent));
    }
    builder.text(parent, "deep");
    (builder.finish(), outermost.expect("at least one element"))
}

fn role(name: &'static str) -> Vec<(&'static str, String)> {
    vec![("role", name.to_owned())]
}

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK);
    thread
        .spawn(test)
        .expect("a thread")
        .join()
        .expect("the test passes");
}

#[test]
fn deep_content_names_its_button() {
    on_a_small_stack(|| {
        let (page, outermost) = nested("div", |depth| match depth {
            0 => role("button"),
            _ => vec![],
        });
        assert_eq!(Aria::new(&page).name(outermost), "deep");
    });
}

#[test]
fn controls_in_controls_end() {
    on_a_small_stack(|| {
        for name in ["textbox", "combobox", "listbox", "treeitem", "option"] {
            let (page, outermost) = nested("div", |depth| match depth {
                0 => role("link"),
                _ => role(name),
            });
            let aria = Aria::new(&page);
            let _ = aria.name(outermost);
            let innermost = page.all().last().expect("text");
            assert!(!aria.is_hidden(innermost));
            let parent = page.node(innermost).parent.expect("a parent");
            let _ = aria.states(parent);
            let _ = aria.name(parent);
        }
    });
}

#[test]
fn chains_of_labels_and_references_end() {
    on_a_small_stack(|| {
        let (page, outermost) = nested("button", |depth| {
            vec![
                ("id", depth.to_string()),
                ("aria-labelledby", (depth + 1).to_string()),
                ("aria-owns", (depth / 2).to_string()),
            ]
        });
        let aria = Aria::new(&page);
        let _ = aria.name(outermost);
        let _ = aria.description(outermost);
        let (page, outermost) = nested("fieldset", |_| vec![]);
        assert_eq!(Aria::new(&page).role(outermost), Role::Group);
        let _ = Aria::new(&page).name(outermost);
    });
}

#[test]
fn endless_text_is_cut() {
    let mut builder = PageBuilder::new("https://fixture.test/", "");
    let document = builder.document();
    let button = builder.element(document, element(0, "button", &[]));
    for key in 1..2_000 {
        let by_all = [("aria-labelledby", "all".to_owned())];
        builder.element(button, element(key, "i", &by_all));
    }
    let all = builder.element(document, element(2_000, "p", &[("id", "all".to_owned())]));
    builder.text(all, "word ".repeat(2_000));
    let page = builder.finish();
    let name = Aria::new(&page).name(button);
    assert!(
        (10_000..100_000).contains(&name.len()),
        "{} bytes",
        name.len()
    );
}

#[test]
fn names_in_names_cost_no_more_than_their_page() {
    let (page, outermost) = nested("header", |_| role("button"));
    let aria = Aria::new(&page);
    let names: usize = page.all().map(|node| aria.name(node).len()).sum();
    assert_eq!(aria.name(outermost), "deep");
    // Some may be cut; that is told.
    assert!(names > 0 && aria.has_cut_names());

    let (page, outermost) = nested("div", |_| vec![]);
    let aria = Aria::new(&page);
    assert_eq!(aria.name(outermost), "");
    assert!(!aria.has_cut_names());
}

#[test]
fn one_long_text_does_not_fill_the_memory_as_the_name_of_all() {
    let mut builder = PageBuilder::new("https://fixture.test/", "");
    let document = builder.document();
    for key in 0..20_000 {
        let by_all = [("aria-labelledby", "all".to_owned())];
        builder.element(document, element(key, "button", &by_all));
    }
    let all = element(20_000, "p", &[("id", "all".to_owned())]);
    let all = builder.element(document, all);
    builder.text(all, "word ".repeat(6_000));
    let page = builder.finish();
    let aria = Aria::new(&page);
    let names: usize = page.all().map(|node| aria.name(node).len()).sum();
    assert!(names < 40_000_000, "{names} bytes");
    assert!(
        page.all()
            .skip(1)
            .take(20_000)
            .all(|node| !aria.name(node).is_empty())
    );
}

#[test]
fn labels_in_labels_name_the_first_control_in_them() {
    let mut builder = PageBuilder::new("https://fixture.test/", "");
    let mut parent = builder.document();
    for depth in 0..DEPTH {
        parent = builder.element(parent, element(depth, "label", &[]));
    }
    builder.text(parent, "deep");
    let first = builder.element(parent, element(DEPTH, "input", &[]));
    let second = builder.element(parent, element(DEPTH + 1, "input", &[]));
    let page = builder.finish();
    let aria = Aria::new(&page);
    assert_eq!(aria.name(first), "deep");
    assert_eq!(aria.name(second), "");
}

#[test]
fn long_chains_of_adoption_end() {
    let mut builder = PageBuilder::new("https://fixture.test/", "");
    let document = builder.document();
    for key in (0..20_000_u32).rev() {
        let chain = [
            ("id", key.to_string()),
            ("aria-owns", (key + 1).to_string()),
        ];
        builder.element(document, element(key, "p", &chain));
    }
    let page = builder.finish();
    let aria = Aria::new(&page);
    let last = page.all().last().expect("an element");
    assert_eq!(aria.children(last).len(), 1);
}
