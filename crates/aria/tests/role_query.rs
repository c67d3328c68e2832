//! Which elements a query by role, name and state finds, against Playwright's own tests.
//!
//! The cases are not part of the repository; without them this test skips, saying so. Left out are
//! cases whose page a script builds and those with regular expressions, which are no business of
//! this crate.

use std::path::PathBuf;

use aria::{Aria, Role, States, Tristate};
use page_fixture::page_from_html;
use page_model::{NodeId, Page};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
struct Suite {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    html: String,
    query: String,
    #[serde(default)]
    get_by_role_options: Map<String, Value>,
    expected_outer_html: Vec<String>,
}

#[test]
fn queries_find_what_playwright_finds() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/suites/role-query-cases.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {} is not there", path.display());
        return;
    };
    let suite: Suite = serde_json::from_str(&text).expect("the suite parses");
    let mut judged = 0;
    for case in suite
        .cases
        .iter()
        .filter(|case| !case.html.contains("<script"))
    {
        let Some(query) = Query::of(case) else {
            continue;
        };
        judged += 1;
        let page = page_from_html(&case.html);
        let found = query.run(&page);
        assert_eq!(
            found, case.expected_outer_html,
            "{} {}",
            case.id, case.query
        );
    }
    eprintln!("{judged} of {} role queries judged", suite.cases.len());
    assert!(judged >= 48, "only {judged} cases could be judged");
}

struct Query {
    role: Role,
    /// Name, whether it must be the whole name, value.
    conditions: Vec<(String, bool, String)>,
}

impl Query {
    fn of(case: &Case) -> Option<Self> {
        let rest = case.query.strip_prefix("role=")?;
        let (role, mut attributes) = rest.split_at(rest.find('[').unwrap_or(rest.len()));
        let mut conditions = vec![];
        while let Some(inner) = attributes.strip_prefix('[') {
            let end = inner.find(']')?;
            conditions.push(condition(&inner[..end])?);
            attributes = &inner[end + 1..];
        }
        for (name, value) in &case.get_by_role_options {
            let name = name.replace("includeHidden", "include-hidden");
            let value = match value {
                Value::String(text) => text.clone(),
                Value::Object(_) => return None,
                other => other.to_string(),
            };
            conditions.push((name, false, value));
        }
        let role = role.parse().ok()?;
        Some(Self { role, conditions })
    }

    fn run(&self, page: &Page) -> Vec<String> {
        let aria = Aria::new(page);
        page.all()
            .filter(|&node| page.element(node).is_some() && self.matches(&aria, node))
            .map(|node| outer_html(page, node))
            .collect()
    }

    fn matches(&self, aria: &Aria<'_>, node: NodeId) -> bool {
        let has = |condition: &(String, bool, String)| holds(aria, node, condition);
        let includes_hidden = self
            .conditions
            .iter()
            .any(|(name, _, value)| name == "include-hidden" && value == "true");
        role_as_playwright(aria, node) == self.role
            && (includes_hidden || !aria.is_hidden(node))
            && self.conditions.iter().all(has)
    }
}

/// Playwright takes orphans (an option outside any list box) at their word, and has no role for a
/// summary.
fn role_as_playwright(aria: &Aria<'_>, node: NodeId) -> Role {
    match aria.page().tag(node) {
        "summary" => Role::Generic,
        _ => aria.intended_role(node),
    }
}

fn condition(text: &str) -> Option<(String, bool, String)> {
    let Some((name, value)) = text.split_once('=') else {
        return Some((text.to_owned(), true, "true".to_owned()));
    };
    if value.starts_with('/') {
        return None;
    }
    let value = value.trim_matches('"').replace("\\n", " ");
    let name_only = name.trim_end_matches('*');
    Some((name_only.to_owned(), name_only == name, value))
}

fn holds(aria: &Aria<'_>, node: NodeId, (name, is_whole, value): &(String, bool, String)) -> bool {
    let states = aria.states(node);
    match name.as_str() {
        "include-hidden" => true,
        "name" => name_holds(&aria.name(node), *is_whole, value),
        "level" => states.level.map(|level| level.to_string()).as_ref() == Some(value),
        state => state_text(&states, state).as_ref() == Some(value),
    }
}

fn name_holds(name: &str, is_whole: bool, value: &str) -> bool {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    if is_whole {
        name == value
    } else {
        name.to_lowercase().contains(&value.to_lowercase())
    }
}

fn state_text(states: &States, state: &str) -> Option<String> {
    let tristate = |state: Option<Tristate>| match state {
        Some(Tristate::True) => "true".to_owned(),
        Some(Tristate::Mixed) => "mixed".to_owned(),
        Some(Tristate::False) | None => "false".to_owned(),
    };
    match state {
        "checked" => Some(tristate(states.checked)),
        "pressed" => Some(tristate(states.pressed)),
        "disabled" => Some(states.disabled.to_string()),
        "expanded" => states.expanded.map(|expanded| expanded.to_string()),
        "selected" => states.selected.map(|selected| selected.to_string()),
        other => panic!("the suite asks for {other}"),
    }
}

fn outer_html(page: &Page, node: NodeId) -> String {
    let Some(element) = page.element(node) else {
        return page.text(node).unwrap_or_default().to_owned();
    };
    let mut html = format!("<{}", element.tag);
    for attribute in &element.attributes {
        let value = attribute.value.replace('&', "&amp;").replace('"', "&quot;");
        html += &format!(" {}=\"{value}\"", attribute.name);
    }
    html.push('>');
    if matches!(element.tag.as_str(), "img" | "input") {
        return html;
    }
    let children = &page.node(node).children;
    html.extend(children.iter().map(|&child| outer_html(page, child)));
    html + &format!("</{}>", element.tag)
}
