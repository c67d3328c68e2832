//! Skill files, good and bad.

use serde_json::{Value, json};

use super::{SkillFault, read_skill};

fn good() -> Value {
    json!({
        "surehand_skill": 1,
        "name": "Add customer",
        "sites": ["https://shop.example/*"],
        "start_url": "https://shop.example/customers",
        "slots": [{ "name": "email", "label": "Email", "type": "email", "required": true }],
        "steps": [{
            "intent": "Enter the email",
            "action": { "do": "fill", "target": { "role": "textbox", "name": "Email" },
                        "value": "{{email}}" }
        }],
        "row_key": { "key": "{{email}}" }
    })
}

/// Changes one place of a good skill and checks what the error says.
fn check(pointer: &str, value: Value, expected: &[&str]) {
    let mut skill = good();
    *skill.pointer_mut(pointer).unwrap() = value;
    let error = read_skill(&skill.to_string()).unwrap_err().to_string();
    for part in expected {
        assert!(error.contains(part), "{error:?} does not say {part:?}");
    }
}

#[test]
fn a_good_skill_is_read_and_written_back_the_same() {
    let skill = read_skill(&good().to_string()).unwrap();
    let again = serde_json::to_string(&skill).unwrap();
    assert_eq!(read_skill(&again).unwrap(), skill);
}

#[test]
fn an_error_names_the_place_and_what_was_expected() {
    check(
        "/steps/0/action/do",
        json!("tap"),
        &["steps[0].action", "tap", "navigate"],
    );
    check(
        "/steps/0/action/target",
        json!({}),
        &["steps[0].action", "role, name"],
    );
    check(
        "/steps/0/action/value",
        json!("{{mail}}"),
        &["steps[0].action.value", "email"],
    );
    check("/slots/0/type", json!("mail"), &["slots[0].type", "email"]);
    check(
        "/slots/0/name",
        json!("e mail"),
        &["slots[0].name", "letters"],
    );
    check("/sites/0", json!("shop.example"), &["sites[0]", "https://"]);
    check("/sites", json!([]), &["sites"]);
    check(
        "/start_url",
        json!("https://other.example/"),
        &["start_url", "shop.example"],
    );
    check(
        "/row_key/key",
        json!("fixed"),
        &["row_key.key", "{{email}}"],
    );
}

/// Puts one check into a good skill; gives what is wrong with it, empty if nothing.
fn fault_of(check: Value) -> String {
    let mut skill = good();
    skill["success"] = json!([check]);
    let read = read_skill(&skill.to_string());
    read.map_or_else(|error| error.to_string(), |_| String::new())
}

#[test]
fn every_check_is_read_and_written_back_the_same() {
    let list = json!({ "role": "table" });
    let checks = json!([
        { "check": "attribute_equals", "target": list, "attribute": "href", "value": "" },
        { "check": "row_contains", "list": list, "key": "{{email}}", "values": ["1"] },
        { "check": "count_equals", "list": list, "count": 0 },
        { "check": "no_validation_errors" },
        { "check": "no_validation_errors", "within": list },
        { "check": "dialog_closed" },
        { "check": "dialog_closed", "dialog": list },
        { "check": "something_changed" },
        { "check": "download_completed", "name": "*.csv" },
        { "check": "tab_opened", "url": "/invoices/*" },
        { "check": "readback", "url": "/customers/{{email}}", "open": list,
          "then": [{ "check": "key_present", "key": "{{email}}" }] }
    ]);
    let mut file = good();
    file["success"] = checks.clone();
    file["steps"][0]["expect"] = checks;
    let skill = read_skill(&file.to_string()).unwrap();
    assert_eq!(skill.success.len(), 11);
    assert!(skill.needs_downloads());
    let again = serde_json::to_string(&skill).unwrap();
    assert_eq!(read_skill(&again).unwrap(), skill);
}

