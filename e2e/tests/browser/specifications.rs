//! Roles, names, descriptions and states by the specifications, and how much of a page is seen, in
//! real Chromium.

use std::path::{Path, PathBuf};

use browser::{Browser, LaunchOptions};
use e2e::{Probe, Suite, coverage};

use crate::support::extension;

fn fixture(path: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    here.join("fixtures").join(path)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_case_that_chromium_agrees_with_passes() {
    let text = std::fs::read_to_string(fixture("accname/cases.json")).unwrap();
    let suite = Suite::read(&text).unwrap();
    let browser = Browser::launch(LaunchOptions::default()).await.unwrap();
    let script = Probe::script(&extension(), "wasm").unwrap();
    let outcome = suite.run(&browser, &script).await.unwrap();
    let hard: Vec<_> = outcome
        .misses
        .iter()
        .filter(|miss| miss.gate == "hard")
        .collect();
    assert!(hard.is_empty(), "{hard:#?}");
    assert_eq!(outcome.hard.passed, outcome.hard.all);
    assert!(outcome.hard.all >= 150, "{:?}", outcome.hard);
    browser.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_person_can_act_on_is_seen() {
    let browser = Browser::launch(LaunchOptions::default()).await.unwrap();
    let script = Probe::script(&extension(), "wasm").unwrap();
    let (mut interactive, mut missed) = (0, vec![]);
    for page in ["crm", "job-application", "settings", "held-travel", "mail"] {
        let url = format!(
            "file://{}",
            fixture(&format!("pages/{page}.html")).display()
        );
        let tab = browser.new_page(&url).await.unwrap();
        let probe = Probe::start(&tab, &script).await.unwrap();
        let found = coverage(&tab, &probe).await.unwrap();
        interactive += found.interactive;
        missed.extend(found.missed.into_iter().map(|node| (page, node)));
    }
    assert!(interactive > 50, "{interactive}");
    assert!(
        missed.len() * 200 <= interactive,
        "of {interactive}: {missed:#?}"
    );
    browser.close().await.unwrap();
}
