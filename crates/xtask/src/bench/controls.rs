//! Controls of real libraries, each set by a run: `cargo xtask bench controls`.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use e2e::{Delivery, Desk, DeskOptions, Probe, WebControl, WebPages, deliver, tell, web_controls};

use crate::build::{Package, build};
use crate::demo::runtime;
use crate::options::Options;
use crate::tools::ensure_browser;

/// Limit of a step, ms; of one that can't come true, less.
const LIMIT_MS: u32 = 8_000;
const REFUSED_LIMIT_MS: u32 = 3_000;

/// Sets every control; `--page`, `--name` and `--engine` narrow it down, `--mode refuse` has the apps refuse
/// every value, `--mode bad` gives what a control can't take.
pub(crate) fn controls(arguments: &[&str]) -> Result<()> {
    let options = Options::read(
        arguments,
        &[
            "--page",
            "--name",
            "--engine",
            "--mode",
            "--extension",
            "--pages",
            "--shot",
            "--script",
            "--html",
        ],
        &[],
    )?;
    ensure_browser()?;
    let extension = match options.get("--extension") {
        Some(folder) => PathBuf::from(folder),
        None => build(Package::Test)?,
    };
    let folder = options.get("--pages").context("--pages")?.to_owned();
    runtime()?.block_on(run(&options, &extension, Path::new(&folder)))
}

async fn run(options: &Options, extension: &Path, folder: &Path) -> Result<()> {
    let pages = WebPages::start(folder, None).await?;
    let desk = DeskOptions {
        extension: extension.to_owned(),
        profile: None,
        headless: true,
    };
    let desk = Desk::start(desk, &pages.url("plain.html")).await?;
    let panel = desk.open_panel().await?;
    let page = desk
        .open_work_page(&panel, &pages.url("plain.html?work"))
        .await?;
    if let Some(source) = options.get("--script") {
        page.command("Page.enable", serde_json::json!({})).await?;
        let watch = serde_json::json!({ "source": source });
        page.command("Page.addScriptToEvaluateOnNewDocument", watch)
            .await?;
    }
    let script = Probe::script(extension, options.get("--engine").unwrap_or("wasm"))?;
    let mode = options.get("--mode").unwrap_or("set");
    let (mut good, mut all) = (0, 0);
    for control in web_controls()? {
        let is_meant = |option: &str, value: &str| {
            options
                .get(option)
                .is_none_or(|wanted| value.contains(wanted))
        };
        if !is_meant("--page", &control.page) || !is_meant("--name", &control.name) {
            continue;
        }
        let Some((value, file, limit)) = asked(&control, mode) else {
            continue;
        };
        all += 1;
        let began = std::time::Instant::now();
        let delivery = deliver(&page, &script, &pages.url(&file), &control, &value, limit).await?;
        let is_good = is_right(&control, mode, &delivery);
        good += u32::from(is_good);
        if let Some(file) = options.get("--shot") {
            std::fs::write(file, page.screenshot().await?)?;
        }
        if let Some(selector) = options.get("--html") {
            println!("{}", page.evaluate::<serde_json::Value>(selector).await?);
        }
        println!(
            "{} {} {} {} [{}] {} ms: {} | state {}",
            if is_good { "ok  " } else { "FAIL" },
            control.page,
            control.control,
            control.variant,
            control.name,
            began.elapsed().as_millis(),
            tell(&delivery.end),
            delivery.state
        );
        let focused: bool = page.evaluate("document.hasFocus()").await?;
        if focused {
            println!("the page has the focus!");
        }
    }
    println!("{good} of {all}");
    desk.browser.close().await?;
    Ok(())
}

fn asked(control: &WebControl, mode: &str) -> Option<(serde_json::Value, String, u32)> {
    let file = format!("{}.html", control.page);
    match mode {
        "refuse" => Some((
            control.value.clone(),
            format!("{file}?refuse"),
            REFUSED_LIMIT_MS,
        )),
        "bad" => Some((control.bad.clone()?, file, LIMIT_MS)),
        _ => Some((control.value.clone(), file, LIMIT_MS)),
    }
}

fn is_right(control: &WebControl, mode: &str, delivery: &Delivery) -> bool {
    let has_arrived = delivery.state == control.expect;
    match mode {
        "refuse" | "bad" => !delivery.is_claimed() && !has_arrived,
        _ => delivery.is_claimed() && has_arrived,
    }
}
