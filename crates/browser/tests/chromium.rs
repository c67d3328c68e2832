//! The crate against real Chromium: each test starts a browser of its own.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use browser::{Browser, Failure, LaunchOptions, Page};
use serde_json::{Value, json};

const SOON: Duration = Duration::from_secs(10);

async fn open(html: &str) -> (Browser, Page) {
    let browser = Browser::launch(LaunchOptions::default()).await.unwrap();
    let page = browser.new_page(&data_url(html)).await.unwrap();
    (browser, page)
}

fn data_url(html: &str) -> String {
    format!(
        "data:text/html,{}",
        html.replace('%', "%25").replace('#', "%23")
    )
}

/// A folder below the target directory's temporary one, emptied first.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[tokio::test]
async fn evaluate_gives_values_promises_and_what_was_thrown() {
    let (_browser, page) = open("<h1>Hello</h1>").await;
    let heading: String = page
        .evaluate("document.querySelector('h1').textContent")
        .await
        .unwrap();
    assert_eq!(heading, "Hello");
    assert_eq!(
        page.evaluate::<u32>("new Promise(r => setTimeout(r, 10, 42))")
            .await
            .unwrap(),
        42
    );
    page.execute("console.warn('careful', 7, { a: 1 }, undefined)")
        .await
        .unwrap();
    let warning = page.console().pop().unwrap();
    assert_eq!(
        (&*warning.level, &*warning.text),
        ("warning", "careful 7 Object undefined")
    );
    let thrown = page.evaluate::<Value>("nobody.here").await.unwrap_err();
    assert!(
        matches!(thrown.downcast_ref(), Some(Failure::Threw(text)) if text.contains("nobody is not defined"))
    );
}

#[tokio::test]
async fn wait_for_sees_what_a_timer_does_later_and_survives_a_navigation() {
    let (_browser, page) = open(
        "<p id=p>first</p><script>setTimeout(() => { window.late = true }, 150);
         setTimeout(() => { p.textContent = 'second' }, 300)</script>",
    )
    .await;
    page.wait_for("window.late", SOON).await.unwrap();
    page.wait_for("p.textContent === 'second'", SOON)
        .await
        .unwrap();
    let next = data_url("<p id=p>next</p>");
    let (waited, gone) = tokio::join!(
        page.wait_for("p.textContent === 'next'", SOON),
        page.navigate(&next),
    );
    gone.unwrap();
    waited.unwrap();
}

#[tokio::test]
async fn wait_for_that_times_out_tells_the_condition_and_the_page() {
    let (_browser, page) = open("<p>Nothing to see</p>").await;
    let error = page
        .wait_for("missing.thing > 3", Duration::from_millis(700))
        .await
        .unwrap_err();
    let text = error.to_string();
    for part in [
        "missing.thing > 3",
        "missing is not defined",
        "Nothing to see",
        "data:text/html",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[tokio::test]
async fn hidden_pages_are_waited_for_too() {
    let (browser, page) = open("<p>behind</p>").await;
    let _in_front = browser.new_page("about:blank").await.unwrap();
    page.wait_for("document.hidden", SOON).await.unwrap();
    page.execute("setTimeout(() => { window.late = true }, 300)")
        .await
        .unwrap();
    page.wait_for("window.late", SOON).await.unwrap();
}

#[tokio::test]
async fn clicks_and_keys_are_trusted_and_reach_what_is_below_the_fold() {
    let (_browser, page) = open(
        "<div style='height:3000px'></div><button onclick='window.trusted = event.isTrusted'>Go</button>
         <input id=i onkeydown='window.key = event.key'><input id=f type=file>",
    )
    .await;
    page.click("button").await.unwrap();
    assert!(page.evaluate::<bool>("window.trusted").await.unwrap());
    page.click("#i").await.unwrap();
    page.type_text("Zoë").await.unwrap();
    page.press("!").await.unwrap();
    page.press("Enter").await.unwrap();
    let typed: (String, String) = page.evaluate("[i.value, window.key]").await.unwrap();
    assert_eq!(typed, ("Zoë!".into(), "Enter".into()));
    let file = folder("files").join("rows.csv");
    fs::write(&file, "a,b").unwrap();
    page.set_files("#f", &[file]).await.unwrap();
    assert_eq!(
        page.evaluate::<String>("f.files[0].text()").await.unwrap(),
        "a,b"
    );
}

#[tokio::test]
async fn a_dialog_is_seen_and_answered() {
    let (_browser, page) = open("<p>x</p>").await;
    let asking = page.evaluate::<bool>("confirm('Sure?')");
    let answering = async {
        let message = page.wait_for_dialog(SOON).await.unwrap();
        page.answer_dialog(true).await.unwrap();
        message
    };
    let (answer, message) = tokio::join!(asking, answering);
    assert_eq!((message.as_str(), answer.unwrap()), ("Sure?", true));
}

#[tokio::test]
async fn the_real_side_panel_opens_for_the_right_one_of_equal_tabs() {
    let folder = tiny_extension();
    let options = LaunchOptions {
        extension: Some(folder),
        ..LaunchOptions::default()
    };
    let browser = Browser::launch(options).await.unwrap();
    let id = browser.extension_id().await.unwrap();
    let mut tabs = Vec::new();
    for number in 0..3 {
        let tab = browser.new_page("data:text/html,same").await.unwrap();
        tab.execute(&format!("document.title = 'tab {number}'"))
            .await
            .unwrap();
        tabs.push(tab);
    }
    let last = tabs.last().unwrap();
    let panel = browser.open_side_panel(last).await.unwrap();
    assert_eq!(
        panel.url().unwrap(),
        format!("chrome-extension://{id}/side-panel.html")
    );
    assert_eq!(
        panel
            .evaluate::<String>("document.body.innerText")
            .await
            .unwrap(),
        "The panel Start"
    );
    let clicked = "chrome.storage.session.get('clicked').then(got => got.clicked)";
    panel.wait_for(clicked, SOON).await.unwrap();
    assert_eq!(panel.evaluate::<String>(clicked).await.unwrap(), "tab 2");
    // activeTab came with the click, so the extension may now work in that tab, in its isolated world.
    let inject =
        "chrome.tabs.query({ active: true }).then(([tab]) => chrome.scripting.executeScript(
        { target: { tabId: tab.id }, func: () => { globalThis.ours = 5 } })).then(() => true)";
    let worked = panel.evaluate::<bool>(inject).await;
    let refused = worked.unwrap_err().to_string();
    assert!(refused.contains("Cannot access"), "{refused}"); // data: URLs are out of activeTab's reach
}

