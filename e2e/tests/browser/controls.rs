//! Every control of every real library, with the focus in the panel: the value arrives in the page's own app,
//! and what did not arrive is never reported as done.

use std::path::PathBuf;

use e2e::{Asking, Workbench};

use crate::support::extension;

/// Cells that are known not to do right yet, as `page control "name"`.
const GAPS: [&str; 1] = ["vuetify upload \"BROWSE FILES\" (drop zone)"];

async fn check(engine: &str, asking: Asking) {
    let pages = std::env::var_os("SUREHAND_WEB_FIXTURES");
    let pages =
        PathBuf::from(pages.expect("SUREHAND_WEB_FIXTURES is not set: run `cargo xtask test`"));
    let bench = Workbench::start(&extension(), &pages, engine)
        .await
        .unwrap();
    let (asked, wrong) = bench.ask_all(asking).await.unwrap();
    bench.close().await.unwrap();
    let is_known =
        |said: &str| asking == Asking::Take && GAPS.iter().any(|gap| said.starts_with(gap));
    let unknown: Vec<String> = wrong
        .into_iter()
        .map(|(_, said)| said)
        .filter(|said| !is_known(said))
        .collect();
    assert!(
        unknown.is_empty(),
        "{} of {asked}:\n{}",
        unknown.len(),
        unknown.join("\n")
    );
    assert!(asked > 80, "only {asked} were asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_control_takes_its_value() {
    check("wasm", Asking::Take).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_control_takes_its_value_from_the_engine_in_javascript() {
    check("js", Asking::Take).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_that_the_app_refuses_is_never_reported_as_done() {
    check("wasm", Asking::Refuse).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_that_a_control_can_not_take_is_reported_and_not_set() {
    check("wasm", Asking::Impossible).await;
}
