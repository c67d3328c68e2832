//! One accessible name or description per rule. The element asked about has `id="it"`.

mod common;

use aria::Aria;
use common::it;
use page_fixture::page_from_html;

fn check(html: &str, expected: &str) {
    let page = page_from_html(html);
    assert_eq!(Aria::new(&page).name(it(&page)), expected, "{html}");
}

fn check_description(html: &str, expected: &str) {
    let page = page_from_html(html);
    let description = Aria::new(&page).description(it(&page));
    assert_eq!(description, expected, "{html}");
}

#[test]
fn labelledby_wins_over_aria_label() {
    check(
        r#"<b id=b>B</b><button id=it aria-labelledby=b aria-label=A>C</button>"#,
        "B",
    );
}

#[test]
fn labelledby_wins_over_label() {
    check(
        r#"<i id=b>B</i><label>A <input id=it aria-labelledby=b></label>"#,
        "B",
    );
}

#[test]
fn labelledby_joins_its_texts_in_their_order() {
    check(
        r#"<i id=a>A</i><i id=b>B</i><input id=it aria-labelledby="b a">"#,
        "B A",
    );
}

#[test]
fn labelledby_that_names_nothing_is_no_name() {
    check(
        r#"<button id=it aria-labelledby="gone">Save</button>"#,
        "Save",
    );
}

#[test]
fn references_are_followed_one_level_deep() {
    let html = r#"<i id=a aria-labelledby=b>A</i><i id=b>B</i><input id=it aria-labelledby=a>"#;
    check(html, "A");
}

#[test]
fn two_elements_that_label_each_other_do_not_loop() {
    let html = r#"<input id=it aria-labelledby=b title=A><input id=b aria-labelledby=it title=B>"#;
    check(html, "A");
}

#[test]
fn an_element_may_be_part_of_its_own_label() {
    let html = r#"<button id=it aria-labelledby="it row">Delete</button><i id=row>Ada</i>"#;
    check(html, "Delete Ada");
}

#[test]
fn hidden_text_counts_when_it_is_referenced() {
    let html = r#"<p id=a hidden>A <b aria-hidden=true>B</b></p><input id=it aria-labelledby=a>"#;
    check(html, "A B");
}

#[test]
fn hidden_parts_of_a_shown_label_do_not_count() {
    check(
        r#"<p id=a>A <b hidden>B</b></p><input id=it aria-labelledby=a>"#,
        "A",
    );
}

#[test]
fn references_stay_in_their_own_tree() {
    let html = r#"<i id=a>outside</i><x-a><template shadowrootmode=open><i id=a>inside</i>
        <input id=it aria-labelledby=a></template></x-a>"#;
    check(html, "inside");
}

