//! The claims a skill can make of a page, each on a page that can fail it, judged by the engine in it.

use browser::{Browser, LaunchOptions, Page};
use e2e::{MachineClock, NoJournal, NoNetwork, Probe, ProbePage};
use guardrails::{Mode, Policy};
use practice_site::{ServeOptions, Site, serve_with};
use protocol::{Action, Fingerprint, PostCondition};
use replay::{Handover, Outcome, Ports, RowEnd, Run, Step, run_row};
use serde_json::{Value, json};

use crate::support::extension;

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
                manner: protocol::Manner::default(),
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
        run_row(&run, Handover::default(), &ports).await
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
