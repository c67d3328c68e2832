//! The pages made of real control libraries, built with esbuild from npm: `cargo xtask web-fixtures`.
//!
//! **Invariant:** they are built anew exactly when what they are made of has changed.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use e2e::WebPages;

use crate::demo::runtime;
use crate::tools::{root, run, target_dir};

/// Where the pages are served for use by hand.
const PORT: u16 = 4781;

/// A file beside what was made, with all it was made of.
const STAMP: &str = ".surehand-inputs";

/// Builds the pages and prints their folder, or serves them until interrupted.
pub(crate) fn web_fixtures(options: &[&str]) -> Result<()> {
    let port = match options {
        [] => None,
        ["--serve"] => Some(PORT),
        ["--serve", port] => Some(port.parse().with_context(|| format!("port {port}"))?),
        _ => bail!("web-fixtures takes nothing or --serve [PORT]"),
    };
    let folder = build_web_fixtures()?;
    println!("{}", folder.display());
    port.map_or(Ok(()), |port| serve(&folder, port))
}

/// Builds the pages where something has changed; gives their folder.
pub(crate) fn build_web_fixtures() -> Result<PathBuf> {
    let source = root().join("fixtures/web");
    let folder = target_dir().join("web-fixtures");
    let inputs = inputs(&source)?;
    if is_stamped(&folder, &inputs) {
        return Ok(folder);
    }
    install(&source)?;
    println!("building the pages of fixtures/web (esbuild)");
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    run(Command::new("node")
        .arg("build.mjs")
        .arg(&folder)
        .current_dir(&source))?;
    stamp(&folder, &inputs)?;
    Ok(folder)
}

/// `npm ci` where it has not run for this lock file.
fn install(source: &Path) -> Result<()> {
    let modules = source.join("node_modules");
    let lock = fs::read(source.join("package-lock.json"))?;
    if is_stamped(&modules, &lock) {
        return Ok(());
    }
    println!("npm ci in fixtures/web (real control libraries; about a minute)");
    run(Command::new("npm")
        .args(["ci", "--silent", "--no-audit", "--no-fund"])
        .current_dir(source))
    .context("npm is missing or failed; Node 20 or newer brings it (nodejs.org)")?;
    stamp(&modules, &lock)
}

fn is_stamped(folder: &Path, inputs: &[u8]) -> bool {
    fs::read(folder.join(STAMP)).is_ok_and(|stamp| stamp == inputs)
}

fn stamp(folder: &Path, inputs: &[u8]) -> Result<()> {
    Ok(fs::write(folder.join(STAMP), inputs)?)
}

/// Names and contents of all the pages are made of.
fn inputs(source: &Path) -> Result<Vec<u8>> {
    let mut files = ["package-lock.json", "build.mjs", "angular.mjs"]
        .map(|name| source.join(name))
        .to_vec();
    files_below(&source.join("src"), &mut files)?;
    files.sort();
    let mut inputs = Vec::new();
    for file in files {
        inputs.extend_from_slice(file.as_os_str().as_encoded_bytes());
        inputs.push(b'\n');
        inputs.extend(fs::read(&file)?);
    }
    Ok(inputs)
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        match path.is_dir() {
            true => files_below(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}

fn serve(folder: &Path, port: u16) -> Result<()> {
    runtime()?.block_on(async {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let pages = WebPages::start_at(address, folder, None).await?;
        for page in page_names(folder)? {
            println!("{}", pages.url(&page));
        }
        println!("(?refuse makes a page's app refuse every change; Ctrl-C ends it)");
        tokio::signal::ctrl_c().await?;
        Ok(())
    })
}

fn page_names(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".html") {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}
