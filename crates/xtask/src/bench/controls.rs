//! Controls of real libraries, each set by a run: `cargo xtask bench controls`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use e2e::{Asking, WebControl, Workbench, tell, web_controls};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::report::{Part, conditions, write};
use crate::build::{Package, build};
use crate::demo::runtime;
use crate::options::Options;
use crate::tools::ensure_browser;
use crate::web_fixtures::build_web_fixtures;

pub(super) const PART: Part = Part {
    name: "controls",
    render,
};

/// What every control is asked, and by which engine.
const PASSES: [(&str, &str, Asking); 5] = [
    ("takes its value", "wasm", Asking::Take),
    ("takes its value, engine as JavaScript", "js", Asking::Take),
    (
        "impossible value: reported, not set",
        "wasm",
        Asking::Impossible,
    ),
    (
        "refused by the app: not reported done",
        "wasm",
        Asking::Refuse,
    ),
    (
        "refused by the app, engine as JavaScript",
        "js",
        Asking::Refuse,
    ),
];

/// By library and kind of control: how many there are, and how many took their value.
type Table = BTreeMap<String, BTreeMap<String, (u32, u32)>>;

#[derive(Serialize, Deserialize)]
struct Figures {
    passes: Vec<Pass>,
    /// For each library and kind of control: how many there are, and how many took their value.
    table: Table,
}

#[derive(Serialize, Deserialize)]
struct Pass {
    name: String,
    asked: usize,
    right: usize,
    wrong: Vec<String>,
}

/// Asks every control everything and writes the table. With options one pass over some controls is
/// printed: `--page`, `--name`, `--engine`, `--mode take|refuse|impossible`; `--extension FOLDER` takes a build
/// that is there, `--script JS` runs in each page before its own code, `--print JS` prints a value after.
pub(crate) fn controls(arguments: &[&str]) -> Result<()> {
    let names = [
        "--page",
        "--name",
        "--engine",
        "--mode",
        "--extension",
        "--script",
        "--print",
        "--shot",
    ];
    let options = Options::read(arguments, &names, &[])?;
    ensure_browser()?;
    let extension = match options.get("--extension") {
        Some(folder) => PathBuf::from(folder),
        None => build(Package::Test)?,
    };
    let pages = build_web_fixtures()?;
    let engine = options.get("--engine").unwrap_or("wasm");
    runtime()?.block_on(async {
        if !arguments.is_empty() {
            let bench = Workbench::start(&extension, &pages, engine).await?;
            return some(&bench, &options).await;
        }
        // Two at a time: each waits most of its time.
        let (one, other) = PASSES.split_at(3);
        let all = tokio::try_join!(
            passes(one, &extension, &pages),
            passes(other, &extension, &pages)
        )?;
        let (mut figures, said) = all.0;
        figures.passes.extend(all.1.0.passes);
        let figures = serde_json::to_value(figures)?;
        write(PART.name, figures, said)
    })
}

async fn passes(
    which: &[(&str, &str, Asking)],
    extension: &Path,
    pages: &Path,
) -> Result<(Figures, Value)> {
    let mut figures = Figures {
        passes: vec![],
        table: Table::new(),
    };
    let mut said = Value::Null;
    for &(name, engine, asking) in which {
        let bench = Workbench::start(extension, pages, engine).await?;
        let (asked, wrong) = bench.ask_all(asking).await?;
        println!("{name}: {} of {asked}", asked - wrong.len());
        if (engine, asking) == ("wasm", Asking::Take) {
            figures.table = table(&wrong)?;
        }
        figures.passes.push(Pass {
            name: name.to_owned(),
            asked,
            right: asked - wrong.len(),
            wrong: wrong.into_iter().map(|(_, said)| said).collect(),
        });
        said = conditions(Some(bench.browser())).await?;
        bench.close().await?;
    }
    Ok((figures, said))
}

