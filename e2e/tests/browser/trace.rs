//! What the panel tells of a row's run: its timeline, what was done already, what was read, a picture;
//! and what it saves of it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use e2e::{Bench, Panel, read_report};
use practice_site::{Fault, FaultRule, ServeOptions};
use serde_json::{Value, json};

use crate::support::{bench, extension};

const LONG: Duration = Duration::from_secs(240);

const SOON: Duration = Duration::from_secs(20);

/// The values of the row that fails; each is long enough to be found nowhere by chance.
const GRACE: [&str; 5] = [
    "Grace Hopper",
    "grace@example.test",
    "+1 212 555 0199",
    "Arlington",
    "Pays by invoice",
];

/// Runs two rows; the second meets a fault.
async fn run_with(bench: &Bench, fault: Fault, change: impl FnOnce(&mut Value)) -> Panel {
    bench.site.set_fault(FaultRule::new(GRACE[1], fault));
    let panel = bench.open_panel().await.unwrap();
    run_in(bench, &panel, change).await;
    panel
}

async fn run_in(bench: &Bench, panel: &Panel, change: impl FnOnce(&mut Value)) {
    let skill = bench.skill_file_of("add-customer", change).unwrap();
    panel.import_skill(&skill).await.unwrap();
    let table = format!(
        "Name,Email,Phone,City,Notes\nAda,ada@example.test,,,\n{}\n",
        GRACE.join(",")
    );
    let table = bench.file("people.csv", table).unwrap();
    panel.load_table(&table).await.unwrap();
    panel.start().await.unwrap();
    panel.wait_until_ended(LONG).await.unwrap();
    assert_eq!(panel.trouble().await.unwrap(), "");
}

async fn text(panel: &Panel, selector: &str) -> String {
    let text = format!("document.querySelector(\"{selector}\")?.innerText ?? ''");
    panel.page.evaluate(&text).await.unwrap()
}

