//! What can happen in the middle of an action: the page goes away, the tab is closed, the element vanishes,
//! the debugger is refused. Each ends with a reason, and no row is claimed.

use std::time::Duration;

use e2e::{Bench, Panel, ReportRow, read_report};
use serde_json::{Value, json};

use crate::remedies::{fit, page};
use crate::sites::statuses;
use crate::support::{bench, scripted};

const LONG: Duration = Duration::from_secs(240);

/// Starts the sample skill with two rows on this page.
pub(crate) async fn begin(bench: &Bench, html: String, change: impl FnOnce(&mut Value)) -> Panel {
    bench.site.add_page("/trouble", html);
    let url = bench.site.url();
    let panel = bench.open_panel().await.unwrap();
    let skill = bench.skill_file_of("add-customer", |skill| {
        fit(skill, &url);
        change(skill);
    });
    panel.import_skill(&skill.unwrap()).await.unwrap();
    let table = bench.file("table.csv", crate::remedies::TABLE).unwrap();
    panel.load_table(&table).await.unwrap();
    panel.start().await.unwrap();
    panel
}

pub(crate) async fn report(panel: &Panel) -> Vec<ReportRow> {
    panel.wait_until_ended(LONG).await.unwrap();
    read_report(&panel.export().await.unwrap()).unwrap().1
}

fn quickly(skill: &mut Value) {
    for step in skill["steps"].as_array_mut().unwrap() {
        step["within_ms"] = json!(2_000);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_navigates_away_while_a_field_is_filled_fails_the_row() {
    let bench = bench(scripted()).await;
    let leaves = "at('form').email.addEventListener('input', () => { location.assign('/'); });";
    let panel = begin(&bench, page("", leaves), quickly).await;
    let rows = report(&panel).await;
    assert_eq!(statuses(&rows), ["failed"; 2], "{rows:#?}");
    assert!(
        rows.iter().all(|row| !row.get("reason").is_empty()),
        "{rows:#?}"
    );
    assert_eq!(bench.site.stored_ever(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_field_that_vanishes_while_it_is_filled_fails_the_row() {
    let bench = bench(scripted()).await;
    let vanishes = "at('form').email.addEventListener('beforeinput', (event) => {
          event.target.parentElement.remove();
        });";
    let panel = begin(&bench, page("", vanishes), quickly).await;
    let rows = report(&panel).await;
    assert_eq!(statuses(&rows), ["failed"; 2], "{rows:#?}");
    assert!(rows[0].get("reason").contains("Email"), "{rows:#?}");
    assert_eq!(bench.site.stored_ever(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_work_tab_that_is_closed_in_between_stops_the_run_with_a_reason() {
    let bench = bench(scripted()).await;
    // The name is never quite there, so the run waits for it.
    let waits = "at('form').name.addEventListener('change', (event) => {
          setTimeout(() => { event.target.value = ''; document.title = 'Waiting'; }, 50);
        });";
    let panel = begin(&bench, page("", waits), |_| {}).await;
    let url = format!("{}/trouble", bench.site.url());
    let work = bench
        .desk
        .browser
        .wait_for_page(|at| at == url, LONG)
        .await
        .unwrap();
    work.wait_for("document.title === 'Waiting'", LONG)
        .await
        .unwrap();
    work.close().await.unwrap();
    panel.wait_until_ended(LONG).await.unwrap();
    let shown: String = panel
        .page
        .evaluate("document.querySelector('#run-card').innerText + document.querySelector('#rows').innerText")
        .await
        .unwrap();
    assert!(!shown.contains("All rows are done"), "{shown}");
    let rows = report(&panel).await;
    assert!(!statuses(&rows).contains(&"done"), "{rows:#?}");
    assert_eq!(bench.site.stored_ever(), 0);
}
