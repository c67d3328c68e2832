//! Builds the extension: the panel, the engine's scripts, the manifest.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use wasm_bindgen_cli_support::Bindgen;

use crate::engine::{SCRIPTS, write_engines, write_wasm_engine};
use crate::tools::{cargo, ensure_wasm_target, npm_tools, root, run, target_dir};

/// Which package is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Package {
    /// What people load: `dist/`.
    Shipped,
    /// The same code, built fast, with the local hosts and all optional permissions granted: no prompt
    /// can be answered in a test.
    Test,
}

impl Package {
    fn profile(self) -> &'static str {
        match self {
            Self::Shipped => "release",
            Self::Test => "web-test",
        }
    }

    fn folder(self) -> PathBuf {
        match self {
            Self::Shipped => root().join("dist"),
            Self::Test => target_dir().join("extension-test"),
        }
    }
}

/// The modules that become Wasm: package, file.
const ENGINE: (&str, &str) = ("content-script", "content_script");
const PANEL: (&str, &str) = ("side-panel", "side_panel");

/// What rustc's Wasm uses; every browser the manifest admits has it. More would let `wasm-opt` write
/// what none has yet.
pub(crate) const WASM_FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Builds a package and gives its folder.
pub(crate) fn build(package: Package) -> Result<PathBuf> {
    ensure_wasm_target()?;
    let profile = package.profile();
    println!("building the engine and the panel ({profile})");
    // Each by itself: built together, the engine would carry every feature that the panel asks of a crate
    // they share.
    for (crate_name, _) in [ENGINE, PANEL] {
        run(&mut cargo(&[
            "build",
            "--quiet",
            "--target",
            "wasm32-unknown-unknown",
            "--profile",
            profile,
            "--package",
            crate_name,
        ]))?;
    }

    let folder = package.folder();
    let work = target_dir().join(format!("extension-{profile}-work"));
    for fresh in [&folder, &work] {
        if fresh.exists() {
            fs::remove_dir_all(fresh)?;
        }
        fs::create_dir_all(fresh)?;
    }
    copy_folder(&root().join("extension"), &folder)?;
    fs::remove_file(folder.join("loader.js"))?;
    write_engines(package, &built(package, ENGINE), &work, &folder)?;
    write_panel(package, &work, &folder)?;
    let changes = match package {
        Package::Shipped => &[][..],
        Package::Test => &[Change::LocalHosts],
    };
    write_manifest(&folder, changes)?;
    print_sizes(&folder)?;
    Ok(folder)
}

/// Builds the package with the browser's own input beside the shipped one: the same files, with the
/// permission `debugger`.
pub(crate) fn build_trusted_input() -> Result<()> {
    let shipped = build(Package::Shipped)?;
    let folder = root().join("dist-trusted-input");
    copy_fresh(&shipped, &folder)?;
    write_manifest(&folder, &[Change::TrustedInput])?;
    println!("wrote {}", folder.display());
    Ok(())
}

/// How a package's manifest differs from the shipped one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// The local hosts are granted: no prompt can be answered in a test.
    LocalHosts,
    /// It may attach the debugger.
    TrustedInput,
}

/// Builds only the engine as WebAssembly, into the test build that is there: for a quick loop.
pub(crate) fn rebuild_engine() -> Result<()> {
    let package = Package::Test;
    let profile = package.profile();
    run(
        cargo(&["build", "--quiet", "--target", "wasm32-unknown-unknown"]).args([
            "--profile",
            profile,
            "--package",
            ENGINE.0,
        ]),
    )?;
    let work = target_dir().join(format!("extension-{profile}-work"));
    write_wasm_engine(package, &built(package, ENGINE), &work, &package.folder())
}

/// A copy of a built package with the local hosts granted, for runs that nobody can answer.
pub(crate) fn with_local_hosts(folder: &Path) -> Result<PathBuf> {
    let copy = target_dir().join("extension-local");
    copy_fresh(folder, &copy)?;
    write_manifest(&copy, &[Change::LocalHosts])?;
    Ok(copy)
}

