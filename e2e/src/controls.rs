//! Controls of real libraries, each set to a value by a run: what the run reports, and what the page's own
//! app believes.

use anyhow::{Context as _, Result};
use base64::Engine as _;
use browser::Page;
use guardrails::{Mode, Policy};
use protocol::{Action, FilePart, Fingerprint};
use replay::{Handover, Outcome, Ports, RowEnd, Run, Step, run_row};
use serde_json::Value;

use crate::probe_page::{MachineClock, NoJournal, NoNetwork, ProbePage};
use crate::web_pages::WebControl;

/// What came of setting a control.
#[derive(Debug)]
pub struct Delivery {
    /// What the run reported.
    pub end: RowEnd,
    /// What the app believes.
    pub state: Value,
}

impl Delivery {
    /// Whether the run says that it is done.
    #[must_use]
    pub fn is_claimed(&self) -> bool {
        self.end.outcome == Outcome::Done
    }
}

/// Opens the control's page at `url` and has a run set it to `value`.
///
/// # Errors
/// When the page can't be opened or asked.
pub async fn deliver(
    page: &Page,
    script: &str,
    url: &str,
    control: &WebControl,
    value: &Value,
    limit_ms: u32,
) -> Result<Delivery> {
    let files = files_of(value);
    let ports_page = ProbePage::new(page, script, files);
    let run = run(url, control, value, limit_ms)?;
    let ports = Ports {
        page: &ports_page,
        network: &NoNetwork,
        clock: &MachineClock,
        journal: &NoJournal,
        is_stopped: &|| false,
    };
    let end = run_row(&run, Handover::default(), &ports).await;
    let state = format!(
        "globalThis.STATE?.[{}] ?? null",
        serde_json::to_string(&control.key)?
    );
    let state = page.evaluate(&state).await?;
    Ok(Delivery { end, state })
}

/// How a run ended, in a line.
#[must_use]
pub fn tell(end: &RowEnd) -> String {
    let checks = end.checks.iter().filter(|check| !check.is_held());
    let checks: Vec<String> = checks
        .map(|check| format!("{}: {}", check.condition, check.actual))
        .collect();
    let why = end
        .diagnosis
        .as_ref()
        .map(ToString::to_string)
        .unwrap_or_default();
    format!("{:?} {why} {}", end.outcome, checks.join("; "))
}

fn files_of(value: &Value) -> Vec<FilePart> {
    let text = value.get("text").and_then(Value::as_str);
    let name = value.get("name").and_then(Value::as_str);
    let parts = name.zip(text).map(|(name, text)| FilePart {
        name: name.to_owned(),
        media_type: "text/plain".into(),
        base64: base64::engine::general_purpose::STANDARD.encode(text),
    });
    parts.into_iter().collect()
}

fn run(url: &str, control: &WebControl, value: &Value, limit_ms: u32) -> Result<Run> {
    let opener = control.open.as_ref().map(|name| {
        let button = Fingerprint {
            role: Some("button".into()),
            name: Some(name.clone()),
            ..Fingerprint::default()
        };
        step(format!("Open {name}"), Action::click(button), limit_ms)
    });
    let set = step(
        format!("Set {}", control.name),
        action(control, value)?,
        limit_ms,
    );
    Ok(Run {
        id: format!("{}/{}", control.page, control.key),
        policy: Policy {
            sites: vec![format!("{}/*", origin_of(url)).parse()?],
            mode: Mode::Batch,
        },
        start_url: url.to_owned(),
        steps: opener.into_iter().chain([set]).collect(),
        success: vec![],
        row_key: None,
    })
}

/// `http://127.0.0.1:4780` of an address below it.
fn origin_of(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    let end = url[host..].find('/').map_or(url.len(), |at| host + at);
    &url[..end]
}

fn step(intent: String, action: Action, limit_ms: u32) -> Step {
    Step {
        intent,
        action,
        expect: vec![],
        is_commit: false,
        once_proof: None,
        limit_ms,
    }
}

/// The action a skill would name for this kind of control.
fn action(control: &WebControl, value: &Value) -> Result<Action> {
    let is_aria = control.role.chars().all(|c| c.is_ascii_lowercase());
    let in_grid = |what: &str| {
        control
            .cell
            .as_ref()
            .and_then(|cell| cell.get(what).cloned())
    };
    let target = Fingerprint {
        // A cell is named by what it holds, and holds something else afterwards.
        name: control.cell.is_none().then(|| control.name.clone()),
        role: is_aria.then(|| control.role.clone()),
        row: in_grid("row"),
        column: in_grid("column"),
        ..Fingerprint::default()
    };
    let text = || {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let texts = || -> Result<Vec<String>> { Ok(serde_json::from_value(value.clone())?) };
    Ok(match control.control.as_str() {
        "checkbox" | "switch" => Action::SetChecked {
            target,
            checked: value.as_bool().context("a box takes true or false")?,
        },
        "select" | "search_select" | "radio" => Action::Select {
            target,
            option: text(),
        },
        "multi_select" => Action::SelectMany {
            target,
            options: texts()?,
        },
        "cascader" | "tree_select" => Action::PickPath {
            target,
            path: texts()?,
        },
        "slider" => Action::SetSlider {
            target,
            value: text(),
        },
        "date" => Action::SetDate {
            target,
            date: text(),
        },
        "time" => Action::SetTime {
            target,
            time: text(),
        },
        "date_range" => {
            let [from, to] = <[String; 2]>::try_from(texts()?)
                .map_err(|_| anyhow::anyhow!("a range has two ends"))?;
            Action::SetDateRange { target, from, to }
        }
        "upload" => {
            let name = value
                .get("name")
                .and_then(Value::as_str)
                .context("a file has a name")?;
            Action::Upload {
                target,
                files: vec![name.to_owned()],
            }
        }
        _ => Action::fill(target, text()),
    })
}
