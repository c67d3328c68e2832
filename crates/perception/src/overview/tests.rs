//! Pages at a glance.

use page_fixture::{page_at, page_from_html};
use page_model::{Element, ElementKey, Layer, Namespace, Page, PageBuilder, Scroll};
use protocol::{Challenge, More, PageOverview, Scene};

use super::{OverviewInput, overview};
use crate::{RefTable, perceive};

fn of(page: &Page, heard: &[String], failures: &dyn Fn(ElementKey) -> u32) -> PageOverview {
    let snapshot = perceive(page, &mut RefTable::default()).snapshot;
    overview(page, &snapshot, &OverviewInput { heard, failures })
}

fn read(html: &str) -> PageOverview {
    of(&page_from_html(html), &[], &|_| 0)
}

fn check_scene(html: &str, expected: Scene) {
    assert_eq!(read(html).scene, expected, "{html}");
}

#[test]
fn scenes_are_told_by_what_is_there() {
    let login =
        "<h1>Welcome</h1><form><input aria-label=Email><input type=password aria-label=Password>
        <button>Log in</button></form>";
    check_scene(login, Scene::Login);
    check_scene(
        "<h1>登录</h1><input aria-label=手机号><button>下一步</button>",
        Scene::Login,
    );
    check_scene(
        "<h1>Create your account</h1><input aria-label=Email><input type=password aria-label=Password>
         <input type=password aria-label=Repeat><button>Sign up</button>",
        Scene::Register,
    );
    check_scene(
        "<h1>Payment</h1><input aria-label=Card autocomplete=cc-number><button>Pay now</button>",
        Scene::Checkout,
    );
    check_scene(
        "<input aria-label=A><input aria-label=B><input aria-label=C>",
        Scene::Form,
    );
    let items: String = (0..6).map(|n| format!("<li>Item {n}</li>")).collect();
    check_scene(&format!("<ul>{items}</ul>"), Scene::List);
    check_scene(
        &format!("<nav><ul>{items}</ul></nav><p>Hi</p>"),
        Scene::Generic,
    );
    let paragraph = format!("<p>{}</p>", "Some words to read. ".repeat(15));
    check_scene(
        &format!("<article><h1>T</h1>{}</article>", paragraph.repeat(4)),
        Scene::Article,
    );
    check_scene("<p>Hi</p>", Scene::Generic);
}

#[test]
fn search_results_are_told_by_address_or_words() {
    let list = "<h1>Shoes</h1><ul><li>a<li>b<li>c</ul>";
    let page = page_at("https://shop.test/find?q=shoes", list);
    assert_eq!(of(&page, &[], &|_| 0).scene, Scene::SearchResults);
    check_scene(
        &list.replace("Shoes", "12 results for shoes"),
        Scene::SearchResults,
    );
}

#[test]
fn challenges_are_told() {
    let check = |html: &str, expected| assert_eq!(read(html).challenge, expected, "{html}");
    check("<p>Hi</p>", None);
    check("<input aria-label=Email><input type=password>", None);
    check(
        "<iframe src='https://newassets.hcaptcha.com/captcha/v1/x'></iframe>",
        Some(Challenge::Captcha),
    );
    check(
        "<iframe src='https://www.google.com/recaptcha/api2/anchor?size=invisible'></iframe>",
        None,
    );
    check(
        "<iframe src='https://evil.test/hcaptcha.com/'></iframe>",
        None,
    );
    check("<h1>Verify you are human</h1>", Some(Challenge::Captcha));
    check(
        "<input autocomplete=one-time-code>",
        Some(Challenge::SecondFactor),
    );
    check(
        "<label>短信验证码 <input></label>",
        Some(Challenge::SecondFactor),
    );
    check(
        &"<input maxlength=1 aria-label=Digit>".repeat(6),
        Some(Challenge::SecondFactor),
    );
    check(
        "<p>Please sign in to view this page.</p><a href=/login>Sign in</a>",
        Some(Challenge::LoginWall),
    );
    check(
        "<p>Article</p><div role=dialog aria-modal=true><input aria-label=Email>
         <input type=password><button>Log in</button></div>",
        Some(Challenge::LoginWall),
    );
}