fn copy_fresh(folder: &Path, copy: &Path) -> Result<()> {
    if copy.exists() {
        fs::remove_dir_all(copy)?;
    }
    copy_folder(folder, copy)
}

fn write_panel(package: Package, work: &Path, folder: &Path) -> Result<()> {
    Bindgen::new()
        .input_path(built(package, PANEL))
        .out_name("side-panel")
        .web(true)?
        .typescript(false)
        .generate(work)
        .context("wasm-bindgen on the panel")?;
    let wasm = optimized(package, &work.join("side-panel_bg.wasm"))?;
    fs::write(folder.join("side-panel_bg.wasm"), wasm)?;
    fs::copy(work.join("side-panel.js"), folder.join("side-panel.js"))?;
    let snippets = work.join("snippets");
    if snippets.exists() {
        copy_folder(&snippets, &folder.join("snippets"))?;
    }
    Ok(())
}

fn built(package: Package, (_, file): (&str, &str)) -> PathBuf {
    let folder = target_dir()
        .join("wasm32-unknown-unknown")
        .join(package.profile());
    folder.join(format!("{file}.wasm"))
}

/// The module's bytes, through `wasm-opt` where they ship.
pub(crate) fn optimized(package: Package, wasm: &Path) -> Result<Vec<u8>> {
    if package == Package::Shipped {
        let wasm_opt = npm_tools()?.join("wasm-opt");
        run(Command::new(wasm_opt)
            .arg("-Oz")
            .args(WASM_FEATURES)
            .arg(wasm)
            .arg("-o")
            .arg(wasm))?;
    }
    Ok(fs::read(wasm)?)
}

/// Writes the manifest: the source at the root, with the version of the workspace.
fn write_manifest(folder: &Path, changes: &[Change]) -> Result<()> {
    let mut manifest: Value =
        serde_json::from_str(&fs::read_to_string(root().join("manifest.json"))?)
            .context("manifest.json")?;
    manifest["version"] = json!(env!("CARGO_PKG_VERSION"));
    for change in changes {
        match change {
            Change::LocalHosts => grant_all(&mut manifest)?,
            Change::TrustedInput => {
                let permissions = manifest["permissions"].as_array_mut();
                permissions
                    .context("manifest.json: no permissions")?
                    .push(json!("debugger"));
            }
        }
    }
    fs::write(
        folder.join("manifest.json"),
        serde_json::to_string_pretty(&manifest)? + "\n",
    )?;
    Ok(())
}

/// Nobody can answer a prompt in a test: the local hosts are granted, and all that is optional.
fn grant_all(manifest: &mut Value) -> Result<()> {
    manifest["host_permissions"] = json!(["http://127.0.0.1/*", "http://localhost/*"]);
    let optional = manifest["optional_permissions"].take();
    let granted = manifest["permissions"].as_array_mut();
    granted
        .context("manifest.json has no permissions")?
        .extend(optional.as_array().cloned().unwrap_or_default());
    if let Some(members) = manifest.as_object_mut() {
        members.remove("optional_permissions");
    }
    Ok(())
}

fn print_sizes(folder: &Path) -> Result<()> {
    let panel = ["side-panel_bg.wasm", "side-panel.js", "side-panel.css"];
    for file in SCRIPTS.into_iter().chain(panel) {
        let bytes = fs::read(folder.join(file)).with_context(|| format!("{file} was not built"))?;
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&bytes)?;
        let packed = gzip.finish()?.len();
        println!(
            "{file:22} {:>6} kB, {:>5} kB gzip",
            bytes.len() / 1000,
            packed / 1000
        );
    }
    println!("wrote {}", folder.display());
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("reading {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else if entry.file_type()?.is_file() {
            fs::copy(entry.path(), target)?;
        } else {
            bail!("{} is neither file nor folder", entry.path().display());
        }
    }
    Ok(())
}
