//! Attributes.

use protocol::Verdict;
use serde_json::json;

use super::check;

use Verdict::{Failed, Held, Unknown};

fn of_link(attribute: &str, value: &str) -> String {
    let target = json!({ "role": "link", "name": "Open" });
    json!({ "check": "attribute_equals", "target": target, "attribute": attribute, "value": value })
        .to_string()
}

#[test]
fn an_attribute_is_compared_exactly() {
    let link = "<a href=/x data-state=Paid title=''>Open</a>";
    check(&of_link("data-state", "Paid"), "", link, Held);
    check(&of_link("DATA-STATE", "Paid"), "", link, Held);
    check(&of_link("data-state", "paid"), "", link, Failed);
    check(&of_link("data-state", ""), "", link, Failed);
    check(&of_link("title", ""), "", link, Held);
}

#[test]
fn an_attribute_that_is_not_there_is_not_an_empty_one() {
    check(&of_link("title", ""), "", "<a href=/x>Open</a>", Failed);
    check(&of_link("", ""), "", "<a href=/x>Open</a>", Failed);
    check(&of_link("href", "/x"), "", "<p>Open</p>", Failed);
}

#[test]
fn an_address_is_meant_where_it_leads() {
    // The fixture's page is at https://fixture.test/.
    let link = "<a href='../files/a.pdf?x=1'>Open</a>";
    check(&of_link("href", "../files/a.pdf?x=1"), "", link, Held);
    let absolute = "https://fixture.test/files/a.pdf?x=1";
    check(&of_link("href", absolute), "", link, Held);
    check(&of_link("href", "/files/a.pdf?x=1"), "", link, Held);
    check(&of_link("href", "/files/a.pdf?x=2"), "", link, Failed);
    check(
        &of_link("href", "https://o/files/a.pdf?x=1"),
        "",
        link,
        Failed,
    );
}

#[test]
fn of_two_links_neither_is_meant() {
    let two = "<a href=/x>Open</a><a href=/x>Open</a>";
    check(&of_link("href", "/x"), "", two, Unknown);
}

#[test]
fn what_a_password_field_holds_is_not_looked_at() {
    let claim = json!({ "check": "attribute_equals", "target": { "name": "Password" },
        "attribute": "value", "value": "hunter2" });
    let field = "<label>Password <input type=password value=hunter2></label>";
    check(&claim.to_string(), "", field, Unknown);
}
