//! Pages that mean harm, or are only far too large: bounded, told, and no end of the engine.
//!
//! Both engines look at each, and must still answer a plain question afterwards.

use e2e::Probe;
use protocol::{
    Action, Fingerprint, GroundedAction, GroundedElement, Grounding, Manner, Observation,
    ObserveOptions, Reply, Request,
};

use crate::seeing::{Eyes, check_outline, observed};

/// Nothing a page does may make the text longer than this, bytes.
const LONGEST: usize = 200_000;

/// A script that builds a page, and what is seen of it.
struct Case {
    script: &'static str,
    seen: &'static [&'static str],
    /// Part of a notice that there must be; empty for none.
    notice: &'static str,
}

async fn check(cases: &[Case]) {
    let eyes = Eyes::open().await;
    for case in cases {
        let body = format!("<button>First</button><script>{}</script>", case.script);
        for probe in eyes.on(&body).await {
            let seen = look(&probe, case.script).await;
            check_outline(&seen.outline, case.seen, &[]);
            let has = seen.notices.iter().any(|said| said.contains(case.notice));
            assert!(has || case.notice.is_empty(), "{:?}", seen.notices);
            answers_still(&probe).await;
        }
    }
    eyes.close().await;
}

async fn look(probe: &Probe, script: &str) -> Observation {
    let began = std::time::Instant::now();
    let seen = observed(probe, ObserveOptions::default()).await;
    // For those who look for what grows faster than the page: `--nocapture`.
    eprintln!(
        "{:>6} ms {:>7} nodes: {script}",
        began.elapsed().as_millis(),
        seen.nodes
    );
    assert!(seen.outline.len() < LONGEST, "{}", seen.outline.len());
    seen
}

/// The first button is still found.
async fn answers_still(probe: &Probe) {
    find(probe, "First").await;
}

async fn find(probe: &Probe, name: &str) -> GroundedElement {
    let target = Fingerprint {
        role: Some("button".into()),
        name: Some(name.into()),
        ..Fingerprint::default()
    };
    match probe.ask(Request::Ground { target }).await.unwrap() {
        Reply::Grounded {
            grounding: Grounding::Found { element, .. },
        } => element,
        other => panic!("{other:?}"),
    }
}