#[tokio::test]
async fn the_isolated_world_of_the_extension_can_be_reached() {
    let options = LaunchOptions {
        extension: Some(tiny_extension()),
        ..LaunchOptions::default()
    };
    let browser = Browser::launch(options).await.unwrap();
    let id = browser.extension_id().await.unwrap();
    let site = one_page_server().await;
    let page = browser.new_page(&site).await.unwrap();
    let panel = browser.open_side_panel(&page).await.unwrap();
    let inject =
        "chrome.tabs.query({ active: true }).then(([tab]) => chrome.scripting.executeScript(
        { target: { tabId: tab.id }, func: () => { globalThis.ours = 5 } })).then(() => true)";
    assert!(panel.evaluate::<bool>(inject).await.unwrap());
    // As for a person: whoever works in the panel has left the page.
    panel.click("button").await.unwrap();
    assert!(panel.evaluate::<bool>("document.hasFocus()").await.unwrap());
    assert!(!page.evaluate::<bool>("document.hasFocus()").await.unwrap());
    let origin = format!("chrome-extension://{id}");
    let world = page
        .wait_for_context(|context| context.origin == origin, SOON)
        .await
        .unwrap();
    assert_eq!(page.evaluate_in::<u32>(world.id, "ours").await.unwrap(), 5);
    assert_eq!(
        page.evaluate::<String>("typeof ours").await.unwrap(),
        "undefined"
    );
}

#[tokio::test]
async fn a_closed_page_and_a_killed_browser_are_clear_errors_and_the_profile_stays() {
    let profile = folder("profile");
    let options = || LaunchOptions {
        profile: Some(profile.clone()),
        ..LaunchOptions::default()
    };
    let browser = Browser::launch(options()).await.unwrap();
    let page = browser.new_page("data:text/html,x").await.unwrap();
    let other = browser.new_page("data:text/html,y").await.unwrap();
    let forever = page.evaluate::<Value>("new Promise(() => {})");
    let (forever, closed) = tokio::join!(forever, page.close());
    closed.unwrap();
    assert_eq!(
        forever.unwrap_err().to_string(),
        "Runtime.evaluate: the target was closed"
    );
    browser.kill();
    let dead = other.evaluate::<Value>("1").await.unwrap_err();
    assert!(
        matches!(dead.downcast_ref(), Some(Failure::Gone { .. })),
        "{dead}"
    );
    drop(browser);
    let again = Browser::launch(options()).await.unwrap();
    again
        .command("Browser.getVersion", json!({}))
        .await
        .unwrap();
    again.close().await.unwrap();
    assert!(profile.join("Default").is_dir());
}

#[tokio::test]
async fn a_failed_start_tells_why() {
    let options = LaunchOptions {
        flags: vec!["--version".into()],
        ..LaunchOptions::default()
    };
    let error = Browser::launch(options).await.err().unwrap().to_string();
    assert!(error.contains("ended before it listened"), "{error}");
}

fn tiny_extension() -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = folder(&format!(
        "extension-{}",
        COUNT.fetch_add(1, Ordering::Relaxed)
    ));
    let manifest = json!({
        "manifest_version": 3, "name": "Tiny", "version": "1", "action": {},
        "permissions": ["sidePanel", "storage", "activeTab", "scripting", "tabs"],
        "background": { "service_worker": "worker.js" },
        "side_panel": { "default_path": "side-panel.html" },
    });
    let worker = "chrome.action.onClicked.addListener((tab) => {
        chrome.sidePanel.open({ tabId: tab.id });
        chrome.storage.session.set({ clicked: tab.title });
    });";
    fs::write(folder.join("manifest.json"), manifest.to_string()).unwrap();
    fs::write(folder.join("worker.js"), worker).unwrap();
    fs::write(
        folder.join("side-panel.html"),
        "<!doctype html><body>The panel <button>Start</button>",
    )
    .unwrap();
    folder
}

/// Answers every request with the same small page.
async fn one_page_server() -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 4096]).await;
            let page = "<!doctype html><title>one</title><p>One page";
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n";
            let answer = format!("{head}content-length: {}\r\n\r\n{page}", page.len());
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    url
}
