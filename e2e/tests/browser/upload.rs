//! Files that rows upload: attached in the panel, given to the page, told where one is missing. The
//! server of a small page with a file input is the judge.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::response::Html;
use axum::routing::{get, post};
use axum::{Json, Router};
use e2e::{Desk, DeskOptions, Panel, read_report};
use serde_json::{Value, json};

use crate::support::extension;

const LONG: Duration = Duration::from_secs(240);

const SOON: Duration = Duration::from_secs(20);

const PAGE: &str = "<!doctype html><meta charset=utf-8><title>Scans</title>
<h1>Scans</h1>
<form><label>Title <input id=title required></label> <label>Scan <input id=scan type=file></label>
<button>Save scan</button></form>
<ul aria-label='Saved scans'></ul>
<script>
const list = document.querySelector('ul');
const show = async () => list.replaceChildren(...(await (await fetch('/api')).json()).map(([title]) =>
    Object.assign(document.createElement('li'), { textContent: title })));
document.forms[0].onsubmit = async event => {
    event.preventDefault();
    const [file] = document.querySelector('#scan').files;
    const about = new URLSearchParams({ title: document.querySelector('#title').value, file: file?.name ?? '' });
    await fetch(`/save?${about}`, { method: 'POST', body: file });
    await show();
};
show();
</script>";

/// What the server has: title, file name, what the file held.
type Stored = Arc<Mutex<Vec<(String, String, Vec<u8>)>>>;

async fn serve() -> (String, Stored) {
    let stored = Stored::default();
    let list = |State(stored): State<Stored>| async move { Json(stored.lock().unwrap().clone()) };
    let store = |State(stored): State<Stored>,
                 Query(mut about): Query<BTreeMap<String, String>>,
                 body: Bytes| async move {
        let mut of = |name: &str| about.remove(name).unwrap_or_default();
        let record = (of("title"), of("file"), body.to_vec());
        stored.lock().unwrap().push(record);
        "stored"
    };
    let router = Router::new()
        .route("/", get(|| async { Html(PAGE) }))
        .route("/api", get(list))
        .route("/save", post(store))
        .with_state(stored.clone());
    let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let listener = tokio::net::TcpListener::bind(anywhere).await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (url, stored)
}

fn skill(url: &str) -> Value {
    let input = |role: &str, name: &str| json!({ "role": role, "name": name });
    json!({
        "surehand_skill": 1, "name": "Save scans", "sites": [format!("{url}/*")], "start_url": format!("{url}/"),
        "slots": [{ "name": "title", "required": true }, { "name": "scan", "required": true }],
        "row_key": { "key": "{{title}}", "within": { "role": "list", "name": "Saved scans" } },
        "steps": [
            { "intent": "Enter the title",
              "action": { "do": "fill", "target": input("textbox", "Title"), "value": "{{title}}" } },
            { "intent": "Add the scan",
              "action": { "do": "upload", "target": { "tag": "input", "attributes": { "type": "file" } },
                          "files": ["{{scan}}"] } },
            { "intent": "Save the scan", "commit": true,
              "action": { "do": "click", "target": input("button", "Save scan") },
              "expect": [{ "check": "request_succeeded", "method": "POST", "url": "/save*" }] },
        ],
    })
}

async fn desk_on(url: &str) -> (Desk, Panel) {
    let options = DeskOptions {
        extension: extension(),
        profile: None,
        headless: true,
    };
    let desk = Desk::start(options, url).await.unwrap();
    let panel = desk.open_panel().await.unwrap();
    let skill = desk.file("scans.json", skill(url).to_string()).unwrap();
    panel.import_skill(&skill).await.unwrap();
    let table = "Title,Scan\nFirst,one.txt\nSecond,two.bin\nThird,three.txt\n";
    let table = desk.file("scans.csv", table).unwrap();
    panel.load_table(&table).await.unwrap();
    (desk, panel)
}

async fn text(panel: &Panel, selector: &str) -> String {
    let text = format!("document.querySelector(\"{selector}\")?.innerText ?? ''");
    panel.page.evaluate(&text).await.unwrap()
}

async fn wait_for_text(panel: &Panel, selector: &str, part: &str) {
    let is_there = format!("document.querySelector('{selector}')?.innerText.includes('{part}')");
    panel.page.wait_for(&is_there, SOON).await.unwrap();
}

async fn statuses(panel: &Panel) -> Vec<String> {
    let (_, rows) = read_report(&panel.export().await.unwrap()).unwrap();
    rows.iter()
        .map(|row| row.get("status").to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn attached_files_reach_the_server_and_a_missing_one_is_told_before_and_after() {
    let (url, stored) = serve().await;
    let (desk, panel) = desk_on(&url).await;
    assert!(text(&panel, "#files-missing").await.contains("three.txt"));
    let bytes: Vec<u8> = (0..=255).cycle().take(70_000).collect();
    let files: Vec<PathBuf> = vec![
        desk.file("one.txt", "first").unwrap(),
        desk.file("two.bin", &bytes).unwrap(),
        desk.file("unasked.txt", "no row names it").unwrap(),
    ];
    panel.attach(&files).await.unwrap();
    wait_for_text(&panel, "#files-standing", "2 of 3").await;
    assert_eq!(text(&panel, "#files-missing").await.trim(), "three.txt");
    let problems = text(&panel, "#row-problems").await;
    assert!(
        problems.contains("Row 3") && problems.contains("Scan"),
        "{problems}"
    );

    panel.start().await.unwrap();
    panel.wait_until_ended(LONG).await.unwrap();
    assert_eq!(panel.trouble().await.unwrap(), "");
    assert_eq!(statuses(&panel).await, ["done", "done", "failed"]);
    let one = ("First".to_owned(), "one.txt".to_owned(), b"first".to_vec());
    let two = ("Second".to_owned(), "two.bin".to_owned(), bytes);
    assert_eq!(*stored.lock().unwrap(), [one, two]);

    // The batch keeps its files; the one that was missing can be attached later.
    panel.page.close().await.unwrap();
    let panel = desk.open_panel().await.unwrap();
    panel.open_view("batches").await.unwrap();
    let past = "document.querySelector('#past .past-open')";
    panel.page.wait_for(past, SOON).await.unwrap();
    panel.page.click("#past .past-open").await.unwrap();
    wait_for_text(&panel, "#files-standing", "2 of 3").await;
    let third = desk.file("three.txt", "third").unwrap();
    panel.attach(&[third]).await.unwrap();
    wait_for_text(&panel, "#files-standing", "3 of 3").await;
    panel.page.click("#rerun").await.unwrap();
    let all_done = "document.querySelectorAll(\"#rows > .row[data-status='done']\").length === 3";
    panel.page.wait_for(all_done, LONG).await.unwrap();
    assert_eq!(stored.lock().unwrap().len(), 3);
}
