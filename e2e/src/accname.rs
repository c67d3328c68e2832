//! Roles, names, descriptions and states as the engine computes them in real Chromium, against
//! cases in files: pages, and in each of them elements with what is expected.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use aria::Role;
use browser::{Browser, Page};
use serde::{Deserialize, Serialize};

use crate::probe::Probe;

/// A file of cases (`accname-cases/1`).
#[derive(Deserialize)]
pub struct Suite {
    pages: BTreeMap<String, SuitePage>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct SuitePage {
    html: String,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    #[serde(default)]
    title: String,
    page: String,
    selector: String,
    /// `hard`: the specification and Chromium agree. Others are reported, not held.
    #[serde(default)]
    gate: String,
    expected_name: Option<String>,
    expected_role: Option<String>,
    #[serde(default)]
    expected_role_any: Vec<Option<String>>,
    expected_description: Option<String>,
    #[serde(default)]
    chromium_states: BTreeMap<String, serde_json::Value>,
}

/// What the engine said.
#[derive(Deserialize)]
struct Described {
    role: String,
    name: String,
    description: String,
    states: BTreeMap<String, String>,
}

/// How many cases of a kind pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Those that pass.
    pub passed: usize,
    /// All.
    pub all: usize,
}

/// A case that does not pass.
#[derive(Clone, Debug, Serialize)]
pub struct Miss {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whether it is held.
    pub gate: String,
    /// What differs.
    pub why: Vec<String>,
}

/// What came of a suite.
#[derive(Debug, Default, Serialize)]
pub struct Outcome {
    /// Cases that are held.
    pub hard: Tally,
    /// Cases that are only reported.
    pub report: Tally,
    /// Those of either kind that do not pass.
    pub misses: Vec<Miss>,
}

impl Suite {
    /// Reads a file's text.
    ///
    /// # Errors
    /// When it is not such a file: the error says where.
    pub fn read(text: &str) -> Result<Self> {
        serde_json::from_str(text).context("not a file of accname cases")
    }

    /// Puts every case into the browser.
    ///
    /// # Errors
    /// When a page can't be opened; a case whose selector finds nothing is a miss.
    pub async fn run(&self, browser: &Browser, script: &str) -> Result<Outcome> {
        let tab = browser.new_page("about:blank").await?;
        let mut outcome = Outcome::default();
        for (id, page) in &self.pages {
            let cases = self.cases.iter().filter(|case| case.page == *id);
            let cases: Vec<&Case> = cases.collect();
            if !cases.is_empty() {
                run_page(&tab, script, page, &cases, &mut outcome)
                    .await
                    .with_context(|| format!("page {id}"))?;
            }
        }
        let known = |case: &&Case| self.pages.contains_key(&case.page);
        for case in self.cases.iter().filter(|case| !known(case)) {
            outcome.count(case, vec![format!("there is no page {}", case.page)]);
        }
        tab.close().await?;
        Ok(outcome)
    }
}

async fn run_page(
    tab: &Page,
    script: &str,
    page: &SuitePage,
    cases: &[&Case],
    outcome: &mut Outcome,
) -> Result<()> {
    // The declaration makes the page's text mean the same however it arrives.
    let html = format!("\u{feff}{}", page.html);
    let url = format!(
        "data:text/html;charset=utf-8;base64,{}",
        base64(html.as_bytes())
    );
    tab.navigate(&url).await?;
    let probe = Probe::start(tab, script).await?;
    let selectors: Vec<&str> = cases.iter().map(|case| case.selector.as_str()).collect();
    let asked = format!(
        "{{
            const find = (root, selector) => {{
                const found = root.querySelector(selector);
                if (found) return found;
                for (const element of root.querySelectorAll('*')) {{
                    const inner = element.shadowRoot && find(element.shadowRoot, selector);
                    if (inner) return inner;
                }}
                return null;
            }};
            return {}.map(selector => {{
                const found = find(document, selector);
                if (!found) return null;
                const described = engine.describe(found);
                return {{ ...described, states: Object.fromEntries(described.states) }};
            }});
        }}",
        serde_json::to_string(&selectors)?
    );
    let described: Vec<Option<Described>> = probe.call(&asked).await?;
    for (case, described) in cases.iter().zip(described) {
        let misses = match described {
            Some(described) => judge(case, &described),
            None => vec![format!("nothing matches {}", case.selector)],
        };
        outcome.count(case, misses);
    }
    Ok(())
}

impl Outcome {
    fn count(&mut self, case: &Case, why: Vec<String>) {
        let tally = if case.gate == "hard" {
            &mut self.hard
        } else {
            &mut self.report
        };
        tally.all += 1;
        tally.passed += usize::from(why.is_empty());
        if !why.is_empty() {
            self.misses.push(Miss {
                id: case.id.clone(),
                title: case.title.clone(),
                gate: case.gate.clone(),
                why,
            });
        }
    }

    /// Adds another suite's.
    pub fn add(&mut self, other: Self) {
        for (mine, theirs) in [
            (&mut self.hard, other.hard),
            (&mut self.report, other.report),
        ] {
            mine.passed += theirs.passed;
            mine.all += theirs.all;
        }
        self.misses.extend(other.misses);
    }
}

fn judge(case: &Case, found: &Described) -> Vec<String> {
    let mut misses = Vec::new();
    let mut compare = |what: &str, expected: &Option<String>, actual: &str| {
        let differs = expected
            .as_ref()
            .filter(|expected| collapse(expected) != collapse(actual));
        if let Some(expected) = differs {
            misses.push(format!("{what} {actual:?}, expected {expected:?}"));
        }
    };
    compare("name", &case.expected_name, &found.name);
    compare(
        "description",
        &case.expected_description,
        &found.description,
    );
    misses.extend(role_miss(case, &found.role));
    for (state, expected) in &case.chromium_states {
        misses.extend(state_miss(found, state, expected));
    }
    misses
}

/// `generic` and none are one to the cases; HTML-AAM's own names stand for no ARIA role.
fn role_miss(case: &Case, role: &str) -> Option<String> {
    let mut accepted: Vec<&str> = case
        .expected_role_any
        .iter()
        .map(|role| role.as_deref().unwrap_or(""))
        .collect();
    accepted.extend(case.expected_role.as_deref());
    // `img` and `image`, `none` and `presentation` are two words for one role.
    let role_of = |role: &str| role.parse::<Role>().ok();
    let is_one_of = |role: &str| {
        accepted.contains(&role)
            || accepted
                .iter()
                .filter_map(|one| role_of(one))
                .any(|one| Some(one) == role_of(role))
    };
    let is_accepted = accepted.is_empty()
        || is_one_of(role)
        || (accepted.contains(&"") && role.starts_with("html-"));
    (!is_accepted).then(|| format!("role {role}, expected one of {accepted:?}"))
}

fn state_miss(found: &Described, state: &str, expected: &serde_json::Value) -> Option<String> {
    let expected = match expected {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let actual = found.states.get(&state.to_ascii_lowercase())?;
    let is_same = *actual == expected
        // `aria-invalid` names the kind of fault, the engine only that there is one.
        || (state == "invalid" && actual == "true" && expected != "false")
        // Chromium's word for yes here.
        || (state == "busy" && actual == "true" && expected == "1");
    (!is_same).then(|| format!("{state} is {actual}, expected {expected}"))
}

fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}
