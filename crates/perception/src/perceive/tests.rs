//! What becomes a node, and what a person can act on.

use page_fixture::page_from_html;
use protocol::ControlKind;

use crate::{RefTable, Snapshot, perceive};

fn snapshot(html: &str) -> Snapshot {
    perceive(&page_from_html(html), &mut RefTable::default()).snapshot
}

/// The labels of all that has a ref.
fn check(html: &str, expected: &[&str]) {
    let snapshot = snapshot(html);
    let with_ref = snapshot.nodes.iter().filter(|n| n.reference.is_some());
    let labels: Vec<String> = with_ref.map(super::SnapshotNode::label).collect();
    assert_eq!(labels, expected, "{html}");
}

#[test]
fn only_what_a_person_can_act_on_has_a_ref() {
    check(
        "<main><h1>Shop</h1><p>Hello</p><button>Buy</button></main>",
        &["button \"Buy\""],
    );
}

#[test]
fn a_password_is_never_read() {
    let snapshot = snapshot("<label>Password <input type=password value=hunter2></label>");
    let field = snapshot.nodes.iter().find(|n| n.is_secret).unwrap();
    assert_eq!(field.value, None);
}

#[test]
fn what_answers_clicks_without_a_role_has_a_ref() {
    check("<div tabindex=0>Open</div>", &["generic \"Open\""]);
    check("<span onclick='go()'>Go</span>", &["generic \"Go\""]);
    check("<div tabindex=-1>No</div><div onclick='x()'></div>", &[]);
}

#[test]
fn a_wrapper_around_a_control_is_not_clickable() {
    check(
        "<div onclick='x()'>Card <a href=/a>More</a></div>",
        &["link \"More\""],
    );
    check(
        "<div tabindex=0><div onclick='x()'>Inner</div></div>",
        &["generic \"Inner\""],
    );
    check("<section aria-label=Long tabindex=0>Text</section>", &[]);
}

#[test]
fn what_is_hidden_from_a_person_has_no_ref() {
    check(
        "<div inert><button>A</button></div><div aria-hidden=true><button>B</button></div>
         <details><summary>More</summary><button>C</button></details>",
        &["button \"More\""],
    );
}

#[test]
fn areas_count_where_an_image_uses_their_map() {
    let map = "<map name=m><area href=/a alt=Africa></map>";
    check(
        &format!("<img usemap=#m alt=World>{map}"),
        &["link \"Africa\""],
    );
    check(map, &[]);
}

#[test]
fn svg_and_mathml_controls_count() {
    check(
        "<svg><a href=/x><text>Bar 1</text></a><g role=button tabindex=0 aria-label=Zoom></g></svg>
         <math tabindex=0 onclick='x()'><mi>x</mi></math>",
        &["link \"Bar 1\"", "button \"Zoom\""],
    );
}

#[test]
fn a_button_stands_for_the_file_input_behind_it() {
    for html in [
        "<div><button>Choose file</button><input type=file hidden></div>",
        "<div><div><input type=file style='display:none'></div><span role=button>Choose file</span></div>",
        "<label>Choose file<input type=file hidden></label>",
        "<label for=f>Choose file</label><p></p><input id=f type=file hidden>",
        "<div>Choose file<div hidden><input type=file></div></div>",
    ] {
        let snapshot = snapshot(html);
        let upload: Vec<_> = snapshot
            .nodes
            .iter()
            .filter(|n| n.upload.is_some())
            .collect();
        let [upload] = upload.as_slice() else {
            panic!("{html}");
        };
        assert_eq!(upload.name, "Choose file", "{html}");
        assert_eq!(upload.kind, Some(ControlKind::FileUpload));
        assert!(upload.reference.is_some());
    }
}

#[test]
fn editors_and_custom_boxes_hold_their_text() {
    let snapshot = snapshot(
        "<div contenteditable aria-label=Note><p>Dear Ada</p></div>
         <div role=combobox aria-label=City tabindex=0>Berlin</div>
         <div role=slider aria-label=Size aria-valuenow=7 tabindex=0></div>",
    );
    let values: Vec<_> = snapshot
        .nodes
        .iter()
        .filter_map(|n| n.value.as_deref())
        .collect();
    assert_eq!(values, ["Dear Ada", "Berlin", "7"]);
}

#[test]
fn a_canvas_says_that_it_cannot_be_read() {
    let perceived = perceive(
        &page_from_html("<canvas aria-label=Chart></canvas>"),
        &mut RefTable::default(),
    );
    assert_eq!(perceived.notices, ["1 drawings (canvas) can't be read"]);
}
