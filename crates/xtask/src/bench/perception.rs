//! `cargo xtask bench perception`: reading a page, against the floor and against Playwright.

use std::fmt::Write as _;
use std::process::Command;

use anyhow::{Context as _, Result};
use browser::{Browser, LaunchOptions};
use e2e::{Coverage, Probe, coverage};
use perception::estimate_tokens;
use protocol::{Observation, Reply, Request};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::median;
use super::pages::{Generated, all};
use super::report::{Part, conditions, write};
use crate::build::{Package, build};
use crate::demo::runtime;
use crate::tools::{ensure_browser, npm_tools, root};

pub(super) const PART: Part = Part {
    name: "perception",
    render,
};

/// What any reader must do at least: a walk that reads tag, box and visibility of every element.
const FLOOR: &str = "() => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT);
    let read = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        read += node.tagName.length + node.getBoundingClientRect().width + node.checkVisibility();
    }
    return read;
}";

/// Rounds that are not counted: the browser compiles what runs often.
const WARM_UP: u32 = 3;

/// What was measured on one page. Times are medians, ms.
#[derive(Serialize, Deserialize)]
struct Measured {
    page: String,
    elements: u32,
    floor_ms: f64,
    wasm_ms: f64,
    js_ms: f64,
    playwright_ms: f64,
    tokens: u32,
    playwright_tokens: u32,
    /// Interactive nodes of Chromium's accessibility tree.
    interactive: usize,
    /// Those of them that the engine has too, with the same role and name.
    seen: usize,
}

#[derive(Deserialize)]
struct Snapshots {
    ms: Vec<f64>,
    text: String,
}

/// Measures all pages and writes the figures.
pub(crate) fn perception() -> Result<()> {
    ensure_browser()?;
    let extension = build(Package::Shipped)?;
    let wasm = Probe::script(&extension, "wasm")?;
    let js = Probe::script(&extension, "js")?;
    let (measured, conditions) = runtime()?.block_on(async {
        let mut measured = Vec::new();
        let mut said = Value::Null;
        for page in all() {
            let browser = Browser::launch(LaunchOptions::default()).await?;
            measured.push(
                measure(&browser, &page, &wasm, &js)
                    .await
                    .context(page.name)?,
            );
            said = conditions(Some(&browser)).await?;
            browser.close().await?;
        }
        anyhow::Ok((measured, said))
    })?;
    let figures = serde_json::to_value(&measured)?;
    println!("{}", render(&figures));
    write("perception", figures, conditions)
}

async fn measure(browser: &Browser, page: &Generated, wasm: &str, js: &str) -> Result<Measured> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("page.html");
    std::fs::write(&file, &page.html)?;
    let url = format!("file://{}", file.display());
    let tab = browser.new_page(&url).await?;
    let wasm = Probe::start(&tab, wasm).await?;
    let js = Probe::start(&tab, js).await?;
    let observe = Request::observe();
    // In turns, so that whatever else the machine does hits all alike.
    let (mut floor_ms, mut wasm_ms, mut js_ms) = (vec![], vec![], vec![]);
    for round in 0..WARM_UP + page.rounds {
        if round == WARM_UP {
            (floor_ms, wasm_ms, js_ms) = (vec![], vec![], vec![]);
        }
        floor_ms.push(wasm.time(FLOOR).await?);
        wasm_ms.push(wasm.time_ask(&observe).await?);
        js_ms.push(js.time_ask(&observe).await?);
    }
    let observation = observed(&wasm).await?;
    let playwright = playwright(browser, &url, page.rounds.min(5))?;
    let Coverage {
        interactive, seen, ..
    } = coverage(&tab, &wasm).await?;
    Ok(Measured {
        page: page.name.into(),
        elements: wasm.call("document.querySelectorAll('*').length").await?,
        floor_ms: median(floor_ms),
        wasm_ms: median(wasm_ms),
        js_ms: median(js_ms),
        playwright_ms: median(playwright.ms),
        tokens: estimate_tokens(&observation.outline),
        playwright_tokens: estimate_tokens(&playwright.text),
        interactive,
        seen,
    })
}

async fn observed(probe: &Probe) -> Result<Observation> {
    match probe.ask(Request::observe()).await? {
        Reply::Observed(observation) => Ok(observation),
        _ => anyhow::bail!("the engine did not observe"),
    }
}

fn playwright(browser: &Browser, url: &str, rounds: u32) -> Result<Snapshots> {
    npm_tools()?;
    let output = Command::new("node")
        .arg(root().join("tools/bench/aria-snapshot.mjs"))
        .args([browser.address(), url, &rounds.to_string()])
        .current_dir(root().join("tools"))
        .output()
        .context("node did not start")?;
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).with_context(|| format!("Playwright said: {said}"))
}

#[allow(clippy::cast_precision_loss)] // counts of a page
fn render(figures: &Value) -> String {
    let Ok(measured) = serde_json::from_value::<Vec<Measured>>(figures.clone()) else {
        return String::new();
    };
    let mut text = String::from(
        "## Reading a page\n\nFrom the live page to the outline a model reads, in one browser session per page. The \
         floor is a bare tree walk that reads\ntag, box and visibility of every element; Playwright is `ariaSnapshot` \
         in its mode for models (`playwright-core`), timed from\nNode over its own connection. Hold: at most 1.5 \
         (WebAssembly) and 2.5 (JavaScript) times the floor, at most 0.1 of Playwright's\ntime and 0.3 of its tokens \
         (counted alike for both), at least 99.5 % of the interactive nodes of Chromium's own accessibility tree,\n\
         by role and name.\n\n| page | elements | WebAssembly / floor | JavaScript / floor | of Playwright's time | of \
         its tokens | interactive nodes seen |\n|---|--:|--:|--:|--:|--:|--:|\n",
    );
    for one in &measured {
        let _ = writeln!(
            text,
            "| {} | {} | {:.2} | {:.2} | {:.3} | {:.2} | {} of {} |",
            one.page,
            one.elements,
            one.wasm_ms / one.floor_ms,
            one.js_ms / one.floor_ms,
            one.wasm_ms / one.playwright_ms,
            f64::from(one.tokens) / f64::from(one.playwright_tokens),
            one.seen,
            one.interactive,
        );
    }
    let find = |name: &str| measured.iter().find(|one| one.page.contains(name));
    if let (Some(ten), Some(fifty)) = (find("10k"), find("50k")) {
        let _ = writeln!(
            text,
            "\nGrowth from 10k to 50k elements: {:.1} times the time (hold: 6).",
            fifty.wasm_ms / ten.wasm_ms
        );
    }
    text
}
