//! What controls of plain HTML and of libraries hold.

use page_fixture::page_from_html;

use crate::{RefTable, held, perceive};

/// What the control with this name holds.
fn check(html: &str, name: &str, expected: &[&str]) {
    let page = page_from_html(html);
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    let nodes = &snapshot.nodes;
    let index = nodes
        .iter()
        .position(|node| node.reference.is_some() && node.name == name);
    let index = index.unwrap_or_else(|| panic!("no {name} in {nodes:#?}"));
    assert_eq!(held(&page, &snapshot, index), expected, "{html}");
}

#[test]
fn a_field_holds_its_text() {
    check("<input aria-label=A value='x y'>", "A", &["x y"]);
    check("<input aria-label=A>", "A", &[""]);
    check(
        "<div contenteditable role=textbox aria-label=A><p>one<p>two</div>",
        "A",
        &["one two"],
    );
}

#[test]
fn a_native_list_holds_the_labels_of_what_is_chosen() {
    let list = "<select aria-label=A multiple><option selected value=1>One<option>Two<option selected>Three</select>";
    check(list, "A", &["One", "Three"]);
}

#[test]
fn what_is_typed_to_search_is_not_held() {
    let select = |chosen: &str| {
        format!(
            "<div class=ant-select><input role=combobox aria-label=A class=ant-select-selection-search-input value=typed>{chosen}</div>"
        )
    };
    check(&select(""), "A", &[]);
    check(
        &select("<span class=ant-select-selection-item title=Red>Red</span>"),
        "A",
        &["Red"],
    );
}

#[test]
fn a_box_that_shows_its_choice_beside_its_field_holds_it() {
    let select = "<label for=c>A</label><div class=el-select><div class='el-select__wrapper'><div class=el-select__selection>
        <div class='el-select__selected-item el-select__input-wrapper is-hidden'><input type=text class=el-select__input role=combobox readonly aria-haspopup=listbox value='' id=c></div>
        <div class='el-select__selected-item el-select__placeholder'><span>Green</span></div></div></div></div>";
    check(select, "A", &["Green"]);
    check(
        &select.replace(
            "el-select__placeholder",
            "el-select__placeholder is-transparent",
        ),
        "A",
        &[],
    );
}

#[test]
fn chips_are_held_without_their_buttons() {
    let chips = "<div class='css-b62m3t-container'><div class=css-x-control>
        <div class='css-1-multiValue'><div class='css-2-MultiValueGeneric'>Red</div><div role=button aria-label='Remove Red'>x</div></div>
        <div class='css-1-multiValue'><div class='css-2-MultiValueGeneric'>Blue</div><div role=button aria-label='Remove Blue'>x</div></div>
        <input role=combobox aria-label=A></div></div>";
    check(chips, "A", &["Red", "Blue"]);
}

#[test]
fn a_box_without_parts_holds_what_it_shows() {
    check(
        "<button role=combobox aria-haspopup=listbox aria-label=A>Red</button>",
        "A",
        &["Red"],
    );
    check(
        "<div role=listbox aria-label=A><div role=option aria-selected=true>Red</div><div role=option>Blue</div></div>",
        "A",
        &["Red"],
    );
}

#[test]
fn a_range_holds_its_ends() {
    let two = "<div class='ant-picker ant-picker-range'><input aria-label=A value=2026-05-04><input value=2026-05-17></div>";
    check(two, "A", &["2026-05-04", "2026-05-17"]);
}

#[test]
fn boxes_and_groups_hold_what_is_checked() {
    check("<input type=checkbox checked aria-label=A>", "A", &["true"]);
    check(
        "<button role=switch aria-checked=false aria-label=A></button>",
        "A",
        &["false"],
    );
}
