//! Closed shadow trees and frames of every kind, seen through the real extension and its panel, with
//! both engines.

use e2e::{Bench, Panel};
use practice_site::ServeOptions;

use crate::seeing::check_outline;
use crate::support::bench;

/// Forbids WebAssembly, but not the page's own scripts.
const TWIN: &str = "script-src 'unsafe-inline'";

/// A page with a panel beside it.
struct View {
    bench: Bench,
    panel: Panel,
}

impl View {
    async fn open(policy: Option<&str>) -> Self {
        let options = ServeOptions {
            csp: policy.map(str::to_owned),
            ..ServeOptions::default()
        };
        let bench = bench(options).await;
        let panel = bench.open_panel().await.unwrap();
        Self { bench, panel }
    }

    /// Adds a page to the site; gives its address, on the other name of this machine if `elsewhere`.
    fn add(&self, path: &str, body: &str, elsewhere: bool) -> String {
        let html = format!("<!doctype html><html lang=en><title>{path}</title><body>{body}");
        self.bench.site.add_page(path, html);
        let url = format!("{}{path}", self.bench.site.url());
        if elsewhere {
            url.replace("127.0.0.1", "localhost")
        } else {
            url
        }
    }

    /// Opens a page with this in its body and has the panel look at it.
    async fn look_at(&self, name: &str, body: &str) -> String {
        let path = format!("/{}", name.replace(' ', "-"));
        let url = self.add(&path, &format!("<h1>{name}</h1>{body}"), false);
        self.bench.page.navigate(&url).await.unwrap();
        self.look(name).await
    }

    /// Has the panel look until it shows `sign`; gives the outline, or what the panel said instead.
    async fn look(&self, sign: &str) -> String {
        let mut text = String::new();
        // A look between two documents sees neither.
        for _ in 0..4 {
            text = match self.panel.inspect("outline").await {
                Ok(seen) => seen.text,
                Err(error) => error.to_string(),
            };
            if text.contains(sign) {
                break;
            }
        }
        text
    }

    /// Looks at a page until all these are seen: on a busy machine a frame may take longer to enter
    /// than one look waits for it.
    async fn look_until(&self, name: &str, body: &str, seen: &[&str]) -> String {
        let mut outline = String::new();
        for at in 0..4 {
            outline = self.look_at(&format!("{name} {at}"), body).await;
            if seen.iter().all(|part| outline.contains(part)) {
                break;
            }
        }
        check_outline(&outline, seen, &[]);
        outline
    }

    async fn check(&self, name: &str, body: &str, seen: &[&str], unseen: &[&str]) {
        check_outline(&self.look_at(name, body).await, seen, unseen);
    }
}

macro_rules! with_both_engines {
    ($($name:ident: $check:ident;)*) => {$(
        #[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            for policy in [None, Some(TWIN)] {
                $check(View::open(policy).await).await;
            }
        }
    )*};
}

with_both_engines! {
    closed_shadow_trees_are_seen_whatever_their_host: closed_trees;
    frames_of_every_kind_stand_where_they_are: frames;
    frames_in_shadow_trees_are_seen: frames_in_shadow_trees;
    a_frame_that_never_loads_or_goes_away_holds_nothing_up: frames_that_fail;
    a_hundred_frames_are_seen: a_hundred_frames;
}

async fn closed_trees(view: View) {
    let close = "const close = (host, html) => { const root = host.attachShadow({ mode: 'closed' }); root.innerHTML = html; return root }";
    let body = format!(
        "<svg><use href='#x'></use><font-face></font-face></svg><math><annotation-xml></annotation-xml></math>
         <x-a id=a></x-a><div id=b></div><div id=c><b slot=title>Slotted</b><button>Light</button></div>
         <section id=d>words <button>Default</button></section><p id=e><button>Never</button></p>
         <script>{close};
           const outer = close(a, '<x-b></x-b><button>Outer</button>');
           const inner = close(outer.querySelector('x-b'), '<label>Inner <input></label>');
           close(b, '<button>Plain host</button>');
           close(c, '<h2><slot name=title></slot></h2><button>Beside</button><slot></slot>');
           close(d, '<button>Before</button><slot></slot>');
           close(e, '<button>Instead</button>');
         </script>"
    );
    let seen = [
        "button \"Outer\" [e",
        "textbox \"Inner\" [e",
        "button \"Plain host\" [e",
        "h2 \"Slotted\"",
        "button \"Light\" [e",
        "button \"Beside\" [e",
        "button \"Before\" [e",
        "button \"Default\" [e",
        "button \"Instead\" [e",
    ];
    view.check("closed", &body, &seen, &["Never"]).await;
}

