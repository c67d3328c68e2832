//! The project's commands: `cargo xtask build | demo | test | tidy`.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "printing is what a command is for"
)]

mod accname;
mod bench;
mod build;
mod demo;
mod engine;
mod ground;
mod options;
mod run;
mod shots;
mod snapshot;
mod test;
mod tidy;
mod tools;
mod web_fixtures;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::build::Package;

const USAGE: &str = "\
usage: cargo xtask COMMAND
  accname FILE...  roles, names and states of the cases in these files, in real Chromium
  bench NAME       figures for docs/benchmark.md: perception (reading a page, against the floor and
                   Playwright), grounding (finding elements again after a release), inject (getting into a page),
                   replay (a row against Playwright, a long batch, delivery honesty; --quick: the first alone)
  build            write dist/ for Load unpacked, print sizes
  build --engine   only the WebAssembly engine, into the last test build
  build --trusted-input  a second package, dist-trusted-input/, that may use the browser's own input
  build --test     the same for the browser tests: built fast, local hosts granted
  demo             a batch over the practice site, in a real browser without a window
  demo --headed    the same to watch
  demo --serve     only the practice site
  ground --record URL --resolve URL
                   which elements of the first page are found on the second, as JSON; files too
  run --skill FILE --table FILE [--start URL] [--out FILE] [--report FILE.json]
      [--engine wasm|js] [--headed]
                   any skill over any table on a local site, through the real panel
  shots            pictures of every view, in both languages and themes
  snapshot URL|FILE.html [--view interactive|outline|full|article] [--engine wasm|js]
                   what the engine sees of a page, with counts, tokens and milliseconds; URL on this
                   machine only (127.0.0.1, localhost), a FILE is served without the files beside it
  test             format, clippy, tidy, native tests, tests in Chromium
  tidy             the rules the compiler does not check
  web-fixtures     build the pages made of real control libraries, where they changed; prints their folder
  web-fixtures --serve [PORT]
                   the same, and serve them";

fn main() -> ExitCode {
    match dispatch() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, options) = match arguments.split_first() {
        Some((command, options)) => (command.as_str(), options),
        None => bail!("no command\n{USAGE}"),
    };
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    match (command, options.as_slice()) {
        ("accname", files) => accname::accname(files),
        ("bench", options) => bench::bench(options),
        ("build", []) => build::build(Package::Shipped).map(drop),
        ("build", ["--engine"]) => build::rebuild_engine(),
        ("build", ["--trusted-input"]) => build::build_trusted_input(),
        ("build", ["--test"]) => build::build(Package::Test).map(drop),
        ("demo", []) => demo::demo(false),
        ("demo", ["--headed"]) => demo::demo(true),
        ("demo", ["--serve"]) => demo::serve_site(),
        ("ground", options) => ground::ground(options),
        ("run", options) => run::run(options),
        ("snapshot", options) => snapshot::snapshot(options),
        ("shots", []) => shots::shots(),
        ("test", []) => test::test(),
        ("tidy", []) => tidy::tidy(),
        ("web-fixtures", options) => web_fixtures::web_fixtures(options),
        _ => bail!("unknown command: {}\n{USAGE}", arguments.join(" ")),
    }
}
