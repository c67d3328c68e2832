//! The engine's two scripts: which one runs under which security policy, that both do the same
//! work, and that a fresh engine takes the place of one that is gone.

use std::time::Duration;

use browser::Page;
use e2e::{Bench, Panel, read_report, truth_differs};
use practice_site::{Fault, FaultRule, ServeOptions};

use crate::support::{bench, extension, look};

const SOON: Duration = Duration::from_secs(20);
const LONG: Duration = Duration::from_secs(240);

/// A policy that forbids WebAssembly, as most that sites have do.
const STRICT: &str = "default-src 'self'";

/// What the practice site can still do under a policy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Site {
    /// All it does.
    Works,
    /// Its own scripts do not run, or can't reach the server.
    OnlyShows,
}

macro_rules! under_each_policy {
    ($($name:ident: $policy:expr => $variant:literal, $site:expr;)*) => {$(
        #[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            check_policy($policy, $variant, $site).await;
        }
    )*};
}

under_each_policy! {
    without_a_policy_wasm_runs: None => "Wasm", Site::Works;
    under_default_src_self_the_twin_runs: Some(STRICT) => "Js", Site::Works;
    under_script_src_none_the_twin_runs: Some("script-src 'none'") => "Js", Site::OnlyShows;
    under_a_nonce_the_twin_runs: Some("script-src 'nonce-abc'") => "Js", Site::Works;
    under_trusted_types_the_twin_runs:
        Some("require-trusted-types-for 'script'; default-src 'self'") => "Js", Site::Works;
    under_wasm_unsafe_eval_wasm_runs:
        Some("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'") => "Wasm", Site::Works;
    in_a_sandbox_with_scripts_wasm_runs:
        Some("sandbox allow-scripts allow-forms allow-same-origin") => "Wasm", Site::OnlyShows;
    in_a_plain_sandbox_wasm_runs: Some("sandbox") => "Wasm", Site::OnlyShows;
}

async fn check_policy(policy: Option<&str>, variant: &str, site: Site) {
    let bench = bench_under(policy).await;
    let panel = bench.open_panel().await.unwrap();
    let (engine, outline) = look(&panel).await;
    assert!(engine.contains(variant), "{engine}");
    assert!(outline.contains("button \"New customer\" [e"), "{outline}");
    if site == Site::Works {
        let table = "Name,Email\nAda,ada@example.test\n王小明,ming@example.test\n\"Hopper, Grace\",grace@example.test\n";
        let statuses = run(&bench, &panel, table).await;
        assert_eq!(statuses, ["done"; 3]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_twin_tells_faults_as_the_server_has_them() {
    let bench = bench_under(Some(STRICT)).await;
    for (email, fault) in [
        ("row2@example.test", Fault::ServerError),
        ("row4@example.test", Fault::Lost),
        ("row5@example.test", Fault::Rejected),
        ("row7@example.test", Fault::Optimistic),
        ("row8@example.test", Fault::StoredThenError),
    ] {
        bench.site.set_fault(FaultRule::new(email, fault));
    }
    let mut table = String::from("Email,Name,City,Notes\n");
    for at in 0..9 {
        let notes = ["\"first line\nsecond, line\"", "发票抬头", ""][at % 3];
        table.push_str(&format!("row{at}@example.test,王小明{at},上海,{notes}\n"));
    }
    table.push_str(",Nobody,上海,\n");
    let panel = bench.open_panel().await.unwrap();
    let statuses = run(&bench, &panel, &table).await;
    let wanted = [
        "done", "done", "failed", "done", "failed", "failed", "done", "failed", "unknown", "failed",
    ];
    assert_eq!(statuses, wanted);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fresh_wasm_engine_takes_the_place_of_one_that_is_gone() {
    check_fresh_engine(None, "Wasm").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fresh_twin_takes_the_place_of_one_that_is_gone() {
    check_fresh_engine(Some(STRICT), "Js").await;
}

async fn check_fresh_engine(policy: Option<&str>, variant: &str) {
    let bench = bench_under(policy).await;
    let panel = bench.open_panel().await.unwrap();
    look(&panel).await;
    for harm in ["entry.engine.free()", "delete globalThis[key]"] {
        in_engines_world(&bench.page, harm).await;
        look_until_seen(&bench.page, &panel, harm).await;
        let (engine, _) = look(&panel).await;
        assert!(engine.contains(variant), "{engine}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reloaded_extension_starts_an_engine_of_its_own() {
    let bench = bench_under(None).await;
    let panel = bench.open_panel().await.unwrap();
    look(&panel).await;
    // A folder that is loaded again is a reload; by `chrome.runtime.reload` nothing tells its end.
    let folder = serde_json::json!({ "path": extension().canonicalize().unwrap() });
    let reload = "Extensions.loadUnpacked";
    bench.browser.command(reload, folder).await.unwrap();
    let panel = bench.open_panel().await.unwrap();
    look_until_seen(&bench.page, &panel, "after the reload").await;
}

async fn bench_under(policy: Option<&str>) -> Bench {
    bench(ServeOptions {
        csp: policy.map(str::to_owned),
        ..ServeOptions::default()
    })
    .await
}

/// Runs a table; the report must be what the server has. Gives the rows' statuses.
async fn run(bench: &Bench, panel: &Panel, table: &str) -> Vec<String> {
    let skill = bench.skill_file().unwrap();
    panel.import_skill(&skill).await.unwrap();
    let table = bench.file("table.csv", table).unwrap();
    panel.load_table(&table).await.unwrap();
    panel.start().await.unwrap();
    panel.wait_until_ended(LONG).await.unwrap();
    assert_eq!(panel.trouble().await.unwrap(), "");
    let (_, mut rows) = read_report(&panel.export().await.unwrap()).unwrap();
    let statuses = rows
        .iter()
        .map(|row| row.get("status").to_owned())
        .collect();
    // What is unknown is told as that, whatever the server has.
    let unknown: Vec<String> = rows
        .extract_if(.., |row| row.get("status") == "unknown")
        .map(|row| row.get("Email").to_owned())
        .collect();
    let mut differences = truth_differs(&rows, &bench.site);
    differences.retain(|difference| !unknown.iter().any(|email| difference.contains(email)));
    assert!(differences.is_empty(), "{differences:#?}\n{rows:#?}");
    statuses
}

/// Runs JavaScript on the engine's `entry` under its `key`, in the world of the page it runs in.
async fn in_engines_world(page: &Page, js: &str) {
    let ours = |context: &browser::Context| context.origin.starts_with("chrome-extension://");
    let world = page.wait_for_context(ours, SOON).await.unwrap();
    let js = format!(
        "(() => {{ const key = Symbol.for('surehand.engine'), entry = globalThis[key]; {js}; return entry !== undefined; }})()"
    );
    assert!(page.evaluate_in::<bool>(world.id, &js).await.unwrap());
}

/// Changes the page, and has the panel look until it shows the change.
async fn look_until_seen(page: &Page, panel: &Panel, heading: &str) {
    let change = format!("document.querySelector('h1').textContent = '{heading}'");
    page.execute(&change).await.unwrap();
    look(panel).await;
    let seen = format!("document.querySelector('.outline')?.textContent.includes('{heading}')");
    panel.page.wait_for(&seen, SOON).await.unwrap();
}
