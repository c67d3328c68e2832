//! Makes the two scripts of the engine from one Wasm module: `engine-wasm.js`, and `engine-js.js`
//! for pages whose security policy forbids WebAssembly.
//!
//! Both are `extension/loader.js` with its gaps filled. The twin is the same module through
//! `wasm2js`, behind a `WebAssembly` of its own, so that the loader and wasm-bindgen's glue need not
//! know which of the two they start.
//!
//! **Invariant:** text that other tools generated is changed only by [`replace_once`]: a new
//! version of such a tool makes the build fail, not the engine.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;

use crate::build::{Package, WASM_FEATURES, optimized};
use crate::tools::{npm_tools, root, run};

/// The scripts in the package.
pub(crate) const SCRIPTS: [&str; 2] = ["engine-wasm.js", "engine-js.js"];

/// What wasm-bindgen may see of the twin: with reference types it makes a second table, which
/// `wasm2js` can't write.
const TWIN_FEATURES: [&str; 6] = [
    "--mvp-features",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
];

/// Rewrites the instructions that `wasm2js` does not know.
const LOWERING: [&str; 2] = ["--llvm-nontrapping-fptoint-lowering", "--signext-lowering"];

/// What fills the loader's gaps.
struct Script {
    variant: &'static str,
    /// Shadows the page's `WebAssembly`, or is empty.
    webassembly: String,
    glue: String,
    wasm: Vec<u8>,
}

/// Writes both scripts to `folder`, from the module that cargo `built`; `work` is for what is
/// between.
pub(crate) fn write_engines(
    package: Package,
    built: &Path,
    work: &Path,
    folder: &Path,
) -> Result<()> {
    let scripts = [wasm(package, built, work)?, twin(package, built, work)?];
    for (name, script) in SCRIPTS.into_iter().zip(scripts) {
        fs::write(folder.join(name), script.load()?)?;
    }
    Ok(())
}

/// Writes only the script of the engine as WebAssembly.
pub(crate) fn write_wasm_engine(
    package: Package,
    built: &Path,
    work: &Path,
    folder: &Path,
) -> Result<()> {
    let script = wasm(package, built, work)?.load()?;
    fs::write(folder.join(SCRIPTS[0]), script)?;
    Ok(())
}

fn wasm(package: Package, built: &Path, work: &Path) -> Result<Script> {
    let (glue, module) = bind(built, &work.join("engine-wasm"))?;
    Ok(Script {
        variant: "wasm",
        webassembly: String::new(),
        glue: fs::read_to_string(glue)?,
        wasm: optimized(package, &module)?,
    })
}

fn twin(package: Package, built: &Path, work: &Path) -> Result<Script> {
    let work = work.join("engine-js");
    fs::create_dir_all(&work)?;
    let unmarked = work.join("unmarked.wasm");
    let plain = work.join("engine.wasm");
    binaryen("wasm-opt", built, &unmarked, |tool| {
        tool.args(WASM_FEATURES)
            .args(["--strip-target-features", "-g"])
    })?;
    binaryen("wasm-opt", &unmarked, &plain, |tool| {
        tool.args(TWIN_FEATURES)
            .args(["--emit-target-features", "-g"])
    })?;
    let (glue, module) = bind(&plain, &work.join("bound"))?;
    let lowered = work.join("lowered.wasm");
    let code = work.join("engine.js");
    binaryen("wasm-opt", &module, &lowered, |tool| {
        tool.arg(package.lowered()).args(LOWERING)
    })?;
    binaryen("wasm2js", &lowered, &code, |tool| {
        tool.args(package.written())
    })?;
    Ok(Script {
        variant: "js",
        webassembly: webassembly(&fs::read_to_string(code)?)?,
        glue: twin_glue(&fs::read_to_string(glue)?)?,
        wasm: Vec::new(),
    })
}

impl Package {
    /// How much is done on the module before `wasm2js`.
    fn lowered(self) -> &'static str {
        match self {
            Self::Shipped => "-Oz",
            Self::Test => "-O1",
        }
    }

    /// How much `wasm2js` does. For a test it writes more text in a fraction of the time.
    fn written(self) -> &'static [&'static str] {
        match self {
            Self::Shipped => &["-O"],
            Self::Test => &[],
        }
    }
}

/// Runs wasm-bindgen; gives the files of the glue and of the module.
fn bind(wasm: &Path, out: &Path) -> Result<(PathBuf, PathBuf)> {
    Bindgen::new()
        .input_path(wasm)
        .out_name("engine")
        .no_modules(true)?
        .typescript(false)
        .generate(out)
        .context("wasm-bindgen on the engine")?;
    Ok((out.join("engine.js"), out.join("engine_bg.wasm")))
}

