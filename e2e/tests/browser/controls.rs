//! Controls of real libraries, with the focus in the panel: the value arrives in the page's own app, and what the
//! app refuses is never reported as done. `cargo xtask bench controls` asks the same of every library.

use std::path::PathBuf;

use e2e::{Asking, Workbench, web_controls};

use crate::support::extension;

/// Each with another way to hold a value: the browser's own, a read-only input, a button, a search box.
const PAGES: [&str; 4] = ["plain", "flatpickr", "radix", "react-select"];

async fn check(asking: Asking) {
    let pages = std::env::var_os("SUREHAND_WEB_FIXTURES");
    let pages = pages.expect("SUREHAND_WEB_FIXTURES is not set: run `cargo xtask test`");
    let bench = Workbench::start(&extension(), &PathBuf::from(pages), "wasm")
        .await
        .unwrap();
    let mut wrong = vec![];
    let controls = web_controls().unwrap();
    for control in controls
        .iter()
        .filter(|control| PAGES.contains(&control.page.as_str()))
    {
        let delivery = bench.ask(control, asking).await.unwrap().unwrap();
        if !delivery.is_right {
            wrong.push(format!(
                "{} {control}: {}, the app has {}",
                control.page,
                e2e::tell(&delivery.end),
                delivery.state
            ));
        }
    }
    bench.close().await.unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_control_takes_its_value() {
    check(Asking::Take).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_that_the_app_refuses_is_never_reported_as_done() {
    check(Asking::Refuse).await;
}
