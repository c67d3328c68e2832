//! The page inspector: what it shows, and that its mark is on the right element and nowhere else.

use std::time::Duration;

use browser::Page;
use e2e::{Bench, Panel};
use practice_site::ServeOptions;
use serde_json::{Value, json};

use crate::support::bench;

const SOON: Duration = Duration::from_secs(20);

/// A policy that forbids WebAssembly.
const STRICT: &str = "default-src 'self'; style-src 'unsafe-inline'";

/// What our mark is to the page: the last thing on it, above all, without pointer events, closed.
const IS_MARKED: &str = "(() => {
    const host = document.documentElement.lastElementChild;
    return host.popover === 'manual' && host.matches(':popover-open') && host.shadowRoot === null
        && getComputedStyle(host).pointerEvents === 'none';
})()";

const IS_CLEAR: &str = "document.querySelector('[popover=manual]') === null";

async fn on_page(csp: Option<&str>, html: &str) -> (Bench, Panel) {
    let bench = bench(ServeOptions {
        csp: csp.map(str::to_owned),
        ..ServeOptions::default()
    })
    .await;
    let html = format!("<!doctype html><html lang=en><title>Office</title>{html}");
    bench.site.add_page("/office", html);
    let url = format!("{}/office", bench.site.url());
    bench.page.navigate(&url).await.unwrap();
    let panel = bench.open_panel().await.unwrap();
    (bench, panel)
}

async fn wait(page: &Page, condition: &str) {
    page.wait_for(condition, SOON).await.unwrap();
}

/// The ref on the first line that holds these words.
fn ref_of(text: &str, words: &str) -> String {
    let line = text.lines().find(|line| line.contains(words));
    let line = line.unwrap_or_else(|| panic!("no {words} in\n{text}"));
    let (_, rest) = line[line.find(words).unwrap()..].split_once('[').unwrap();
    rest.split_once(']').unwrap().0.to_owned()
}

/// How many changes of the document the panel's engine has counted.
async fn changes(page: &Page) -> u64 {
    let ours = |context: &browser::Context| context.origin.starts_with("chrome-extension://");
    let world = page.wait_for_context(ours, SOON).await.unwrap();
    let ask = "new Promise((done) => globalThis[Symbol.for('surehand.engine')].engine.receive(
        { id: 'test', request: { look: { judged: [], network: [], targets: [], conditions: [] } } }, done))";
    let answer: Value = page.evaluate_in(world.id, ask).await.unwrap();
    answer["outcome"]["Ok"]["looked"]["verification"]["changes"]
        .as_u64()
        .unwrap()
}

