//! What is masked, and what stays.

use protocol::{Baseline, Check, Diagnosis, Fact, Fingerprint, PostCondition, Verdict};
use replay::{Entry, Event};

use super::Mask;
use crate::mapping::Mapping;

/// A mask of these values, by slot; all of them, or only the sensitive one, which is `iban`.
fn mask(values: &[(&str, &str)], only_sensitive: bool) -> Mask {
    let slots: Vec<String> = values
        .iter()
        .map(|(slot, _)| {
            let is_sensitive = *slot == "iban";
            format!(r#"{{"name":"{slot}","type":"multiline","sensitive":{is_sensitive}}}"#)
        })
        .collect();
    let text = format!(
        r#"{{"surehand_skill":1,"name":"a","sites":["https://shop.example/*"],"start_url":"https://shop.example/",
            "slots":[{}],"steps":[{{"intent":"Look","action":{{"do":"back"}}}}]}}"#,
        slots.join(",")
    );
    let skill = skill::read_skill(&text).unwrap();
    let mapping = Mapping {
        columns: (0..values.len()).map(Some).collect(),
    };
    let cells: Vec<String> = values
        .iter()
        .map(|(_, value)| (*value).to_owned())
        .collect();
    if only_sensitive {
        Mask::of_sensitive(&skill, &mapping, &cells)
    } else {
        Mask::of_all(&skill, &mapping, &cells)
    }
}

fn said(text: &str) -> Diagnosis {
    Diagnosis::Internal {
        message: text.into(),
    }
}

fn check(values: &[(&str, &str)], text: &str, expected: &str) {
    assert_eq!(mask(values, false).apply(&said(text)), said(expected));
}

#[test]
fn a_sensitive_value_is_replaced_wherever_it_stands() {
    let mask = mask(&[("iban", "12-34"), ("city", "Rome")], true);
    assert_eq!(
        mask.apply(&said("got 12-34! in Rome")),
        said("got {{iban}}! in Rome")
    );
    let reason = mask.apply(&Diagnosis::AlreadyThere {
        key: "12-34".into(),
    });
    assert_eq!(
        reason,
        Diagnosis::AlreadyThere {
            key: "{{iban}}".into()
        }
    );
}

#[test]
fn every_value_is_replaced_whatever_its_case_and_in_addresses() {
    let values = [("email", "Ada+x@x.test"), ("name", "王 小明")];
    check(&values, "ada+X@x.test has", "{{email}} has");
    check(&values, "客户王 小明已存在", "客户{{name}}已存在");
    check(&values, "/c?e=Ada%2Bx%40x.test", "/c?e={{email}}");
    check(&values, "?n=%E7%8E%8B+%E5%B0%8F%E6%98%8E&", "?n={{name}}&");
}

#[test]
fn a_line_of_a_long_value_is_replaced_too() {
    let values = [("notes", "first line\r\nsecond")];
    check(&values, "first line\nsecond", "{{notes}}");
    check(&values, "only SECOND", "only {{notes}}");
}

#[test]
fn a_short_value_is_replaced_only_as_a_word_of_its_own() {
    check(&[("qty", "1")], "row 1 of 10, e1", "row {{qty}} of 10, e1");
    check(&[("city", "Rom")], "From Rom", "From {{city}}");
}

#[test]
fn a_value_that_is_named_like_a_slot_or_like_one_of_our_own_names_changes_no_name() {
    check(
        &[("a", "email"), ("email", "x@x.test")],
        "x@x.test",
        "{{email}}",
    );
    let mask = mask(&[("state", "stopped")], false);
    assert_eq!(mask.apply(&Diagnosis::Stopped), Diagnosis::Stopped);
    let both = vec![Diagnosis::Stopped, said("it stopped")];
    let masked = vec![Diagnosis::Stopped, said("it {{state}}")];
    assert_eq!(mask.apply(&both), masked);
}

#[test]
fn the_skills_own_words_stay() {
    let event = Event::StepBegan {
        step: 0,
        intent: "Enter the name".into(),
        action: "fill".into(),
        acts: true,
        is_commit: false,
    };
    let entries = [Entry { at_ms: 0, event }];
    let mask = mask(&[("what", "name"), ("how", "fill")], false);
    assert_eq!(mask.entries(&entries), entries);
}

#[test]
fn another_text_where_a_value_should_be_is_told_as_its_length() {
    let of = |condition: PostCondition, actual: Fact| Entry {
        at_ms: 0,
        event: Event::Checked {
            held: 0,
            of: 1,
            checks: vec![Check {
                is_inferred: false,
                baseline: Baseline::Nothing,
                verdict: Verdict::Failed,
                expected: condition.expected(&Baseline::Nothing),
                evidence: vec![actual.clone()],
                actual,
                is_final: false,
                condition,
            }],
        },
    };
    let claim = |value: &str| PostCondition::ValueEquals {
        target: Fingerprint::default(),
        value: value.into(),
    };
    let text = |text: &str| Fact::Text { text: text.into() };
    let mask = mask(&[("name", "Ada Lovelace")], false);
    let check = |actual: Fact, expected: Fact| {
        let masked = mask.entries(&[of(claim("Ada Lovelace"), actual)]);
        assert_eq!(masked, [of(claim("{{name}}"), expected)]);
    };
    check(text("Ada Love"), Fact::Masked { length: 8 });
    check(text("Ada Lovelace"), text("{{name}}"));
    check(text(""), text(""));
    let fixed = of(claim("yes"), text("no"));
    assert_eq!(mask.entries(std::slice::from_ref(&fixed)), [fixed]);
}
