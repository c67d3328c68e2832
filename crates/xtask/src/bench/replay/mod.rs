//! `cargo xtask bench replay`: a row of the sample skill through the real panel, against the same flow
//! written with Playwright; what a long batch costs; and whether what is reported is what was stored.

mod compare;
mod honesty;
mod long;
mod render;
mod rows;

use std::path::Path;

use anyhow::Result;
use e2e::Bench;
use practice_site::ServeOptions;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::report::{Part, conditions, write};
use crate::build::{Package, build, with_local_hosts};
use crate::demo::runtime;
use crate::tools::ensure_browser;

pub(super) const PART: Part = Part {
    name: "replay",
    render: render::render,
};

/// How long the API of the far server takes, ms.
const FAR_MS: u32 = 150;

/// How many customers a site's list shows that does not grow: a page like any other of a long list.
const PAGE: usize = 20;

/// Everything measured.
#[derive(Serialize, Deserialize)]
struct Figures {
    near: compare::Compared,
    far: compare::Compared,
    long: long::Long,
    honesty: Vec<honesty::Told>,
}

/// Measures all of it and writes the figures. `--quick` leaves out the long batch and writes nothing.
pub(crate) fn replay(options: &[&str]) -> Result<()> {
    let is_quick = options == ["--quick"];
    let browser = ensure_browser()?;
    let extension = with_local_hosts(&build(Package::Shipped)?)?;
    runtime()?.block_on(async {
        let near = compare::compare(&extension, &browser, 0).await?;
        let far = compare::compare(&extension, &browser, FAR_MS).await?;
        let honesty = honesty::honesty(&extension).await?;
        if is_quick {
            println!("{}", render::honesty(&honesty));
            return Ok(());
        }
        let anew = bench(&extension, 0).await?;
        let bench = bench(&extension, 0).await?;
        let figures = Figures {
            near,
            far,
            long: long::long(&bench, &anew).await?,
            honesty,
        };
        let said = conditions(Some(&bench.browser)).await?;
        let figures: Value = serde_json::to_value(figures)?;
        println!("{}", render::render(&figures));
        write(PART.name, figures, said)
    })
}

/// A site whose list does not grow, and a desk on it.
async fn bench(extension: &Path, api_delay_ms: u32) -> Result<Bench> {
    let options = ServeOptions {
        api_delay_ms,
        keeps: Some(PAGE),
        samples: PAGE.min(12),
        ..ServeOptions::default()
    };
    Bench::start(extension.to_owned(), options, true).await
}
