//! Rows to enter, and what the ledger tells of them afterwards.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use e2e::{Bench, Panel, kept_rows};
use serde::Deserialize;
use serde_json::{Value, json};

/// How long a row may take at most.
const ROW_LIMIT: Duration = Duration::from_secs(10);

/// The fields of the sample skill, as its table and its page name them.
const FIELDS: [&str; 5] = ["Name", "Email", "Phone", "City", "Notes"];

/// What the ledger keeps of a row, as far as it is measured here.
#[derive(Deserialize)]
pub(super) struct Kept {
    pub(super) status: String,
    #[serde(default)]
    pub(super) reason: Option<Value>,
    #[serde(default)]
    pub(super) notices: Vec<String>,
    pub(super) finished_at: f64,
    #[serde(default)]
    pub(super) trace: Vec<KeptStep>,
    /// Waits before the first step and after the last.
    #[serde(default)]
    pub(super) waits: Vec<KeptWait>,
}

#[derive(Deserialize)]
pub(super) struct KeptStep {
    pub(super) took_ms: f64,
    #[serde(default)]
    pub(super) waits: Vec<KeptWait>,
}

#[derive(Deserialize)]
pub(super) struct KeptWait {
    cause: Value,
    pub(super) ms: f64,
}

impl KeptWait {
    /// The cause in words: `quiet`, `condition text_present`.
    pub(super) fn cause(&self) -> String {
        match &self.cause {
            Value::String(name) => name.replace('_', " "),
            Value::Object(cause) => cause
                .iter()
                .map(|(name, of)| {
                    let of = of.as_object().and_then(|of| of.values().next());
                    format!("{name} {}", of.and_then(Value::as_str).unwrap_or(""))
                })
                .collect(),
            other => other.to_string(),
        }
    }
}

/// One row's values, the same for both ways; `at` makes them unique.
pub(super) fn values(at: usize) -> BTreeMap<&'static str, String> {
    let cells = [
        format!("Ada Lovelace {at}"),
        format!("row{at}@example.test"),
        format!("+44 20 7946 {at:04}"),
        "London".to_owned(),
        format!("Customer number {at}, by post"),
    ];
    FIELDS.into_iter().zip(cells).collect()
}

fn csv(rows: Range<usize>) -> String {
    let line = |at| {
        let values = values(at);
        FIELDS
            .map(|field| format!("\"{}\"", values[field]))
            .join(",")
    };
    let lines: Vec<String> = std::iter::once(FIELDS.join(","))
        .chain(rows.map(line))
        .collect();
    lines.join("\n")
}

/// The same as JSON.
pub(super) fn json(rows: Range<usize>) -> Value {
    json!(rows.map(values).collect::<Vec<_>>())
}

/// Begins a batch of these rows in the panel.
pub(super) async fn begin(bench: &Bench, rows: Range<usize>) -> Result<Panel> {
    let panel = bench.open_panel().await?;
    panel.import_skill(&bench.skill_file()?).await?;
    panel
        .load_table(&bench.file("rows.csv", csv(rows))?)
        .await?;
    panel.start().await?;
    Ok(panel)
}

/// Waits for the end of a batch of so many rows and gives what the ledger keeps of it.
pub(super) async fn end(panel: &Panel, rows: usize) -> Result<Vec<Kept>> {
    let limit = ROW_LIMIT * u32::try_from(rows).unwrap_or(u32::MAX);
    panel.wait_until_ended(limit).await?;
    let trouble = panel.trouble().await?;
    if !trouble.is_empty() {
        bail!("the panel says: {trouble}");
    }
    let kept = kept_rows(panel).await?.into_iter();
    kept.map(|row| serde_json::from_value(row).context("a row of the ledger"))
        .collect()
}

/// How long each row took, from the end of the one before it, ms; the first has none before it.
pub(super) fn times(rows: &[Kept]) -> Vec<f64> {
    let pairs = rows.windows(2);
    pairs
        .map(|pair| pair[1].finished_at - pair[0].finished_at)
        .collect()
}
