//! Milliseconds of a row and of a step, against Playwright on the same site in the same run.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::rows::{Kept, begin, end, json, times};
use crate::bench::median;
use crate::tools::{npm_tools, root};

/// How many rows ours are, and Playwright's of each kind before and after them; first rows are not counted.
const OURS: usize = 41;
const HALF: usize = 21;

/// What Playwright's flow waits for at its end.
const ENDS: [&str; 2] = ["toast", "response"];

/// Medians of both ways, ms.
#[derive(Serialize, Deserialize)]
pub(super) struct Compared {
    /// How long the API takes.
    pub(super) api_ms: u32,
    pub(super) row_ms: f64,
    /// Playwright's where it waits for the toast, which it asks for at intervals of its own.
    pub(super) toast_row_ms: f64,
    /// Playwright's where it waits for the answer only, before the page has taken it in.
    pub(super) response_row_ms: f64,
    pub(super) step_ms: f64,
    /// Share of a row's time by what was waited for, the biggest first.
    pub(super) shares: Vec<(String, f64)>,
}

/// Half of Playwright's rows of each kind, ours, the other half.
pub(super) async fn compare(extension: &Path, browser: &Path, api_ms: u32) -> Result<Compared> {
    let bench = super::bench(extension, api_ms).await?;
    let url = format!("{}/customers", bench.site.url());
    let mut theirs: [Vec<f64>; 2] = [vec![], vec![]];
    let mut next = 0;
    let mut half = |theirs: &mut [Vec<f64>; 2]| -> Result<usize> {
        for (end, times) in ENDS.into_iter().zip(theirs) {
            times.extend(playwright(browser, &url, end, &json(next..next + HALF))?);
            next += HALF;
        }
        next += OURS;
        Ok(next - OURS)
    };
    let first = half(&mut theirs)?;
    let panel = begin(&bench, first..first + OURS).await?;
    let rows = end(&panel, OURS).await?;
    half(&mut theirs)?;
    let [toast, response] = theirs;
    if let Some(row) = rows.iter().find(|row| row.status != "done") {
        bail!("a row is {}: {:?}", row.status, row.reason);
    }
    let compared = Compared {
        api_ms,
        row_ms: median(times(&rows)),
        toast_row_ms: median(toast),
        response_row_ms: median(response),
        step_ms: median(steps(&rows)),
        shares: shares(&rows[1..], times(&rows).iter().sum()),
    };
    print(&compared);
    Ok(compared)
}

fn playwright(browser: &Path, url: &str, end: &str, rows: &Value) -> Result<Vec<f64>> {
    npm_tools()?;
    let mut node = Command::new("node")
        .arg(root().join("tools/bench/replay.mjs"))
        .args([browser.as_os_str(), url.as_ref(), end.as_ref()])
        .current_dir(root().join("tools"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("node did not start")?;
    let mut stdin = node.stdin.take().context("node's standard input")?;
    stdin.write_all(rows.to_string().as_bytes())?;
    drop(stdin);
    let output = node.wait_with_output()?;
    let ms: Vec<f64> = serde_json::from_slice(&output.stdout).context("Playwright failed")?;
    Ok(ms.into_iter().skip(1).collect())
}

fn steps(rows: &[Kept]) -> Vec<f64> {
    let steps = rows.iter().skip(1).flat_map(|row| &row.trace);
    steps.map(|step| step.took_ms).collect()
}

fn shares(rows: &[Kept], all: f64) -> Vec<(String, f64)> {
    let mut sums = BTreeMap::<String, f64>::new();
    for row in rows {
        let of_steps = row.trace.iter().flat_map(|step| &step.waits);
        for wait in row.waits.iter().chain(of_steps) {
            *sums.entry(wait.cause()).or_default() += wait.ms / all;
        }
    }
    let mut shares: Vec<(String, f64)> = sums.into_iter().collect();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    shares
}

fn print(compared: &Compared) {
    println!(
        "API {} ms: a row {:.0} ms, a step {:.0} ms; Playwright {:.0} ms to the toast, ratio {:.2}; {:.0} ms to the \
         answer, ratio {:.2}",
        compared.api_ms,
        compared.row_ms,
        compared.step_ms,
        compared.toast_row_ms,
        compared.row_ms / compared.toast_row_ms,
        compared.response_row_ms,
        compared.row_ms / compared.response_row_ms,
    );
    for (cause, share) in &compared.shares {
        println!(
            "  {:4.0} ms {:4.1} %  {cause}",
            share * compared.row_ms,
            share * 100.0
        );
    }
}
