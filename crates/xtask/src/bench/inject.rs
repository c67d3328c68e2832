//! Figures, each against its peer in the same run: `cargo xtask bench inject`.

use anyhow::Result;
use e2e::{Bench, Panel};
use practice_site::ServeOptions;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::report::{Part, conditions, write};

use crate::build::{Package, build, with_local_hosts};
use crate::demo::runtime;
use crate::tools::ensure_browser;

pub(super) const PART: Part = Part {
    name: "inject",
    render,
};

/// How often each way is measured.
const ROUNDS: u32 = 15;

/// Medians of both builds.
#[derive(Serialize, Deserialize)]
struct Figures {
    wasm: Injection,
    js: Injection,
}

/// Medians of one build of the engine, ms.
#[derive(Serialize, Deserialize)]
struct Injection {
    cold: f64,
    warm: f64,
}

/// Measures how long Chrome takes to have the engine run in a document: the first time, and where it
/// runs already. Both builds on the same page, in turns.
pub(crate) fn inject() -> Result<()> {
    ensure_browser()?;
    let extension = with_local_hosts(&build(Package::Shipped)?)?;
    let (figures, said) = runtime()?.block_on(async {
        let bench = Bench::start(extension, ServeOptions::default(), true).await?;
        let panel = bench.open_panel().await?;
        let figures = Figures {
            wasm: measure(&panel, "engine-wasm.js").await?,
            js: measure(&panel, "engine-js.js").await?,
        };
        anyhow::Ok((figures, conditions(Some(&bench.browser)).await?))
    })?;
    let figures = serde_json::to_value(figures)?;
    println!("{}", render(&figures));
    write(PART.name, figures, said)
}

fn render(figures: &Value) -> String {
    let Ok(Figures { wasm, js }) = serde_json::from_value(figures.clone()) else {
        return String::new();
    };
    format!(
        "## Getting into a page\n\nFrom the panel's call to an engine that answers, median of {ROUNDS} on the practice \
         site: cold in a fresh document, warm\nwhere it runs already.\n\n| engine | cold, ms | warm, ms |\n|---|--:|--:|\n\
         | WebAssembly | {:.1} | {:.1} |\n| JavaScript | {:.1} | {:.1} |\n| JavaScript / WebAssembly | {:.2} | {:.2} |\n",
        wasm.cold,
        wasm.warm,
        js.cold,
        js.warm,
        js.cold / wasm.cold,
        js.warm / wasm.warm
    )
}

async fn measure(panel: &Panel, file: &str) -> Result<Injection> {
    panel
        .page
        .evaluate(&format!(
            "(async () => {{
                const [tab] = await chrome.tabs.query({{active: true, currentWindow: true}});
                const loaded = () => new Promise(done => {{
                    const onCompleted = ({{tabId, frameId}}) => {{
                        if (tabId !== tab.id || frameId !== 0) return;
                        chrome.webNavigation.onCompleted.removeListener(onCompleted);
                        done();
                    }};
                    chrome.webNavigation.onCompleted.addListener(onCompleted);
                }});
                const inject = async () => {{
                    const began = performance.now();
                    await chrome.scripting.executeScript({{target: {{tabId: tab.id}}, files: ['{file}']}});
                    return performance.now() - began;
                }};
                const cold = [], warm = [];
                for (let round = 0; round < {ROUNDS}; round++) {{
                    const fresh = loaded();
                    await chrome.tabs.reload(tab.id);
                    await fresh;
                    cold.push(await inject());
                    warm.push(await inject());
                }}
                const median = times => times.sort((a, b) => a - b)[times.length >> 1];
                return {{cold: median(cold), warm: median(warm)}};
            }})()"
        ))
        .await
}
