//! What no page alone can tell, in the real side panel: files that are saved, tabs that open, records
//! that are looked at again.

use std::path::{Path, PathBuf};
use std::time::Duration;

use browser::{Page, Target};
use e2e::{Bench, Panel, ReportRow, read_report, truth_differs};
use practice_site::{Fault, FaultRule, ServeOptions};
use serde_json::{Value, json};

use crate::support::{bench, scripted};

const LONG: Duration = Duration::from_secs(120);

/// Buttons that save files, or don't, and links that open windows, or don't.
const EXPORTS: &str = r#"<!doctype html><html lang=en><title>Exports</title><h1>Exports</h1>
<button>Do whole</button><button>Do empty</button><button>Do nothing</button><button>Do other</button>
<script>
  const save = (name, text) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    link.download = name;
    link.click();
  };
  const actions = [
    () => setTimeout(() => save("report.csv", "a,b\n1,2\n"), 200),
    () => save("report.csv", ""),
    () => {},
    () => save("other.csv", "a,b\n1,2\n"),
  ];
  document.querySelectorAll("button").forEach((button, at) => button.onclick = actions[at]);
</script>"#;

/// A skill that presses *Do {{what}}* on a page and claims this of it, run over such rows in the panel.
async fn press_in_panel(bench: &Bench, claim: Value, whats: &[&str]) -> Vec<ReportRow> {
    let press = json!({
        "intent": "Press",
        "action": { "do": "click", "target": { "role": "button", "name": "Do {{what}}" } },
        "expect": [claim],
        "within_ms": 4000
    });
    run_steps(bench, &json!([press]), whats).await.1
}

/// These steps on the exports page, run over such rows in the panel; gives the panel too.
async fn run_steps(bench: &Bench, steps: &Value, whats: &[&str]) -> (Panel, Vec<ReportRow>) {
    let url = bench.site.url();
    let skill = json!({
        "surehand_skill": 1,
        "name": "Press",
        "sites": [format!("{url}/*")],
        "start_url": format!("{url}/exports"),
        "slots": [{ "name": "what", "label": "What" }],
        "steps": steps
    });
    let skill = bench.file("press.json", skill.to_string()).unwrap();
    run_file(bench, &skill, &format!("What\n{}\n", whats.join("\n"))).await
}

