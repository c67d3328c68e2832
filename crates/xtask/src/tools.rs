//! What the commands need on this machine: found, installed where that is ours to do, or named
//! with the line that installs it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The workspace's folder.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// The folder cargo builds into.
pub(crate) fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A cargo call in the workspace.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Runs a command to its end; its failure is an error that names it.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("can't start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} ended with {status}");
    }
    Ok(())
}

/// Adds the Wasm target to the toolchain unless it is there.
pub(crate) fn ensure_wasm_target() -> Result<()> {
    const ADD: &str = "rustup target add wasm32-unknown-unknown";
    let installed = Command::new("rustup")
        .args(["target", "list", "--installed"])
        .current_dir(root())
        .output()
        .with_context(|| format!("rustup is missing: install it from rustup.rs, then {ADD}"))?;
    if String::from_utf8_lossy(&installed.stdout).contains("wasm32-unknown-unknown") {
        return Ok(());
    }
    run(Command::new("rustup")
        .args(["target", "add", "wasm32-unknown-unknown"])
        .current_dir(root()))
    .with_context(|| format!("run it by hand: {ADD}"))
}

/// The folder of npm's executables, after `npm ci` where it has not run for this lock file.
pub(crate) fn npm_tools() -> Result<PathBuf> {
    let tools = root().join("tools");
    let modules = tools.join("node_modules");
    let lock = std::fs::read(tools.join("package-lock.json"))?;
    let stamp = modules.join(".surehand-lock");
    if std::fs::read(&stamp).ok().as_deref() != Some(lock.as_slice()) {
        println!("npm ci in tools/ (binaryen)");
        run(Command::new("npm")
            .args(["ci", "--silent", "--no-audit", "--no-fund"])
            .current_dir(&tools))
        .context("npm is missing or failed; Node 20 or newer brings it (nodejs.org)")?;
        std::fs::write(&stamp, &lock)?;
    }
    Ok(modules.join(".bin"))
}

/// Installs Chromium on Debian and Ubuntu as root, where no browser is found.
pub(crate) fn ensure_browser() -> Result<PathBuf> {
    if let Ok(found) = browser::find_browser() {
        return Ok(found);
    }
    const INSTALL: &str = "apt-get update && apt-get install -y chromium fonts-noto-cjk";
    let is_debian = Path::new("/etc/debian_version").exists();
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|id| String::from_utf8_lossy(&id.stdout).trim() == "0");
    if is_debian && is_root {
        println!("installing Chromium: {INSTALL}");
        run(Command::new("sh")
            .args(["-c", &format!("({INSTALL}) > /dev/null")])
            .env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    browser::find_browser()
}
