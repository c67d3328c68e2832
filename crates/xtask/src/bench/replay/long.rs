//! What the thousandth row of a batch costs, against the first.

use anyhow::{Result, bail};
use e2e::{Bench, Panel};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::rows::{begin, end, times};
use crate::bench::median;

const ROWS: usize = 1_000;

/// Rows around the one that is measured.
const WINDOW: usize = 20;

/// Memory is first measured after so many rows, when everything was loaded.
const WARM: usize = 20;

/// Medians of windows of rows, ms, and how the panel's memory grew.
#[derive(Serialize, Deserialize)]
pub(super) struct Long {
    pub(super) first_ms: f64,
    pub(super) middle_ms: f64,
    pub(super) last_ms: f64,
    /// The first rows of a new batch in a new browser, right after the last: what else the machine does
    /// then hits both alike, but not the rows of minutes ago.
    pub(super) anew_ms: f64,
    /// Bytes of the panel after its garbage was collected, at the end less those at the start.
    pub(super) growth: f64,
    pub(super) reported: usize,
    pub(super) stored: u32,
}

/// Runs the batch through the panel of a site whose list does not grow, then the first rows of another on
/// `anew`.
pub(super) async fn long(bench: &Bench, anew: &Bench) -> Result<Long> {
    let before = bench.site.stored_ever();
    let panel = begin(bench, 0..ROWS).await?;
    let limit = std::time::Duration::from_secs(120);
    panel.wait_for_rows(WARM, limit).await?;
    let warm = memory(&panel).await?;
    let rows = end(&panel, ROWS).await?;
    let growth = memory(&panel).await? - warm;
    if rows.len() != ROWS {
        bail!("{} rows were kept", rows.len());
    }
    let panel = begin(anew, 0..WINDOW + 1).await?;
    let anew_ms = median(times(&end(&panel, WINDOW + 1).await?));
    let times = times(&rows);
    let window = |from: usize| median(times[from..from + WINDOW].to_vec());
    Ok(Long {
        first_ms: window(0),
        middle_ms: window(times.len() / 2 - WINDOW / 2),
        last_ms: window(times.len() - WINDOW),
        anew_ms,
        growth,
        reported: rows.iter().filter(|row| row.status == "done").count(),
        stored: bench.site.stored_ever() - before,
    })
}

/// Bytes of objects, of the document and of WebAssembly memory.
async fn memory(panel: &Panel) -> Result<f64> {
    panel
        .page
        .command("HeapProfiler.collectGarbage", json!({}))
        .await?;
    let usage = panel
        .page
        .command("Runtime.getHeapUsage", json!({}))
        .await?;
    let parts = ["usedSize", "embedderHeapUsedSize", "backingStorageSize"];
    Ok(parts.iter().filter_map(|part| usage[part].as_f64()).sum())
}
