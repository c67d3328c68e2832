//! `cargo xtask accname FILE…`: every case of the files into real Chromium.

use anyhow::{Context as _, Result, bail};
use browser::{Browser, LaunchOptions};
use e2e::{Outcome, Probe, Suite};

use crate::build::{Package, build};
use crate::demo::runtime;
use crate::tools::ensure_browser;

/// Prints how many cases pass and which do not; fails where one that is held does not.
pub(crate) fn accname(files: &[&str]) -> Result<()> {
    if files.is_empty() {
        bail!("name at least one file of cases");
    }
    let suites = files
        .iter()
        .map(|file| read(file))
        .collect::<Result<Vec<_>>>()?;
    ensure_browser()?;
    let script = Probe::script(&build(Package::Test)?, "wasm")?;
    let outcome = runtime()?.block_on(async {
        let browser = Browser::launch(LaunchOptions::default()).await?;
        let mut outcome = Outcome::default();
        for suite in &suites {
            outcome.add(suite.run(&browser, &script).await?);
        }
        browser.close().await?;
        anyhow::Ok(outcome)
    })?;
    let Outcome {
        hard,
        report,
        misses,
    } = &outcome;
    println!(
        "{} of {} hard cases, {} of {} report cases",
        hard.passed, hard.all, report.passed, report.all
    );
    println!("{}", serde_json::to_string_pretty(misses)?);
    if hard.passed < hard.all {
        bail!("{} hard cases do not pass", hard.all - hard.passed);
    }
    Ok(())
}

fn read(file: &str) -> Result<Suite> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{file} can't be read"))?;
    Suite::read(&text).with_context(|| (*file).to_owned())
}
