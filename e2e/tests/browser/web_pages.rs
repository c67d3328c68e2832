//! The pages made of real control libraries are sound: they run under a strict policy, and their table is true.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use browser::{Browser, LaunchOptions, Page};
use e2e::{WebControl, WebPages, web_controls};
use serde_json::{Value, json};

const SOON: Duration = Duration::from_secs(20);

/// As strict as the libraries can bear: all of them write styles.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    font-src 'self' data:";

/// The built pages; `cargo xtask test` says where.
fn folder() -> PathBuf {
    std::env::var_os("SUREHAND_WEB_FIXTURES")
        .expect("SUREHAND_WEB_FIXTURES is not set: `cargo xtask web-fixtures` builds them")
        .into()
}

fn built_pages() -> BTreeSet<String> {
    let files = std::fs::read_dir(folder()).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names
        .filter_map(|name| name.strip_suffix(".html").map(str::to_owned))
        .collect()
}

/// A browser whose page is at each of the pages in turn.
struct Visit {
    browser: Browser,
    page: Page,
    pages: WebPages,
}

impl Visit {
    async fn begin() -> Self {
        let browser = Browser::launch(LaunchOptions::default()).await.unwrap();
        let page = browser.new_page("about:blank").await.unwrap();
        let pages = WebPages::start(folder(), Some(POLICY)).await.unwrap();
        Self {
            browser,
            page,
            pages,
        }
    }

    /// Loads a page and waits until its app has drawn it.
    async fn go(&self, name: &str) {
        let url = self.pages.url(&format!("{name}.html"));
        self.page.navigate(&url).await.unwrap();
        let is_drawn = "document.querySelector('main h1') !== null";
        self.page.wait_for(is_drawn, SOON).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_runs_under_a_strict_policy_and_begins_with_no_change() {
    let visit = Visit::begin().await;
    for name in built_pages() {
        visit.go(&name).await;
        let log: Vec<Value> = visit.page.evaluate("window.STATE_LOG").await.unwrap();
        assert!(log.is_empty(), "{name}: {log:?}");
        let repeated = "(() => {
            const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
            return ids.filter((id, at) => ids.indexOf(id) !== at);
        })()";
        let repeated: Vec<String> = visit.page.evaluate(repeated).await.unwrap();
        assert!(repeated.is_empty(), "{name} repeats ids: {repeated:?}");
    }
    let said = visit.page.console();
    assert!(said.is_empty(), "{said:#?}");
    visit.browser.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_control_of_the_table_is_on_its_page_once_and_not_yet_set() {
    let visit = Visit::begin().await;
    for (name, controls) in by_page() {
        visit.go(&name).await;
        let state: BTreeMap<String, Value> = visit.page.evaluate("window.STATE").await.unwrap();
        let mut opened = None;
        for control in &controls {
            let before = state.get(&control.key);
            let before = before.unwrap_or_else(|| panic!("{control:?}: no such key in STATE"));
            assert_ne!(before, &control.expect, "{control:?}");
            if let Some(button) = control.open.as_deref().filter(|name| opened != Some(*name)) {
                // What one opens may cover what another does: each on a fresh page.
                visit.go(&name).await;
                open(&visit.page, button).await;
                opened = Some(button);
            }
            check_found(&visit.page, control).await;
        }
    }
    visit.browser.close().await.unwrap();
}

/// The table's rows by page, those in a dialog last.
fn by_page() -> BTreeMap<String, Vec<WebControl>> {
    let mut pages: BTreeMap<String, Vec<WebControl>> = BTreeMap::new();
    for control in web_controls().unwrap() {
        pages.entry(control.page.clone()).or_default().push(control);
    }
    for controls in pages.values_mut() {
        controls.sort_by_key(|control| control.open.is_some());
    }
    pages
}

/// Presses the button of this name.
async fn open(page: &Page, name: &str) {
    let press = format!(
        "[...document.querySelectorAll('button')].find((button) => button.textContent === {}).click()",
        json!(name)
    );
    page.execute(&press).await.unwrap();
}

/// Chromium's tree has the control once: soon, as what was opened may still be on its way.
async fn check_found(page: &Page, control: &WebControl) {
    let deadline = Instant::now() + SOON;
    loop {
        let nodes = named_nodes(page).await;
        let wanted = (control.role.clone(), control.name.clone());
        let count = nodes.iter().filter(|node| **node == wanted).count();
        if count == 1 {
            return;
        }
        assert!(
            Instant::now() < deadline,
            "{count} of {wanted:?} on {}: {nodes:#?}",
            control.page
        );
    }
}

/// Role and name of all nodes of Chromium's accessibility tree.
async fn named_nodes(page: &Page) -> Vec<(String, String)> {
    let tree = page.command("Accessibility.getFullAXTree", json!({}));
    let tree = tree.await.unwrap();
    let text = |node: &Value, key: &str| {
        let text = node[key]["value"].as_str().unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let nodes = tree["nodes"].as_array().unwrap().iter();
    nodes
        .filter(|node| node["ignored"] != true)
        .map(|node| (text(node, "role"), text(node, "name")))
        .collect()
}

#[test]
fn every_page_has_controls_in_the_table_and_keys_are_not_shared() {
    let controls = web_controls().unwrap();
    let pages: BTreeSet<String> = controls.iter().map(|c| c.page.clone()).collect();
    assert_eq!(pages, built_pages());
    let mut keys = BTreeSet::new();
    for control in &controls {
        let is_new = keys.insert((&control.page, &control.key));
        assert!(is_new, "two rows set {} of {}", control.key, control.page);
    }
}

#[test]
fn the_table_names_the_versions_that_are_installed() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let package = std::fs::read(here.join("../fixtures/web/package.json")).unwrap();
    let package: Value = serde_json::from_slice(&package).unwrap();
    // `npm:antd@5.29.3` where a package is installed by another name.
    let version = |wanted: &Value| {
        wanted
            .as_str()
            .unwrap()
            .rsplit('@')
            .next()
            .unwrap()
            .to_owned()
    };
    let dependencies = package["dependencies"].as_object().unwrap();
    let versions: BTreeSet<String> = dependencies.values().map(version).collect();
    for control in web_controls().unwrap() {
        let is_browser = control.version.is_empty();
        assert!(
            is_browser || versions.contains(&control.version),
            "{control:?}"
        );
    }
}
