//! The panel as a person uses it: skills, tables, past batches, settings.

use std::time::Duration;

use browser::Page;
use e2e::{Bench, Panel, read_report};
use practice_site::{Fault, FaultRule, ServeOptions};
use serde_json::json;

use crate::support::bench;

const SOON: Duration = Duration::from_secs(20);
const LONG: Duration = Duration::from_secs(240);

/// A panel with the sample skill imported.
async fn with_skill(bench: &Bench) -> Panel {
    let panel = bench.open_panel().await.unwrap();
    panel
        .import_skill(&bench.skill_file().unwrap())
        .await
        .unwrap();
    panel
}

async fn wait(panel: &Panel, condition: &str) {
    panel.page.wait_for(condition, SOON).await.unwrap();
}

async fn click(panel: &Panel, selector: &str) {
    panel.page.click(selector).await.unwrap();
}

/// Chooses an option of a list by its words.
async fn choose(panel: &Panel, list: &str, option: &str) {
    let choose = format!(
        "(() => {{
            const list = document.querySelector({list});
            list.value = [...list.options].find(option => option.text === {option}).value;
            list.dispatchEvent(new Event('change', {{ bubbles: true }}));
        }})()",
        list = json!(list),
        option = json!(option),
    );
    panel.page.execute(&choose).await.unwrap();
}

async fn load(bench: &Bench, panel: &Panel, table: &str) {
    let table = bench.file("table.csv", table).unwrap();
    panel.load_table(&table).await.unwrap();
}

async fn run(panel: &Panel) {
    panel.start().await.unwrap();
    panel.wait_until_ended(LONG).await.unwrap();
}

async fn statuses(panel: &Panel) -> Vec<String> {
    let rows = panel.rows().await.unwrap();
    rows.into_iter().map(|row| row.status).collect()
}

async fn reopened(bench: &Bench, panel: Panel) -> Panel {
    panel.page.close().await.unwrap();
    bench.open_panel().await.unwrap()
}

const IS_SAVED: &str = "document.querySelector('#skills > [data-name=\"Add customer\"]') !== null";
const IS_GONE: &str = "document.querySelector('#skills > li') === null";

