//! The panel, the engine and their handshake.

use std::time::Duration;

use practice_site::ServeOptions;

use crate::support::{bench, look};

const SOON: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread")]
async fn the_panel_looks_at_the_page_through_an_engine_of_its_own_version() {
    let bench = bench(ServeOptions::default()).await;
    let panel = bench.open_panel().await.unwrap();
    let (engine, outline) = look(&panel).await;
    assert!(engine.contains(env!("CARGO_PKG_VERSION")), "{engine}");
    assert!(outline.contains("button \"New customer\" [e"), "{outline}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_no_extension_may_enter_is_a_clear_error() {
    let bench = bench(ServeOptions::default()).await;
    let panel = bench.open_panel().await.unwrap();
    bench.page.navigate("chrome://version").await.unwrap();
    panel.open_view("inspector").await.unwrap();
    panel.page.click("#look").await.unwrap();
    panel
        .page
        .wait_for("document.querySelector('[role=alert]')", SOON)
        .await
        .unwrap();
    let text: String = panel
        .page
        .evaluate("document.querySelector('[role=alert]').textContent")
        .await
        .unwrap();
    assert!(text.contains("chrome://version"), "{text}");
}
