//! What sites do to a hand: redirects, restless lists, dialogs over forms, APIs at other origins,
//! answers that fail first or take their time.

use std::time::Duration;

use e2e::{Bench, ReportRow, read_report, truth_differs};
use practice_site::{Fault, FaultRule, ServeOptions};
use serde_json::{Value, json};

use crate::support::bench;

const LONG: Duration = Duration::from_secs(240);

const TABLE: &str = "Name,Email,Plan\nAda,ada@example.test,Premium\nBob,bob@example.test,Standard\n\
    王小明,wang@example.test,Basic\n";

/// Runs a skill over the three rows and gives the report.
pub(crate) async fn run(
    bench: &Bench,
    skill: &str,
    change: impl FnOnce(&mut Value),
) -> Vec<ReportRow> {
    let panel = bench.open_panel().await.unwrap();
    let skill = bench.skill_file_of(skill, change).unwrap();
    panel.import_skill(&skill).await.unwrap();
    let table = bench.file("table.csv", TABLE).unwrap();
    panel.load_table(&table).await.unwrap();
    panel.start().await.unwrap();
    panel.wait_until_ended(LONG).await.unwrap();
    assert_eq!(panel.trouble().await.unwrap(), "");
    read_report(&panel.export().await.unwrap()).unwrap().1
}

pub(crate) fn statuses(rows: &[ReportRow]) -> Vec<&str> {
    rows.iter().map(|row| row.get("status")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_posted_form_with_list_box_and_enter_is_proved_after_its_redirect() {
    let bench = bench(ServeOptions::default()).await;
    let rows = run(&bench, "add-classic-customer", |_| {}).await;
    assert_eq!(statuses(&rows), ["done"; 3], "{rows:#?}");
    let stored: Vec<_> = bench
        .site
        .records()
        .into_iter()
        .map(|record| (record.draft.name, record.draft.plan, record.draft.notes))
        .collect();
    let newsletter = || "newsletter".to_owned();
    let expected = [("Ada", "Premium"), ("Bob", "Standard"), ("王小明", "Basic")]
        .map(|(name, plan)| (name.to_owned(), plan.to_owned(), newsletter()));
    assert_eq!(stored, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_option_that_is_not_there_fails_and_names_those_that_are() {
    let bench = bench(ServeOptions::default()).await;
    let platinum = |skill: &mut Value| skill["steps"][1]["action"]["option"] = json!("Platinum");
    let rows = run(&bench, "add-classic-customer", platinum).await;
    assert_eq!(statuses(&rows), ["failed"; 3], "{rows:#?}");
    let reason = rows[0].get("reason");
    assert!(reason.contains("Basic, Standard, Premium"), "{reason}");
    assert!(bench.site.records().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_is_never_the_same_markup_twice_is_read_all_the_same() {
    let options = ServeOptions {
        restless: true,
        samples: 3,
        ..ServeOptions::default()
    };
    let bench = bench(options).await;
    let rows = run(&bench, "add-customer", |_| {}).await;
    assert_eq!(statuses(&rows), ["done"; 3], "{rows:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_that_opens_over_the_form_is_declined() {
    let options = ServeOptions {
        overlay: true,
        ..ServeOptions::default()
    };
    let bench = bench(options).await;
    let rows = run(&bench, "add-customer", |_| {}).await;
    assert_eq!(statuses(&rows), ["done"; 3], "{rows:#?}");
    assert_eq!(truth_differs(&rows, &bench.site), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_api_at_another_origin_is_watched_where_the_skill_names_it() {
    let options = ServeOptions {
        api_elsewhere: true,
        ..ServeOptions::default()
    };
    let bench = bench(options).await;
    let api = bench.site.api_origin().unwrap().to_owned();
    let rows = run(&bench, "add-customer", |skill| {
        skill["request_hosts"] = json!([format!("{api}/*")]);
        skill["steps"][6]["expect"][0]["url"] = json!(format!("{api}/api/customers"));
    })
    .await;
    assert_eq!(statuses(&rows), ["done"; 3], "{rows:#?}");
    assert_eq!(truth_differs(&rows, &bench.site), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_api_that_only_the_pages_own_timing_shows_leaves_a_row_unknown() {
    let options = ServeOptions {
        api_elsewhere: true,
        ..ServeOptions::default()
    };
    let bench = bench(options).await;
    let api = bench.site.api_origin().unwrap().to_owned();
    let rows = run(&bench, "add-customer", |skill| {
        // Another host than the API's, which the skill does not name.
        let moved = skill.to_string().replace("127.0.0.1", "localhost");
        *skill = serde_json::from_str(&moved).unwrap();
        skill["steps"][6]["expect"][0]["url"] = json!(format!("{api}/api/customers"));
        skill["steps"][6]["within_ms"] = json!(2_000);
    })
    .await;
    assert_eq!(statuses(&rows), ["unknown"; 3], "{rows:#?}");
    let reason = rows[0].get("reason");
    assert!(
        reason.contains("by the page's own timing, and answered 201"),
        "{reason}"
    );
    assert_eq!(bench.site.records().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_answers_are_waited_for_and_a_first_failure_is_told() {
    let bench = bench(ServeOptions::default()).await;
    bench
        .site
        .set_fault(FaultRule::new("ada@example.test", Fault::Slow));
    bench
        .site
        .set_fault(FaultRule::new("bob@example.test", Fault::Flaky));
    let rows = run(&bench, "add-customer", |_| {}).await;
    assert_eq!(statuses(&rows), ["done", "failed", "done"], "{rows:#?}");
    assert!(rows[1].get("reason").contains("answered 503"), "{rows:#?}");
    assert_eq!(truth_differs(&rows, &bench.site), Vec::<String>::new());
}
