//! Pages on which a step does not come to its end by itself, one for each remedy: the server decides
//! whether the row arrived, and arrived once.

use std::time::Duration;

use e2e::{Bench, Panel};
use practice_site::{Fault, FaultRule};
use serde_json::{Value, json};

use crate::midway::{self, report};
use crate::sites::statuses;
use crate::support::{bench, scripted};

const LONG: Duration = Duration::from_secs(240);

pub(crate) const TABLE: &str =
    "Name,Email,City\nAda,ada@example.test,Wien\n王小明,wang@example.test,北京\n";

/// A form that stores customers, and its list. `form` stands in it, `script` runs after its own.
pub(crate) fn page(form: &str, script: &str) -> String {
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Customers</title><h1>Customers</h1>
         <main><table aria-label=Customers><tbody id=list></tbody></table>
         <form id=form><label>Name <input name=name></label> <label>Email <input name=email></label>
         <label>City <input name=city></label> {form} <button id=save>Save customer</button></form>
         <p role=status id=status></p></main>
         <script>
         const at = (id) => document.getElementById(id);
         const load = async () => {{
           const all = await (await fetch('/api/customers')).json();
           at('list').replaceChildren(...all.map((one) => {{
             const row = document.createElement('tr');
             for (const text of [one.name, one.email, one.city]) row.insertCell().textContent = text;
             return row;
           }}));
         }};
         const send = async () => {{
           const body = JSON.stringify(Object.fromEntries(new FormData(at('form'))));
           const headers = {{ 'content-type': 'application/json' }};
           const answer = await fetch('/api/customers', {{ method: 'POST', headers, body }});
           at('status').textContent = answer.ok ? 'Customer saved' : 'Not saved';
           await load();
         }};
         at('form').onsubmit = (event) => {{ event.preventDefault(); send(); }};
         load();
         {script}
         </script>"
    )
}

/// The sample skill on that page.
pub(crate) fn fit(skill: &mut Value, url: &str) {
    skill["start_url"] = json!(format!("{url}/trouble"));
    let steps = skill["steps"].as_array_mut().unwrap();
    // No form to open, no phone, no notes.
    for at in [5, 3, 0] {
        steps.remove(at);
    }
}

/// Runs both rows to their end.
async fn begin(bench: &Bench, html: String, change: impl FnOnce(&mut Value)) -> Panel {
    let panel = midway::begin(bench, html, change).await;
    panel.wait_until_ended(LONG).await.unwrap();
    panel
}

/// What is stored is what stands in the table, each row once.
pub(crate) fn assert_stored(bench: &Bench) {
    let stored: Vec<_> = bench.site.records().into_iter().map(|r| r.draft).collect();
    let cells: Vec<_> = stored
        .iter()
        .map(|d| (d.name.as_str(), d.city.as_str()))
        .collect();
    assert_eq!(cells, [("Ada", "Wien"), ("王小明", "北京")]);
}

