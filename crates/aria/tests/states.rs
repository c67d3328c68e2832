//! One state per rule, and what is hidden. The element asked about has `id="it"`.

mod common;

use aria::{Aria, Current, HasPopup, States, Tristate};
use common::it;
use page_fixture::page_from_html;

fn states(html: &str) -> States {
    let page = page_from_html(html);
    Aria::new(&page).states(it(&page))
}

fn check<T: PartialEq + std::fmt::Debug>(html: &str, state: fn(States) -> T, expected: T) {
    assert_eq!(state(states(html)), expected, "{html}");
}

fn check_hidden(html: &str, expected: bool) {
    let page = page_from_html(html);
    assert_eq!(Aria::new(&page).is_hidden(it(&page)), expected, "{html}");
}

#[test]
fn disabled_comes_from_the_control_its_fieldset_or_aria() {
    let check = |html, expected| check(html, |states| states.disabled, expected);
    check("<button disabled id=it>", true);
    check("<fieldset disabled><button id=it></fieldset>", true);
    check(
        "<fieldset disabled><legend><button id=it></legend></fieldset>",
        false,
    );
    check("<select><optgroup disabled><option id=it></select>", true);
    check(
        "<div aria-disabled=true><div role=button id=it></div></div>",
        true,
    );
    check(
        "<div aria-disabled=true><button aria-disabled=false id=it></div>",
        false,
    );
    check("<div aria-disabled=true><p id=it></p></div>", false);
}

#[test]
fn checked_is_what_the_control_holds_before_what_aria_says() {
    let check = |html, expected| check(html, |states| states.checked, expected);
    check(
        "<input type=checkbox checked aria-checked=false id=it>",
        Some(Tristate::True),
    );
    check("<input type=radio id=it>", Some(Tristate::False));
    check(
        "<div role=checkbox aria-checked=mixed id=it></div>",
        Some(Tristate::Mixed),
    );
    check(
        "<div role=radio aria-checked=mixed id=it></div>",
        Some(Tristate::False),
    );
    check("<div role=switch id=it></div>", Some(Tristate::False));
    check("<div aria-checked=true id=it></div>", None);
}

#[test]
fn pressed_is_for_toggle_buttons() {
    let check = |html, expected| check(html, |states| states.pressed, expected);
    check("<button aria-pressed=true id=it>", Some(Tristate::True));
    check("<button id=it>", None);
    check("<a href=x aria-pressed=true id=it></a>", None);
}

#[test]
fn expanded_comes_from_aria_or_the_details() {
    let check = |html, expected| check(html, |states| states.expanded, expected);
    check("<button aria-expanded=false id=it>", Some(false));
    check("<button id=it>", None);
    check(
        "<details open><summary id=it></summary></details>",
        Some(true),
    );
    check("<details id=it><summary></summary></details>", Some(false));
}

#[test]
fn selected_comes_from_the_option_or_aria() {
    let check = |html, expected| check(html, |states| states.selected, expected);
    check(
        "<select><option>a<option id=it selected>b</select>",
        Some(true),
    );
    check("<select><option id=it>a</select>", Some(true));
    check(
        "<div role=listbox><div role=option aria-selected=true id=it></div></div>",
        Some(true),
    );
    check("<div role=tab id=it></div>", Some(false));
    check("<div aria-selected=true id=it></div>", None);
}

#[test]
fn fields_say_what_they_ask_for() {
    let field = states("<input required readonly aria-invalid=spelling id=it>");
    assert!(field.required && field.readonly && field.invalid);
    let field = states("<div role=textbox aria-required=true aria-invalid=false id=it></div>");
    assert!(field.required && !field.readonly && !field.invalid);
    check(
        "<textarea id=it></textarea>",
        |states| states.multiline,
        true,
    );
    check(
        "<div role=textbox contenteditable id=it></div>",
        |states| states.multiline,
        true,
    );
    check(
        "<select multiple id=it></select>",
        |states| states.multiselectable,
        true,
    );
}

#[test]
fn headings_have_a_level() {
    let check = |html, expected| check(html, |states| states.level, expected);
    check("<h3 id=it>", Some(3));
    check("<h3 aria-level=7 id=it>", Some(7));
    check("<h3 aria-level=none id=it>", Some(3));
    check("<div role=heading id=it></div>", Some(2));
    check("<hr id=it>", None);
}

#[test]
fn the_rest_is_as_aria_says() {
    check(
        "<a aria-current=page id=it></a>",
        |states| states.current,
        Some(Current::Page),
    );
    check(
        "<a aria-current=yes id=it></a>",
        |states| states.current,
        Some(Current::True),
    );
    check(
        "<a aria-current=false id=it></a>",
        |states| states.current,
        None,
    );
    check(
        "<button aria-haspopup=true id=it>",
        |states| states.haspopup,
        Some(HasPopup::Menu),
    );
    check(
        "<select id=it></select>",
        |states| states.haspopup,
        Some(HasPopup::Menu),
    );
    check(
        "<div id=it role=combobox></div>",
        |states| states.haspopup,
        Some(HasPopup::Listbox),
    );
    check(
        "<div aria-busy=true id=it></div>",
        |states| states.busy,
        true,
    );
    check(
        "<div role=dialog aria-modal=true id=it></div>",
        |states| states.modal,
        true,
    );
    check("<input autofocus id=it>", |states| states.focused, true);
}

#[test]
fn what_has_no_box_is_hidden() {
    check_hidden("<p hidden><b id=it></b></p>", true);
    check_hidden("<details><p id=it></p></details>", true);
    check_hidden("<details><summary id=it></summary></details>", false);
    check_hidden("<dialog><p id=it></p></dialog>", true);
    check_hidden(
        "<select><option id=it style='visibility:hidden'></select>",
        false,
    );
}

#[test]
fn text_in_closed_details_is_hidden() {
    let page = page_from_html("<details id=it>folded<summary>shown</summary></details>");
    let aria = Aria::new(&page);
    let text = page.node(it(&page)).children[0];
    assert_eq!(
        (page.text(text), aria.is_hidden(text)),
        (Some("folded"), true)
    );
}

#[test]
fn visibility_can_come_back_and_aria_hidden_cannot() {
    let html = "<p style='visibility:hidden'><b id=it style='visibility:visible'></b></p>";
    check_hidden(html, false);
    check_hidden(
        "<p aria-hidden=true><b id=it aria-hidden=false></b></p>",
        true,
    );
    check_hidden("<p inert><b id=it></b></p>", true);
}

#[test]
fn aria_hidden_on_the_body_does_not_hide_the_page() {
    check_hidden("<body aria-hidden=true><b id=it></b></body>", false);
}

#[test]
fn what_no_slot_shows_is_hidden() {
    let host = |shadow: &str| {
        format!("<x-a><template shadowrootmode=open>{shadow}</template><b id=it>x</b></x-a>")
    };
    check_hidden(&host("nothing to see here"), true);
    check_hidden(&host("<slot></slot>"), false);
    check_hidden(&host("<div aria-hidden=true><slot></slot></div>"), true);
    check_hidden(&host("<div hidden><slot></slot></div>"), true);
    check_hidden(&host("<div hidden><slot></slot></div>"), true);
}
