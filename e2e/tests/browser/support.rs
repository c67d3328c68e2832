//! What every browser test needs.

use std::path::PathBuf;

use e2e::{Bench, Panel};
use practice_site::ServeOptions;

/// The extension built for tests; `cargo xtask test` says where.
pub(crate) fn extension() -> PathBuf {
    std::env::var_os("SUREHAND_EXTENSION")
        .expect("SUREHAND_EXTENSION is not set: run these tests by `cargo xtask test`")
        .into()
}

/// A bench on the test build. Where `SUREHAND_STRICT` is set its site has a strict policy, so that
/// the engine runs as JavaScript; but for an API at another origin, which such a policy forbids.
pub(crate) async fn bench(mut options: ServeOptions) -> Bench {
    let is_strict = std::env::var_os("SUREHAND_STRICT").is_some();
    if is_strict && options.csp.is_none() && !options.api_elsewhere {
        options.csp = Some("default-src 'self'".into());
    }
    Bench::start(extension(), options, true).await.unwrap()
}

/// Options of a site whose policy, where it is strict, lets the pages' own scripts run all the same.
pub(crate) fn scripted() -> ServeOptions {
    let is_strict = std::env::var_os("SUREHAND_STRICT").is_some();
    ServeOptions {
        csp: is_strict.then(|| "script-src 'unsafe-inline'".into()),
        ..ServeOptions::default()
    }
}

/// Has the panel look at the page: gives what it shows of the engine, and the outline.
pub(crate) async fn look(panel: &Panel) -> (String, String) {
    let seen = panel.inspect("outline").await.unwrap();
    (seen.engine, seen.text)
}

/// A panel that runs the sample batch of 12 rows.
pub(crate) async fn started(bench: &Bench) -> Panel {
    let panel = bench.open_panel().await.unwrap();
    panel
        .import_skill(&bench.skill_file().unwrap())
        .await
        .unwrap();
    panel.load_table(&e2e::sample_table(12)).await.unwrap();
    panel.start().await.unwrap();
    panel
}
