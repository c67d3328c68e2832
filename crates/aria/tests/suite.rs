//! Names, roles and descriptions against what Chromium itself computed, over the shared cases.
//!
//! The cases are not part of the repository; without them these tests skip, saying so.

use std::collections::HashMap;
use std::path::PathBuf;

use aria::{Aria, Role};
use page_fixture::page_from_html;
use page_model::{NodeId, Page};
use serde::Deserialize;

/// How many of the hard cases (specification and Chromium agree) pass. It only ever goes up.
const FLOOR: usize = 890;

#[derive(Deserialize)]
struct Suite {
    pages: HashMap<String, SuitePage>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct SuitePage {
    html: String,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    title: String,
    page: String,
    selector: String,
    gate: String,
    expected_name: Option<String>,
    expected_role: Option<String>,
    #[serde(default)]
    expected_role_any: Vec<String>,
    expected_description: Option<String>,
}

#[test]
fn as_many_hard_cases_as_ever_pass() {
    let Some(suite) = load::<Suite>("accname-cases.json") else {
        return;
    };
    let pages: HashMap<&str, Page> = suite
        .pages
        .iter()
        .map(|(id, page)| (id.as_str(), page_from_html(&page.html)))
        .collect();
    let mut tally = [(0, 0), (0, 0)];
    for case in &suite.cases {
        let misses = judge(case, &pages[case.page.as_str()]);
        let (passed, all) = &mut tally[usize::from(case.gate != "hard")];
        *all += 1;
        *passed += usize::from(misses.is_empty());
        if case.gate == "hard" && !misses.is_empty() {
            eprintln!("{} ({}): {}", case.id, case.title, misses.join("; "));
        }
    }
    let [(hard, all_hard), (report, all_report)] = tally;
    eprintln!("hard: {hard} of {all_hard}; reported only: {report} of {all_report}");
    assert!(
        hard >= FLOOR,
        "{hard} of {all_hard} hard cases, were {FLOOR}"
    );
}

fn judge(case: &Case, page: &Page) -> Vec<String> {
    let Some(node) = find(page, &case.selector) else {
        return vec![format!("nothing matches {}", case.selector)];
    };
    let aria = Aria::new(page);
    let mut misses = vec![];
    if let Some(expected) = &case.expected_name {
        let name = aria.name(node);
        if name != collapse(expected) {
            misses.push(format!("name {name:?}, expected {expected:?}"));
        }
    }
    if let Some(expected) = &case.expected_description {
        let description = aria.description(node);
        if description != collapse(expected) {
            misses.push(format!(
                "description {description:?}, expected {expected:?}"
            ));
        }
    }
    let accepted = accepted_roles(case);
    let role = aria.role(node);
    if !accepted.is_empty() && !accepted.contains(&role) {
        misses.push(format!("role {role}, expected one of {accepted:?}"));
    }
    misses
}

/// `""` stands for no ARIA role: HTML-AAM's own names are that too.
fn accepted_roles(case: &Case) -> Vec<Role> {
    let mut accepted: Vec<Role> = case
        .expected_role
        .iter()
        .chain(&case.expected_role_any)
        .filter_map(|role| role.parse().ok())
        .collect();
    if case.expected_role_any.iter().any(String::is_empty) {
        let native = Role::ALL
            .iter()
            .filter(|role| role.as_str().starts_with("html-"));
        accepted.extend(native);
    }
    accepted
}

fn find(page: &Page, selector: &str) -> Option<NodeId> {
    let wanted = selector
        .strip_prefix("[data-case=\"")
        .and_then(|rest| rest.strip_suffix("\"]"));
    page.all()
        .find(|&node| wanted.is_some() && page.attribute(node, "data-case") == wanted)
}

fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn load<T: serde::de::DeserializeOwned>(file: &str) -> Option<T> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/suites")
        .join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {} is not there", path.display());
        return None;
    };
    Some(serde_json::from_str(&text).expect("the suite parses"))
}