#[test]
fn groups_are_counted_exactly() {
    let rows = "<tr><td>x</td></tr>".repeat(2345);
    let overview = read(&format!(
        "<table aria-label=T><tr><th>N</th></tr>{rows}</table>"
    ));
    let group = &overview.groups[0];
    assert_eq!(
        (group.item.as_str(), group.label.as_str(), group.count),
        ("row", "T", 2345)
    );
    let overview =
        read("<h2>Log</h2><table aria-rowcount=501><tr><th>N</tr><tr><td>x</tr></table>");
    let group = &overview.groups[0];
    assert_eq!(
        (group.label.as_str(), group.count, group.total),
        ("Log", 1, Some(500))
    );
    assert!(matches!(
        overview.has_more[0],
        More::Rows {
            shown: 1,
            total: 500,
            ..
        }
    ));
}

#[test]
fn nested_lists_count_their_own_items() {
    let overview = read("<ul aria-label=O><li>a<ul aria-label=I><li>x<li>y<li>z</ul><li>b</ul>");
    let counts: Vec<_> = overview
        .groups
        .iter()
        .map(|g| (g.label.as_str(), g.count))
        .collect();
    assert_eq!(counts, [("O", 2), ("I", 3)]);
}

#[test]
fn cards_are_counted() {
    let card = "<div class=card><div><h3>Name</h3><p>Text</p></div><a href=/x>Open</a></div>";
    let overview = read(&format!("<h2>Shop</h2><div>{}</div>", card.repeat(7)));
    let group = &overview.groups[0];
    assert_eq!((group.item.as_str(), group.count), ("card", 7));
}

#[test]
fn dialogs_and_messages_are_told() {
    let page = page_from_html(
        "<div role=alert>Saved</div><dialog open aria-label=Sure><button>Yes</button></dialog>",
    );
    let overview = of(&page, &["Saving  …".into(), "Saved".into()], &|_| 0);
    let [dialog] = overview.dialogs.as_slice() else {
        panic!("{:?}", overview.dialogs);
    };
    assert_eq!((dialog.label.as_str(), dialog.answers.len()), ("Sure", 1));
    let toasts: Vec<_> = overview
        .toasts
        .iter()
        .map(|t| (t.text.as_str(), t.is_gone))
        .collect();
    assert_eq!(toasts, [("Saved", false), ("Saving …", true)]);
}

#[test]
fn key_elements_are_those_a_person_would_use() {
    let html = "<nav><a href=/>Home</a><a href=/a>About</a></nav>
        <main><form><label>Email <input required></label><button>Save</button></form></main>";
    let names = |overview: PageOverview| -> Vec<String> {
        overview
            .key_elements
            .into_iter()
            .map(|key| key.name)
            .collect()
    };
    assert_eq!(names(read(html)), ["Save", "Email", "Home", "About"]);
    let page = page_from_html(html);
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    let save = snapshot
        .nodes
        .iter()
        .find(|n| n.name == "Save")
        .unwrap()
        .key;
    let failing = of(&page, &[], &|key| if key == save { 2 } else { 0 });
    assert_eq!(names(failing)[0], "Email");
    assert_eq!(
        read(&"<button>B</button>".repeat(50)).key_elements.len(),
        12
    );
}

#[test]
fn ways_to_more_are_told() {
    let overview = read(
        "<button>Load more</button><nav aria-label=Pagination><a href=/2>2</a><a href=/2>Next</a></nav>
         <a href=/n>Next steps</a>",
    );
    let names = overview.has_more.iter().map(|more| match more {
        More::Control { name, .. } => name.as_str(),
        _ => "",
    });
    assert_eq!(names.collect::<Vec<_>>(), ["Load more", "Next"]);
}

/// A page built by hand: what no HTML text tells.
#[test]
fn layers_and_scrolling_are_told() {
    let mut builder = PageBuilder::new("https://fixture.test/", "");
    let scroll = Scroll {
        height: 3000.0,
        view_height: 800.0,
        top: 200.0,
        ..Scroll::default()
    };
    builder.scroll(scroll);
    let element = |key, tag| Element::new(ElementKey(key), Namespace::Html, tag);
    let mut region = element(1, "section");
    region.scroll = Some(scroll);
    let mut modal = element(2, "div");
    modal.layer = Some(Layer::Modal);
    let document = builder.document();
    builder.element(document, region);
    let modal = builder.element(document, modal);
    builder.text(modal, "Sure?");
    builder.element(modal, element(3, "button"));
    let overview = of(&builder.finish(), &[], &|_| 0);
    assert!(overview.dialogs[0].is_modal && overview.dialogs[0].label == "Sure?");
    assert_eq!(overview.has_more[0], More::Below { pixels: 2000 });
    assert!(matches!(
        overview.has_more[1],
        More::Region { pixels: 2000, .. }
    ));
}
