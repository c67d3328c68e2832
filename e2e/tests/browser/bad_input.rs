//! Files that can't be run: a clear message, and nothing touches the page.

use std::time::Duration;

use e2e::Panel;
use practice_site::ServeOptions;
use serde_json::{Value, json};

use crate::support::bench;

const SOON: Duration = Duration::from_secs(20);

/// Waits until the panel says all of these, whatever the case.
async fn says(panel: &Panel, expected: &[&str]) {
    for part in expected {
        let said = format!(
            "document.body.innerText.toLowerCase().includes({})",
            json!(part.to_lowercase())
        );
        panel.page.wait_for(&said, SOON).await.unwrap();
    }
}

/// Loads a changed sample skill, then a table if there is one, and checks what the panel says and
/// that it can't start.
async fn check(change: impl FnOnce(&mut Value), table: Option<&[u8]>, expected: &[&str]) {
    let bench = bench(ServeOptions::default()).await;
    let panel = bench.open_panel().await.unwrap();
    let skill = std::fs::read_to_string(bench.skill_file().unwrap()).unwrap();
    let mut skill: Value = serde_json::from_str(&skill).unwrap();
    change(&mut skill);
    let before = bench.site.requests().len();
    let skill = bench.file("skill.json", skill.to_string()).unwrap();
    panel.import_skill(&skill).await.unwrap();
    if let Some(table) = table {
        let table = bench.file("table.csv", table).unwrap();
        panel.load_table(&table).await.unwrap();
    }
    says(&panel, expected).await;
    let can_start: bool = panel
        .page
        .evaluate("document.querySelector('#start:not(:disabled)') !== null")
        .await
        .unwrap();
    assert!(!can_start, "{expected:?}");
    assert_eq!(
        bench.site.requests().len(),
        before,
        "nothing was asked of the site"
    );
    assert!(bench.site.records().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_uneven_line_is_named() {
    let table = b"Name,Email\nAda,ada@example.test\nLovelace, Ada,x@example.test\n";
    check(|_| {}, Some(table), &["table.csv", "line 3"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_a_header_is_told() {
    let table = b"Ada,ada@example.test\nBob,bob@example.test\n";
    check(|_| {}, Some(table), &["ada@example.test"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_not_text_is_told() {
    check(|_| {}, Some(b"\x89PNG\r\n\x1a\n\0\0\0"), &["not text"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unmapped_required_slot_is_named() {
    check(|_| {}, Some(b"Name,City\nAda,London\n"), &["Email"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_skill_asks_for_a_newer_program() {
    let newer = |skill: &mut Value| skill["surehand_skill"] = json!(99);
    check(newer, None, &["99"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_skill_is_told_by_its_path() {
    let typo = |skill: &mut Value| skill["steps"][1]["action"]["value"] = json!("{{nmae}}");
    check(typo, None, &["steps[1].action.value", "nmae"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_skill_that_starts_on_another_site_is_refused() {
    let away = |skill: &mut Value| skill["start_url"] = json!("https://other.example/");
    check(away, None, &["start_url", "https://other.example/"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_that_can_not_be_proved_is_refused() {
    let unproved = |skill: &mut Value| {
        skill["row_key"].take();
        skill["success"] = json!([]);
        skill["steps"][6]["expect"] = json!([]);
    };
    check(
        unproved,
        Some(b"Name,Email\nAda,ada@example.test\n"),
        &["Save the customer"],
    )
    .await;
}
