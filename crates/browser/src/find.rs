//! Finds a Chromium or Chrome to start.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

const MAC_APPS: [&str; 2] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// The browser to start: `SUREHAND_BROWSER` if set, else the first known name on `PATH`, else a macOS app.
///
/// # Errors
/// None is there; the error says how to install one.
pub fn find_browser() -> Result<PathBuf> {
    if let Some(chosen) = env::var_os("SUREHAND_BROWSER") {
        let chosen = PathBuf::from(chosen);
        if !chosen.is_file() {
            bail!("SUREHAND_BROWSER names no file: {}", chosen.display());
        }
        return Ok(chosen);
    }
    let on_path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&on_path).collect();
    if let Some(found) = search(&folders) {
        return Ok(found);
    }
    match MAC_APPS.iter().map(Path::new).find(|app| app.is_file()) {
        Some(app) => Ok(app.to_path_buf()),
        None => bail!(
            "no Chromium found on PATH; install it with `apt-get install chromium` \
             (macOS: `brew install --cask chromium`) or set SUREHAND_BROWSER to its path"
        ),
    }
}

/// By name first: any `chromium` wins over any `google-chrome`, wherever it is (Chrome ignores `--load-extension`).
fn search(folders: &[PathBuf]) -> Option<PathBuf> {
    let mut paths = NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    paths.find(|path| path.is_file())
}