const fn case(script: &'static str, seen: &'static [&'static str]) -> Case {
    Case {
        script,
        seen,
        notice: "",
    }
}

const fn told(script: &'static str, notice: &'static str) -> Case {
    Case {
        script,
        seen: &["button \"First\" [e"],
        notice,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_too_large_is_cut_and_the_cut_is_told() {
    check(&[
        told(
            "const t = document.createElement('template'); t.innerHTML = '<p>x<b>y</b></p>'.repeat(1000);
             for (let i = 0; i < 76; i++) document.body.append(t.content.cloneNode(true))",
            "too large: only its first 250000 nodes",
        ),
        told(
            "for (let i = 0; i < 3000; i++) { const a = document.createElement('a');
             a.setAttribute('aria-label', i + 'x'.repeat(1e5)); a.href = '/'; document.body.append(a) }",
            "too large",
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn depth_costs_no_stack_and_no_more_than_breadth() {
    check(&[
        case(
            "let at = document.body; for (let i = 0; i < 1500; i++) { const e = document.createElement('div');
             at.append(e); at = e } at.innerHTML = '<button>Deep</button>'",
            &["button \"Deep\" [e"],
        ),
        // Chromium itself can't lay out so much, but holds it.
        case(
            "let at = document.body; for (let i = 0; i < 10000; i++) { const e = document.createElement('div');
             if (!i) e.hidden = true; at.append(e); at = e } at.innerHTML = '<button>Deeper</button>'",
            &["button \"First\" [e"],
        ),
        case(
            "let at = document.body; for (let i = 0; i < 1000; i++) { const e = document.createElement('div');
             at.append(e); at = e.attachShadow({ mode: 'open' }) } at.innerHTML = '<button>Deep</button>'",
            &["button \"Deep\" [e"],
        ),
        case(
            "let at = document.body; for (let i = 0; i < 400; i++) { const t = document.createElement('table');
             at.append(t); at = t.insertRow().insertCell() } at.innerHTML = '<button>Deep</button>'",
            &["button \"Deep\" [e"],
        ),
        case(
            "for (const role of ['button', 'row', 'listitem', 'heading', 'group', 'combobox']) {
             let at = document.body; for (let i = 0; i < 1500; i++) { const e = document.createElement('header');
             e.setAttribute('role', role); at.append(e); at = e } at.append('words') }",
            &["button \"First\" [e"],
        ),
        case(
            "let at = document.body; for (let i = 0; i < 3000; i++) { const e = document.createElement('label');
             at.append(e); at = e } at.innerHTML = 'Deep <input>'",
            &["textbox \"Deep\" [e"],
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_long_or_many_is_bounded() {
    check(&[
        case(
            "const b = document.createElement('button'); b.setAttribute('aria-label', 'y'.repeat(1 << 20));
             document.body.append(b, 'z'.repeat(1 << 20))",
            &["\"yyy", "\"zzz", "…+"],
        ),
        case(
            "const b = document.createElement('button'); b.textContent = 'Many';
             for (let i = 0; i < 5000; i++) b.setAttribute('data-' + i, i); document.body.append(b)",
            &["button \"Many\" [e"],
        ),
        case(
            "document.body.insertAdjacentHTML('beforeend', '<label for=f>L</label>'.repeat(20000) + '<input id=f>')",
            &["textbox \"L L"],
        ),
        case(
            "document.body.insertAdjacentHTML('beforeend', '<select aria-label=Huge>' +
             Array.from({ length: 50000 }, (_, i) => '<option>Option ' + i).join('') + '</select>')",
            &["combobox \"Huge\" [e", "= \"Option 0\"", "…+"],
        ),
        case(
            "document.body.insertAdjacentHTML('beforeend', Array.from({ length: 2000 }, (_, i) =>
             `<div role=button tabindex=0 id=n${i} aria-labelledby=\"n${(i + 1) % 2000} n${i} long\"
             aria-owns=\"n${(i + 1) % 2000}\">${i}</div>`).join('') + '<p id=long>' + 'w '.repeat(15000))",
            &["button \"First\" [e"],
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_text_of_a_page_can_look_like_ours() {
    check(&[
        case(
            r#"const say = name => { const b = document.createElement('button'); b.textContent = name; document.body.append(b) };
             say('a\u202Eb'); say('c\u200Bd'); say('e\u{E0041}f'); say('g" [e1]\nbutton "h'); say('i\x07j'); say('\uD800k\uDC00')"#,
            &[
                r#""a\u{202e}b""#,
                r#""c\u{200b}d""#,
                r#""e\u{e0041}f""#,
                r#""g\" [e1] button \"h""#,
                r#""i\u{7}j""#,
                "\u{fffd}k\u{fffd}",
            ],
        ),
        case(
            r"const b = document.createElement('button'); b.setAttribute('aria-label', 'n\0u\0l'); document.body.append(b);
             b.title = '\0'; b.append('\0')",
            &["button \"n\u{fffd}u\u{fffd}l\" [e"],
        ),
        case(
            "document.body.append(document.createElementNS('http://www.w3.org/2000/svg', 'input'),
             document.createElementNS('', 'select'), document.createElementNS('urn:x', 'iframe'))",
            &["button \"First\" [e"],
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_page_does_to_its_own_world_reaches_no_other() {
    check(&[case(
        "const no = () => { throw new Error('no') };
         for (const type of [Node, Element, Document, HTMLElement, ShadowRoot, NodeList])
           for (const key of Object.getOwnPropertyNames(type.prototype))
             if (key !== 'constructor') try { Object.defineProperty(type.prototype, key, { get: no, set: no }) } catch {}
         Map.prototype.get = WeakMap.prototype.get = Array.prototype.push = Array.from = no;
         JSON.stringify = no; window.MutationObserver = no; window.getComputedStyle = no; Object.defineProperty = no;
         Function.prototype.call = no; Promise.prototype.then = no; window.WebAssembly = no",
        &["button \"First\" [e"],
    )])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_never_rests_is_seen_found_and_judged() {
    let script = "const spin = document.createElement('p'); document.body.append(spin);
        const turn = () => { spin.textContent = performance.now();
          spin.replaceWith(spin); document.body.append(document.createElement('i'));
          if (document.body.childElementCount > 500) document.querySelector('i').remove() };
        setInterval(turn, 0); (function frame() { turn(); requestAnimationFrame(frame) })()";
    let eyes = Eyes::open().await;
    let body = format!("<button>First</button><script>{script}</script>");
    for probe in eyes.on(&body).await {
        for _ in 0..5 {
            look(&probe, "never rests").await;
            answers_still(&probe).await;
            let verify = Request::Look(Box::default());
            assert!(matches!(probe.ask(verify).await.unwrap(), Reply::Looked(_)));
            let wait = Request::AwaitChange { since: 0 };
            assert!(matches!(
                probe.ask(wait).await.unwrap(),
                Reply::Changed { .. }
            ));
        }
    }
    eyes.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_away_in_mid_action_is_no_end_of_the_engine() {
    let leave =
        |event: &str| format!("<button on{event}='this.remove()'>Leaves on {event}</button>");
    let body = format!(
        "<button>First</button>{}{}{}<form name=f><input name=parentElement><input name=getRootNode>
         <button type=button onclick='document.body.append(\"pressed\")'>In form</button></form>
         <button onmousedown='this.closest(\"html\").remove()'>Leaves with all</button>",
        leave("pointerdown"),
        leave("mousedown"),
        leave("focus")
    );
    let eyes = Eyes::open().await;
    for at in 0..2 {
        let probes = eyes.on(&body).await;
        let probe = &probes[at];
        for label in [
            "Leaves on pointerdown",
            "Leaves on mousedown",
            "Leaves on focus",
            "In form",
        ] {
            press(probe, label).await;
        }
        answers_still(probe).await;
        let seen = look(probe, "after the actions").await;
        check_outline(
            &seen.outline,
            &["pressed"],
            &["Leaves on pointerdown", "Leaves on mousedown"],
        );
        press(probe, "Leaves with all").await;
        let seen = look(probe, "nothing is left").await;
        assert_eq!(seen.notices, ["the page is empty"]);
    }
    eyes.close().await;
}

async fn press(probe: &Probe, label: &str) {
    let element = find(probe, label).await;
    let action = Action::click(Fingerprint::default());
    let action = GroundedAction {
        action,
        elements: vec![element],
        manner: Manner::default(),
    };
    let acted = probe
        .ask(Request::Act {
            action,
            files: vec![],
            limit_ms: 8_000,
        })
        .await;
    assert!(
        matches!(acted, Ok(Reply::Acted { .. })),
        "{label}: {acted:?}"
    );
}
