//! Controls of real libraries, each set to a value by a run: what the run reports, and what the page's own
//! app believes.

use std::path::Path;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use browser::{Browser, Page};
use guardrails::{Mode, Policy};
use protocol::{Action, FilePart, Fingerprint};
use replay::{Handover, Outcome, Ports, RowEnd, Run, Step, run_row};
use serde_json::Value;

use crate::bench::{Desk, DeskOptions};
use crate::probe::Probe;
use crate::probe_page::{MachineClock, NoJournal, NoNetwork, ProbePage};
use crate::web_pages::{WebControl, WebPages, web_controls};

/// Limit of a step, ms; of one that can't come true, less.
const LIMIT_MS: u32 = 8_000;
const REFUSED_LIMIT_MS: u32 = 3_000;

/// What is asked of a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// To take its value.
    Take,
    /// The same, but the app refuses every value: the run must not say that it is done.
    Refuse,
    /// To take a value it can't: the run must say so, and the app must not have it.
    Impossible,
}

/// What came of setting a control.
#[derive(Debug)]
pub struct Delivery {
    /// What the run reported.
    pub end: RowEnd,
    /// What the app believes.
    pub state: Value,
    /// Whether that is as it must be.
    pub is_right: bool,
}

/// The pages of real libraries, a browser that works on them as a run does, and an engine.
pub struct Workbench {
    desk: Desk,
    pages: WebPages,
    work: Page,
    script: String,
}

impl Workbench {
    /// Starts a browser with the real panel, which has the person's focus, and opens a work tab in a window
    /// without.
    ///
    /// # Errors
    /// When the browser or the server does not start.
    pub async fn start(extension: &Path, pages: &Path, engine: &str) -> Result<Self> {
        let pages = WebPages::start(pages, None).await?;
        let options = DeskOptions {
            extension: extension.to_owned(),
            profile: None,
            headless: true,
        };
        let desk = Desk::start(options, &pages.url("plain.html")).await?;
        let panel = desk.open_panel().await?;
        let work = desk
            .open_work_page(&panel, &pages.url("plain.html?work"))
            .await?;
        let script = Probe::script(extension, engine)?;
        Ok(Self {
            desk,
            pages,
            work,
            script,
        })
    }

    /// The work tab.
    #[must_use]
    pub fn page(&self) -> &Page {
        &self.work
    }

    /// The browser.
    #[must_use]
    pub fn browser(&self) -> &Browser {
        &self.desk.browser
    }

    /// Opens the control's page afresh and has a run of one step set it. `None` where nothing impossible
    /// is known for it.
    ///
    /// # Errors
    /// When the page can't be opened or asked.
    pub async fn ask(&self, control: &WebControl, asking: Asking) -> Result<Option<Delivery>> {
        let file = format!("{}.html", control.page);
        let (value, file, limit_ms) = match asking {
            Asking::Take => (Some(&control.value), file, LIMIT_MS),
            Asking::Refuse => (Some(&control.value), file + "?refuse", REFUSED_LIMIT_MS),
            Asking::Impossible => (control.bad.as_ref(), file, LIMIT_MS),
        };
        let Some(value) = value else { return Ok(None) };
        let run = run(&self.pages.url(&file), control, value, limit_ms)?;
        let page = ProbePage::new(&self.work, &self.script, files_of(value));
        let ports = Ports {
            page: &page,
            network: &NoNetwork,
            clock: &MachineClock,
            journal: &NoJournal,
            is_stopped: &|| false,
        };
        let end = run_row(&run, Handover::default(), &ports).await;
        let key = serde_json::to_string(&control.key)?;
        let state: Value = self
            .work
            .evaluate(&format!("globalThis.STATE?.[{key}] ?? null"))
            .await?;
        let has_focus: bool = self.work.evaluate("document.hasFocus()").await?;
        anyhow::ensure!(!has_focus, "the page took the focus from the panel");
        let (is_done, has_arrived) = (end.outcome == Outcome::Done, state == control.expect);
        let is_right = match asking {
            Asking::Take => is_done && has_arrived,
            Asking::Refuse | Asking::Impossible => !is_done && !has_arrived,
        };
        Ok(Some(Delivery {
            end,
            state,
            is_right,
        }))
    }

    /// Asks the same of every control; gives how many were asked, and those that did not do right.
    ///
    /// # Errors
    /// As for one.
    pub async fn ask_all(&self, asking: Asking) -> Result<(usize, Vec<(WebControl, String)>)> {
        let (mut asked, mut wrong) = (0, vec![]);
        for control in web_controls()? {
            let Some(delivery) = self.ask(&control, asking).await? else {
                continue;
            };
            asked += 1;
            if !delivery.is_right {
                let said = format!(
                    "{} {control}: {}, the app has {}",
                    control.page,
                    tell(&delivery.end),
                    delivery.state
                );
                wrong.push((control, said));
            }
        }
        Ok((asked, wrong))
    }

    /// Closes the browser.
    ///
    /// # Errors
    /// When it does not close.
    pub async fn close(self) -> Result<()> {
        self.desk.browser.close().await
    }
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
        manner: protocol::Manner::default(),
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