async fn frames(view: View) {
    let same = view.add("/same", "<button>In same</button>", false);
    let third = view.add("/third", "<button>In third</button>", false);
    let second = view.add(
        "/second",
        &format!("<iframe title=Third src='{third}'></iframe>"),
        true,
    );
    let first = view.add(
        "/first",
        &format!("<iframe title=Second src='{second}'></iframe>"),
        false,
    );
    let other = view.add("/other", "<button>In other</button>", true);
    let body = format!(
        "<iframe title=Same src='{same}'></iframe><iframe title=Other src='{other}'></iframe>
         <iframe title=First src='{first}'></iframe><iframe title=Doc srcdoc='<button>In doc</button>'></iframe>
         <iframe id=blank title=Blank></iframe><iframe title=Sandbox sandbox src='{same}'></iframe>
         <iframe title=Gone style='display:none' src='{same}'></iframe><button>After</button>
         <script>blank.contentDocument.body.innerHTML = '<button>In blank</button>'</script>"
    );
    let seen = [
        "In other\" [f",
        "In third\" [f",
        "In doc\" [f",
        "In blank\" [f",
        "In same\" [f",
        "\"After\" [e",
    ];
    let outline = view.look_until("frames", &body, &seen).await;
    for (frame, inside) in [
        ("\"Same\"", "In same"),
        ("\"Other\"", "In other"),
        ("\"Third\"", "In third"),
        ("\"Doc\"", "In doc"),
        ("\"Blank\"", "In blank"),
        ("\"Sandbox\"", "In same"),
    ] {
        let lines: Vec<&str> = outline.lines().collect();
        let at = lines.iter().position(|line| line.contains(frame)).unwrap();
        assert!(lines[at + 1].contains(inside), "{frame}\n{outline}");
    }
}

async fn frames_in_shadow_trees(view: View) {
    let same = view.add("/same", "<button>In same</button>", false);
    let other = view.add("/other", "<button>In other</button>", true);
    let root = |html: &str| {
        format!(
            "<x-host id=host></x-host><button>After</button><script>host.attachShadow({{ mode: 'closed' }}).innerHTML = `{html}`</script>"
        )
    };
    let one = format!("<iframe title=One src='{same}'></iframe>");
    let outline = view
        .look_until("one frame", &root(&one), &["In same\" [f"])
        .await;
    let lines: Vec<&str> = outline.lines().collect();
    let at = lines
        .iter()
        .position(|line| line.contains("\"One\""))
        .unwrap();
    assert!(lines[at + 1].contains("In same"), "{outline}");

    let two = format!("{one}<iframe title=Two src='{other}'></iframe>");
    let seen = ["\"One\"", "\"Two\"", "In same\" [f", "In other\" [f"];
    view.look_until("two frames", &root(&two), &seen).await;
}

async fn frames_that_fail(view: View) {
    // Takes connections, as a listener does by itself, and never answers.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = silent.local_addr().unwrap();
    view.look_at("silence", "<button>Before</button>").await;
    let add = format!(
        "const f = document.createElement('iframe'); f.title = 'Silent'; f.src = 'http://{silent}/'; document.body.append(f);
         document.querySelector('h1').textContent = 'with silence'"
    );
    view.bench.page.execute(&add).await.unwrap();
    let outline = view.look("with silence").await;
    check_outline(&outline, &["button \"Before\" [e", "\"Silent\""], &[]);

    let flicker = "<button>Stays</button><script>setInterval(() => {
        document.querySelector('iframe')?.remove();
        const f = document.createElement('iframe'); f.srcdoc = '<button>Flickers</button>'; document.body.append(f);
      }, 15)</script>";
    for at in 0..4 {
        let outline = view.look_at(&format!("flicker {at}"), flicker).await;
        check_outline(&outline, &["button \"Stays\" [e"], &[]);
    }
}

async fn a_hundred_frames(view: View) {
    let frame = |at: usize| {
        format!("<iframe title='No {at}' srcdoc='<button>Button {at}</button>'></iframe>")
    };
    let frames: String = (0..100).map(frame).collect();
    let mut outline = view.look_at("a hundred", &frames).await;
    // So many engines take their time: what one look did not enter the next one does.
    for _ in 0..12 {
        if (0..100).all(|at| outline.contains(&format!("button \"Button {at}\" [f"))) {
            return;
        }
        outline = view.look("a hundred").await;
    }
    panic!("not all were seen:\n{outline}");
}
