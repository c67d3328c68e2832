//! The claims a skill can make of a page, each on a page that can fail it, judged by the engine in it or
//! by the real panel.

use std::time::Duration;

use browser::{Browser, LaunchOptions, Page};
use e2e::{Bench, MachineClock, NoJournal, NoNetwork, Probe, ProbePage, ReportRow, read_report};
use guardrails::{Mode, Policy};
use practice_site::{ServeOptions, Site, serve_with};
use protocol::{Action, Fingerprint, PostCondition};
use replay::{Outcome, Ports, RowEnd, Run, Step, run_row};
use serde_json::{Value, json};

use crate::support::{bench, extension};

const LONG: Duration = Duration::from_secs(120);

/// Buttons that do what their name says to a list, a link, a form and dialogs.
const WORKBENCH: &str = r##"<!doctype html><html lang=en><title>Workbench</title><h1>Orders</h1>
<table aria-label=Orders><tr><th>No<th>Name<th>Due<th>Sum</tr></table>
<table aria-label=Archive aria-rowcount=41><tr><th>No</tr><tr><td>A-0</tr></table>
<a href="/orders/1">Open</a>
<form aria-label=Order onsubmit="return false">
  <label>Email <input id=email></label><p id=complaint></p>
</form>
<dialog aria-label=Edit><p>Edit</p></dialog>
<div id=buttons></div>
<script>
  const orders = document.querySelector("table"), email = document.querySelector("#email");
  const dialog = document.querySelector("dialog");
  const add = (...cells) => orders.insertRow().append(...cells.map(text => {
    const cell = document.createElement("td");
    cell.textContent = text;
    return cell;
  }));
  const actions = {
    "Add Ada": () => setTimeout(() => add("A-1", "Ada", "17 May 2026", "1,234.50"), 200),
    "Add Ada twice": () => { add("A-1", "Ada", "17 May 2026", "12"); add("A-1", "Ada", "17 May 2026", "12"); },
    "Add Bob under her number": () => add("A-1", "Bob", "17 May 2026", "12"),
    "Point to the second": () => document.querySelector("a").href = "orders/2",
    "Complain": () => setTimeout(() => {
      email.ariaInvalid = "true";
      email.setAttribute("aria-describedby", "complaint");
      document.querySelector("#complaint").textContent = "is taken";
    }, 100),
    "Close": () => setTimeout(() => dialog.close(), 200),
    "Close and ask": () => { dialog.close(); dialog.ariaLabel = "Sure?"; dialog.showModal(); },
    "Change the title": () => document.querySelector("h1").textContent = "Orders of today",
    "Keep it open": () => {},
    "Nothing": () => {},
  };
  for (const [name, act] of Object.entries(actions)) {
    const button = document.createElement("button");
    button.textContent = name;
    button.onclick = act;
    const isInside = /^(Close|Keep)/.test(name);
    (isInside ? dialog : document.querySelector("#buttons")).append(button);
  }
  if (location.search === "?open") dialog.showModal();
</script>"##;

/// A browser on the workbench.
struct Workshop {
    browser: Browser,
    page: Page,
    site: Site,
    script: String,
}

impl Workshop {
    async fn open() -> Self {
        let anywhere = ([127, 0, 0, 1], 0).into();
        let site = serve_with(anywhere, ServeOptions::default()).await.unwrap();
        site.add_page("/workbench", WORKBENCH);
        let browser = Browser::launch(LaunchOptions::default()).await.unwrap();
        let page = browser.new_page("about:blank").await.unwrap();
        let variant = match std::env::var_os("SUREHAND_STRICT") {
            Some(_) => "js",
            None => "wasm",
        };
        let script = Probe::script(&extension(), variant).unwrap();
        Self {
            browser,
            page,
            site,
            script,
        }
    }

    /// Presses a button of the workbench, in a run that claims this of it.
    async fn press(&self, query: &str, button: &str, claim: &Value) -> RowEnd {
        let expect: PostCondition = serde_json::from_value(claim.clone()).unwrap();
        let target = Fingerprint {
            role: Some("button".into()),
            name: Some(button.into()),
            ..Fingerprint::default()
        };
        let run = Run {
            id: format!("{button} {claim}"),
            policy: Policy {
                sites: vec![format!("{}/*", self.site.url()).parse().unwrap()],
                mode: Mode::Batch,
            },
            start_url: format!("{}/workbench{query}", self.site.url()),
            steps: vec![Step {
                intent: button.into(),
                action: Action::click(target),
                expect: vec![expect],
                is_commit: false,
                once_proof: None,
                limit_ms: 2_500,
            }],
            success: vec![],
            row_key: None,
        };
        let page = ProbePage::new(&self.page, &self.script, vec![]);
        let ports = Ports {
            page: &page,
            network: &NoNetwork,
            clock: &MachineClock,
            journal: &NoJournal,
            is_stopped: &|| false,
        };
        run_row(&run, &ports).await
    }

