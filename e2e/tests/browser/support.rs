//! What every browser test needs.

use std::path::PathBuf;

use e2e::Bench;
use practice_site::ServeOptions;

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
