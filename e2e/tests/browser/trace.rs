//! What the panel tells of a row's run: its timeline, what was done already, what was read, a picture;
//! and what it saves of it.

use std::time::Duration;

use e2e::{Bench, Panel, read_report};
use practice_site::{Fault, FaultRule, ServeOptions};
use serde_json::{Value, json};

use crate::support::bench;

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
            panel = bench.open_panel().await.unwrap();
            panel.open_view("batches").await.unwrap();
            let past = "document.querySelector('#past .past-open')";
            panel.page.wait_for(past, SOON).await.unwrap();
            panel.page.click("#past .past-open").await.unwrap();
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
        done.ends_with("Save the customer (begun; it may have happened)"),
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

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_taken_only_where_it_is_turned_on_and_chrome_allows_it() {
    let bench = bench(ServeOptions::default()).await;
    let panel = run_with(&bench, Fault::ServerError, |_| {}).await;
    let row = "#rows > .row[data-index='1']";
    panel.open_row(1).await.unwrap();
    let off = text(&panel, &format!("{row} .timeline")).await;
    assert!(off.contains("pictures are off"), "{off}");

    let turned_on = "(() => {
        const kept = JSON.parse(localStorage['surehand.settings']);
        localStorage['surehand.settings'] = JSON.stringify({ ...kept, pictures: true });
    })()";
    panel.page.execute(turned_on).await.unwrap();
    for (is_allowed, runs) in [(false, 2), (true, 3)] {
        if is_allowed {
            allow_all_sites(&bench).await;
        }
        panel.page.click("#rerun").await.unwrap();
        let told = format!(
            "document.querySelector('#stop').hidden && document.querySelectorAll(\"{row} .run-fold\").length === {runs}"
        );
        panel.page.wait_for(&told, LONG).await.unwrap();
        let said = text(&panel, &format!("{row} .run-fold:last-of-type")).await;
        if !is_allowed {
            assert!(said.contains("access to all sites"), "{said}");
            continue;
        }
        assert!(!said.contains("No picture"), "{said}");
        let is_drawn =
            format!("document.querySelector(\"{row} .picture img\")?.naturalWidth > 300");
        panel.page.wait_for(&is_drawn, SOON).await.unwrap();
        let trace = panel.download(".export-row-trace").await.unwrap();
        assert!(
            trace.contains("sha256") && !trace.contains("base64"),
            "{trace}"
        );
    }
}

/// Gives the extension access to all sites, as a person does who says yes to Chrome's question.
async fn allow_all_sites(bench: &Bench) {
    let id = bench.browser.extension_id().await.unwrap();
    let extensions = bench.browser.new_page("chrome://extensions").await.unwrap();
    let allow =
        format!("chrome.developerPrivate.addHostPermission('{id}', '<all_urls>').then(() => true)");
    extensions.evaluate::<bool>(&allow).await.unwrap();
}