    /// For each case the button, and what the page shows where the claim does not hold; empty where
    /// it does.
    async fn check(&self, query: &str, claim: &Value, cases: &[(&str, &str)]) {
        for (button, expected) in cases {
            let end = self.press(query, button, claim).await;
            let told = e2e::tell(&end);
            let is_done = end.outcome == Outcome::Done;
            assert_eq!(is_done, expected.is_empty(), "{button}, {claim}: {told}");
            assert!(told.contains(expected), "{button}, {claim}: {told}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_counts_and_attributes_are_judged_as_the_page_becomes() {
    let shop = Workshop::open().await;
    let orders = json!({ "role": "table", "name": "Orders" });
    let row = json!({ "check": "row_contains", "list": orders, "key": "A-1",
        "values": ["Ada", "2026-05-17", "1234.5"] });
    let rows = [
        ("Add Ada", ""),
        ("Add Ada twice", ": 2"),
        ("Add Bob under her number", "Bob"),
        ("Nothing", ": 0"),
    ];
    shop.check("", &row, &rows).await;
    let count = json!({ "check": "count_equals", "list": orders, "count": 1 });
    let counts = [
        ("Add Ada", ""),
        ("Add Ada twice", ": 2"),
        ("Nothing", ": 0"),
    ];
    shop.check("", &count, &counts).await;
    let archive = json!({ "role": "table", "name": "Archive" });
    let stated = json!({ "check": "count_equals", "list": archive, "count": 40 });
    shop.check("", &stated, &[("Nothing", "")]).await;
    let shown = json!({ "check": "count_equals", "list": archive, "count": 1 });
    shop.check("", &shown, &[("Nothing", ": 40")]).await;
    let link = json!({ "role": "link", "name": "Open" });
    let url = format!("{}/orders/2", shop.site.url());
    let leads =
        json!({ "check": "attribute_equals", "target": link, "attribute": "href", "value": url });
    let links = [("Point to the second", ""), ("Nothing", "/orders/1")];
    shop.check("", &leads, &links).await;
    shop.browser.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn complaints_dialogs_and_changes_are_judged_on_a_page_at_rest() {
    let shop = Workshop::open().await;
    let none = json!({ "check": "no_validation_errors" });
    let complaints = [("Nothing", ""), ("Complain", "is taken")];
    shop.check("", &none, &complaints).await;
    let dialog = json!({ "role": "dialog", "name": "Edit" });
    for closed in [
        json!({ "check": "dialog_closed" }),
        json!({ "check": "dialog_closed", "dialog": dialog }),
    ] {
        let open = [("Close", ""), ("Keep it open", "present")];
        shop.check("?open", &closed, &open).await;
        shop.check("?open", &closed, &[("Close and ask", "")]).await;
        shop.check("", &closed, &[("Nothing", "not there before")])
            .await;
    }
    let changed = json!({ "check": "something_changed" });
    let changes = [("Change the title", ""), ("Nothing", "all as before")];
    shop.check("", &changed, &changes).await;
    shop.browser.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_page_can_judge_is_never_held_by_one() {
    let shop = Workshop::open().await;
    for claim in [
        json!({ "check": "tab_opened", "url": "*" }),
        json!({ "check": "download_completed", "name": "*" }),
        json!({ "check": "readback", "url": "/workbench",
            "then": [{ "check": "text_present", "text": "Orders" }] }),
    ] {
        let end = shop.press("", "Nothing", &claim).await;
        assert_eq!(end.outcome, Outcome::Failed, "{claim}: {}", e2e::tell(&end));
        assert_eq!(end.checks[0].verdict, protocol::Verdict::Unknown);
    }
    shop.browser.close().await.unwrap();
}

/// Buttons that save files, or don't, and links that open windows, or don't.
const EXPORTS: &str = r#"<!doctype html><html lang=en><title>Exports</title><h1>Exports</h1>
<button>Do whole</button><button>Do empty</button><button>Do nothing</button><button>Do other</button>
<script>
  const save = (name, text) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    link.download = name;
    link.click();
  };
  const actions = [
    () => setTimeout(() => save("report.csv", "a,b\n1,2\n"), 200),
    () => save("report.csv", ""),
    () => {},
    () => save("other.csv", "a,b\n1,2\n"),
  ];
  document.querySelectorAll("button").forEach((button, at) => button.onclick = actions[at]);
</script>"#;

/// Options of a site whose policy, where it is strict, lets the pages' own scripts run all the same.
fn scripted() -> ServeOptions {
    let is_strict = std::env::var_os("SUREHAND_STRICT").is_some();
    ServeOptions {
        csp: is_strict.then(|| "script-src 'unsafe-inline'".into()),
        ..ServeOptions::default()
    }
}

/// A skill that presses *Do {{what}}* on a page and claims this of it, run over such rows in the panel.
async fn press_in_panel(bench: &Bench, claim: Value, whats: &[&str]) -> Vec<ReportRow> {
    let panel = bench.open_panel().await.unwrap();
    let url = bench.site.url();
    let skill = json!({
        "surehand_skill": 1,
        "name": "Press",
        "sites": [format!("{url}/*")],
        "start_url": format!("{url}/exports"),
        "slots": [{ "name": "what", "label": "What" }],
        "steps": [{
            "intent": "Press",
            "action": { "do": "click", "target": { "role": "button", "name": "Do {{what}}" } },
            "expect": [claim],
            "within_ms": 4000
        }]
    });
    let skill = bench.file("press.json", skill.to_string()).unwrap();
    panel.import_skill(&skill).await.unwrap();
    let table = bench.file("whats.csv", format!("What\n{}\n", whats.join("\n")));
    panel.load_table(&table.unwrap()).await.unwrap();
    panel.start().await.unwrap();
    panel.wait_until_ended(LONG).await.unwrap();
    assert_eq!(panel.trouble().await.unwrap(), "");
    read_report(&panel.export().await.unwrap()).unwrap().1
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_a_click_saves_is_seen_by_its_name_and_size() {
    let bench = bench(scripted()).await;
    bench.site.add_page("/exports", EXPORTS);
    let claim = json!({ "check": "download_completed", "name": "report*.csv" });
    let rows = press_in_panel(
        &bench,
        claim,
        &["whole", "empty", "nothing", "other", "whole"],
    )
    .await;
    let expected = [
        ("done", ""),
        ("failed", "0 bytes"),
        ("failed", "was absent"),
        ("failed", "was absent"),
        ("done", ""),
    ];
    check_told(&rows, &expected);
}

/// Each row's status, and a part of its reason.
fn check_told(rows: &[ReportRow], expected: &[(&str, &str)]) {
    assert_eq!(rows.len(), expected.len());
    for (row, (status, reason)) in rows.iter().zip(expected) {
        assert_eq!(row.get("status"), *status, "{rows:#?}");
        assert!(row.get("reason").contains(reason), "{rows:#?}");
    }
}

/// Buttons after which a window opens, or another, or none. It opens by the hand of a person, since
/// Chrome lets a page open one at a click that a script made only now and then.
const OPENERS: &str = r#"<!doctype html><html lang=en><title>Openers</title><h1>Openers</h1>
<button>Do window</button><button>Do blank</button><button>Do other</button><button>Do nothing</button>
<script>
  const actions = {
    "Do window": () => open("/opened?x=1"),
    "Do blank": () => { const blank = open("about:blank"); setTimeout(() => blank.location = "/opened", 200); },
    "Do other": () => open("/elsewhere"),
    "Do nothing": () => {},
  };
  globalThis.pressed = "";
  document.querySelectorAll("button").forEach(button =>
    button.onclick = () => globalThis.pressed = button.textContent);
</script>"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_tab_that_a_page_opens_is_seen_with_where_it_goes() {
    const WHATS: [&str; 4] = ["window", "blank", "other", "nothing"];
    let bench = bench(scripted()).await;
    bench.site.add_page("/exports", OPENERS);
    bench.site.add_page("/opened", "<h1>Opened</h1>");
    let claim = json!({ "check": "tab_opened", "url": "/opened*" });
    let (rows, ()) = tokio::join!(press_in_panel(&bench, claim, &WHATS), async {
        let url = format!("{}/exports", bench.site.url());
        let page = bench.browser.wait_for_page(|at| at == url, LONG).await;
        let page = page.unwrap();
        for what in WHATS {
            let is_pressed = format!("globalThis.pressed === 'Do {what}'");
            page.wait_for(&is_pressed, LONG).await.unwrap();
            let open = "actions[pressed](), null";
            page.evaluate_with_gesture::<Value>(open).await.unwrap();
        }
    });
    let expected = [
        ("done", ""),
        ("done", ""),
        ("failed", "/elsewhere"),
        ("failed", "was absent"),
    ];
    check_told(&rows, &expected);
}