async fn run_file(bench: &Bench, skill: &Path, table: &str) -> (Panel, Vec<ReportRow>) {
    let panel = bench.open_panel().await.unwrap();
    panel.import_skill(skill).await.unwrap();
    let table = bench.file("rows.csv", table).unwrap();
    panel.load_table(&table).await.unwrap();
    panel.start().await.unwrap();
    panel.wait_until_ended(LONG).await.unwrap();
    assert_eq!(panel.trouble().await.unwrap(), "");
    let rows = read_report(&panel.export().await.unwrap()).unwrap().1;
    (panel, rows)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_a_click_saves_is_seen_by_its_name_and_size() {
    let bench = bench(scripted()).await;
    bench.site.add_page("/exports", EXPORTS);
    let claim = json!({ "check": "download_completed", "name": "report*.csv" });
    let rows = press_in_panel(
        &bench,
        claim,
        &["whole", "empty", "nothing", "other", "whole"],
    )
    .await;
    let expected = [
        ("done", ""),
        ("failed", "0 bytes"),
        ("failed", "was absent"),
        ("failed", "was absent"),
        ("done", ""),
    ];
    check_told(&rows, &expected);
}

/// Each row's status, and a part of its reason.
fn check_told(rows: &[ReportRow], expected: &[(&str, &str)]) {
    assert_eq!(rows.len(), expected.len());
    for (row, (status, reason)) in rows.iter().zip(expected) {
        assert_eq!(row.get("status"), *status, "{rows:#?}");
        assert!(row.get("reason").contains(reason), "{rows:#?}");
    }
}

/// Buttons after which a window opens, or another, or none. It opens by the hand of a person, since
/// Chrome lets a page open one at a click that a script made only now and then.
const OPENERS: &str = r#"<!doctype html><html lang=en><title>Openers</title><h1>Openers</h1>
<button>Do window</button><button>Do blank</button><button>Do other</button><button>Do nothing</button>
<button>Do again</button><button>Do ask</button><p id=answer></p>
<script>
  const actions = {
    "Do window": () => open("/opened?x=1"),
    "Do blank": () => { const blank = open("about:blank"); setTimeout(() => blank.location = "/opened", 200); },
    "Do other": () => open("/elsewhere"),
    "Do nothing": () => {},
    "Do again": () => open("/opened?x=2"),
    "Do ask": () => open("/ask"),
  };
  globalThis.pressed = "";
  document.querySelectorAll("button").forEach(button =>
    button.onclick = () => globalThis.pressed = button.textContent);
</script>"#;

/// Does by a person's hand what the page does not do by the run's, each time the run has pressed it.
async fn press_by_hand(bench: &Bench, whats: &[&str]) {
    let url = format!("{}/exports", bench.site.url());
    let page = bench.browser.wait_for_page(|at| at == url, LONG).await;
    let page: Page = page.unwrap();
    for what in whats {
        let is_pressed = format!("globalThis.pressed === 'Do {what}'");
        page.wait_for(&is_pressed, LONG).await.unwrap();
        let open = "actions[pressed](), null";
        page.evaluate_with_gesture::<Value>(open).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tab_that_a_page_opens_is_seen_with_where_it_goes() {
    const WHATS: [&str; 4] = ["window", "blank", "other", "nothing"];
    let bench = bench(scripted()).await;
    bench.site.add_page("/exports", OPENERS);
    bench.site.add_page("/opened", "<h1>Opened</h1>");
    let claim = json!({ "check": "tab_opened", "url": "/opened*" });
    let running = press_in_panel(&bench, claim, &WHATS);
    let (rows, ()) = tokio::join!(running, press_by_hand(&bench, &WHATS));
    let expected = [
        ("done", ""),
        ("done", ""),
        ("failed", "/elsewhere"),
        ("failed", "was absent"),
    ];
    check_told(&rows, &expected);
    let is_open = |target: &Target| target.url.contains("/opened");
    assert!(!bench.browser.targets().iter().any(is_open));
}

/// A step that presses *Do {{what}}*, which opens a tab at this address.
fn open_tab(url: &str) -> Value {
    json!({
        "intent": "Open",
        "action": { "do": "click", "target": { "role": "button", "name": "Do {{what}}" } },
        "expect": [{ "check": "tab_opened", "url": url }]
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_run_goes_on_in_the_tab_it_opened_and_closes_it_for_the_next_row() {
    let bench = bench(scripted()).await;
    bench.site.add_page("/exports", OPENERS);
    bench.site.add_page(
        "/opened",
        "<title>Opened</title><label>Copies <input></label><p></p><button>Print</button><script>
         document.querySelector('button').onclick = () =>
             document.querySelector('p').textContent = `Printed ${document.querySelector('input').value}`;
         </script>",
    );
    let steps = json!([
        open_tab("/opened*"),
        { "intent": "Copies", "action": { "do": "fill",
            "target": { "role": "textbox", "name": "Copies" }, "value": "copy of {{what}}" } },
        { "intent": "Print", "action": { "do": "click",
            "target": { "role": "button", "name": "Print" } },
          "expect": [{ "check": "text_present", "text": "Printed copy of {{what}}", "absent_before": true }] }
    ]);
    const WHATS: [&str; 3] = ["window", "again", "blank"];
    let running = run_steps(&bench, &steps, &WHATS);
    let ((panel, rows), ()) = tokio::join!(running, press_by_hand(&bench, &WHATS));
    check_told(&rows, &[("done", ""), ("done", ""), ("done", "")]);
    let targets = bench.browser.targets();
    let open = targets
        .iter()
        .filter(|target| target.url.contains("/opened"));
    assert_eq!(open.count(), 1, "only the last row's: {targets:#?}");
    let told = effects_of(&panel, 0).await;
    assert!(
        told.contains("Open") && told.contains("/opened"),
        "{told:?}"
    );
}

/// What the panel tells of a row's effects beside the page.
async fn effects_of(panel: &Panel, row: usize) -> String {
    let rows = "document.querySelectorAll('#rows > .row')";
    let open = format!("{rows}[{row}].querySelector('button').click()");
    panel.page.execute(&open).await.unwrap();
    let unfold = "[...document.querySelectorAll('.row-detail .timeline details')].map(run => { run.open = true; }).length > 0";
    panel.page.wait_for(unfold, LONG).await.unwrap();
    let timeline = "document.querySelector('.row-detail .timeline').innerText";
    panel.page.evaluate(timeline).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tab_that_closes_itself_gives_way_to_the_one_it_came_from() {
    let bench = bench(scripted()).await;
    bench.site.add_page("/exports", OPENERS);
    bench.site.add_page(
        "/ask",
        "<title>Ask</title><button>Choose red</button><script>
         document.querySelector('button').onclick = () => {
             opener.document.querySelector('#answer').textContent = 'You chose red';
             close();
         };</script>",
    );
    let steps = json!([
        open_tab("/ask"),
        { "intent": "Choose", "action": { "do": "click",
            "target": { "role": "button", "name": "Choose red" } },
          "expect": [{ "check": "text_present", "text": "You chose red" }] }
    ]);
    let running = run_steps(&bench, &steps, &["ask"]);
    let ((_, rows), ()) = tokio::join!(running, press_by_hand(&bench, &["ask"]));
    check_told(&rows, &[("done", "")]);
}

/// The sample skill without its key: what its commit says, and what is read back.
fn keyless(bench: &Bench, readback: &Value) -> PathBuf {
    let file = bench.skill_file_of("add-customer", |skill| {
        skill["row_key"] = Value::Null;
        skill["steps"][6]["expect"] = json!([
            { "check": "text_present", "text": "Customer saved", "absent_before": true }
        ]);
        skill["success"] = json!([readback]);
    });
    file.unwrap()
}

/// Ways to look at a customer again: in the list, and opened from it.
fn readbacks() -> [Value; 2] {
    let list = json!({ "role": "table", "name": "Customers" });
    let row = json!({ "check": "row_contains", "list": list, "key": "{{email}}",
        "values": ["{{name}}", "{{city}}"] });
    let field = json!({ "role": "textbox", "name": "Email" });
    let value = json!({ "check": "value_equals", "target": field, "value": "{{email}}" });
    let edit = json!({ "role": "button", "name": "Edit {{name}}" });
    [
        json!({ "check": "readback", "url": "/customers", "then": [row] }),
        json!({ "check": "readback", "url": "/customers", "open": edit, "then": [value] }),
    ]
}

/// The page says "Customer saved" each time.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_only_says_so_is_never_done_by_reading_back() {
    const TABLE: &str = "Name,Email,Phone,City,Notes\nAda,ada@x.test,1,London,\nBob,bob@x.test,2,Paris,\n\
        Cy,cy@x.test,3,Rome,\nDi,di@x.test,4,Oslo,\nEd,ed@x.test,5,Bonn,\n";
    for readback in readbacks() {
        let bench = bench(ServeOptions::default()).await;
        for (email, fault) in [
            ("ada@x.test", Fault::ServerError),
            ("bob@x.test", Fault::Lost),
            ("cy@x.test", Fault::ErrorsInBody),
            ("di@x.test", Fault::Optimistic),
        ] {
            bench.site.set_fault(FaultRule::new(email, fault));
        }
        let (_, rows) = run_file(&bench, &keyless(&bench, &readback), TABLE).await;
        let statuses: Vec<&str> = rows.iter().map(|row| row.get("status")).collect();
        let expected = ["unknown", "unknown", "unknown", "unknown", "done"];
        assert_eq!(statuses, expected, "{readback}: {rows:#?}");
        let differences = truth_differs(&rows, &bench.site);
        assert!(differences.is_empty(), "{differences:#?}");
        assert!(
            rows[0].get("reason").contains("read back"),
            "{:#?}",
            rows[0]
        );
    }
}
