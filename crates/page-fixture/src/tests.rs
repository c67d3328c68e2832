//! What the fixture makes of HTML. The element asked about has `id="it"`.

use page_model::{Element, ElementKey, Namespace, NodeId, Page};

use crate::{page_at, page_from_html};

fn it(page: &Page) -> NodeId {
    let mut nodes = page.all();
    nodes
        .find(|&node| page.attribute(node, "id") == Some("it"))
        .expect("the test marks its element")
}

fn check<T: PartialEq + std::fmt::Debug>(html: &str, fact: fn(&Element) -> T, expected: T) {
    let page = page_from_html(html);
    let element = page.element(it(&page)).expect("an element");
    assert_eq!(fact(element), expected, "{html}");
}

fn check_rendered(html: &str, expected: bool) {
    check(html, |element| element.style.is_rendered, expected);
}

fn check_value(html: &str, expected: &str) {
    check(
        html,
        |element| element.control.value.clone(),
        Some(expected.to_owned()),
    );
}

#[test]
fn a_fragment_lies_in_an_empty_page() {
    let page = page_from_html("<p>a<!-- b --> c</p>");
    let tags: Vec<_> = page.all().map(|node| page.tag(node).to_owned()).collect();
    assert_eq!(tags, ["", "html", "head", "body", "p", "", ""]);
}

#[test]
fn a_page_has_its_address_and_title() {
    let page = page_at(
        "https://shop.test/cart",
        "<title> The \n cart </title><svg><title>x</title></svg>",
    );
    assert_eq!(
        (page.url.as_str(), page.title.as_str()),
        ("https://shop.test/cart", "The cart")
    );
}

#[test]
fn keys_count_upward_from_one() {
    let page = page_from_html("<p><b></b></p><i></i>");
    let keys: Vec<_> = page
        .all()
        .filter_map(|node| Some(page.element(node)?.key))
        .collect();
    assert_eq!(keys, (1..=6).map(ElementKey).collect::<Vec<_>>());
}

#[test]
fn attributes_keep_their_order_and_foreign_names() {
    let html = "<svg><a viewBox=1 xlink:title=2 class=3 id=it></a></svg>";
    let names = |element: &Element| {
        element
            .attributes
            .iter()
            .map(|a| a.name.to_string())
            .collect()
    };
    check::<Vec<String>>(
        html,
        names,
        ["viewbox", "xlink:title", "class", "id"]
            .map(String::from)
            .into(),
    );
    check(html, |element| element.namespace, Namespace::Svg);
}

#[test]
fn a_template_with_a_mode_is_a_shadow_root() {
    let page =
        page_from_html("<x-a id=it><template shadowrootmode=open><p>in</p></template>out</x-a>");
    let host = it(&page);
    let root = page.node(host).shadow_root.expect("a shadow root");
    assert_eq!(page.tag(page.node(root).children[0]), "p");
    assert_eq!(page.text(page.node(host).children[0]), Some("out"));
}

#[test]
fn what_the_browser_does_not_render_is_not_rendered() {
    for html in [
        "<p hidden id=it>",
        "<p hidden><b id=it>",
        "<p style='display: none'><b id=it>",
        "<script id=it></script>",
        "<template id=it></template>",
        "<dialog id=it>",
        "<input type=hidden id=it>",
        "<details>a<b id=it>b</b></details>",
        "<details><summary>a</summary><summary id=it>b</summary></details>",
        "<x-a><template shadowrootmode=open></template><b id=it></b></x-a>",
    ] {
        check_rendered(html, false);
    }
    check_rendered("<details open><b id=it>b</b></details>", true);
    check_rendered("<details><summary id=it>b</summary></details>", true);
    check_rendered("<dialog open id=it>", true);
}

#[test]
fn visibility_is_inherited_and_can_come_back() {
    let check = |html, expected| check(html, |element| element.style.is_visible, expected);
    check("<p style='visibility:hidden'><b id=it>", false);
    check(
        "<p style='visibility:hidden'><b style='visibility: visible' id=it>",
        true,
    );
    check("<p style='visibility:collapse' id=it>", false);
}

#[test]
fn slotted_nodes_take_the_style_of_their_slot() {
    let html = "<x-a><template shadowrootmode=open><p hidden><slot></slot></p></template>
        <b id=it></b></x-a>";
    check_rendered(html, false);
    let html = "<x-a><template shadowrootmode=open><slot name=s></slot></template>
        <b slot=s id=it></b></x-a>";
    check_rendered(html, true);
}

