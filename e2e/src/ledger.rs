//! The extension's own records, read from its IndexedDB.

use std::collections::HashMap;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::panel::Panel;

/// The records of the newest batch, as texts.
#[derive(Deserialize)]
struct Kept {
    rows: Vec<String>,
    runs: Vec<String>,
}

/// The rows of the newest batch as the ledger keeps them, in order; each with its last run: `trace`, what
/// each step came to, and `waits`, what was waited for before the first step and after the last.
///
/// # Errors
/// When the panel is gone or its records can't be read.
pub async fn kept_rows(panel: &Panel) -> Result<Vec<Value>> {
    let kept = read(panel).await?;
    let mut last: HashMap<u64, Value> = HashMap::new();
    for run in parsed(&kept.runs)? {
        last.insert(run["row"].as_u64().unwrap_or(0), run);
    }
    let mut rows = parsed(&kept.rows)?;
    for row in &mut rows {
        let index = row["index"].as_u64().unwrap_or(0);
        let (steps, waits) = last.get(&index).map(steps).unwrap_or_default();
        row["trace"] = Value::Array(steps);
        row["waits"] = Value::Array(waits);
    }
    Ok(rows)
}

/// The traces of the newest batch, by row and attempt.
///
/// # Errors
/// When the panel is gone or its records can't be read.
pub async fn kept_runs(panel: &Panel) -> Result<Vec<Value>> {
    parsed(&read(panel).await?.runs)
}

/// A run's events as what each step came to, and the waits outside of steps.
fn steps(run: &Value) -> (Vec<Value>, Vec<Value>) {
    let (mut steps, mut waits, mut step): (Vec<Value>, Vec<Value>, Option<Value>) =
        Default::default();
    for entry in run["entries"].as_array().into_iter().flatten() {
        let Some((name, of)) = entry["event"].as_object().and_then(|of| of.iter().next()) else {
            continue;
        };
        match (name.as_str(), &mut step) {
            ("step_began", _) => step = Some(json!({ "intent": of["intent"] })),
            ("grounded", Some(step)) => {
                for fact in ["target", "confidence", "runner_up"] {
                    step[fact] = of[fact].clone();
                }
            }
            ("checked", Some(step)) => {
                for (fact, count) in [("held", "held"), ("checks", "of")] {
                    let before = step[fact].as_u64().unwrap_or(0);
                    step[fact] = json!(before + of[count].as_u64().unwrap_or(0));
                }
            }
            ("waited", Some(_)) => {
                let mut step = step.take().unwrap_or_default();
                step["took_ms"] = of["took_ms"].clone();
                step["waits"] = of["waits"].clone();
                steps.push(step);
            }
            ("waited", None) => waits.extend(of["waits"].as_array().cloned().unwrap_or_default()),
            _ => {}
        }
    }
    (steps, waits)
}

fn parsed(texts: &[String]) -> Result<Vec<Value>> {
    let records = texts.iter().map(|text| serde_json::from_str(text));
    records
        .collect::<Result<_, _>>()
        .context("a record of the ledger")
}

async fn read(panel: &Panel) -> Result<Kept> {
    panel
        .page
        .evaluate(
            "new Promise((resolve, reject) => {
                const opening = indexedDB.open('surehand');
                opening.onerror = () => reject(opening.error);
                opening.onsuccess = () => {
                    const stores = opening.result.transaction(['batches', 'rows', 'runs']);
                    const batches = stores.objectStore('batches').getAll();
                    batches.onsuccess = () => {
                        const newest = batches.result.map(text => JSON.parse(text))
                            .reduce((a, b) => a && a.created_at > b.created_at ? a : b, null);
                        const range = IDBKeyRange.bound(`${newest?.id}/`, `${newest?.id}/\u{ffff}`);
                        const rows = stores.objectStore('rows').getAll(range);
                        const runs = stores.objectStore('runs').getAll(range);
                        stores.oncomplete = () => {
                            opening.result.close();
                            resolve({ rows: rows.result, runs: runs.result });
                        };
                    };
                };
            })",
        )
        .await
}
