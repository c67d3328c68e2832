//! `docs/benchmark.md`, put together from what each bench last wrote to `docs/bench/`.

use std::fs;

use anyhow::{Context as _, Result};
use browser::Browser;
use serde_json::{Value, json};

use crate::tools::root;

/// A bench's part of the page.
pub(super) struct Part {
    /// File name without ending in `docs/bench/`, and name of the command.
    pub(super) name: &'static str,
    /// Writes the part from the figures.
    pub(super) render: fn(&Value) -> String,
}

/// The parts, in the order they are read.
const PARTS: [Part; 5] = [
    super::controls::PART,
    super::perception::PART,
    super::grounding::PART,
    super::inject::PART,
    super::replay::PART,
];

/// Keeps the figures of a run and writes the page anew.
pub(super) fn write(name: &str, figures: Value, conditions: Value) -> Result<()> {
    let folder = root().join("docs/bench");
    fs::create_dir_all(&folder)?;
    let kept = json!({ "conditions": conditions, "figures": figures });
    let file = folder.join(format!("{name}.json"));
    fs::write(&file, serde_json::to_string_pretty(&kept)? + "\n")?;
    let page = page()?;
    fs::write(root().join("docs/benchmark.md"), page)?;
    println!("wrote {} and docs/benchmark.md", file.display());
    Ok(())
}

fn page() -> Result<String> {
    let mut page = String::from(
        "# Benchmark\n\nEvery figure here was written by the command named above it; the same as JSON lies in \
         `docs/bench/`. Each\nis measured against its peer or its floor in the same run, so ratios can be compared \
         between machines; times can't.\n",
    );
    for part in PARTS {
        let file = root().join(format!("docs/bench/{}.json", part.name));
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        let kept: Value = serde_json::from_str(&text).context(part.name)?;
        let said = |key: &str| kept["conditions"][key].as_str().unwrap_or("?").to_owned();
        page += &format!(
            "\n{}\n`cargo xtask bench {}`, {}, {}, {}\n",
            (part.render)(&kept["figures"]).trim_end(),
            part.name,
            said("date"),
            said("browser"),
            said("machine"),
        );
    }
    Ok(page)
}

/// Where and when a run was made.
pub(super) async fn conditions(browser: Option<&Browser>) -> Result<Value> {
    let version = match browser {
        Some(browser) => browser.command("Browser.getVersion", json!({})).await?["product"]
            .as_str()
            .unwrap_or("?")
            .to_owned(),
        None => "no browser".to_owned(),
    };
    Ok(json!({ "date": today()?, "browser": version, "machine": machine() }))
}

fn today() -> Result<String> {
    let day = time::OffsetDateTime::now_utc().date();
    Ok(format!("{day}"))
}

fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or("unknown processor", |rest| {
            rest.trim_matches([' ', '\t', ':'])
        });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{cores} cores of {model}")
}