#[test]
fn elements_are_inline_by_tag_until_a_style_says_otherwise() {
    let check = |html, expected| check(html, |element| element.style.is_inline, expected);
    check("<b id=it>", true);
    check("<div id=it>", false);
    check("<input id=it>", false);
    check("<div style='display: inline' id=it>", true);
    check("<b style='display: inline-block' id=it>", false);
}

#[test]
fn rules_apply_by_specificity_then_order() {
    check_rendered(
        "<style>.a { display: none }</style><p class=a id=it>",
        false,
    );
    check_rendered(
        "<style>.a { display: none } p { display: block }</style><p class=a id=it>",
        false,
    );
    check_rendered(
        "<style>p { display: none } p { display: block }</style><p id=it>",
        true,
    );
    check_rendered(
        "<style>#it, b { display: none }</style><p id=it style='display:block'>",
        true,
    );
    check_rendered(
        "<style>/* p { display: none } */ q {}</style><p id=it>",
        true,
    );
}

#[test]
fn rules_stay_in_their_own_tree() {
    let html = "<style>p { display: none }</style>
        <x-a><template shadowrootmode=open><p id=it></p></template></x-a>";
    check_rendered(html, true);
    let html =
        "<x-a><template shadowrootmode=open><style>p { display: none }</style></template></x-a>
        <p id=it>";
    check_rendered(html, true);
}

#[test]
fn generated_content_is_text() {
    let check = |css: &str, expected: Option<&str>| {
        let html = format!("<style>p::before {{ {css} }}</style><p data-n=5 id=it>");
        check(
            &html,
            |element| element.style.before.clone(),
            expected.map(str::to_owned),
        );
    };
    check("content: 'a' \"b\"", Some("ab"));
    check("content: '\\201C x; }'", Some("\u{201c}x; }"));
    check("content: attr(data-n) ' left'", Some("5 left"));
    check("content: url('x.svg') / 'alt'", Some("alt"));
    check("content: url('x.svg')", None);
    check("content: none", None);
    check("content: 'a'; display: block", Some(" a "));
}

#[test]
fn content_of_an_element_counts_only_by_its_alternative() {
    let fact = |element: &Element| element.style.replaced_by.clone();
    check(
        "<p style='content: url(x) / \"alt\"' id=it>",
        fact,
        Some("alt".to_owned()),
    );
    check("<p style='content: \"alt\"' id=it>", fact, None);
}

#[test]
fn controls_hold_what_their_attributes_say() {
    check_value("<input value=a id=it>", "a");
    check_value("<input id=it>", "");
    check_value("<input type=checkbox id=it>", "on");
    check_value("<textarea id=it>\na\nb</textarea>", "a\nb");
    check_value("<select id=it><option>a<option value=2>b</select>", "a");
    check_value(
        "<select id=it><option>a<option value=2 selected>b</select>",
        "2",
    );
    check_value(
        "<select id=it><option disabled>a<option> b  c </select>",
        "b c",
    );
    check_value("<select id=it size=3><option>a</select>", "");
    let checked = |element: &Element| element.control.checked;
    check("<input type=checkbox checked id=it>", checked, Some(true));
    check("<input type=radio id=it>", checked, Some(false));
    check("<select><option id=it>a</select>", checked, Some(true));
    check(
        "<select multiple><option id=it>a</select>",
        checked,
        Some(false),
    );
    check("<input id=it>", checked, None);
}

#[test]
fn controls_are_disabled_by_themselves_or_their_fieldset() {
    let check = |html, expected| check(html, |element| element.control.is_disabled, expected);
    check("<input disabled id=it>", true);
    check("<fieldset disabled><p><input id=it></fieldset>", true);
    check(
        "<fieldset disabled><legend><input id=it></legend></fieldset>",
        false,
    );
    check(
        "<fieldset disabled><legend></legend><legend><input id=it></legend></fieldset>",
        true,
    );
    check("<fieldset disabled><a href=x id=it></a></fieldset>", false);
    check("<select><optgroup disabled><option id=it></select>", true);
}

#[test]
fn text_can_be_edited_in_fields_and_editing_hosts() {
    let check = |html, expected| check(html, |element| element.control.is_editable, expected);
    check("<input id=it>", true);
    check("<input type=new-kind id=it>", true);
    check("<input type=date id=it>", true);
    check("<input type=checkbox id=it>", false);
    check("<input readonly id=it>", false);
    check("<textarea disabled id=it></textarea>", false);
    check("<div contenteditable id=it></div>", true);
    check("<div contenteditable=false id=it></div>", false);
}
