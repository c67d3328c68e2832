//! Which complaint belongs to which field.

use page_fixture::page_from_html;

use crate::{RefTable, field_errors, page_facts, perceive};

fn check(html: &str, expected: &[&str]) {
    let page = page_from_html(html);
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    let errors = field_errors(&page, &snapshot);
    assert!(errors.iter().all(|error| error.reference.is_some()));
    assert_eq!(page_facts(&page, &snapshot).errors, expected, "{html}");
}

#[test]
fn an_error_is_told_with_its_field() {
    let page = page_from_html(
        "<label for=e>Email</label><input id=e aria-invalid=true aria-describedby=m>
         <p id=m>Already taken</p><div role=status>Customer saved</div>",
    );
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    let facts = page_facts(&page, &snapshot);
    assert_eq!(facts.errors, ["Email: Already taken"]);
    assert_eq!(facts.notices, ["Customer saved"]);
}

#[test]
fn an_error_message_comes_before_a_description() {
    check(
        "<input aria-label=Email aria-invalid=true aria-errormessage=m aria-describedby='h m'>
         <p id=h>We never share it.</p><p id=m>Taken.</p>",
        &["Email: Taken. We never share it."],
    );
}

#[test]
fn an_alert_belongs_to_the_only_field_of_its_item() {
    let item = |name: &str, alert: &str| {
        format!("<div><label>{name} <input></label><div role=alert>{alert}</div></div>")
    };
    check(
        &format!(
            "<form>{}{}</form>",
            item("City", ""),
            item("Zip", "Too short")
        ),
        &["Zip: Too short"],
    );
    check("<form><input><input><div role=alert>No</div></form>", &[]);
    check("<input aria-label=Search><div role=alert>Saved</div>", &[]);
    check(
        "<div><h1>Shop</h1><input aria-label=Search><div role=alert>Saved</div></div>",
        &[],
    );
}

#[test]
fn known_error_classes_are_read_last() {
    check(
        "<form><div class=el-form-item><label for=a>Name</label><div><input id=a>
           <div class=el-form-item__error>Required</div></div></div>
         <div><input aria-label=B></div></form>",
        &["Name: Required"],
    );
}

#[test]
fn a_wrong_field_takes_the_text_beside_it() {
    check(
        "<form><div><label for=a>Name *</label><input id=a aria-invalid=true>
           <span>Enter a name</span></div><div><input aria-label=B></div></form>",
        &["Name *: Enter a name"],
    );
    check(
        "<form><input aria-label=A aria-invalid=true></form>",
        &["A: not accepted"],
    );
}

#[test]
fn an_empty_required_field_is_no_error_yet() {
    check("<form><input aria-label=A required></form>", &[]);
}
