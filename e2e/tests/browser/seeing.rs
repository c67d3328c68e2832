//! What the engine makes of odd but legal pages, with both its builds, which must say the same.

use browser::{Browser, LaunchOptions, Page};
use e2e::Probe;
use protocol::{Observation, ObserveOptions, Reply, Request, View};

use crate::support::extension;

/// A browser and the engine's two scripts.
pub(crate) struct Eyes {
    browser: Browser,
    pub(crate) page: Page,
    scripts: [String; 2],
}

impl Eyes {
    pub(crate) async fn open() -> Self {
        let browser = Browser::launch(LaunchOptions::default()).await.unwrap();
        let page = browser.new_page("about:blank").await.unwrap();
        let script = |variant| Probe::script(&extension(), variant).unwrap();
        Self {
            browser,
            page,
            scripts: [script("wasm"), script("js")],
        }
    }

    /// Both engines in a page with this in its body.
    pub(crate) async fn on(&self, body: &str) -> [Probe; 2] {
        self.load(body).await;
        let [wasm, js] = &self.scripts;
        [
            Probe::start(&self.page, wasm).await.unwrap(),
            Probe::start(&self.page, js).await.unwrap(),
        ]
    }

    /// Loads a page with this in its body.
    pub(crate) async fn load(&self, body: &str) {
        let html = format!("<!doctype html><html lang=en><title>Seen</title><body>{body}");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("page.html");
        std::fs::write(&file, html).unwrap();
        let url = format!("file://{}", file.display());
        self.page.navigate(&url).await.unwrap();
    }

    pub(crate) async fn close(self) {
        self.browser.close().await.unwrap();
    }
}

pub(crate) async fn observed(probe: &Probe, options: ObserveOptions) -> Observation {
    match probe.ask(Request::Observe(options)).await.unwrap() {
        Reply::Observed(observation) => observation,
        other => panic!("{other:?}"),
    }
}

/// Whether `outline` has each of `seen` and none of `unseen`.
pub(crate) fn check_outline(outline: &str, seen: &[&str], unseen: &[&str]) {
    for part in seen {
        assert!(outline.contains(part), "{part} is not in\n{outline}");
    }
    for part in unseen {
        assert!(!outline.contains(part), "{part} is in\n{outline}");
    }
}

/// Looks at pages, each with what is seen of it and what is not.
async fn check(cases: &[(&str, &[&str], &[&str])]) {
    let eyes = Eyes::open().await;
    for (body, seen, unseen) in cases {
        let [wasm, js] = eyes.on(body).await;
        let wasm = observed(&wasm, ObserveOptions::default()).await;
        let js = observed(&js, ObserveOptions::default()).await;
        assert_eq!(wasm.outline, js.outline, "the engines differ on {body}");
        check_outline(&wasm.outline, seen, unseen);
    }
    eyes.close().await;
}

