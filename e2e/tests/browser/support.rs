//! What every browser test needs.

use std::path::PathBuf;
use std::time::Duration;

use e2e::{Bench, Panel};
use practice_site::ServeOptions;

const SOON: Duration = Duration::from_secs(20);

/// The extension built for tests; `cargo xtask test` says where.
pub(crate) fn extension() -> PathBuf {
    std::env::var_os("SUREHAND_EXTENSION")
        .expect("SUREHAND_EXTENSION is not set: run these tests by `cargo xtask test`")
        .into()
}

/// A bench on the test build.
pub(crate) async fn bench(options: ServeOptions) -> Bench {
    Bench::start(extension(), options, true).await.unwrap()
}

/// Has the panel look at the page: gives what it shows of the engine, and the outline.
pub(crate) async fn look(panel: &Panel) -> (String, String) {
    let page = &panel.page;
    page.execute("document.querySelector('#look-section').open = true")
        .await
        .unwrap();
    page.click("#look").await.unwrap();
    let looked = "document.querySelector('.engine, #look-section [role=alert]')";
    page.wait_for(looked, SOON).await.unwrap();
    assert_eq!(panel.trouble().await.unwrap(), "");
    page.evaluate("['.engine', '.outline'].map(part => document.querySelector(part).textContent)")
        .await
        .unwrap()
}
