//! The whole product, once, for a person to watch: `cargo xtask demo`.

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use e2e::{Bench, Panel, ReportRow, read_report, sample_table, truth_differs};
use practice_site::{Fault, FaultRule, ServeOptions, serve};

use crate::build::{Package, build, with_local_hosts};
use crate::tools::{ensure_browser, root};

/// Where the site is served for use by hand; the sample skill is written for it.
const PORT: u16 = 4780;

/// How long one row may take.
const ROW_LIMIT: Duration = Duration::from_secs(90);

/// The site's policy: as strict as most serious sites', so the engine runs as JavaScript.
const POLICY: &str = "default-src 'self'";

/// After so many rows the panel is closed, as if by accident, and opened again.
const CLOSED_AFTER: usize = 15;

/// What goes wrong in the demo, by row.
const FAULTS: [(&str, Fault); 7] = [
    ("grace@example.test", Fault::ServerError),
    ("annie@example.test", Fault::Lost),
    ("mary@example.test", Fault::Rejected),
    ("rozsa@example.test", Fault::Slow),
    ("frances@example.test", Fault::Optimistic),
    ("liu.yang@example.test", Fault::ServerError),
    ("kate@example.test", Fault::Lost),
];

/// Runs the sample batch in a real browser; fails unless the server has exactly the rows that
/// were reported done.
pub(crate) fn demo(headed: bool) -> Result<()> {
    ensure_browser()?;
    let extension = with_local_hosts(&build(Package::Shipped)?)?;
    runtime()?.block_on(async {
        let options = ServeOptions {
            csp: Some(POLICY.into()),
            ..ServeOptions::default()
        };
        let run = async {
            let bench = Bench::start(extension, options, !headed).await?;
            for (email, fault) in FAULTS {
                bench.site.set_fault(FaultRule::new(email, fault));
            }
            run_sample(&bench).await
        };
        tokio::select! {
            ended = run => ended,
            _ = tokio::signal::ctrl_c() => bail!("interrupted"),
        }
    })
}

/// Serves the practice site until interrupted.
pub(crate) fn serve_site() -> Result<()> {
    runtime()?.block_on(async {
        let site = serve(SocketAddr::from((Ipv4Addr::LOCALHOST, PORT))).await?;
        println!("the practice site is at {}/ (Ctrl-C ends it)", site.url());
        tokio::signal::ctrl_c().await?;
        Ok(())
    })
}

/// The async runtime of a command.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.enable_all().build().context("the async runtime")
}

async fn run_sample(bench: &Bench) -> Result<()> {
    println!("the practice site's policy: {POLICY}");
    let panel = bench.open_panel().await?;
    panel.import_skill(&bench.skill_file()?).await?;
    panel.load_table(&sample_table(40)).await?;
    panel.start().await?;
    let mut printed = BTreeSet::new();
    print_rows_as_they_end(&panel, &mut printed, CLOSED_AFTER).await?;
    panel.page.close().await?;
    println!("        the panel was closed in the middle, and is opened again");
    let panel = bench.open_panel().await?;
    panel.start().await?;
    print_rows_as_they_end(&panel, &mut printed, usize::MAX).await?;
    panel.wait_until_ended(ROW_LIMIT).await?;

    let report = panel.export().await?;
    std::fs::write(root().join("demo-report.csv"), &report)?;
    panel.page.set_viewport(400, 900, false).await?;
    std::fs::write(
        root().join("demo-panel.png"),
        panel.page.screenshot().await?,
    )?;
    let trouble = panel.trouble().await?;
    if !trouble.is_empty() {
        bail!("the panel says: {trouble}");
    }
    let (_, rows) = read_report(&report)?;
    print_table(&rows);
    println!("wrote demo-report.csv and demo-panel.png");
    let differences = truth_differs(&rows, &bench.site);
    if !differences.is_empty() {
        bail!("the server disagrees:\n  {}", differences.join("\n  "));
    }
    if rows.is_empty() {
        bail!("no row was run");
    }
    println!("the server's records are exactly the rows reported done");
    Ok(())
}

/// Prints a line for each row as it ends, until `count` have, or all, or the run has.
pub(crate) async fn print_rows_as_they_end(
    panel: &Panel,
    printed: &mut BTreeSet<usize>,
    count: usize,
) -> Result<()> {
    loop {
        let rows = panel.wait_for_rows(printed.len() + 1, ROW_LIMIT).await?;
        let is_ended = |status: &str| matches!(status, "done" | "failed" | "unknown");
        let ended: Vec<_> = rows.iter().filter(|row| is_ended(&row.status)).collect();
        for row in &ended {
            if printed.insert(row.index) {
                println!("row {:>2}  {:8} {}", row.index + 1, row.status, row.label);
            }
        }
        let has_ended = ended.len() == rows.len() || panel.has_ended().await?;
        if printed.len() >= count || has_ended {
            return Ok(());
        }
    }
}

/// Prints how many rows ended how, and why those did that are not done.
pub(crate) fn print_table(rows: &[ReportRow]) {
    println!();
    for status in ["done", "failed", "unknown", "not run"] {
        let count = rows.iter().filter(|r| r.get("status") == status).count();
        println!("{status:8} {count:>3}");
    }
    for row in rows.iter().filter(|row| row.get("status") != "done") {
        println!("  {}: {}", row.get("Email"), row.get("reason"));
    }
    println!();
}