/// Runs both rows and sees to it that they are done and stored as they are in the table, each once;
/// gives the notes stored with them.
async fn arrives(html: String, change: impl FnOnce(&mut Value)) -> Vec<String> {
    let bench = bench(scripted()).await;
    let panel = begin(&bench, html, change).await;
    let rows = report(&panel).await;
    assert_eq!(statuses(&rows), ["done"; 2], "{rows:#?}");
    assert_stored(&bench);
    let records = bench.site.records().into_iter();
    records.map(|record| record.draft.notes).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_element_that_comes_late_is_waited_for() {
    let late = "const form = at('form'); form.remove();
        setTimeout(() => document.querySelector('main').append(form), 3000);";
    arrives(page("", late), |_| {}).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_that_is_drawn_anew_all_the_time_is_clicked_once() {
    let redraw = "let left = 40;
        at('form').addEventListener('focusout', () => {
          const timer = setInterval(() => {
            at('save').replaceWith(at('save').cloneNode(true));
            if (--left === 0) clearInterval(timer);
          }, 25);
        }, { once: true });";
    arrives(page("", redraw), |_| {}).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_item_far_down_a_list_that_draws_only_what_is_in_view_is_scrolled_to() {
    let list = "<input type=hidden name=notes id=notes>
        <div id=scroller style='height:120px;overflow:auto'><div id=tall style='position:relative'></div></div>";
    let script = "const count = 800, height = 24;
        at('tall').style.height = count * height + 'px';
        const draw = () => {
          const first = Math.floor(at('scroller').scrollTop / height);
          at('tall').replaceChildren();
          for (let n = first; n < Math.min(count, first + 8); n += 1) {
            const one = document.createElement('button');
            one.type = 'button';
            one.textContent = 'Plan ' + n;
            one.style = `position:absolute;top:${n * height}px;height:${height}px`;
            one.onclick = () => { at('notes').value = 'Plan ' + n; };
            at('tall').append(one);
          }
        };
        at('scroller').onscroll = () => setTimeout(draw, 20);
        draw();";
    let choose = |skill: &mut Value| {
        let step = json!({
            "intent": "Choose the plan",
            "action": { "do": "click", "target": { "role": "button", "name": "Plan 640" } },
        });
        skill["steps"].as_array_mut().unwrap().insert(0, step);
    };
    let notes = arrives(page(list, script), choose).await;
    assert_eq!(notes, ["Plan 640"; 2]);
}

const NOTICE: &str = "<input type=hidden name=notes id=notes>
    <div id=notice style='position:fixed;inset:0;background:#fffc;display:grid;place-content:center'>
    <div><p>We use cookies.</p><button type=button id=yes>Accept all</button>
    <button type=button id=no>Reject all</button></div></div>";

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_notice_over_the_form_is_refused() {
    let script = "for (const [id, said] of [['yes', 'agreed'], ['no', 'refused']]) {
          at(id).onclick = () => { at('notes').value = said; at('notice').remove(); };
        }";
    assert_eq!(arrives(page(NOTICE, script), |_| {}).await, ["refused"; 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn terms_that_only_the_person_may_agree_to_stay_where_they_are() {
    let bench = bench(scripted()).await;
    let terms = "<div role=dialog aria-label=Terms style='position:fixed;inset:0;background:#fffc'>
        <p>We have new terms of service.</p>
        <button type=button onclick='this.parentElement.remove()'>Accept</button></div>";
    let rows = report(&begin(&bench, page(terms, ""), |_| {}).await).await;
    assert_eq!(statuses(&rows), ["failed"; 2], "{rows:#?}");
    let reason = rows[0].get("reason");
    assert!(reason.contains("covered by dialog \"Terms\""), "{reason}");
    assert_eq!(bench.site.stored_ever(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_that_comes_in_between_and_cuts_off_the_page_is_closed() {
    let script = "const dialog = document.createElement('dialog');
        dialog.setAttribute('aria-label', 'News');
        dialog.innerHTML = '<p>Read our news!</p><button>Subscribe</button><button>Not now</button>';
        dialog.firstElementChild.nextElementSibling.onclick = () => { at('form').remove(); };
        dialog.lastElementChild.onclick = () => { dialog.close(); };
        document.body.append(dialog);
        at('form').email.addEventListener('change', () => dialog.showModal(), { once: true });";
    arrives(page("", script), |_| {}).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_in_which_something_was_typed_is_left_open() {
    let bench = bench(scripted()).await;
    let form = "<div role=dialog aria-label=Draft style='position:fixed;inset:0;background:#fffc'>
        <label>Comment <textarea id=comment></textarea></label>
        <button type=button onclick='this.parentElement.remove()'>Close</button></div>";
    let html = page(form, "at('comment').value = 'not sent yet';");
    let rows = report(&begin(&bench, html, |_| {}).await).await;
    assert_eq!(statuses(&rows), ["failed"; 2], "{rows:#?}");
    assert!(
        rows[0]
            .get("reason")
            .contains("covered by dialog \"Draft\""),
        "{rows:#?}"
    );
    assert_eq!(bench.site.stored_ever(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_that_is_swallowed_once_is_set_again() {
    let swallow = "at('form').email.addEventListener('change', (event) => {
          setTimeout(() => { event.target.value = ''; }, 60);
        }, { once: true });";
    arrives(page("", swallow), |_| {}).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_that_the_page_takes_back_late_is_set_again_before_the_form_is_sent() {
    let revert = "at('form').name.addEventListener('change', (event) => {
          setTimeout(() => { event.target.value = 'Unnamed'; }, 450);
        }, { once: true });";
    arrives(page("", revert), |_| {}).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_that_waits_for_a_field_to_be_left_is_clicked() {
    let disabled = "at('save').disabled = true;
        at('form').city.addEventListener('blur', () => {
          setTimeout(() => { at('save').disabled = false; }, 3000);
        });";
    arrives(page("", disabled), |_| {}).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_whose_first_click_is_lost_is_not_sent_again() {
    let bench = bench(scripted()).await;
    let lost = "let clicks = 0;
        at('form').onsubmit = (event) => { event.preventDefault(); clicks += 1; if (clicks > 1) send(); };";
    let rows = report(&begin(&bench, page("", lost), |_| {}).await).await;
    assert_eq!(statuses(&rows), ["failed"; 2], "{rows:#?}");
    assert_eq!(bench.site.stored_ever(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_takes_longer_than_the_step_may_is_waited_for() {
    let bench = bench(scripted()).await;
    bench.site.set_fault(FaultRule {
        delay_ms: 6_000,
        ..FaultRule::new("ada@example.test", Fault::Slow)
    });
    let quick = |skill: &mut Value| skill["steps"][3]["within_ms"] = json!(2_000);
    let rows = report(&begin(&bench, page("", ""), quick).await).await;
    assert_eq!(statuses(&rows), ["done"; 2], "{rows:#?}");
    assert_eq!(bench.site.stored_ever(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_ends_pauses_the_batch_until_the_person_has_signed_in() {
    let bench = bench(scripted()).await;
    // The second time the page is loaded, which is the first row's proof, nobody is signed in.
    let ends = "const loads = 1 + Number(localStorage.loads ?? 0);
        localStorage.loads = loads;
        if (loads > 1 && !localStorage.isBack) {
          document.querySelector('main').innerHTML = '<h2>Sign in</h2><form><label>User <input></label>'
            + '<label>Password <input type=password></label><button type=button>Sign in</button></form>';
        }";
    let panel = begin(&bench, page("", ends), |_| {}).await;
    let shown: String = panel
        .page
        .evaluate("document.querySelector('#run-card').innerText")
        .await
        .unwrap();
    assert!(shown.contains("Only you can get past"), "{shown}");
    assert_eq!(bench.site.stored_ever(), 1);
    bench
        .desk
        .page
        .execute("localStorage.isBack = 'yes'")
        .await
        .unwrap();
    panel.start().await.unwrap();
    panel.wait_until_ended(LONG).await.unwrap();
    assert_eq!(statuses(&report(&panel).await), ["done"; 2]);
    assert_eq!(bench.site.stored_ever(), 2);
}