/// A host with an open root; `in_body` makes the page around it.
fn open_root(in_body: &str, inside: &str) -> String {
    format!(
        "{in_body}<script>document.querySelector('#host').attachShadow({{mode: 'open'}}).innerHTML = `{inside}`</script>"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn shadow_trees_are_seen_with_what_their_slots_show() {
    let slots = open_root(
        "<div id=host><b slot=title>Ada</b><button>Loose</button><i slot=nowhere><button>Lost</button></i></div>",
        "<h2><slot name=title>No title</slot></h2><slot></slot><slot name=foot><button>Fallback</button></slot>",
    );
    let nested = open_root(
        "<div id=host></div>",
        "<section aria-label=Outer><template shadowrootmode=open></template><div id=inner></div></section>",
    ) + "<script>document.querySelector('#host').shadowRoot.querySelector('#inner').attachShadow({mode: 'open'})
           .innerHTML = '<label>Deep <input value=7></label>'</script>";
    let hidden_slot = open_root(
        "<div id=host><button>Within</button></div><span id=said><label for=x>Off</label></span>",
        "<div style='display:none'><slot></slot></div><button>Own</button>",
    );
    let delegated = open_root(
        "<label>Around <x-field id=host></x-field></label>",
        "<input aria-label=Field>",
    );
    check(&[
        (
            &slots,
            &[
                "h2 \"Ada\"",
                "button \"Loose\" [e",
                "button \"Fallback\" [e",
            ],
            &["Lost", "No title"],
        ),
        (&nested, &["Outer", "textbox \"Deep\" [e", "\"7\""], &[]),
        (&hidden_slot, &["button \"Own\""], &["Within"]),
        (&delegated, &["textbox \"Field\" [e"], &[]),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_lies_above_the_page_and_what_is_shut_off_is_told() {
    check(&[
        (
            "<button>Behind</button><dialog id=d aria-label=Ask><button>Yes</button></dialog>
             <dialog aria-label=Shut><button>Never</button></dialog><script>d.showModal()</script>",
            &["dialog \"Ask\" modal", "button \"Yes\" [e"],
            &["Never", "Shut"],
        ),
        (
            "<dialog open aria-label=Plain><button>Yes</button></dialog>",
            &["dialog \"Plain\"", "button \"Yes\" [e"],
            &["modal"],
        ),
        (
            "<button popovertarget=p>Open</button><div id=p popover><button>In it</button></div>
             <div popover><button>Closed</button></div><script>p.showPopover()</script>",
            &["popover", "button \"In it\" [e"],
            &["Closed"],
        ),
        (
            "<div inert><button>Inert</button></div><div aria-hidden=true><button>Hidden</button></div>
             <button>Free</button>",
            &["button \"Free\" [e"],
            &["Inert", "Hidden"],
        ),
        (
            "<body aria-hidden=true><button>All the same</button>",
            &["button \"All the same\" [e"],
            &[],
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_shown_is_seen_and_what_is_not_is_not() {
    check(&[
        (
            "<div hidden=until-found><button>Folded</button></div><div hidden><button>Gone</button></div>
             <div style='content-visibility:hidden'><button>Skipped</button></div>
             <div style='height:3000px'></div>
             <div style='content-visibility:auto'><button>Far down</button></div>",
            &["button \"Far down\" [e"],
            &["Folded", "Gone", "Skipped"],
        ),
        (
            "<details><summary>More</summary><button>In more</button>text</details>
             <details open><summary>Less</summary><button>In less</button></details>",
            &["\"More\" [e", "collapsed", "\"Less\" [e", "expanded", "button \"In less\" [e"],
            &["In more"],
        ),
        (
            "<div style='display:contents'><button>Contents</button></div>
             <div style='visibility:hidden'><button>Veiled</button><button style='visibility:visible'>Shown</button>
             veiled text <span style='visibility:visible'>shown text</span></div>
             <div style='opacity:0'><button>Clear</button></div>",
            &["button \"Contents\" [e", "button \"Shown\" [e", "shown text"],
            &["Veiled", "veiled text"],
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn generated_content_counts_where_a_name_is_computed_from_content() {
    let style = "<style>.a::before { content: 'New ' } .b::after { content: ' (!)' }
        .icon::before { content: '\\e900' / 'Delete' } .mark::after { content: '*' / '' }
        .off::before { content: 'Off'; display: none }</style>";
    let body = format!(
        "{style}<button class=a>order</button><button><span class=b>Alarm</span></button>
         <button class=icon></button><button><span class=icon></span></button>
         <a href=/x class=off>Plain</a><button class=mark>Star</button><p class=a>text</p>"
    );
    let seen = [
        "button \"New order\" [e",
        "button \"Alarm (!)\" [e",
        "button \"Delete\" [e",
        "link \"Plain\" [e",
        "button \"Star\" [e",
    ];
    check(&[(&body, &seen, &["Off", "New text"])]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn controls_of_every_making_are_seen() {
    check(&[
        (
            "<img alt=Map usemap=#m width=90 height=90 src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>
             <map name=m><area href=/north alt=North shape=rect coords=0,0,9,9><area alt=Nothing></map>
             <map name=other><area href=/south alt=South></map>",
            &["link \"North\" [e"],
            &["South"],
        ),
        (
            "<svg width=90 height=90><a href=/drawn><text y=20>Drawn</text></a><g role=button tabindex=0 aria-label=Spin><rect
             width=9 height=9 /></g></svg><math><mi>x</mi><mo>=</mo><mn>2</mn></math>",
            &["link \"Drawn\" [e", "button \"Spin\" [e", "math"],
            &[],
        ),
        (
            "<div contenteditable aria-label=Note>Hello</div><div contenteditable=false aria-label=Not>no</div>",
            &["\"Note\" [e", "= \"Hello\""],
            &["\"Not\" [e"],
        ),
        (
            "<table aria-rowcount=5000 aria-label=Big><tr><th>Name</th></tr><tr aria-rowindex=7><td>Ada</td></tr></table>
             <canvas width=50 height=50></canvas><canvas aria-label=Chart><button>In the chart</button></canvas>",
            &["of 5000)", "can't be read", "canvas \"Chart\"", "button \"In the chart\" [e"],
            &[],
        ),
        (
            "<select aria-label=Size><option>S<option selected>M<optgroup label=Large><option>L</optgroup></select>
             <select aria-label=Many multiple><option selected>One<option selected>Two<option>Three</select>",
            &["combobox \"Size\" [e", "= \"M\"", "\"S\"", "\"L\"", "\"Many\" [e", "\"Three\""],
            &[],
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_field_can_hide_what_its_form_is() {
    let names = [
        "localName",
        "attributes",
        "children",
        "getAttribute",
        "nodeType",
        "parentNode",
        "firstChild",
        "nextSibling",
        "namespaceURI",
        "getAttributeNames",
        "matches",
        "shadowRoot",
        "scrollTop",
        "clientWidth",
        "parentElement",
        "getRootNode",
        "textContent",
        "getBoundingClientRect",
    ];
    let fields: String = names
        .iter()
        .map(|name| format!("<label>{name} <input name={name}></label>"))
        .collect();
    let images = [
        "defaultView",
        "activeElement",
        "title",
        "elementFromPoint",
        "querySelectorAll",
        "createElement",
        "hasFocus",
        "documentElement",
    ];
    let images: String = images
        .map(|name| format!("<img name={name} alt=''>"))
        .concat();
    let body = format!(
        "<form role=alert aria-label=Clobbered style='overflow:auto;height:200px'>{fields}<button>Send</button></form>{images}"
    );
    let seen: Vec<String> = names
        .iter()
        .map(|name| format!("textbox \"{name}\" [e"))
        .collect();
    let mut seen: Vec<&str> = seen.iter().map(String::as_str).collect();
    seen.extend(["\"Clobbered\"", "button \"Send\" [e"]);
    check(&[(&body, &seen, &[])]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn boxes_in_a_frame_lie_where_the_page_shows_them() {
    let eyes = Eyes::open().await;
    let body = "<div style='height:1500px'></div><iframe id=f style='margin:7px;border:5px solid;padding:11px 13px'
        srcdoc='<body style=\"margin:0\"><div style=height:30px></div><button>In</button>'></iframe>
        <div style='height:1500px'></div>";
    for at in 0..2 {
        let probes = eyes.on(body).await;
        eyes.page.execute("scrollTo(0, 900)").await.unwrap();
        let seen = observed(
            &probes[at],
            ObserveOptions {
                view: View::Full,
                ..ObserveOptions::default()
            },
        )
        .await;
        let shown: [f64; 2] = eyes
            .page
            .evaluate("(r => [r.x + f.clientLeft + 13, r.y + f.clientTop + 11 + scrollY])(f.getBoundingClientRect())")
            .await
            .unwrap();
        let [x, y, ..] = seen.frames[0].rect.unwrap();
        assert_eq!([x, y], shown);
    }
    eyes.close().await;
}
