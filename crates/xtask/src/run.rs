//! Any skill over any table on a local site, through the real panel: `cargo xtask run`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use e2e::{Desk, DeskOptions, Panel, kept_rows, read_report};
use serde_json::{Value, json};

use crate::build::{Package, build, with_local_hosts};
use crate::demo::{print_rows_as_they_end, print_table, runtime};
use crate::options::Options;
use crate::tools::ensure_browser;

/// Runs a skill over a table; fails unless every row is done.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let options = Options::read(
        arguments,
        &[
            "--skill", "--table", "--start", "--out", "--report", "--engine",
        ],
        &["--headed"],
    )?;
    let skill = moved_to(&read(options.require("--skill")?)?, options.get("--start"))?;
    let table = std::fs::canonicalize(options.require("--table")?)
        .with_context(|| format!("--table {}", options.require("--table").unwrap_or_default()))?;
    ensure_browser()?;
    let extension = with_local_hosts(&build(Package::Shipped)?)?;
    runtime()?.block_on(async {
        let run = run_in_browser(&options, extension, &skill, &table);
        tokio::select! {
            ended = run => ended,
            _ = tokio::signal::ctrl_c() => bail!("interrupted"),
        }
    })
}

async fn run_in_browser(
    options: &Options,
    extension: PathBuf,
    skill: &Value,
    table: &Path,
) -> Result<()> {
    let desk_options = DeskOptions {
        extension,
        profile: None,
        headless: !options.has("--headed"),
    };
    let start = skill["start_url"].as_str().unwrap_or("about:blank");
    let desk = Desk::start(desk_options, start).await?;
    let mut panel = desk.open_panel().await?;
    if let Some(engine) = options.get("--engine") {
        if !matches!(engine, "wasm" | "js") {
            bail!("--engine {engine}: expected wasm or js");
        }
        panel.choose_setting("engine", engine).await?;
        panel.page.close().await?;
        panel = desk.open_panel().await?;
    }
    let skill = desk.file("skill.json", skill.to_string())?;
    panel.import_skill(&skill).await?;
    no_trouble(&panel).await?;
    panel.load_table(table).await?;
    no_trouble(&panel).await?;
    panel.start().await?;
    print_rows_as_they_end(&panel, &mut BTreeSet::new(), usize::MAX).await?;

    let csv = panel.export().await?;
    if let Some(out) = options.get("--out") {
        std::fs::write(out, &csv).with_context(|| format!("--out {out}"))?;
    }
    let (_, rows) = read_report(&csv)?;
    print_table(&rows);
    if let Some(report) = options.get("--report") {
        let rows = kept_rows(&panel).await?;
        let text = serde_json::to_string_pretty(
            &json!({ "rows": rows.iter().map(told).collect::<Vec<_>>() }),
        )?;
        std::fs::write(report, text).with_context(|| format!("--report {report}"))?;
    }
    no_trouble(&panel).await?;
    let open = rows
        .iter()
        .filter(|row| row.get("status") != "done")
        .count();
    if open > 0 || rows.is_empty() {
        bail!("{open} of {} rows are not done", rows.len());
    }
    Ok(())
}

/// A row of the ledger as the report tells it.
fn told(row: &Value) -> Value {
    json!({
        "row": row["index"].as_u64().unwrap_or(0) + 1,
        "status": row["status"],
        "reason": row["reason"],
        "at_step": row["at_step"],
        "attempts": row["attempts"],
        "steps": row["trace"],
        "checks": row["checks"],
    })
}

async fn no_trouble(panel: &Panel) -> Result<()> {
    let trouble = panel.trouble().await?;
    if trouble.is_empty() {
        Ok(())
    } else {
        bail!("the panel says: {trouble}")
    }
}

fn read(path: &str) -> Result<Value> {
    let text = std::fs::read_to_string(path).with_context(|| path.to_owned())?;
    serde_json::from_str(&text).with_context(|| path.to_owned())
}

/// The skill with another start address; what it says of the old one's host, it says of the new
/// one's.
fn moved_to(skill: &Value, start: Option<&str>) -> Result<Value> {
    let Some(start) = start else {
        return Ok(skill.clone());
    };
    let old = skill["start_url"].as_str().unwrap_or_default();
    let (from, to) = (origin(old), origin(start));
    if from.is_empty() || to.is_empty() {
        bail!("--start {start}: expected an address such as http://127.0.0.1:8080/customers");
    }
    let mut moved: Value = serde_json::from_str(&skill.to_string().replace(from, to))?;
    moved["start_url"] = json!(start);
    Ok(moved)
}

/// Scheme and host of an address, empty if it has none.
fn origin(url: &str) -> &str {
    let Some(authority) = url.find("://").map(|at| at + 3) else {
        return "";
    };
    let end = url[authority..].find(['/', '?', '#']);
    &url[..end.map_or(url.len(), |end| authority + end)]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::moved_to;

    #[test]
    fn a_skill_moves_to_another_host_with_all_it_says_of_it() {
        let skill = json!({ "start_url": "http://a:1/x", "sites": ["http://a:1/*"] });
        let moved = moved_to(&skill, Some("http://b:2/y")).unwrap();
        let expected = json!({ "start_url": "http://b:2/y", "sites": ["http://b:2/*"] });
        assert_eq!(moved, expected);
    }
}
