//! Checks what the compiler does not: who may reach what, and that the map is true.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId};

use crate::tools::root;

/// Crates that may reach the browser.
const MAY_REACH_BROWSER: [&str; 5] = [
    "chrome-api",
    "content-script",
    "dom",
    "side-panel",
    "storage",
];

/// Crates that run natively only, as tools.
const NATIVE: [&str; 5] = ["browser", "e2e", "page-fixture", "practice-site", "xtask"];

/// What reaching the browser means.
const BROWSER_CRATES: [&str; 4] = ["js-sys", "leptos", "wasm-bindgen", "web-sys"];

/// The document that holds the crate map.
const MAP: &str = "docs/architecture.md";

/// Runs every check; the error lists all that is wrong.
pub(crate) fn tidy() -> Result<()> {
    let metadata = MetadataCommand::new()
        .current_dir(root())
        .exec()
        .context("cargo metadata")?;
    let mut faults = Vec::new();
    check_reach(&metadata, &mut faults);
    check_leptos(&metadata, &mut faults);
    check_verification(&metadata, &mut faults);
    check_map(&metadata, &mut faults)?;
    check_sources(&mut faults)?;
    if !faults.is_empty() {
        bail!("tidy found:\n  {}", faults.join("\n  "));
    }
    println!("tidy: all rules hold");
    Ok(())
}

/// Pure crates never reach the browser, not even through what they depend on.
fn check_reach(metadata: &Metadata, faults: &mut Vec<String>) {
    for package in metadata.workspace_packages() {
        let name = package.name.as_str();
        if MAY_REACH_BROWSER.contains(&name) || NATIVE.contains(&name) {
            continue;
        }
        let reached = reached_from(metadata, &package.id);
        for browser_crate in BROWSER_CRATES {
            if reached.contains(browser_crate) {
                faults.push(format!(
                    "{name} reaches {browser_crate}: pure crates must not"
                ));
            }
        }
    }
}

fn check_leptos(metadata: &Metadata, faults: &mut Vec<String>) {
    for package in metadata.workspace_packages() {
        let uses = package.dependencies.iter().any(|d| d.name == "leptos");
        if uses && package.name.as_str() != "side-panel" {
            faults.push(format!("{} uses leptos: only side-panel may", package.name));
        }
    }
}

/// The code that acts never grades itself.
fn check_verification(metadata: &Metadata, faults: &mut Vec<String>) {
    let verification = metadata
        .workspace_packages()
        .into_iter()
        .find(|p| p.name.as_str() == "verification");
    if let Some(package) = verification
        && reached_from(metadata, &package.id).contains("dom")
    {
        faults.push("verification reaches dom: the code that acts never grades itself".into());
    }
}

/// Names of all normal dependencies of a package, direct or not, on any platform but a test's.
fn reached_from(metadata: &Metadata, start: &PackageId) -> BTreeSet<String> {
    let Some(resolve) = &metadata.resolve else {
        return BTreeSet::new();
    };
    let names: BTreeMap<&PackageId, &str> = metadata
        .packages
        .iter()
        .map(|p| (&p.id, p.name.as_str()))
        .collect();
    let mut reached = BTreeSet::new();
    let mut stack = vec![start];
    while let Some(id) = stack.pop() {
        let Some(node) = resolve.nodes.iter().find(|node| &node.id == id) else {
            continue;
        };
        let normal = node.deps.iter().filter(|dep| {
            dep.dep_kinds
                .iter()
                .any(|kind| kind.kind == DependencyKind::Normal)
        });
        for dep in normal {
            let Some(&name) = names.get(&dep.pkg) else {
                continue;
            };
            if reached.insert(name.to_owned()) {
                stack.push(&dep.pkg);
            }
        }
    }
    reached
}

/// The map names every crate under `crates/` and no other.
fn check_map(metadata: &Metadata, faults: &mut Vec<String>) -> Result<()> {
    let map = fs::read_to_string(root().join(MAP)).context(MAP)?;
    let mapped: BTreeSet<String> = map
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(name, _)| name.to_owned())
        .collect();
    let crates = root().join("crates");
    let existing: BTreeSet<String> = metadata
        .workspace_packages()
        .iter()
        .filter(|p| p.manifest_path.as_std_path().starts_with(&crates))
        .map(|p| p.name.to_string())
        .collect();
    for name in existing.difference(&mapped) {
        faults.push(format!("{MAP} does not name the crate {name}"));
    }
    for name in mapped.difference(&existing) {
        faults.push(format!("{MAP} names {name}, which is no crate"));
    }
    Ok(())
}

fn check_sources(faults: &mut Vec<String>) -> Result<()> {
    let mut files = Vec::new();
    for folder in ["crates", "e2e", "fixtures"] {
        rust_files(&root().join(folder), &mut files)?;
    }
    for file in files {
        let text = fs::read_to_string(&file)?;
        let shown = file.strip_prefix(root()).unwrap_or(&file).display();
        if !text.starts_with("//!") {
            faults.push(format!("{shown} does not open with //!"));
        }
        let is_chrome_api = file.starts_with(root().join("crates/chrome-api"));
        if !is_chrome_api && text.contains("js_namespace = [\"chrome\"") {
            faults.push(format!("{shown} binds chrome.*: only chrome-api may"));
        }
    }
    check_loader(faults)
}

/// Loader glue stays glue.
fn check_loader(faults: &mut Vec<String>) -> Result<()> {
    const LIMIT: usize = 60;
    let lines = fs::read_to_string(root().join("extension/loader.js"))?
        .lines()
        .count();
    if lines > LIMIT {
        faults.push(format!(
            "extension/loader.js has {lines} lines, at most {LIMIT}"
        ));
    }
    Ok(())
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            let is_built = path
                .file_name()
                .is_some_and(|name| name == "target" || name == "node_modules");
            if !is_built {
                rust_files(&path, files)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
