//! One `check` per behaviour; the page is the data.

use page_fixture::page_from_html;
use perception::{RefTable, SnapshotNode, perceive};
use protocol::Fingerprint;

use crate::{RecordOptions, Resolution, RowAnchor, record, resolve};

fn target(json: &str) -> Fingerprint {
    serde_json::from_str(json).unwrap()
}

/// What a fingerprint resolves to: the id attribute of the element, `ambiguous N`, or `none: …`.
fn outcome(html: &str, fingerprint: &str) -> String {
    let page = page_from_html(html);
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    match resolve(&target(fingerprint), &page, &snapshot) {
        Resolution::Found { index, .. } => {
            let attribute = |name| page.attribute(snapshot.nodes[index].node, name);
            // A mark no fingerprint takes in, for tests that record.
            let mark = attribute("data-mark").or_else(|| attribute("id"));
            mark.unwrap_or("?").to_owned()
        }
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
    check(page, asked, "e");
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

/// Records the element marked `it` on one page and looks for it on another.
fn check_after(before: &str, after: &str, expected: &str) {
    assert_eq!(outcome(after, &recorded(before, None)), expected, "{after}");
}

/// The fingerprint of the element marked `it`, as JSON.
fn recorded(html: &str, row: Option<&str>) -> String {
    let page = page_from_html(html);
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    let is_it = |node: &SnapshotNode| page.attribute(node.node, "data-mark") == Some("it");
    let index = snapshot.nodes.iter().position(is_it).unwrap();
    let row = row.map(|text| RowAnchor {
        text: text.into(),
        template: "{{key}}".into(),
    });
    let options = RecordOptions {
        row,
        ..RecordOptions::default()
    };
    let print = record(&page, &snapshot, index, &options);
    serde_json::to_string(&print).unwrap()
}

#[test]
fn a_removed_field_is_not_its_neighbor() {
    check_after(
        "<form><label>Email <input data-mark=it></label><label>Confirm email <input></label></form>",
        "<form><label>Confirm email <input data-mark=c></label></form>",
        "none: textbox \"Confirm email\": its name is \"Confirm email\", \
         \"Confirm email\" does not follow it",
    );
}

#[test]
fn of_equals_that_only_their_place_told_apart_none_is_left_once_one_is_gone() {
    let two = "<p><button data-mark=it>Upload</button> <button>Upload</button></p>";
    check_after(two, two, "it");
    check_after(
        two,
        "<p><button data-mark=b>Upload</button></p>",
        "none: button \"Upload\": \"Upload\" does not follow it",
    );
}

#[test]
fn a_mark_that_moved_to_another_element_is_no_longer_proof() {
    check_after(
        "<label>Email <input data-mark=it name=email></label><label>Fax <input name=fax></label>",
        "<label>Email <input data-mark=a name=contact></label><label>Owner <input data-mark=b name=email></label>",
        "none: textbox \"Email\": its attribute name is \"contact\", \"Fax\" does not follow it; \
         textbox \"Owner\": its name is \"Owner\", \"Fax\" does not follow it",
    );
}

#[test]
fn a_translated_field_is_found_by_its_attributes() {
    check_after(
        "<label>Email <input data-mark=it name=email></label><label>City <input name=city></label>",
        "<label>Adresse <input data-mark=a name=email></label><label>Ville <input data-mark=b name=city></label>",
        "a",
    );
}

#[test]
fn no_value_gets_into_a_fingerprint() {
    for html in [
        "<label>Name <input data-mark=it value=Secret></label>",
        "<div contenteditable role=textbox aria-label=Note data-mark=it>Secret</div>",
        "<label><input type=checkbox data-mark=it> After <input value=Secret> days</label>",
        "<span id=l>City</span><div role=combobox data-mark=it id=own aria-labelledby='l own'>Secret</div>",
        "<button aria-haspopup=listbox data-mark=it>Secret</button>",
        "<div contenteditable><a href=/x data-mark=it>Secret</a></div>",
        "<table><tr><td>Secret<td><button data-mark=it>Edit</button><tr><td>B<td><button>Edit</button></table>",
        "<div><h3 contenteditable>Secret</h3><button data-mark=it>Save</button></div>",
        "<ul><li><h3>Secret</h3><button data-mark=it>Open</button><li><h3>B</h3><button>Open</button></ul>",
    ] {
        let print = recorded(html, None);
        assert!(!print.contains("Secret"), "{print} of {html}");
    }
}

#[test]
fn a_row_is_kept_as_its_template() {
    let rows = "<table><tr><td>Ada<td><button data-mark=it aria-label='Edit Ada'>E</button>
                <tr><td>Bo<td><button aria-label='Edit Bo'>E</button></table>";
    let print = recorded(rows, Some("Ada"));
    assert!(
        !print.contains("Ada") && print.contains("Edit {{key}}"),
        "{print}"
    );
}

#[test]
fn cards_without_roles_are_rows_too() {
    let cards = "<div><div><p>Ada</p><button id=a>Edit</button></div>
                 <div><p>Bo</p><button id=b>Edit</button></div></div>";
    check(cards, r#"{"role":"button","name":"Edit","row":"Bo"}"#, "b");
    check(
        cards,
        r#"{"role":"button","name":"Edit","row":"Cy"}"#,
        "none: button \"Edit\": its row does not hold \"Cy\"; \
         button \"Edit\": its row does not hold \"Cy\"",
    );
}

#[test]
fn a_row_is_known_by_what_its_fields_hold() {
    let rows = "<table><tr><td><input value=Ada><td><button id=a>Save</button>
                <tr><td><input value=Bo><td><button id=b>Save</button></table>";
    check(rows, r#"{"role":"button","name":"Save","row":"Bo"}"#, "b");
}

#[test]
fn candidates_are_named_with_what_tells_them_apart() {
    let check = |html: &str, expected: [&str; 2]| {
        let page = page_from_html(html);
        let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
        let buttons = (0..snapshot.nodes.len()).filter(|&at| snapshot.nodes[at].name == "Edit");
        let buttons: Vec<usize> = buttons
            .filter(|&at| snapshot.nodes[at].reference.is_some())
            .collect();
        assert_eq!(crate::apart(&page, &snapshot, &buttons), expected);
    };
    check(
        "<ul><li>Ada <button>Edit</button><li>Bo <button>Edit</button></ul>",
        [
            "button \"Edit\" in the row \"Ada Edit\"",
            "button \"Edit\" in the row \"Bo Edit\"",
        ],
    );
    check(
        "<button>Edit</button><button>Edit</button>",
        ["button \"Edit\"", "button \"Edit\" after button \"Edit\""],
    );
}

#[test]
fn a_large_page_takes_linear_time() {
    let rows = |count: usize| {
        let row = |at: usize| {
            format!("<tr><td>Row {at}x<td><input name=a><td><input><td><button>Edit</button>")
        };
        let rows: String = (0..count).map(row).collect();
        format!("<table>{rows}</table>")
    };
    let time = |count: usize| {
        let page = page_from_html(&rows(count));
        let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
        let asked = format!(
            r#"{{"role":"button","name":"Edit","row":"Row {}x"}}"#,
            count - 1
        );
        let began = std::time::Instant::now();
        let found = resolve(&target(&asked), &page, &snapshot);
        assert!(matches!(found, Resolution::Found { .. }));
        began.elapsed()
    };
    let (small, large) = (time(500), time(5000));
    println!("500 rows {small:?}, 5000 rows {large:?}");
    assert!(large < small * 30 + std::time::Duration::from_millis(50));
}

#[test]
fn a_deeply_nested_page_takes_bounded_time() {
    let depth = 1000;
    let html = "<div><ul><li><button>Edit</button>".repeat(depth);
    let page = page_from_html(&html);
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    let asked = r#"{"role":"button","name":"Edit","row":"Ada"}"#;
    let began = std::time::Instant::now();
    let found = resolve(&target(asked), &page, &snapshot);
    // Not all rows can be read in time, so none is chosen.
    assert!(!matches!(found, Resolution::Found { .. }));
    println!("nested {:?}", began.elapsed());
    assert!(began.elapsed() < std::time::Duration::from_secs(5));
}

#[test]
fn a_place_a_person_wrote_is_required() {
    let page = "<form aria-label='New customer'><button id=n>Save</button></form>
                <div role=dialog aria-label=Edit><button id=d>Close</button></div>";
    check(
        page,
        r#"{"role":"button","name":"Save","landmark":"form Settings"}"#,
        "none: button \"Save\": it is not in form Settings",
    );
    check(
        page,
        r#"{"role":"button","name":"Close","section":"dialog"}"#,
        "d",
    );
    check(
        page,
        r#"{"role":"button","name":"Save","section":"dialog Edit"}"#,
        "none: button \"Save\": it is not in dialog Edit",
    );
}

/// 50,000 elements, 10,000 of them controls of one kind, each with a recorded print's many facts.
#[test]
fn ten_thousand_controls_are_weighed_at_once() {
    let field = |at: usize| {
        format!(
            "<div><div><label>Field {at}x <input name=f{at} type=text></label></div><p>t</p></div>"
        )
    };
    let html: String = (0..10_000).map(field).collect();
    let page = page_from_html(&format!(
        "<main><h1>All</h1><form aria-label=Big>{html}</form></main>"
    ));
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    let is_it = |node: &SnapshotNode| node.name == "Field 7000x";
    let index = snapshot.nodes.iter().position(is_it).unwrap();
    let print = record(&page, &snapshot, index, &RecordOptions::default());
    let began = std::time::Instant::now();
    let found = resolve(&print, &page, &snapshot);
    println!("10,000 controls {:?}", began.elapsed());
    assert!(matches!(found, Resolution::Found { index: at, .. } if at == index));
    assert!(began.elapsed() < std::time::Duration::from_secs(1));
}