#[test]
fn a_check_that_names_nothing_is_refused_with_its_place() {
    let empty = json!({});
    for (check, said) in [
        (
            json!({ "check": "attribute_equals", "target": empty, "attribute": "href", "value": "x" }),
            "role, name",
        ),
        (
            json!({ "check": "attribute_equals", "target": { "role": "link" }, "attribute": " ", "value": "x" }),
            "attribute",
        ),
        (
            json!({ "check": "row_contains", "list": { "role": "table" }, "key": "", "values": [] }),
            "key",
        ),
        (
            json!({ "check": "dialog_closed", "dialog": empty }),
            "role, name",
        ),
        (
            json!({ "check": "no_validation_errors", "within": empty }),
            "role, name",
        ),
        (json!({ "check": "download_completed", "name": "" }), "name"),
        (
            json!({ "check": "download_completed", "name": "*", "min_bytes": -1 }),
            "success[0]",
        ),
        (json!({ "check": "tab_opened", "url": "" }), "url"),
        (json!({ "check": "text_present", "text": "  " }), "text"),
        (
            json!({ "check": "count_equals", "list": { "role": "table" }, "count": 1.5 }),
            "success[0]",
        ),
    ] {
        let fault = fault_of(check.clone());
        assert!(
            fault.contains("success") && fault.contains(said),
            "{check}: {fault:?}"
        );
    }
}

#[test]
fn a_readback_says_where_and_what_and_stays_on_the_sites() {
    let then = json!([{ "check": "text_present", "text": "{{email}}" }]);
    let at = |url: &str| json!({ "check": "readback", "url": url, "then": then });
    assert_eq!(fault_of(at("/customers")), "");
    assert_eq!(fault_of(at("https://shop.example/{{email}}")), "");
    let off = fault_of(at("https://evil.example/"));
    assert!(
        off.contains("success[0].url") && off.contains("sites"),
        "{off}"
    );
    assert!(fault_of(at("customers")).contains("no address"));
    let nowhere = json!({ "check": "readback", "then": then });
    assert!(fault_of(nowhere).contains("expected url, open"));
    let nothing = json!({ "check": "readback", "url": "/x", "then": [] });
    assert!(fault_of(nothing).contains("then is empty"));
    let nested = json!({ "check": "readback", "url": "/x", "then": [at("/y")] });
    assert!(fault_of(nested).contains("inside a readback"));
    let of_step =
        json!({ "check": "readback", "url": "/x", "then": [{ "check": "dialog_closed" }] });
    assert!(fault_of(of_step).contains("then, number 1: dialog_closed tells"));
    let open = json!({ "role": "link", "name": "{{email}}" });
    let new = json!([{ "check": "key_present", "key": "{{email}}" }]);
    let unseen = json!({ "check": "readback", "open": open, "then": new });
    assert!(fault_of(unseen).contains("something new; expected url"));
    let seen = json!({ "check": "readback", "url": "/x", "open": open, "then": new });
    assert_eq!(fault_of(seen), "");
    let blank = json!({ "check": "readback", "url": "/x",
        "then": [{ "check": "text_present", "text": "" }] });
    assert!(fault_of(blank).contains("then, number 1: text"));
}

#[test]
fn unknown_fields_are_not_passed_over() {
    let mut skill = good();
    skill["steps"][0]["comit"] = json!(true);
    let error = read_skill(&skill.to_string()).unwrap_err().to_string();
    assert!(
        error.contains("steps[0].comit") && error.contains("commit"),
        "{error}"
    );
}

#[test]
fn a_newer_skill_asks_for_a_newer_program() {
    let mut skill = good();
    skill["surehand_skill"] = json!(2);
    assert_eq!(read_skill(&skill.to_string()), Err(SkillFault::Newer(2)));
}

#[test]
fn what_is_no_skill_is_told_apart() {
    assert!(matches!(read_skill("hello"), Err(SkillFault::NotJson(_))));
    assert_eq!(read_skill("{}"), Err(SkillFault::NoSkill));
    assert_eq!(read_skill("[1]"), Err(SkillFault::NoSkill));
}

#[test]
fn a_steps_time_is_kept_within_bounds() {
    for (said, taken) in [(0, 500), (499, 500), (2_000, 2_000), (90_000, 60_000)] {
        let mut skill = good();
        skill["steps"][0]["within_ms"] = json!(said);
        let skill = read_skill(&skill.to_string()).unwrap();
        assert_eq!(skill.steps[0].limit_ms(), taken, "{said}");
    }
}
