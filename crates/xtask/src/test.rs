//! Everything that must hold, in the order that fails soonest: `cargo xtask test`.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::build::{Package, build};
use crate::tidy::tidy;
use crate::tools::{cargo, ensure_browser, ensure_wasm_target, run};
use crate::web_fixtures::build_web_fixtures;

/// Crates that are only checked for the browser.
const WASM: [&str; 4] = ["chrome-api", "content-script", "dom", "side-panel"];

/// The browser tests that are run a second time under a strict policy: by how their names begin.
const STRICT: [&str; 5] = [
    "sites::",
    "life::",
    "remedies::a_cookie",
    "remedies::a_value",
    "remedies::an_item",
];

/// What the browser tests are told by environment variables.
struct Built {
    /// The extension's folder.
    extension: PathBuf,
    /// The folder of the pages made of real control libraries.
    web_fixtures: PathBuf,
}

/// How many tests passed and failed.
#[derive(Clone, Copy, Default)]
struct Count {
    passed: u32,
    failed: u32,
}

/// Runs the checks and tests; prints the count at the end.
pub(crate) fn test() -> Result<()> {
    ensure_wasm_target()?;
    ensure_browser()?;
    step("format");
    run(&mut cargo(&["fmt", "--all", "--check"]))?;
    step("tidy");
    tidy()?;
    step("clippy");
    run(&mut clippy_native())?;
    run(&mut clippy_wasm())?;

    step("native tests");
    let mut native = tests(&["--workspace", "--exclude", "e2e"]);
    exclude_wasm(&mut native);
    let mut count = run_tests(&mut native)?;

    step("tests in Chromium");
    let built = Built {
        extension: build(Package::Test)?,
        web_fixtures: build_web_fixtures()?,
    };
    count.add(run_tests(&mut in_browser(&built, &[]))?);
    step("the same under a strict policy, where the engine runs as JavaScript");
    let mut strict = in_browser(&built, &STRICT);
    count.add(run_tests(strict.env("SUREHAND_STRICT", "1"))?);

    println!("{} passed, {} failed", count.passed, count.failed);
    if count.failed > 0 {
        bail!("{} tests failed", count.failed);
    }
    Ok(())
}

fn step(name: &str) {
    println!("== {name}");
}

fn clippy_native() -> Command {
    let mut clippy = cargo(&["clippy", "--quiet", "--workspace", "--all-targets"]);
    exclude_wasm(&mut clippy);
    clippy.args(["--", "-D", "warnings"]);
    clippy
}

fn clippy_wasm() -> Command {
    let mut clippy = cargo(&["clippy", "--quiet", "--target", "wasm32-unknown-unknown"]);
    for name in WASM.into_iter().chain(["storage"]) {
        clippy.args(["--package", name]);
    }
    clippy.args(["--", "-D", "warnings"]);
    clippy
}

/// All tests but those in documentation, of which there are none.
fn tests(which: &[&str]) -> Command {
    let mut test = cargo(&["test", "--quiet", "--no-fail-fast"]);
    test.args(["--lib", "--bins", "--tests"]).args(which);
    test
}

/// The browser tests whose names hold one of these, or all.
fn in_browser(built: &Built, names: &[&str]) -> Command {
    let mut browser = tests(&["--package", "e2e", "--"]);
    browser
        .arg("--test-threads=2")
        .args(names)
        .env("SUREHAND_EXTENSION", &built.extension)
        .env("SUREHAND_WEB_FIXTURES", &built.web_fixtures);
    browser
}

fn exclude_wasm(command: &mut Command) {
    for name in WASM {
        command.args(["--exclude", name]);
    }
}

/// Runs a `cargo test`, shows what it prints and adds up its counts. Failed tests are counted;
/// a run that ends badly without a count is an error.
fn run_tests(command: &mut Command) -> Result<Count> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("can't start {command:?}"))?;
    let output = child.stdout.take().context("no output")?;
    let mut count = Count::default();
    for line in BufReader::new(output).lines() {
        let line = line?;
        println!("{line}");
        count.add(Count::read(&line));
    }
    let status = child.wait()?;
    if !status.success() && count.failed == 0 {
        bail!("{command:?} ended with {status}");
    }
    if count.passed == 0 && count.failed == 0 {
        bail!("{command:?} ran no test");
    }
    Ok(count)
}

impl Count {
    /// Reads `test result: ok. 3 passed; 0 failed; …`.
    fn read(line: &str) -> Self {
        let number = |what: &str| {
            let before = line.split_once(what)?.0;
            before.rsplit(' ').next()?.parse().ok()
        };
        if !line.starts_with("test result:") {
            return Self::default();
        }
        Self {
            passed: number(" passed").unwrap_or(0),
            failed: number(" failed").unwrap_or(0),
        }
    }

    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

#[cfg(test)]
mod tests {
    use super::Count;

    #[test]
    fn a_result_line_is_counted_and_any_other_is_not() {
        let count = Count::read("test result: FAILED. 12 passed; 3 failed; 0 ignored");
        assert_eq!((count.passed, count.failed), (12, 3));
        let count = Count::read("running 3 tests");
        assert_eq!((count.passed, count.failed), (0, 0));
    }
}