#[test]
fn aria_label_wins_over_content() {
    check(r#"<button id=it aria-label="Close">x</button>"#, "Close");
}

#[test]
fn blank_aria_label_is_no_label() {
    check(r#"<button id=it aria-label=" ">Save</button>"#, "Save");
}

#[test]
fn label_names_by_for_and_by_wrapping() {
    check(r#"<label for=it>Name</label><input id=it>"#, "Name");
    check(r#"<label>Name <input id=it></label>"#, "Name");
    check(
        r#"<label for=it>First</label><label>second <input id=it></label>"#,
        "First second",
    );
}

#[test]
fn label_for_something_else_does_not_name_what_it_wraps() {
    check(r#"<label for=other>Name <input id=it></label>"#, "");
}

#[test]
fn label_wins_over_title_and_placeholder() {
    check(
        r#"<label>L <input id=it title=T placeholder=P></label>"#,
        "L",
    );
    check(r#"<input id=it title=T placeholder=P>"#, "T");
    check(r#"<input id=it placeholder=P>"#, "P");
}

#[test]
fn what_a_control_in_a_label_holds_is_read_there() {
    let html = r#"<label><input type=checkbox id=it> Flash <input value=3> times</label>"#;
    check(html, "Flash 3 times");
    let html = r#"<label><input type=checkbox id=it> Flash
        <select><option>2<option selected>3</select> times</label>"#;
    check(html, "Flash 3 times");
    let html = r#"<label><input type=checkbox id=it> Flash
        <span role=slider aria-valuetext=thrice aria-valuenow=3></span></label>"#;
    check(html, "Flash thrice");
}

#[test]
fn a_password_is_nobodys_name() {
    check(
        r#"<label><input type=checkbox id=it> Keep <input type=password value=s3cret></label>"#,
        "Keep",
    );
}

#[test]
fn a_control_is_not_part_of_its_own_label() {
    check(
        r#"<label>Age <input id=it value=36> years</label>"#,
        "Age years",
    );
}

#[test]
fn buttons_made_of_inputs_show_their_value() {
    check(r#"<input type=button id=it value=Go>"#, "Go");
    check(r#"<input type=submit id=it>"#, "Submit");
    check(r#"<input type=reset id=it>"#, "Reset");
    check(r#"<input type=image id=it alt=Go>"#, "Go");
    check(r#"<input type=file id=it>"#, "Choose File");
}

#[test]
fn groups_and_tables_are_named_by_their_captions() {
    check(
        r#"<fieldset id=it title=T><legend>Pay <b>by</b></legend></fieldset>"#,
        "Pay by",
    );
    check(
        r#"<figure id=it><figcaption>Chart</figcaption></figure>"#,
        "Chart",
    );
    check(
        r#"<table id=it summary=S><caption>Rows</caption></table>"#,
        "Rows",
    );
    check(r#"<table id=it summary=S></table>"#, "S");
}

#[test]
fn images_are_named_by_alt_then_title() {
    check(r#"<img id=it alt=A title=T>"#, "A");
    check(r#"<img id=it title=T>"#, "T");
    check(r#"<img id=it alt="" role=none title=T>"#, "");
}

#[test]
fn svg_is_named_by_its_title_child() {
    check(r#"<svg id=it><title>Save</title><path/></svg>"#, "Save");
    check(
        r#"<button id=it><svg><title>Save</title></svg></button>"#,
        "Save",
    );
}

#[test]
fn only_roles_that_allow_it_are_named_by_content() {
    check(r#"<h2 id=it>Bill</h2>"#, "Bill");
    check(r#"<div id=it>Bill</div>"#, "");
    check(r#"<div role=dialog id=it>Bill</div>"#, "");
}

#[test]
fn blocks_stand_apart_and_inline_text_does_not() {
    check(r#"<button id=it>a<b>b</b>c</button>"#, "abc");
    check(r#"<a href=x id=it>a<div>b</div>c</a>"#, "a b c");
    check(r#"<button id=it>a<br>b</button>"#, "a b");
}

#[test]
fn white_space_is_collapsed() {
    check("<button id=it> a \n\t b&nbsp; </button>", "a b");
}

#[test]
fn hidden_content_does_not_count_but_visible_again_does() {
    check(
        r#"<button id=it>a<i hidden>b</i><i aria-hidden=true>c</i></button>"#,
        "a",
    );
    let html = r#"<h1 id=it>a <i style="visibility:hidden">b <b style="visibility:visible">c</b></i></h1>"#;
    check(html, "a c");
}

#[test]
fn generated_content_counts() {
    let html = r#"<style>b::before { content: "«" } b::after { content: "»" }</style>
        <button id=it><b>a</b></button>"#;
    check(html, "«a»");
}

#[test]
fn alternative_text_of_replaced_content_stands_for_it() {
    let html = r#"<style>.x { content: url(y.svg) / "Save" }</style>
        <button id=it class=x>z</button>"#;
    check(html, "Save");
}

#[test]
fn children_speak_by_alt_label_or_tooltip() {
    let html = r#"<a href=x id=it><img alt=A> <i aria-label=B>b</i> <i title=C></i></a>"#;
    check(html, "A B C");
}

#[test]
fn slots_show_what_is_assigned_to_them() {
    let html = r#"<x-a>light<template shadowrootmode=open><button id=it>a
        <slot>fallback</slot></button></template></x-a>"#;
    check(html, "a light");
}

#[test]
fn adopted_children_speak_where_they_were_adopted() {
    let html = r#"<button id=it aria-owns=b>a</button><h1 id=h><i id=b>b</i></h1>"#;
    check(html, "ab");
}

#[test]
fn what_adopt_each_other_do_not_loop() {
    let html = r#"<button id=it aria-owns=b>a</button><button id=b aria-owns=it>b</button>"#;
    check(html, "a b");
}

#[test]
fn a_tree_item_is_not_named_by_the_tree_in_it() {
    let html = r#"<ul role=tree><li role=treeitem id=it>Top<ul role=tree><li>Nested</ul></ul>"#;
    check(html, "Top");
}

#[test]
fn an_orphan_option_keeps_its_name() {
    check(r#"<div role=option id=it>Red</div>"#, "Red");
}

#[test]
fn described_by_wins_over_description_and_title() {
    let html = r#"<i id=d>D</i><input id=it aria-describedby=d aria-description=E title=T>"#;
    check_description(html, "D");
    check_description(
        r#"<input id=it aria-label=A aria-description=E title=T>"#,
        "E",
    );
    check_description(r#"<input id=it aria-label=A title=T>"#, "T");
}

#[test]
fn what_names_an_element_does_not_describe_it_too() {
    check_description(r#"<input id=it title=T>"#, "");
}
