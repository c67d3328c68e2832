//! What a step claims where its skill claims nothing of it.

use protocol::{Action, Fingerprint, PostCondition};

use crate::run::Step;

/// What buttons that send a form begin with, in lower case.
const SENDING: [&str; 34] = [
    "add", "apply", "approve", "book", "buy", "checkout", "confirm", "create", "delete", "done",
    "finish", "log in", "login", "order", "pay", "place", "post", "publish", "register", "remove",
    "save", "send", "sign in", "sign up", "submit", "update", "保存", "提交", "确定", "确认",
    "发送", "创建", "添加", "删除",
];

/// The conditions of a step without any, which are told as inferred: of one that sends something that
/// nothing is complained about and that something came of it. They are weak: they find out that a
/// step did *not* work, and prove nothing. What an action itself claims ([`Action::claims`]) needs no
/// inference.
#[must_use]
pub fn infer(step: &Step) -> Vec<PostCondition> {
    if !step.expect.is_empty() || !(step.is_commit || sends(&step.action)) {
        return vec![];
    }
    vec![
        PostCondition::NoValidationErrors { within: None },
        PostCondition::SomethingChanged {},
    ]
}

/// Whether an action sends a form, by what it is done to.
fn sends(action: &Action) -> bool {
    match action {
        Action::Fill { enter, .. } => *enter,
        Action::Click { target, .. } => is_submit(target),
        _ => false,
    }
}

fn is_submit(target: &Fingerprint) -> bool {
    let attribute = |name: &str| target.attributes.get(name).map(String::as_str);
    match attribute("type") {
        Some("submit" | "image") => return true,
        // html 4.10.6: such a button sends nothing by itself, but its page may.
        Some("reset") => return false,
        _ => {}
    }
    let is_button = target.role.as_deref() == Some("button")
        || matches!(target.tag.as_deref(), Some("button" | "input"));
    let name = target
        .name
        .as_deref()
        .unwrap_or_default()
        .trim()
        .to_lowercase();
    is_button && SENDING.iter().any(|word| begins_with(&name, word))
}

/// A whole word; scripts written without spaces have no such ends.
fn begins_with(name: &str, word: &str) -> bool {
    name.strip_prefix(word)
        .is_some_and(|rest| !word.is_ascii() || !rest.starts_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use protocol::{Action, Fingerprint, PostCondition};

    use super::infer;
    use crate::run::Step;

    fn step(action: Action) -> Step {
        Step {
            intent: "x".into(),
            action,
            expect: vec![],
            is_commit: false,
            once_proof: None,
            limit_ms: 1_000,
            manner: protocol::Manner::default(),
        }
    }

    fn click(role: &str, name: &str) -> Action {
        Action::click(Fingerprint {
            role: Some(role.into()),
            name: Some(name.into()),
            ..Fingerprint::default()
        })
    }

    fn check(step: &Step, is_inferred: bool) {
        let inferred = infer(step);
        assert_eq!(!inferred.is_empty(), is_inferred, "{:?}", step.action);
    }

    #[test]
    fn a_click_that_sends_must_bring_something_and_no_complaint() {
        let inferred = infer(&step(click("button", "Save customer")));
        let expected = [
            PostCondition::NoValidationErrors { within: None },
            PostCondition::SomethingChanged {},
        ];
        assert_eq!(inferred, expected);
    }

    #[test]
    fn only_what_sends_claims_it() {
        for (role, name, sends) in [
            ("button", "Save", true),
            ("button", " SUBMIT order", true),
            ("button", "保存客户", true),
            ("button", "Log in", true),
            ("button", "Address book", false),
            ("button", "Additional fields", false),
            ("button", "", false),
            ("link", "Save", false),
            ("checkbox", "Delete", false),
        ] {
            check(&step(click(role, name)), sends);
        }
    }

    #[test]
    fn the_type_of_a_button_says_more_than_its_name() {
        let typed = |kind: &str| {
            Action::click(Fingerprint {
                role: Some("button".into()),
                name: Some(if kind == "reset" { "Delete" } else { "Go" }.into()),
                attributes: [("type".to_owned(), kind.to_owned())].into(),
                ..Fingerprint::default()
            })
        };
        check(&step(typed("submit")), true);
        check(&step(typed("reset")), false);
        check(&step(typed("button")), false);
    }

    #[test]
    fn a_commit_claims_it_whatever_it_does_and_a_claimed_step_nothing_more() {
        let mut commit = step(click("link", "Go"));
        commit.is_commit = true;
        check(&commit, true);
        commit.expect.push(PostCondition::UrlMatches {
            pattern: "/done".into(),
        });
        check(&commit, false);
    }

    #[test]
    fn a_filled_field_claims_its_value_by_itself() {
        let field = Fingerprint::default();
        check(&step(Action::fill(field.clone(), "Ada")), false);
        let enter = Action::Fill {
            target: field,
            value: "Ada".into(),
            enter: true,
        };
        check(&step(enter), true);
    }
}