#[tokio::test(flavor = "multi_thread")]
async fn a_skill_and_the_open_view_outlive_the_panel() {
    let bench = bench(ServeOptions::default()).await;
    let panel = bench.open_panel().await.unwrap();
    wait(&panel, "document.querySelector('#welcome')").await;
    panel
        .import_skill(&bench.skill_file().unwrap())
        .await
        .unwrap();
    wait(&panel, IS_SAVED).await;
    wait(&panel, "!document.querySelector('#welcome')").await;
    panel.open_view("batches").await.unwrap();
    let panel = reopened(&bench, panel).await;
    wait(&panel, IS_SAVED).await;
    wait(&panel, "!document.querySelector('#batches-view').hidden").await;
    wait(
        &panel,
        "document.querySelector('#skill-choice').value === 'Add customer'",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_skill_and_a_replaced_one_come_back() {
    let bench = bench(ServeOptions::default()).await;
    let panel = with_skill(&bench).await;
    wait(&panel, IS_SAVED).await;
    click(&panel, "#skills .is-delete").await;
    wait(&panel, IS_GONE).await;
    click(&panel, "#undo").await;
    wait(&panel, IS_SAVED).await;
    wait(&panel, "!document.querySelector('#undo')").await;

    let text = std::fs::read_to_string(bench.skill_file().unwrap()).unwrap();
    let mut other: serde_json::Value = serde_json::from_str(&text).unwrap();
    other["description"] = json!("Another one.");
    let other = bench.file("other.json", other.to_string()).unwrap();
    panel.import_skill(&other).await.unwrap();
    let says_other = "document.querySelector('#skills').innerText.includes('Another one.')";
    wait(&panel, says_other).await;
    click(&panel, "#undo").await;
    wait(&panel, &format!("!{says_other}")).await;

    click(&panel, "#skills .is-delete").await;
    wait(&panel, IS_GONE).await;
    let panel = reopened(&bench, panel).await;
    wait(&panel, "document.querySelector('#welcome')").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pasted_cells_are_mapped_by_hand() {
    let bench = bench(ServeOptions::default()).await;
    let panel = with_skill(&bench).await;
    panel.open_view("batches").await.unwrap();
    click(&panel, "#paste-fold > summary").await;
    click(&panel, "#paste").await;
    let cells = "Who\tEmail\r\n  王小明 \twang@example.test\r\nAda\tada@example.test\r\n";
    panel.page.type_text(cells).await.unwrap();
    click(&panel, "#paste-use").await;
    wait(&panel, "document.querySelector('#preflight-faults')").await;
    let is_off: bool = panel
        .page
        .evaluate("document.querySelector('#start').disabled")
        .await
        .unwrap();
    assert!(is_off, "a required slot without a column");
    choose(&panel, "#map-name", "Who").await;
    wait(&panel, "!document.querySelector('#preflight-faults')").await;
    let first: Vec<String> = panel
        .page
        .evaluate("[...document.querySelectorAll('#preview tbody tr:first-child td')].map(td => td.textContent)")
        .await
        .unwrap();
    assert_eq!(first[..2], ["王小明", "wang@example.test"]);
    run(&panel).await;
    assert_eq!(statuses(&panel).await, ["done", "done"]);
    let records = bench.site.records();
    let names: Vec<&str> = records.iter().map(|r| r.draft.name.as_str()).collect();
    assert_eq!(names, ["王小明", "Ada"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_skill_is_run_once_with_values_entered_by_hand() {
    let bench = bench(ServeOptions::default()).await;
    let panel = with_skill(&bench).await;
    click(&panel, "#skills .run-once").await;
    wait(&panel, "document.activeElement.id === 'once-name'").await;
    panel.page.type_text("Ada").await.unwrap();
    click(&panel, "#once-email").await;
    panel.page.type_text("ada@example.test").await.unwrap();
    panel.page.press("Enter").await.unwrap();
    wait(&panel, "document.querySelector('#preview')").await;
    run(&panel).await;
    assert_eq!(statuses(&panel).await, ["done"]);
    assert_eq!(bench.site.records().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_failed_rows_are_run_again() {
    let bench = bench(ServeOptions::default()).await;
    for (email, fault) in [
        ("ada@example.test", Fault::ServerError),
        ("bob@example.test", Fault::StoredThenError),
    ] {
        bench.site.set_fault(FaultRule::new(email, fault));
    }
    let panel = with_skill(&bench).await;
    // The first row makes the list that later ones are looked for in.
    let table = "Name,Email\nEve,eve@example.test\nAda,ada@example.test\nBob,bob@example.test\n";
    load(&bench, &panel, table).await;
    run(&panel).await;
    assert_eq!(statuses(&panel).await, ["done", "failed", "unknown"]);
    let (_, open) = read_report(&panel.export_open().await.unwrap()).unwrap();
    let open: Vec<&str> = open.iter().map(|row| row.get("Name")).collect();
    assert_eq!(open, ["Ada", "Bob"]);

    bench.site.clear_faults();
    click(&panel, "#rerun").await;
    wait(&panel, "!document.querySelector('#stop').hidden").await;
    panel.wait_until_ended(LONG).await.unwrap();
    assert_eq!(statuses(&panel).await, ["done", "done", "unknown"]);
    let (_, rows) = read_report(&panel.export().await.unwrap()).unwrap();
    let attempts: Vec<&str> = rows.iter().map(|row| row.get("attempts")).collect();
    assert_eq!(attempts, ["1", "2", "1"]);
    assert_eq!(bench.site.records().len(), 3, "nothing was sent twice");
    let is_offered: bool = panel
        .page
        .evaluate("!document.querySelector('#rerun').hidden")
        .await
        .unwrap();
    assert!(!is_offered, "an unknown row is never sent again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_put_aside_is_opened_deleted_brought_back_and_continued() {
    let bench = bench(ServeOptions::default()).await;
    let panel = with_skill(&bench).await;
    panel.load_table(&e2e::sample_table(12)).await.unwrap();
    panel.start().await.unwrap();
    panel.wait_for_rows(1, LONG).await.unwrap();
    click(&panel, "#stop").await;
    panel.wait_until_ended(LONG).await.unwrap();

    // Another table begins another batch.
    load(&bench, &panel, "Name,Email\nEve,eve@example.test\n").await;
    wait(&panel, "document.querySelector('#put-aside')").await;
    run(&panel).await;
    assert_eq!(statuses(&panel).await, ["done"]);
    wait(
        &panel,
        "document.querySelectorAll('#past > li').length === 2",
    )
    .await;

    // The first one has its own copy of the skill.
    panel.open_view("skills").await.unwrap();
    click(&panel, "#skills .is-delete").await;
    wait(&panel, IS_GONE).await;
    panel.open_view("batches").await.unwrap();
    click(&panel, "#past > li:last-child .past-open").await;
    wait(
        &panel,
        "document.querySelectorAll('#rows > .row').length === 12",
    )
    .await;
    wait(&panel, "document.querySelector('.skill-since')").await;

    click(&panel, "#past > li:last-child .is-delete").await;
    wait(
        &panel,
        "document.querySelectorAll('#past > li').length === 1",
    )
    .await;
    wait(&panel, "!document.querySelector('#rows')").await;
    click(&panel, "#undo").await;
    wait(
        &panel,
        "document.querySelectorAll('#past > li').length === 2",
    )
    .await;
    click(&panel, "#past > li:last-child .past-open").await;
    wait(
        &panel,
        "document.querySelectorAll('#rows > .row').length === 12",
    )
    .await;
    run(&panel).await;
    assert!(statuses(&panel).await.iter().all(|status| status == "done"));
    assert_eq!(bench.site.records().len(), 13, "nothing was sent twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn language_and_theme_are_set_and_kept() {
    let bench = bench(ServeOptions::default()).await;
    let panel = bench.open_panel().await.unwrap();
    panel.open_view("settings").await.unwrap();
    choose(&panel, "#language", "中文").await;
    let is_chinese = "document.querySelector('#view-skills').innerText.trim() === '技能' && document.documentElement.lang === 'zh'";
    wait(&panel, is_chinese).await;
    choose(&panel, "#theme", "深色").await;
    let is_dark = "getComputedStyle(document.documentElement).colorScheme === 'dark'";
    wait(&panel, is_dark).await;
    let panel = reopened(&bench, panel).await;
    wait(&panel, is_chinese).await;
    wait(&panel, is_dark).await;
    choose(&panel, "#language", "English").await;
    wait(
        &panel,
        "document.querySelector('#view-skills').innerText.trim() === 'Skills'",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tabs_are_moved_through_by_arrow_keys() {
    let bench = bench(ServeOptions::default()).await;
    let panel = bench.open_panel().await.unwrap();
    click(&panel, "#view-skills").await;
    for (key, view) in [
        ("ArrowRight", "batches"),
        ("ArrowRight", "inspector"),
        ("ArrowRight", "settings"),
        ("ArrowRight", "skills"),
        ("End", "settings"),
        ("ArrowLeft", "inspector"),
    ] {
        panel.page.press(key).await.unwrap();
        let is_there = format!(
            "document.activeElement.id === 'view-{view}' && !document.querySelector('#{view}-view').hidden"
        );
        wait(&panel, &is_there).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_records_are_deleted_only_after_a_question() {
    let bench = bench(ServeOptions::default()).await;
    let panel = with_skill(&bench).await;
    load(&bench, &panel, "Name,Email\nAda,ada@example.test\n").await;
    run(&panel).await;
    panel.open_view("settings").await.unwrap();
    click(&panel, "#delete-all").await;
    click(&panel, "#delete-all-no").await;
    assert_eq!(e2e::kept_rows(&panel).await.unwrap().len(), 1);
    click(&panel, "#delete-all").await;
    click(&panel, "#delete-all-yes").await;
    wait(
        &panel,
        "document.querySelectorAll('#past > li').length === 0",
    )
    .await;
    assert_eq!(e2e::kept_rows(&panel).await.unwrap().len(), 0);
    wait(&panel, IS_SAVED).await;
}

/// Opens a page of the extension that is not the panel, and makes a database there.
async fn with_database(bench: &Bench, version: u32, fill: &str) -> Page {
    let id = bench.browser.extension_id().await.unwrap();
    let page = format!("chrome-extension://{id}/manifest.json");
    let page = bench.browser.new_page(&page).await.unwrap();
    let make = format!(
        "new Promise((resolve, reject) => {{
            const opening = indexedDB.open('surehand', {version});
            opening.onupgradeneeded = () => {{
                for (const name of ['batches', 'rows', 'owners']) opening.result.createObjectStore(name);
            }};
            opening.onerror = () => reject(opening.error);
            opening.onsuccess = () => {{
                const stores = opening.result.transaction(['batches', 'rows', 'owners'], 'readwrite');
                {fill}
                stores.oncomplete = () => {{ opening.result.close(); resolve(); }};
            }};
        }})"
    );
    page.execute(&make).await.unwrap();
    page
}

#[tokio::test(flavor = "multi_thread")]
async fn records_of_the_first_version_are_kept() {
    let bench = bench(ServeOptions::default()).await;
    let skill = std::fs::read_to_string(bench.skill_file().unwrap()).unwrap();
    let skill: serde_json::Value = serde_json::from_str(&skill).unwrap();
    let batch = json!({
        "id": "old", "skill": skill, "table_name": "old.csv", "headers": ["Name", "Email"],
        "mapping": [0, 1], "created_at": 1.0, "rows": 1, "epoch": 4,
    });
    let row = json!({
        "batch": "old", "index": 0, "cells": ["Ada", "ada@example.test"],
        "status": "pending", "attempts": 0,
    });
    let fill = format!(
        "stores.objectStore('batches').put({}, 'old');
         stores.objectStore('owners').put('4', 'old');
         stores.objectStore('rows').put({}, 'old/0000000000');",
        json!(batch.to_string()),
        json!(row.to_string()),
    );
    with_database(&bench, 1, &fill).await;
    let panel = bench.open_panel().await.unwrap();
    run(&panel).await;
    assert_eq!(statuses(&panel).await, ["done"]);
    assert_eq!(bench.site.records().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn records_of_a_newer_program_are_let_be() {
    let bench = bench(ServeOptions::default()).await;
    let page = with_database(&bench, 99, "stores.objectStore('owners').put('1', 'new');").await;
    let panel = bench.open_panel().await.unwrap();
    wait(&panel, "document.querySelector('[role=alert]')").await;
    let trouble = panel.trouble().await.unwrap();
    assert!(trouble.contains("newer Surehand"), "{trouble}");
    let version: u32 = page
        .evaluate(
            "new Promise(resolve => {
                const opening = indexedDB.open('surehand');
                opening.onsuccess = () => resolve(opening.result.version);
            })",
        )
        .await
        .unwrap();
    assert_eq!(version, 99);
}
