//! What no script can do: sites that take only the browser's own input, and dialogs of the page's own.

use std::path::{Path, PathBuf};
use std::time::Duration;

use e2e::Bench;
use practice_site::ServeOptions;
use serde_json::{Value, json};

use crate::midway::{begin, report};
use crate::remedies::{assert_stored, page};
use crate::sites::statuses;
use crate::support::extension;

const LONG: Duration = Duration::from_secs(240);

/// A copy of the test build that may use the browser's own input.
fn with_debugger(folder: &Path) -> PathBuf {
    let copy = folder.join("extension");
    std::fs::create_dir(&copy).unwrap();
    for entry in std::fs::read_dir(extension()).unwrap() {
        copy_into(&entry.unwrap().path(), &copy);
    }
    let path = copy.join("manifest.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut manifest: Value = serde_json::from_str(&text).unwrap();
    let permissions = manifest["permissions"].as_array_mut().unwrap();
    permissions.push(json!("debugger"));
    std::fs::write(&path, manifest.to_string()).unwrap();
    copy
}

async fn bench_with_debugger() -> (tempfile::TempDir, Bench) {
    let folder = tempfile::tempdir().unwrap();
    let extension = with_debugger(folder.path());
    let bench = Bench::start(extension, ServeOptions::default(), true);
    (folder, bench.await.unwrap())
}

fn copy_into(from: &Path, folder: &Path) {
    let to = folder.join(from.file_name().unwrap());
    if from.is_dir() {
        std::fs::create_dir(&to).unwrap();
        for entry in std::fs::read_dir(from).unwrap() {
            copy_into(&entry.unwrap().path(), &to);
        }
    } else {
        std::fs::copy(from, to).unwrap();
    }
}

/// Fields that take nothing a script has entered, and a button that hears no script's click.
const ONLY_TRUSTED: &str = "for (const field of at('form').querySelectorAll('input')) {
      let held = '';
      field.addEventListener('input', (event) => {
        if (event.isTrusted) held = field.value; else field.value = held;
      });
      field.addEventListener('change', () => { field.value = held; });
    }
    at('form').onsubmit = (event) => event.preventDefault();
    at('save').onclick = (event) => { if (event.isTrusted) send(); };";

fn trust_save(skill: &mut Value) {
    skill["steps"][3]["trusted"] = json!(true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_takes_no_scripts_input_is_served_by_the_browsers_own() {
    let (_folder, bench) = bench_with_debugger().await;
    let panel = begin(&bench, page("", ONLY_TRUSTED), trust_save).await;
    let rows = report(&panel).await;
    assert_eq!(statuses(&rows), ["done"; 2], "{rows:#?}");
    assert_stored(&bench);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_it_the_same_site_is_told_to_refuse_and_nothing_is_claimed() {
    let bench = crate::support::bench(ServeOptions::default()).await;
    let panel = begin(&bench, page("", ONLY_TRUSTED), |_| {}).await;
    let rows = report(&panel).await;
    assert_eq!(statuses(&rows), ["failed"; 2], "{rows:#?}");
    assert!(
        rows[0].get("reason").contains("did not take the value"),
        "{rows:#?}"
    );
    assert_eq!(bench.site.stored_ever(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_needs_it_says_that_this_package_has_none() {
    let bench = crate::support::bench(ServeOptions::default()).await;
    let panel = begin(&bench, page("", ""), trust_save).await;
    let rows = report(&panel).await;
    assert_eq!(statuses(&rows), ["failed"; 2], "{rows:#?}");
    assert!(
        rows[0].get("reason").contains("--trusted-input"),
        "{rows:#?}"
    );
    assert_eq!(bench.site.stored_ever(), 0);
}

const ASKS: &str = "at('save').addEventListener('click', (event) => {
      if (!confirm('Save this customer?')) event.preventDefault();
    });";

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_of_the_page_is_answered_as_the_step_says() {
    for (answer, expected) in [("accept", "done"), ("dismiss", "failed")] {
        let (_folder, bench) = bench_with_debugger().await;
        let rule = |skill: &mut Value| skill["steps"][3]["dialogs"] = json!(answer);
        let panel = begin(&bench, page("", ASKS), rule).await;
        let rows = report(&panel).await;
        assert_eq!(statuses(&rows), [expected; 2], "{rows:#?}");
        let stored = if expected == "done" { 2 } else { 0 };
        assert_eq!(bench.site.stored_ever(), stored);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_of_the_page_waits_for_the_person_where_nothing_answers_it() {
    let bench = crate::support::bench(ServeOptions::default()).await;
    let panel = begin(&bench, page("", ASKS), |_| {}).await;
    let url = format!("{}/trouble", bench.site.url());
    for _ in 0..2 {
        let work = bench
            .desk
            .browser
            .wait_for_page(|at| at == url, LONG)
            .await
            .unwrap();
        work.wait_for_dialog(LONG).await.unwrap();
        let says = "document.querySelector('#run-card').innerText.includes('a dialog of its own')";
        panel.page.wait_for(says, LONG).await.unwrap();
        work.answer_dialog(true).await.unwrap();
    }
    let rows = report(&panel).await;
    assert_eq!(statuses(&rows), ["done"; 2], "{rows:#?}");
    assert_eq!(bench.site.stored_ever(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_debugger_on_the_tab_is_told() {
    let (_folder, bench) = bench_with_debugger().await;
    // The row waits for its form until the tab has another debugger.
    let waits = "const form = at('form'); form.remove();
        addEventListener('go', () => document.querySelector('main').append(form));";
    let trust = |skill: &mut Value| {
        skill["steps"][0]["trusted"] = json!(true);
        skill["steps"][0]["within_ms"] = json!(60_000);
    };
    let panel = begin(&bench, page("", waits), trust).await;
    let url = format!("{}/trouble", bench.site.url());
    let work = bench
        .desk
        .browser
        .wait_for_page(|at| at == url, LONG)
        .await
        .unwrap();
    let attach = "chrome.tabs.query({ url: '*://*/trouble' })
        .then(([tab]) => chrome.debugger.attach({ tabId: tab.id }, '1.3'))";
    panel.page.execute(attach).await.unwrap();
    work.execute("localStorage.isThere = 'yes'; dispatchEvent(new Event('go'))")
        .await
        .unwrap();
    panel.wait_for_rows(1, LONG).await.unwrap();
    let rows = panel.rows().await.unwrap();
    assert_eq!(rows[0].status, "failed", "{rows:#?}");
    assert!(rows[0].reason.contains("Another debugger"), "{rows:#?}");
    assert_eq!(bench.site.stored_ever(), 0);
}
