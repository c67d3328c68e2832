//! `cargo xtask ground --record URL --resolve URL2`: which elements of one page are found on another,
//! as JSON.

use std::path::Path;

use anyhow::{Context as _, Result};
use browser::{Browser, LaunchOptions};
use e2e::{Probe, compare};

use crate::build::{Package, build};
use crate::demo::runtime;
use crate::options::Options;
use crate::tools::ensure_browser;

/// Prints what became of each element a person can act on.
pub(crate) fn ground(options: &[&str]) -> Result<()> {
    let options = Options::read(options, &["--record", "--resolve"], &[])?;
    let record = address(options.require("--record")?)?;
    let resolve = address(options.require("--resolve")?)?;
    ensure_browser()?;
    let script = Probe::script(&build(Package::Test)?, "wasm")?;
    let comparison = runtime()?.block_on(async {
        let browser = Browser::launch(LaunchOptions::default()).await?;
        let comparison = compare(&browser, &script, &record, &resolve).await?;
        browser.close().await?;
        anyhow::Ok(comparison)
    })?;
    println!("{}", serde_json::to_string_pretty(&comparison)?);
    Ok(())
}

/// An address as it is, a file's path as one.
fn address(named: &str) -> Result<String> {
    if ["://", "data:", "about:"]
        .iter()
        .any(|mark| named.contains(mark))
    {
        return Ok(named.to_owned());
    }
    let file = Path::new(named)
        .canonicalize()
        .with_context(|| format!("{named} is neither an address nor a file"))?;
    Ok(format!("file://{}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn a_path_becomes_an_address_and_an_address_stays() {
        assert_eq!(
            address("http://localhost:1/x").unwrap(),
            "http://localhost:1/x"
        );
        let here = address("src/ground.rs").unwrap();
        assert!(
            here.starts_with("file:///") && here.ends_with("/src/ground.rs"),
            "{here}"
        );
        assert!(address("no/such/file.html").is_err());
    }
}