fn binaryen(
    tool: &str,
    from: &Path,
    to: &Path,
    options: impl FnOnce(&mut Command) -> &mut Command,
) -> Result<()> {
    let mut command = Command::new(npm_tools()?.join(tool));
    options(command.arg(from));
    run(command.args([OsStr::new("-o"), to.as_os_str()]))
}

/// A `WebAssembly` that knows one module: the one `wasm2js` wrote, as an ES module.
fn webassembly(written: &str) -> Result<String> {
    let (imports, code) = written
        .split_once("\n\n")
        .context("wasm2js wrote no imports")?;
    if let Some(other) = imports.lines().find(|line| !line.starts_with("import ")) {
        bail!("wasm2js wrote {other:?} among the imports");
    }
    let (code, _) = code
        .split_once("\nvar retasmFunc = asmFunc({")
        .context("wasm2js wrote no instance")?;
    // Memory that grows must leave its old buffer detached, as WebAssembly's does: that is how the
    // glue knows a stale view. Growing copies, so there is room for more each time.
    let mut code = code.to_owned();
    for (old, new) in [
        (
            "var HEAP8 = new Int8Array(buffer);",
            "var pages = buffer.byteLength >> 16, HEAP8 = new Int8Array(buffer);",
        ),
        ("return buffer.byteLength >> 16;", "return pages;"),
        (
            "if ((oldPages < newPages) && (newPages < 65536)) {",
            "if (newPages >= 65536) return -1;
  pages = newPages;
  if (newPages * 65536 > buffer.byteLength) {",
        ),
        (
            "var newBuffer = new ArrayBuffer(newPages << 16);",
            "var newBuffer = buffer.transfer(Math.min(newPages + (newPages >> 1), 65535) * 65536);",
        ),
        ("newHEAP8.set(HEAP8);", ""),
    ] {
        code = replace_once(&code, old, new)?;
    }
    Ok(format!(
        "const WebAssembly = (() => {{
  class Module {{}}
  class Instance {{
    constructor(module, imports) {{ this.exports = instantiate(imports); }}
  }}
  const instantiate = (imports) => {{
{code}
    return asmFunc(imports);
  }};
  return {{ Module, Instance, compile: async () => new Module() }};
}})();"
    ))
}

/// The glue with the import that wasm-bindgen 0.2.130 leaves open where there are no reference
/// types: the first slot after the constants of the glue's heap.
fn twin_glue(glue: &str) -> Result<String> {
    const HEAP: &str =
        "let heap = new Array(1024).fill(undefined);\n    heap.push(undefined, null, true, false);";
    const FIRST_SLOT: u32 = 1024 + 4;
    if !glue.contains(HEAP) {
        bail!("wasm-bindgen's heap no longer begins with {HEAP:?}");
    }
    replace_once(
        glue,
        "require(\"__wbindgen_externref_xform__\")",
        &format!("{{ __wbindgen_externref_statics_end: () => {FIRST_SLOT} }}"),
    )
}

impl Script {
    /// The loader with its gaps filled.
    fn load(&self) -> Result<String> {
        let loader = fs::read_to_string(root().join("extension/loader.js"))?;
        let collector = fs::read_to_string(root().join("extension/collector.js"))?;
        let gaps = [
            ("__COLLECTOR__", collector.as_str()),
            ("__VERSION__", env!("CARGO_PKG_VERSION")),
            ("__PORT__", protocol::PORT_NAME),
            ("__VARIANT__", self.variant),
            ("__WEBASSEMBLY__", &self.webassembly),
            ("__GLUE__", &self.glue),
            ("__WASM__", &base64(&gzip(&self.wasm)?)),
        ];
        gaps.into_iter()
            .try_fold(loader, |text, (gap, filling)| {
                replace_once(&text, gap, filling)
            })
            .context("extension/loader.js")
    }
}

/// Replaces text that must be there exactly once.
fn replace_once(text: &str, old: &str, new: &str) -> Result<String> {
    let times = text.matches(old).count();
    if times != 1 {
        bail!("{old:?} should be there once, but is there {times} times");
    }
    Ok(text.replacen(old, new, 1))
}

/// Base64 keeps a text from being packed well, so the module is packed before.
fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes)?;
    Ok(packed.finish()?)
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::replace_once;

    #[test]
    fn text_that_is_missing_or_there_twice_fails_the_build() {
        assert_eq!(replace_once("a b", "b", "c").unwrap(), "a c");
        assert!(replace_once("a", "b", "c").is_err());
        assert!(replace_once("b b", "b", "c").is_err());
    }
}
