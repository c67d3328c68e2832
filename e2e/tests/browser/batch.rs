//! Whole batches, started in the real side panel, with the server as the judge.

use std::time::Duration;

use browser::Page;
use e2e::{Bench, ReportRow, read_report, truth_differs};
use practice_site::{Fault, FaultRule, ServeOptions};

use crate::support::{bench, started};

const LONG: Duration = Duration::from_secs(240);

/// 30 rows: Chinese, quoted commas and newlines, three empty required values.
fn thirty_rows() -> String {
    let mut csv = String::from("Email,Name,Phone,City,Notes\n");
    for at in 0..30 {
        let name = match at % 3 {
            0 => format!("王小明{at}"),
            1 => format!("\"Lovelace, Ada {at}\""),
            _ => format!("Grace \"\"Amazing\"\" {at}").replace("Grace", "\"Grace") + "\"",
        };
        let name = if at == 11 { String::new() } else { name };
        let email = if matches!(at, 7 | 23) {
            String::new()
        } else {
            format!("row{at}@example.test")
        };
        let notes = match at % 4 {
            0 => "\"first line\nsecond, line\"",
            1 => "发票抬头：小明贸易",
            2 => "",
            _ => "\"she said \"\"ship\"\"\"",
        };
        csv.push_str(&format!("{email},{name},+1 {at},上海,{notes}\n"));
    }
    csv
}

/// Runs a table through the real panel and gives the exported report.
async fn run(bench: &Bench, table: &str) -> Vec<ReportRow> {
    let panel = bench.open_panel().await.unwrap();
    panel
        .import_skill(&bench.skill_file().unwrap())
        .await
        .unwrap();
    let table = bench.file("table.csv", table).unwrap();
    panel.load_table(&table).await.unwrap();
    panel.start().await.unwrap();
    panel.wait_until_ended(LONG).await.unwrap();
    assert_eq!(panel.trouble().await.unwrap(), "");
    assert!(
        !has_focus(&bench.page).await,
        "the focus stays in the panel"
    );
    let (_, rows) = read_report(&panel.export().await.unwrap()).unwrap();
    let differences = truth_differs(&rows, &bench.site);
    assert!(differences.is_empty(), "{differences:#?}\n{rows:#?}");
    rows
}

async fn has_focus(page: &Page) -> bool {
    page.evaluate("document.hasFocus()").await.unwrap()
}

fn status_of<'a>(rows: &'a [ReportRow], email: &str) -> &'a ReportRow {
    rows.iter().find(|row| row.get("Email") == email).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_rows_with_every_fault_are_told_as_the_server_has_them() {
    let bench = bench(ServeOptions::default()).await;
    for (email, fault) in [
        ("row2@example.test", Fault::ServerError),
        ("row5@example.test", Fault::Lost),
        ("row9@example.test", Fault::Rejected),
        ("row14@example.test", Fault::Optimistic),
        ("row17@example.test", Fault::ErrorsInBody),
    ] {
        bench.site.set_fault(FaultRule::new(email, fault));
    }
    let rows = run(&bench, &thirty_rows()).await;
    let done = rows
        .iter()
        .filter(|row| row.get("status") == "done")
        .count();
    assert_eq!(done, 30 - 3 - 5, "{rows:#?}");
    let failed = rows
        .iter()
        .filter(|row| row.get("status") == "failed")
        .count();
    assert_eq!(failed, 3 + 5, "{rows:#?}");
    let reason = |email: &str| status_of(&rows, email).get("reason").to_owned();
    assert!(reason("row2@example.test").contains("answered 500"));
    assert!(reason("row9@example.test").contains("the page says: Email"));
    for row in rows.iter().filter(|row| row.get("attempts") == "0") {
        assert!(
            row.get("reason").ends_with("is empty, but required"),
            "{row:?}"
        );
    }
    let tried = |row: &&ReportRow| row.get("attempts") == "1" && !row.get("finished_at").is_empty();
    assert_eq!(rows.iter().filter(tried).count(), 27);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_was_stored_under_an_error_is_unknown() {
    let bench = bench(ServeOptions::default()).await;
    let rule = FaultRule::new("ada@example.test", Fault::StoredThenError);
    bench.site.set_fault(rule);
    let panel = bench.open_panel().await.unwrap();
    panel
        .import_skill(&bench.skill_file().unwrap())
        .await
        .unwrap();
    let table = "Name,Email\nAda,ada@example.test\nBob,bob@example.test\n";
    let table = bench.file("table.csv", table).unwrap();
    panel.load_table(&table).await.unwrap();
    panel.start().await.unwrap();
    panel.wait_until_ended(LONG).await.unwrap();
    let report = panel.export().await.unwrap();
    let rows = panel.rows().await.unwrap();
    let statuses: Vec<&str> = rows.iter().map(|row| row.status.as_str()).collect();
    assert_eq!(statuses, ["unknown", "done"], "{report}");
    assert_eq!(bench.site.records().len(), 2, "nothing was sent twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_can_be_stopped_and_gone_on_with() {
    let bench = bench(ServeOptions::default()).await;
    let panel = started(&bench).await;
    panel.wait_for_rows(2, LONG).await.unwrap();
    panel.page.click("#stop").await.unwrap();
    panel.wait_until_ended(LONG).await.unwrap();
    let rows = panel.rows().await.unwrap();
    let is_pending = |row: &&e2e::ShownRow| row.status == "pending";
    assert!(rows.iter().filter(is_pending).count() > 0, "{rows:#?}");

    panel.start().await.unwrap();
    panel.wait_until_ended(LONG).await.unwrap();
    let (_, rows) = read_report(&panel.export().await.unwrap()).unwrap();
    assert!(
        rows.iter().all(|row| row.get("status") == "done"),
        "{rows:#?}"
    );
    assert_eq!(truth_differs(&rows, &bench.site), Vec::<String>::new());
}