async fn some(bench: &Workbench, options: &Options) -> Result<()> {
    let asking = match options.get("--mode").unwrap_or("take") {
        "take" => Asking::Take,
        "refuse" => Asking::Refuse,
        "impossible" => Asking::Impossible,
        other => bail!("unknown --mode {other}; expected take, refuse or impossible"),
    };
    if let Some(source) = options.get("--script") {
        let page = bench.page();
        page.command("Page.enable", serde_json::json!({})).await?;
        let source = serde_json::json!({ "source": source });
        page.command("Page.addScriptToEvaluateOnNewDocument", source)
            .await?;
    }
    let (mut right, mut asked) = (0, 0);
    for control in web_controls()?
        .iter()
        .filter(|control| is_meant(options, control))
    {
        let began = Instant::now();
        let Some(delivery) = bench.ask(control, asking).await? else {
            continue;
        };
        asked += 1;
        right += u32::from(delivery.is_right);
        println!(
            "{} {} {control}, {} ms: {}; the app has {}",
            if delivery.is_right { "ok  " } else { "FAIL" },
            control.page,
            began.elapsed().as_millis(),
            tell(&delivery.end),
            delivery.state
        );
        if let Some(file) = options.get("--shot") {
            std::fs::write(file, bench.page().screenshot().await?)?;
        }
        if let Some(script) = options.get("--print") {
            println!("{}", bench.page().evaluate::<Value>(script).await?);
        }
    }
    println!("{right} of {asked}");
    Ok(())
}

fn is_meant(options: &Options, control: &WebControl) -> bool {
    let is_page = options
        .get("--page")
        .is_none_or(|page| page == control.page);
    is_page
        && options
            .get("--name")
            .is_none_or(|name| control.name.contains(name))
}

fn table(wrong: &[(WebControl, String)]) -> Result<Table> {
    let is_wrong = |control: &WebControl| {
        wrong
            .iter()
            .any(|(wrong, _)| (&wrong.page, &wrong.key) == (&control.page, &control.key))
    };
    let mut table = Table::new();
    for control in web_controls()? {
        let library = format!("{} {}", control.library, control.version)
            .trim()
            .to_owned();
        let cell = table
            .entry(library)
            .or_default()
            .entry(control.control.clone())
            .or_default();
        cell.0 += 1;
        cell.1 += u32::from(!is_wrong(&control));
    }
    Ok(table)
}

fn render(figures: &Value) -> String {
    let Ok(Figures { passes, table }) = serde_json::from_value(figures.clone()) else {
        return String::new();
    };
    let mut text = String::from(
        "## Controls of real libraries\n\nEach control on a page made of the real library, set by a run of one step with the          person's focus in the panel, in a window without\nfocus. Right is what the page's own app believes afterwards,          and that the run says so; with the app refusing every value, that the run does not.\n\n         | pass | right | of |\n|---|--:|--:|\n",
    );
    for pass in &passes {
        text += &format!("| {} | {} | {} |\n", pass.name, pass.right, pass.asked);
    }
    let kinds: BTreeSet<&String> = table.values().flat_map(BTreeMap::keys).collect();
    text += "\nTaken of how many, by library and kind of control:\n\n| library |";
    for kind in &kinds {
        text += &format!(" {} |", kind.replace('_', " "));
    }
    text += &format!("\n|---|{}\n", "--:|".repeat(kinds.len()));
    for (library, cells) in &table {
        text += &format!("| {library} |");
        for kind in &kinds {
            text += &match cells.get(*kind) {
                None => " |".to_owned(),
                Some((asked, taken)) => format!(" {taken}/{asked} |"),
            };
        }
        text.push('\n');
    }
    let wrong: Vec<String> = passes
        .iter()
        .flat_map(|pass| {
            pass.wrong
                .iter()
                .map(move |said| format!("- {}: {said}", pass.name))
        })
        .collect();
    match wrong.is_empty() {
        true => text + "\nNo gap is known.\n",
        false => format!("{text}\nGaps:\n\n{}\n", wrong.join("\n")),
    }
}