async fn check_shown(csp: Option<&str>, variant: &str) {
    let bench = bench(ServeOptions {
        csp: csp.map(str::to_owned),
        samples: 3,
        ..ServeOptions::default()
    })
    .await;
    let panel = bench.open_panel().await.unwrap();
    wait(
        &bench.page,
        "document.querySelectorAll('tbody tr').length === 3",
    )
    .await;
    let seen = panel.inspect("outline").await.unwrap();
    assert!(seen.engine.contains(variant), "{seen:#?}");
    let text = &seen.text;
    assert!(text.contains("button \"New customer\" [e"), "{text}");
    for (fact, unit) in seen.facts.iter().zip(["nodes", "acted on", "tokens", "ms"]) {
        assert!(
            fact.contains(unit) && fact.contains(char::is_numeric),
            "{fact}"
        );
    }
    assert_eq!(seen.facts.len(), 4);
    assert!(
        seen.glance[0].starts_with("Kind of page\n"),
        "{:?}",
        seen.glance
    );
    let has_rows = |part: &String| part.starts_with("Lists\n") && part.contains("3 × row");
    assert!(seen.glance.iter().any(has_rows), "{:?}", seen.glance);

    let interactive = panel.inspect("interactive").await.unwrap();
    assert!(interactive.text.contains("button \"New customer\" [e"));
    let full = panel.inspect("full").await.unwrap();
    assert!(full.text.contains("css \""), "{}", full.text);
    let lengths = [interactive, seen, full].map(|seen| seen.text.len());
    assert!(lengths.is_sorted(), "{lengths:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_wasm_sees_is_shown() {
    check_shown(None, "Wasm").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_twin_sees_is_shown() {
    check_shown(Some("default-src 'self'"), "Js").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_leaves_the_lines_that_hold_it() {
    let lines: String = (0..3000).map(|at| format!("<h2>Part {at}</h2>")).collect();
    let (_bench, panel) = on_page(None, &format!("<p>Café <button>İ Save</button>{lines}")).await;
    let all = panel.inspect("outline").await.unwrap().text;
    panel.page.click("#look-search").await.unwrap();
    panel.page.type_text("PART 12").await.unwrap();
    let is_filtered = "document.querySelectorAll('#look-lines > div').length === 111
        && [...document.querySelectorAll('#look-lines mark')].every((mark) => mark.textContent === 'Part 12')
        && document.querySelectorAll('#look-lines mark').length === 111";
    wait(&panel.page, is_filtered).await;
    let count = format!("111 of {} lines", all.lines().count());
    let is_counted = format!("document.querySelector('#look-count').textContent === '{count}'");
    wait(&panel.page, &is_counted).await;
    for (query, lines) in [("café", 1), ("i̇ save", 1), ("nowhere", 0)] {
        panel.page.press("Control+a").await.unwrap();
        panel.page.type_text(query).await.unwrap();
        let is_there = format!("document.querySelectorAll('#look-lines > div').length === {lines}");
        wait(&panel.page, &is_there).await;
    }
    panel.page.press("Control+a").await.unwrap();
    panel.page.press("Backspace").await.unwrap();
    let is_whole = format!(
        "document.querySelector('#look-lines').textContent === {}",
        json!(all)
    );
    wait(&panel.page, &is_whole).await;
}

const FORM: &str = "<main style='padding-top:2000px'><h1>Office</h1><button onclick='this.textContent=`Pressed`'>\
    Send</button> <label>Name <input></label></main>";

/// Marks a button: the page is as it was, and what is under the mark still takes the click.
async fn check_marked(csp: Option<&str>, variant: &str) {
    let (bench, panel) = on_page(csp, FORM).await;
    let page = &bench.page;
    let seen = panel.inspect("outline").await.unwrap();
    assert!(seen.engine.contains(variant), "{}", seen.engine);
    let before = changes(page).await;
    let button = ref_of(&seen.text, "button \"Send\"");
    let said = panel.click_ref(&button).await.unwrap();
    assert_eq!(said, format!("[{button}] is marked on the page."));
    wait(page, IS_MARKED).await;
    let is_hit = "(() => {
        const button = document.querySelector('button'), box = button.getBoundingClientRect();
        return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === button;
    })()";
    wait(page, is_hit).await;
    assert_eq!(changes(page).await, before, "nobody is told of a change");
    assert_eq!(panel.inspect("outline").await.unwrap().text, seen.text);
    assert_eq!(changes(page).await, before);
    wait(page, IS_MARKED).await;
    page.click("button").await.unwrap();
    wait(
        page,
        "document.querySelector('button').textContent === 'Pressed'",
    )
    .await;

    let field = ref_of(&seen.text, "textbox \"Name\"");
    panel.click_ref(&field).await.unwrap();
    wait(
        page,
        "document.querySelectorAll('[popover=manual]').length === 1",
    )
    .await;
    let said = panel.click_ref(&field).await.unwrap();
    assert_eq!(said, "The mark is gone.");
    wait(page, IS_CLEAR).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wasm_marks_an_element_and_leaves_the_page_as_it_was() {
    check_marked(None, "Wasm").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_twin_marks_an_element_and_leaves_the_page_as_it_was() {
    check_marked(Some("script-src 'unsafe-inline'"), "Js").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mark_goes_with_its_view_and_with_the_panel() {
    let (bench, panel) = on_page(None, FORM).await;
    let seen = panel.inspect("outline").await.unwrap();
    let button = ref_of(&seen.text, "button \"Send\"");
    panel.click_ref(&button).await.unwrap();
    wait(&bench.page, IS_MARKED).await;
    panel.open_view("settings").await.unwrap();
    wait(&bench.page, IS_CLEAR).await;
    panel.open_view("inspector").await.unwrap();
    panel.click_ref(&button).await.unwrap();
    wait(&bench.page, IS_MARKED).await;
    panel.page.close().await.unwrap();
    wait(&bench.page, IS_CLEAR).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_element_that_has_gone_is_told_and_another_document_is_left_alone() {
    let (bench, panel) = on_page(None, FORM).await;
    let seen = panel.inspect("outline").await.unwrap();
    let button = ref_of(&seen.text, "button \"Send\"");
    let remove = "document.querySelector('button').remove()";
    bench.page.execute(remove).await.unwrap();
    let said = panel.click_ref(&button).await.unwrap();
    assert!(said.contains("is not on the page any more"), "{said}");
    let url = format!("{}/office?again", bench.site.url());
    bench.page.navigate(&url).await.unwrap();
    let field = ref_of(&seen.text, "textbox \"Name\"");
    panel.click_ref(&field).await.unwrap();
    wait(&bench.page, IS_CLEAR).await;
    // Chromium makes the extension's world anew; nothing is in it.
    let is_entered = "globalThis[Symbol.for('surehand.engine')] !== undefined";
    for world in bench.page.contexts() {
        let is_entered = bench.page.evaluate_in::<bool>(world.id, is_entered).await;
        assert!(!is_entered.unwrap(), "{world:?}");
    }
}

async fn check_frames(csp: Option<&str>) {
    let frame = "<iframe title=Ad width=600 height=300 srcdoc='<title>Inner</title><button>Send</button>'></iframe>";
    let (bench, panel) = on_page(csp, &format!("<button>Send</button>{frame}")).await;
    let page = &bench.page;
    let seen = panel.inspect("outline").await.unwrap();
    let refs: Vec<&str> = seen.text.split("\"Send\" [").skip(1).collect();
    let refs: Vec<&str> = refs
        .iter()
        .map(|rest| rest.split(']').next().unwrap())
        .collect();
    let [outer, inner] = refs[..] else {
        panic!("{}", seen.text);
    };
    assert!(inner.starts_with('f') && outer.starts_with('e'), "{refs:?}");
    let in_frame = |condition: &str| {
        format!("((document) => {condition})(document.querySelector('iframe').contentDocument)")
    };
    panel.click_ref(inner).await.unwrap();
    wait(page, &in_frame(IS_MARKED)).await;
    wait(page, IS_CLEAR).await;
    panel.click_ref(outer).await.unwrap();
    wait(page, &in_frame(IS_CLEAR)).await;
    wait(page, IS_MARKED).await;
    panel.click_ref(inner).await.unwrap();
    wait(page, &in_frame(IS_MARKED)).await;
    wait(page, IS_CLEAR).await;
    let around = panel.inspect("around").await.unwrap();
    assert!(around.text.contains(inner), "{}", around.text);
    assert!(
        !around.text.contains(&format!("[{outer}]")),
        "{}",
        around.text
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ref_in_a_frame_is_marked_in_that_frame_by_wasm() {
    check_frames(None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ref_in_a_frame_is_marked_in_that_frame_by_the_twin() {
    check_frames(Some(STRICT)).await;
}

async fn check_changes(csp: Option<&str>) {
    let frame =
        "<iframe width=600 height=300 srcdoc='<title>Inner</title><button>Old</button>'></iframe>";
    let html = format!("<button>Send</button><button>Cancel</button>{frame}");
    let (bench, panel) = on_page(csp, &html).await;
    assert_eq!(panel.inspect("changes").await.unwrap().text, "");
    wait(&panel.page, "document.querySelector('#look-first')").await;
    let same = panel.look().await.unwrap();
    assert!(
        same.text.starts_with("valid: ") || same.text.contains("nothing changed"),
        "{}",
        same.text
    );
    // A budget so small that every document is read twice, or a look around, must not confuse them.
    panel.inspect("full").await.unwrap();
    let change = "document.querySelector('button').disabled = true;
        document.querySelector('iframe').contentDocument.querySelector('button').remove()";
    bench.page.execute(change).await.unwrap();
    let seen = panel.inspect("changes").await.unwrap();
    let (top, inner) = seen.text.split_once("frame \"Inner\"").unwrap();
    assert!(
        top.contains("~ button \"Send\" [e") && top.contains("now disabled"),
        "{}",
        seen.text
    );
    assert!(
        !top.contains("Old") && !top.contains("Cancel"),
        "{}",
        seen.text
    );
    assert!(inner.contains("- button \"Old\""), "{}", seen.text);
    let is_placed = |notice: &String| !notice.contains("can't be told");
    assert!(seen.notices.iter().all(is_placed), "{:?}", seen.notices);
    bench
        .page
        .navigate(&format!("{}/office?again", bench.site.url()))
        .await
        .unwrap();
    panel.look().await.unwrap();
    wait(&panel.page, "document.querySelector('#look-first')").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_are_told_for_each_document_by_wasm() {
    check_changes(None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_are_told_for_each_document_by_the_twin() {
    check_changes(Some(STRICT)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_moved_through_and_marked_by_keyboard() {
    let table = "<table><caption>People</caption><tr><th>Name<th>Do<tr><td>Ada<td><button>Edit</button> \
        <button>Delete</button></table>";
    let (bench, panel) = on_page(None, table).await;
    let seen = panel.inspect("outline").await.unwrap();
    let line = seen.text.lines().position(|line| line.contains("\"Edit\""));
    let (edit, delete) = (
        ref_of(&seen.text, "\"Edit\""),
        ref_of(&seen.text, "\"Delete\""),
    );
    panel
        .page
        .execute("document.querySelector('#look-lines').focus()")
        .await
        .unwrap();
    panel.page.press("Home").await.unwrap();
    for _ in 0..line.unwrap() {
        panel.page.press("ArrowDown").await.unwrap();
    }
    for (key, said) in [
        ("Enter", format!("[{edit}] is marked")),
        ("Space", format!("[{delete}] is marked")),
        ("Enter", "The mark is gone".into()),
    ] {
        panel.page.press(key).await.unwrap();
        let is_said =
            format!("document.querySelector('#look-said').textContent.startsWith('{said}')");
        wait(&panel.page, &is_said).await;
    }
    wait(&bench.page, IS_CLEAR).await;
    let table = panel.inspect("table").await.unwrap();
    assert!(table.text.contains("\"Name\",\"Do\"\n"), "{}", table.text);
}
