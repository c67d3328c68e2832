//! Pictures of every view, in both languages and themes: `cargo xtask shots`.

use std::time::Duration;

use anyhow::Result;
use e2e::{Bench, Panel, sample_table};
use practice_site::{Fault, FaultRule, ServeOptions};

use crate::build::{Package, build};
use crate::demo::runtime;
use crate::tools::{ensure_browser, target_dir};

/// How long the batch that is pictured may take.
const BATCH_LIMIT: Duration = Duration::from_secs(300);

/// Runs a small batch and takes a picture of each view in each look, into `target/shots/`.
pub(crate) fn shots() -> Result<()> {
    ensure_browser()?;
    let extension = build(Package::Test)?;
    runtime()?.block_on(async {
        let bench = Bench::start(extension, ServeOptions::default(), true).await?;
        for (email, fault) in [
            ("grace@example.test", Fault::ServerError),
            ("mary@example.test", Fault::Rejected),
            ("annie@example.test", Fault::StoredThenError),
        ] {
            bench.site.set_fault(FaultRule::new(email, fault));
        }
        let panel = bench.open_panel().await?;
        panel.import_skill(&bench.skill_file()?).await?;
        panel.load_table(&sample_table(12)).await?;
        panel.start().await?;
        panel.wait_until_ended(BATCH_LIMIT).await?;
        take_all(&panel).await
    })
}

async fn take_all(panel: &Panel) -> Result<()> {
    let folder = target_dir().join("shots");
    std::fs::create_dir_all(&folder)?;
    for language in ["en", "zh"] {
        panel.choose_setting("language", language).await?;
        for (theme, is_dark) in [("light", false), ("dark", true)] {
            for width in [320, 600] {
                panel.page.set_viewport(width, 900, is_dark).await?;
                for view in ["skills", "batches", "inspector", "settings"] {
                    panel.open_view(view).await?;
                    if view == "inspector" {
                        show_all(panel).await?;
                    }
                    let name = format!("{view}-{language}-{theme}-{width}.png");
                    std::fs::write(folder.join(name), panel.page.screenshot().await?)?;
                }
            }
        }
    }
    println!("wrote {}", folder.display());
    Ok(())
}

/// Has the inspector show all it can: lines, a mark and the page at a glance.
async fn show_all(panel: &Panel) -> Result<()> {
    panel.inspect("outline").await?;
    panel.click_ref("e1").await?;
    let open = "document.querySelector('#look-glance').open = true; scrollTo(0, 0)";
    panel.page.execute(open).await
}