/// The stages of a row's last run: name, whether it went wrong, and all it says.
async fn stages(panel: &Panel, row: usize) -> Vec<(String, bool, String)> {
    panel.open_row(row).await.unwrap();
    let all = format!(
        "[...document.querySelectorAll(\"#rows > .row[data-index='{row}'] .run-fold:last-of-type .stage\")].map(stage => [
            stage.querySelector('.stage-name').textContent,
            stage.classList.contains('is-bad'),
            stage.textContent,
        ])"
    );
    panel.page.evaluate(&all).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_row_tells_step_by_step_what_happened_also_after_the_panel_was_closed() {
    let bench = bench(ServeOptions::default()).await;
    let mut panel = run_with(&bench, Fault::ServerError, |_| {}).await;
    for is_again in [false, true] {
        if is_again {
            panel.page.close().await.unwrap();
            panel = reopened(&bench).await;
        }
        let stages = stages(&panel, 1).await;
        let names: Vec<&str> = stages.iter().map(|(name, ..)| name.as_str()).collect();
        assert_eq!(
            names,
            [
                "Before the first step",
                "Open the form",
                "Enter the name",
                "Enter the email address",
                "Enter the phone number",
                "Enter the city",
                "Enter the notes",
                "Save the customer",
                "After the steps",
            ]
        );
        let bad: Vec<&str> = stages
            .iter()
            .filter(|(_, is_bad, _)| *is_bad)
            .map(|(name, ..)| name.as_str())
            .collect();
        assert!(bad.contains(&"Save the customer"), "{bad:?}");
        let (_, _, save) = &stages[7];
        for told in ["Expected", "Found", "500", "Waited for", "button"] {
            assert!(save.contains(told), "{told} is not in {save}");
        }
        let row = "#rows > .row[data-index='1']";
        let timeline = text(&panel, &format!("{row} .timeline")).await;
        for value in GRACE {
            assert!(!timeline.contains(value), "{value} in {timeline}");
        }
        let done = text(&panel, &format!("{row} .already-done")).await;
        assert!(done.contains("Enter the notes"), "{done}");
        assert!(done.contains("“Save the customer”"), "{done}");
    }
    let (_, rows) = read_report(&panel.export().await.unwrap()).unwrap();
    let done = rows[1].get("already_done");
    assert!(
        done.ends_with("Save the customer (begun; it did not take effect)"),
        "{done}"
    );
    assert_eq!(
        rows[0].get("already_done"),
        "",
        "a row that is done has nothing to tell"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_trace_has_every_run_and_no_value_of_the_table() {
    let bench = bench(ServeOptions::default()).await;
    let panel = run_with(&bench, Fault::Rejected, |_| {}).await;
    panel.page.click("#rerun").await.unwrap();
    let tried = "document.querySelector('#stop').hidden && \
        document.querySelectorAll(\"#rows > .row[data-status='failed']\").length === 1";
    panel.page.wait_for(tried, LONG).await.unwrap();
    panel.open_row(1).await.unwrap();
    let runs = "document.querySelectorAll(\"#rows .run-fold\").length === 2";
    panel.page.wait_for(runs, LONG).await.unwrap();
    let of_row = panel.download(".export-row-trace").await.unwrap();
    let of_batch = panel.download("#export-trace").await.unwrap();
    for (text, runs) in [(&of_row, 2), (&of_batch, 3)] {
        let trace: Value = serde_json::from_str(text).unwrap();
        assert_eq!(trace["surehand_trace"], 1);
        assert_eq!(trace["skill"], "Add customer");
        let kept = trace["runs"].as_array().unwrap();
        assert_eq!(kept.len(), runs, "{text}");
        let last = kept.last().unwrap();
        assert_eq!((&last["row"], &last["attempt"]), (&json!(1), &json!(2)));
        let ended = last["entries"].as_array().unwrap().last().unwrap();
        assert_eq!(ended["event"]["ended"]["outcome"], "failed");
        let text = text.to_lowercase();
        for value in GRACE.into_iter().chain(["ada@example.test"]) {
            assert!(!text.contains(&value.to_lowercase()), "{value} in {text}");
        }
        assert!(text.contains("{{email}}"), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_skill_reads_is_in_the_rows_detail_and_in_the_report() {
    let bench = bench(ServeOptions::default()).await;
    let read = |skill: &mut Value| {
        let target = json!({ "role": "heading", "name": "Customers" });
        let step = json!({
            "intent": "Read the title",
            "action": { "do": "extract", "target": target, "save_as": "page title" },
        });
        skill["steps"].as_array_mut().unwrap().insert(0, step);
    };
    let panel = run_with(&bench, Fault::ServerError, read).await;
    panel.open_row(0).await.unwrap();
    let shown = text(&panel, "#rows > .row[data-index='0'] .outputs").await;
    assert!(shown.contains("page title"), "{shown}");
    assert!(shown.contains("Customers"), "{shown}");
    let (columns, rows) = read_report(&panel.export().await.unwrap()).unwrap();
    assert_eq!(columns.last().map(String::as_str), Some("page title"));
    for row in &rows {
        assert_eq!(row.get("page title"), "Customers", "{row:?}");
    }
}

const TURN_ON: &str = "(() => {
    const kept = JSON.parse(localStorage['surehand.settings']);
    localStorage['surehand.settings'] = JSON.stringify({ ...kept, pictures: true });
})()";

/// Runs the failed row once more and waits for its trace, the so many-th.
async fn rerun(panel: &Panel, runs: usize) {
    panel.page.click("#rerun").await.unwrap();
    let told = format!(
        "document.querySelector('#stop').hidden && \
         document.querySelectorAll(\"#rows > .row[data-index='1'] .run-fold\").length === {runs}"
    );
    panel.page.wait_for(&told, LONG).await.unwrap();
}

const LAST_RUN: &str = "#rows > .row[data-index='1'] .run-fold:last-of-type";

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_is_not_taken_is_told_with_the_reason() {
    let bench = bench(ServeOptions::default()).await;
    let panel = run_with(&bench, Fault::ServerError, |_| {}).await;
    panel.open_row(1).await.unwrap();
    let off = text(&panel, LAST_RUN).await;
    assert!(off.contains("pictures are off"), "{off}");
    panel.page.execute(TURN_ON).await.unwrap();
    rerun(&panel, 2).await;
    let not_allowed = text(&panel, LAST_RUN).await;
    assert!(not_allowed.contains("access to all sites"), "{not_allowed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_of_the_failure_is_shown_kept_and_in_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let extension = with_all_sites(folder.path());
    let bench = Bench::start(extension, ServeOptions::default(), true)
        .await
        .unwrap();
    let mut panel = bench.open_panel().await.unwrap();
    panel.open_view("settings").await.unwrap();
    panel.page.click("#pictures").await.unwrap();
    let rule = FaultRule::new(GRACE[1], Fault::ServerError);
    bench.site.set_fault(rule);
    run_in(&bench, &panel, |_| {}).await;
    for is_again in [false, true] {
        if is_again {
            panel.page.close().await.unwrap();
            panel = reopened(&bench).await;
        }
        panel.open_row(1).await.unwrap();
        let said = text(&panel, LAST_RUN).await;
        assert!(!said.contains("No picture"), "{said}");
        let drawn = "document.querySelector('#rows .picture img')?.naturalWidth > 300";
        panel.page.wait_for(drawn, SOON).await.unwrap();
    }
    let trace = panel.download(".export-row-trace").await.unwrap();
    assert!(trace.contains("sha256"), "{trace}");
    assert!(!trace.contains("base64"), "{trace}");
    let kept = serde_json::to_string(&e2e::kept_runs(&panel).await.unwrap()).unwrap();
    assert!(!kept.contains("base64"), "{kept}");
    let pictures = "document.querySelectorAll('#rows .picture').length";
    let shown: usize = panel.page.evaluate(pictures).await.unwrap();
    assert_eq!(shown, 1);
}

/// A copy of the extension that is allowed on all sites, as it is where a person said yes to Chrome's
/// question; no driver can press that button.
fn with_all_sites(folder: &Path) -> PathBuf {
    copy(&extension(), folder);
    let manifest = folder.join("manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let mut json: Value = serde_json::from_str(&text).unwrap();
    json["host_permissions"] = json!(["<all_urls>"]);
    std::fs::write(&manifest, json.to_string()).unwrap();
    folder.to_owned()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), &to).unwrap();
        }
    }
}

/// The panel once more, with the batch that was run last.
async fn reopened(bench: &Bench) -> Panel {
    let panel = bench.open_panel().await.unwrap();
    panel.open_view("batches").await.unwrap();
    let past = "document.querySelector('#past .past-open')";
    panel.page.wait_for(past, SOON).await.unwrap();
    panel.page.click("#past .past-open").await.unwrap();
    panel
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_batch_takes_its_traces_with_it_and_brings_them_back() {
    let bench = bench(ServeOptions::default()).await;
    let panel = run_with(&bench, Fault::ServerError, |_| {}).await;
    let kept = "new Promise(resolve => {
        const opening = indexedDB.open('surehand');
        opening.onsuccess = () => {
            const keys = opening.result.transaction('runs').objectStore('runs').getAllKeys();
            keys.onsuccess = () => { opening.result.close(); resolve(keys.result.length); };
        };
    })";
    let count = async || panel.page.evaluate::<usize>(kept).await.unwrap();
    assert_eq!(count().await, 2);
    panel.page.click("#past .is-delete").await.unwrap();
    let undo = "document.querySelector('#undo')";
    panel.page.wait_for(undo, SOON).await.unwrap();
    assert_eq!(count().await, 0);
    panel.page.click("#undo").await.unwrap();
    let past = "document.querySelector('#past .past-open')";
    panel.page.wait_for(past, SOON).await.unwrap();
    panel.page.click("#past .past-open").await.unwrap();
    let stages = stages(&panel, 1).await;
    assert!(stages.iter().any(|(_, is_bad, _)| *is_bad), "{stages:?}");
}
