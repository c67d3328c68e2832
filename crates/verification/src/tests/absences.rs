//! Complaints that are not there, dialogs that are gone.

use protocol::{Fact, Verdict};

use super::{check, judge};

use Verdict::{Failed, Held, Unknown};

const NONE: &str = r#"{"check":"no_validation_errors"}"#;
const NONE_IN_FORM: &str =
    r#"{"check":"no_validation_errors","within":{"role":"form","name":"Order"}}"#;

const WRONG: &str = "<form aria-label=Order><label>Email <input aria-invalid=true \
     aria-describedby=e></label><p id=e>is not an address</p></form>";

#[test]
fn a_complaint_is_told_in_the_pages_words() {
    let judged = judge(NONE, "", WRONG, &[]);
    let texts = vec!["Email: is not an address".to_owned()];
    assert_eq!(
        (judged.verdict, judged.actual),
        (Failed, Fact::Texts { texts })
    );
    assert_eq!(judged.evidence.len(), 1);
}

#[test]
fn a_form_without_complaints_holds_it() {
    check(NONE, WRONG, "<form aria-label=Order><input></form>", Held);
    check(
        NONE,
        "",
        "<input aria-invalid=true aria-label=Email>",
        Failed,
    );
    check(NONE, "", "", Held);
}

#[test]
fn only_complaints_in_its_place_count() {
    let elsewhere = "<form aria-label=Order><label>Name <input></label></form>\
         <form aria-label=Login><label>Email <input aria-invalid=true></label></form>";
    check(NONE_IN_FORM, "", elsewhere, Held);
    check(NONE, "", elsewhere, Failed);
    check(NONE_IN_FORM, "", WRONG, Failed);
}

#[test]
fn a_place_that_is_gone_says_nothing() {
    check(NONE_IN_FORM, WRONG, "<p>Thank you</p>", Unknown);
}

#[test]
fn of_many_complaints_some_are_told() {
    let fields = "<label>F <input aria-invalid=true></label>".repeat(500);
    let judged = judge(NONE, "", &fields, &[]);
    assert_eq!((judged.verdict, judged.evidence.len()), (Failed, 20));
}

const CLOSED: &str = r#"{"check":"dialog_closed"}"#;
const EDIT_CLOSED: &str = r#"{"check":"dialog_closed","dialog":{"role":"dialog","name":"Edit"}}"#;

const EDIT: &str = "<div role=dialog aria-label=Edit><input></div>";
const SURE: &str = "<div role=alertdialog aria-label='Are you sure?'><button>Yes</button></div>";

#[test]
fn a_dialog_that_was_open_must_be_gone() {
    for claim in [CLOSED, EDIT_CLOSED] {
        check(claim, EDIT, "<p>List</p>", Held);
        check(claim, EDIT, EDIT, Failed);
        check(
            claim,
            EDIT,
            &EDIT.replace("<input>", "<p>Not saved</p>"),
            Failed,
        );
    }
}

#[test]
fn where_none_was_open_that_none_is_proves_nothing() {
    for claim in [CLOSED, EDIT_CLOSED] {
        let judged = judge(claim, "<p>List</p>", "<p>List</p>", &[]);
        assert_eq!(
            (judged.verdict, judged.actual, judged.is_final),
            (Failed, Fact::AbsentBefore, true)
        );
        check(claim, "<p>List</p>", EDIT, Failed);
    }
}

#[test]
fn every_dialog_that_was_open_must_be_gone_and_a_new_one_is_another() {
    let both = format!("{EDIT}{SURE}");
    check(CLOSED, &both, EDIT, Failed);
    check(CLOSED, &both, "", Held);
    check(CLOSED, EDIT, SURE, Held);
    check(EDIT_CLOSED, &both, SURE, Held);
    check(EDIT_CLOSED, &both, EDIT, Failed);
}
