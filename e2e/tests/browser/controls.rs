//! Controls of real libraries, with the focus in the panel: the value arrives in the page's own app, and what the
//! app refuses is never reported as done. `cargo xtask bench controls` asks all of it of every library, on both
//! engines.

use std::path::PathBuf;

use e2e::{Asking, Workbench, web_controls};

use crate::support::extension;

/// Pages whose controls each hold a value in another way: the browser's own, a read-only input, a button, a search
/// box, a popup in the body.
const KINDS: [&str; 5] = [
    "plain",
    "flatpickr",
    "radix",
    "react-select",
    "element-plus",
];

/// Pages that take half of the time; the other half is asked at the same time.
const FIRST_HALF: [&str; 7] = [
    "plain",
    "antd5",
    "antd6",
    "mui",
    "flatpickr",
    "radix",
    "react-select",
];

async fn check(engine: &str, asking: Asking, is_asked: impl Fn(&str) -> bool) {
    let pages = std::env::var_os("SUREHAND_WEB_FIXTURES");
    let pages = pages.expect("SUREHAND_WEB_FIXTURES is not set: run `cargo xtask test`");
    let bench = Workbench::start(&extension(), &PathBuf::from(pages), engine)
        .await
        .unwrap();
    let mut wrong = vec![];
    let controls = web_controls().unwrap();
    let asked = controls.iter().filter(|control| is_asked(&control.page));
    let mut count = 0;
    for control in asked {
        count += 1;
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
    assert!(count > 20, "only {count} controls were asked");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_control_takes_its_value_first_half() {
    check("wasm", Asking::Take, |page| FIRST_HALF.contains(&page)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_control_takes_its_value_second_half() {
    check("wasm", Asking::Take, |page| !FIRST_HALF.contains(&page)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_control_takes_its_value_from_the_engine_as_javascript() {
    check("js", Asking::Take, |page| KINDS.contains(&page)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_that_the_app_refuses_is_never_reported_as_done() {
    check("wasm", Asking::Refuse, |page| KINDS.contains(&page)).await;
}
