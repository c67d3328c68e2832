//! Figures, each against its peer in the same run: `cargo xtask bench inject`.

use anyhow::Result;
use e2e::{Bench, Panel};
use practice_site::ServeOptions;
use serde::Deserialize;

use crate::build::{Package, build, with_local_hosts};
use crate::demo::runtime;
use crate::tools::ensure_browser;

/// How often each way is measured.
const ROUNDS: u32 = 15;

/// Medians of one build of the engine, ms.
#[derive(Deserialize)]
struct Injection {
    cold: f64,
    warm: f64,
}

/// Measures how long Chrome takes to have the engine run in a document: the first time, and where it
/// runs already. Both builds on the same page, in turns.
pub(crate) fn inject() -> Result<()> {
    ensure_browser()?;
    let extension = with_local_hosts(&build(Package::Shipped)?)?;
    let (wasm, js) = runtime()?.block_on(async {
        let bench = Bench::start(extension, ServeOptions::default(), true).await?;
        let panel = bench.open_panel().await?;
        let wasm = measure(&panel, "engine-wasm.js").await?;
        let js = measure(&panel, "engine-js.js").await?;
        anyhow::Ok((wasm, js))
    })?;
    println!("median of {ROUNDS}, practice site, same browser");
    println!("{:12} {:>9} {:>9}", "", "cold", "warm");
    for (name, injection) in [("WebAssembly", &wasm), ("JavaScript", &js)] {
        println!(
            "{name:12} {:6.1} ms {:6.1} ms",
            injection.cold, injection.warm
        );
    }
    println!(
        "JavaScript / WebAssembly: cold {:.2}, warm {:.2}",
        js.cold / wasm.cold,
        js.warm / wasm.warm
    );
    Ok(())
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
