//! Whether anything changed.

use page_fixture::page_from_html;
use perception::{RefTable, perceive};
use protocol::{Baseline, Check, Judged, NetworkFact, PostCondition, Verdict};

use super::{check, request};
use crate::{Look, baseline, verify};

use Verdict::{Failed, Held, Unknown};

const CHANGED: &str = r#"{"check":"something_changed"}"#;

#[test]
fn what_a_person_perceives_must_differ() {
    let field = |more: &str| format!("<label>City <input {more}></label><p>List</p>");
    let before = field("value=Paris");
    check(CHANGED, &before, &before, Failed);
    check(CHANGED, &before, &field("value=Rome"), Held);
    check(
        CHANGED,
        &before,
        &field("value=Paris aria-invalid=true"),
        Held,
    );
    check(CHANGED, &before, &field("value=Paris disabled"), Held);
    check(CHANGED, &before, &format!("{before}<p>Saved</p>"), Held);
    check(CHANGED, &before, &field("value=Paris class=focus"), Failed);
    check(CHANGED, "", "", Failed);
}

/// Judges it on a page that stays the same, with these requests, of which the first does not count.
fn with_requests(requests: &[NetworkFact]) -> Check {
    let page = page_from_html("<p>List</p>");
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    let look = Look {
        page: &page,
        snapshot: &snapshot,
    };
    let condition = PostCondition::SomethingChanged {};
    let baseline = baseline(look, &condition).from_now(&condition, 1, 0);
    verify(
        look,
        &Judged {
            condition,
            baseline,
            element: None,
        },
        None,
        requests,
    )
}

#[test]
fn a_request_that_sends_and_succeeds_is_something_too() {
    let check = |requests: &[NetworkFact], expected| {
        assert_eq!(with_requests(requests).verdict, expected, "{requests:?}");
    };
    check(&[request(2, "POST", 201)], Held);
    check(&[request(1, "POST", 201)], Failed);
    check(&[request(2, "POST", 500)], Failed);
    check(&[request(2, "POST", 0)], Failed);
    check(&[request(2, "GET", 200)], Failed);
}

#[test]
fn without_a_look_before_it_can_not_be_told() {
    let condition = PostCondition::SomethingChanged {};
    let page = page_from_html("<p>List</p>");
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    let look = Look {
        page: &page,
        snapshot: &snapshot,
    };
    let judged = Judged {
        condition,
        baseline: Baseline::NotThere,
        element: None,
    };
    assert_eq!(verify(look, &judged, None, &[]).verdict, Unknown);
}
