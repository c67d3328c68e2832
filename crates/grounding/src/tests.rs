//! One `check` per behaviour; the page is the data.

use page_fixture::page_from_html;
use perception::{RefTable, perceive};
use protocol::Fingerprint;

use crate::{Resolution, resolve};

fn target(json: &str) -> Fingerprint {
    serde_json::from_str(json).unwrap()
}

/// What a fingerprint resolves to: the id attribute of the element, `ambiguous N`, or `none: …`.
fn outcome(html: &str, fingerprint: &str) -> String {
    let page = page_from_html(html);
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    match resolve(&target(fingerprint), &page, &snapshot) {
        Resolution::Found { index, .. } => page
            .attribute(snapshot.nodes[index].node, "id")
            .unwrap_or("?")
            .to_owned(),
        Resolution::Ambiguous { candidates } => format!("ambiguous {}", candidates.len()),
        Resolution::NotFound { nearest } => format!("none: {}", nearest.join("; ")),
    }
}

fn check(html: &str, fingerprint: &str, expected: &str) {
    assert_eq!(outcome(html, fingerprint), expected, "{fingerprint}");
}

const ROWS: &str = "<table aria-label=Customers>
    <tr><td>Ada Lovelace<td>ada@x.test<td><button id=a>Edit</button>
    <tr><td>Lada<td>lada@x.test<td><button id=b>Edit</button></table>";

#[test]
fn a_role_and_name_find_the_one() {
    let form = "<label>Name <input id=n></label><label>Email * <input id=e></label>";
    check(form, r#"{"role":"textbox","name":"email"}"#, "e");
}

#[test]
fn equals_are_ambiguous_until_a_row_tells_them_apart() {
    check(ROWS, r#"{"role":"button","name":"Edit"}"#, "ambiguous 2");
    check(
        ROWS,
        r#"{"role":"button","name":"Edit","row":"ada@x.test"}"#,
        "a",
    );
    check(
        ROWS,
        r#"{"role":"button","name":"Edit","row":"lada@x.test"}"#,
        "b",
    );
}

#[test]
fn an_ordinal_chooses_among_equals_only() {
    check(ROWS, r#"{"role":"button","name":"Edit","ordinal":1}"#, "b");
    check(
        ROWS,
        r#"{"role":"button","name":"Edit","ordinal":2}"#,
        "none: only 2 elements answer",
    );
}

#[test]
fn a_landmark_tells_equals_apart() {
    let page = "<form aria-label='New customer'><button id=n>Save</button></form>
                <form aria-label='Settings'><button id=s>Save</button></form>";
    check(page, r#"{"role":"button","name":"Save"}"#, "ambiguous 2");
    check(
        page,
        r#"{"role":"button","name":"Save","landmark":"form Settings"}"#,
        "s",
    );
}

#[test]
fn a_longer_name_alone_is_not_it() {
    let page = "<button id=a>Save and close</button>";
    check(
        page,
        r#"{"role":"button","name":"Save"}"#,
        "none: button \"Save and close\": its name is \"Save and close\"",
    );
}

#[test]
fn the_exact_name_wins_over_a_longer_one() {
    let page = "<button id=a>Save and close</button><button id=b>Save</button>";
    check(page, r#"{"role":"button","name":"Save"}"#, "b");
}

#[test]
fn a_renamed_field_is_found_by_its_other_facts() {
    let page = "<label>E-mail address <input id=e name=email type=email autocomplete=email></label>
                <label>Phone <input id=p name=phone type=tel></label>";
    let asked = r#"{"role":"textbox","name":"Email","tag":"input",
        "attributes":{"name":"email","type":"email","autocomplete":"email"}}"#;
    // Most of what was asked answers, but the name weighs too much to pass it over in silence.
    check(
        page,
        asked,
        "none: textbox \"E-mail address\": its name is \"E-mail address\"",
    );
    let by_attributes = r#"{"role":"textbox","attributes":{"name":"email","type":"email"}}"#;
    check(page, by_attributes, "e");
}

#[test]
fn the_same_name_under_another_role_is_not_it() {
    let page = "<a href=/ id=a>Save</a>";
    check(
        page,
        r#"{"role":"button","name":"Save"}"#,
        "none: link \"Save\": its role is link",
    );
}

#[test]
fn hidden_elements_are_no_candidates() {
    let page = "<button id=a hidden>Save</button><button id=b>Save</button>";
    check(page, r#"{"role":"button","name":"Save"}"#, "b");
}

#[test]
fn an_empty_fingerprint_finds_nothing() {
    check(ROWS, "{}", "none: the fingerprint asks for nothing");
}
