//! The way to the engine of a tab's current document: injected on demand, one port per document,
//! each command with a deadline.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use chrome_api::{ChromeError, Port};
use futures::channel::oneshot;
use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use protocol::{
    Answer, Command, CommandId, Diagnosis, Fault, PORT_NAME, PROTOCOL_VERSION, Reply, Request,
    UrlPattern, Welcome,
};
use serde::Deserialize;
use storage::Settings;

/// The engine's scripts in the package: as WebAssembly, and as plain JavaScript for pages whose
/// security policy refuses the first.
const WASM: &str = "engine-wasm.js";
const JS: &str = "engine-js.js";

/// The builds of the engine that may run, in the order they are tried.
fn engines_of(settings: &Settings) -> &'static [&'static str] {
    match settings.engine.as_deref() {
        Some("wasm") => &[WASM],
        Some("js") => &[JS],
        _ => &[WASM, JS],
    }
}

/// How long Chrome may take to let the engine in, ms. It waits for the document to be idle.
const INJECT_LIMIT_MS: u32 = 30_000;

/// The same where the site is not granted, ms.
const CLICK_INJECT_LIMIT_MS: u32 = 3_000;

/// How long the engine may take for one command, ms.
const COMMAND_LIMIT_MS: u32 = 15_000;

/// The engine of whatever document a tab shows.
pub(crate) struct Channel {
    tab: i32,
    engines: &'static [&'static str],
    open: RefCell<Option<Rc<Link>>>,
    commands: Cell<u32>,
    /// A document here refused WebAssembly. Chrome reports each try to the site, so there is one.
    is_refused: Cell<bool>,
}

/// An open port to the engine of one document.
struct Link {
    port: Port,
    waiting: Waiting,
    is_lost: Rc<Cell<bool>>,
    welcome: RefCell<Option<Welcome>>,
}

type Waiting = Rc<RefCell<HashMap<CommandId, oneshot::Sender<Answer>>>>;

/// What the loader says after it ran.
#[derive(Deserialize)]
struct Loaded {
    /// Why no engine runs; absent if one does, now or since before.
    #[serde(default)]
    refused: Option<String>,
}

impl Channel {
    pub(crate) fn new(tab: i32) -> Self {
        Self {
            tab,
            engines: engines_of(&Settings::read()),
            open: RefCell::default(),
            commands: Cell::default(),
            is_refused: Cell::default(),
        }
    }

    pub(crate) fn tab(&self) -> i32 {
        self.tab
    }

    /// The handshake with the engine of the current document, which is injected if need be.
    pub(crate) async fn welcome(&self) -> Result<Welcome, Fault> {
        let link = self.link().await?;
        let welcome = link.welcome.borrow().clone();
        welcome.ok_or(Fault::ChannelLost)
    }

    /// Asks something under an id of its own.
    pub(crate) async fn ask(&self, request: Request) -> Result<Reply, Fault> {
        let link = self.link().await?;
        link.ask(self.next_id(), request, COMMAND_LIMIT_MS).await
    }

    /// Asks under a given id, never twice by itself.
    pub(crate) async fn command(&self, id: CommandId, request: Request) -> Result<Reply, Fault> {
        let link = self.link().await?;
        link.ask(id, request, COMMAND_LIMIT_MS).await
    }

    /// Waits for a change of the current document, or for its end; as long as it takes.
    pub(crate) async fn await_change(&self, since: u32) {
        let Ok(link) = self.link().await else { return };
        // Whatever comes back, it is time to look again.
        drop(
            link.answer(self.next_id(), Request::AwaitChange { since })
                .await,
        );
    }

    fn next_id(&self) -> CommandId {
        self.commands.set(self.commands.get() + 1);
        CommandId(format!("look-{}", self.commands.get()))
    }

    /// The port to the current document's engine. A lost one is replaced.
    async fn link(&self) -> Result<Rc<Link>, Fault> {
        if let Some(link) = self
            .open
            .borrow()
            .as_ref()
            .filter(|link| !link.is_lost.get())
        {
            return Ok(link.clone());
        }
        let link = match self.connect().await {
            // The loader has put a fresh engine in the place of the one that crashed.
            Err(Fault::EngineCrashed { .. }) => self.connect().await,
            first => first,
        };
        let link = Rc::new(link?);
        *self.open.borrow_mut() = Some(link.clone());
        Ok(link)
    }

    async fn connect(&self) -> Result<Link, Fault> {
        let document = self.inject().await?;
        let link = Link::open(self.tab, &document).map_err(lost)?;
        let hello = Request::Hello {
            protocol: PROTOCOL_VERSION,
        };
        match link.ask(self.next_id(), hello, COMMAND_LIMIT_MS).await? {
            Reply::Welcome(welcome) if welcome.protocol == PROTOCOL_VERSION => {
                *link.welcome.borrow_mut() = Some(welcome);
                Ok(link)
            }
            Reply::Welcome(welcome) => Err(Diagnosis::VersionMismatch {
                engine: welcome.protocol,
                panel: PROTOCOL_VERSION,
            }
            .into()),
            _ => Err(Fault::Malformed {
                message: "the engine did not say welcome".into(),
            }),
        }
    }

    /// Has an engine run in the current document; gives Chrome's id of it.
    async fn inject(&self) -> Result<String, Diagnosis> {
        let limit_ms = self.inject_limit().await;
        let mut why = String::new();
        let may_run = |engine: &&&str| **engine != WASM || !self.is_refused.get();
        for engine in self.engines.iter().filter(may_run) {
            let injected = match chrome_api::inject(self.tab, &[engine], limit_ms).await {
                Ok(injected) => injected,
                Err(error) => return Err(self.not_scriptable(error.to_string()).await),
            };
            why = match serde_json::from_value::<Loaded>(injected.result).map(|l| l.refused) {
                Ok(None) => return Ok(injected.document_id),
                Ok(Some(why)) => why,
                Err(error) => format!("{engine} did not load: {error}"),
            };
            self.is_refused.set(self.engines.len() > 1);
        }
        Err(self.not_scriptable(why).await)
    }

    /// How long Chrome may take. Where site access is "on click" it never answers; with the access of
    /// a click alone it answers soon.
    async fn inject_limit(&self) -> u32 {
        let url = chrome_api::tab(self.tab).await.map(|tab| tab.url);
        let origin = url.ok().and_then(|url| url.parse::<UrlPattern>().ok());
        let Some(origin) = origin.map(|origin| origin.origin_pattern()) else {
            return INJECT_LIMIT_MS;
        };
        match chrome_api::has_origins(&[origin]).await {
            Ok(false) => CLICK_INJECT_LIMIT_MS,
            _ => INJECT_LIMIT_MS,
        }
    }

    async fn not_scriptable(&self, why: String) -> Diagnosis {
        let url = chrome_api::tab(self.tab)
            .await
            .map(|tab| tab.url)
            .unwrap_or_default();
        let url = if url.is_empty() {
            "this page".to_owned()
        } else {
            url
        };
        Diagnosis::NotScriptable { url, why }
    }
}

impl Link {
    fn open(tab: i32, document_id: &str) -> Result<Self, ChromeError> {
        let waiting = Waiting::default();
        let is_lost = Rc::new(Cell::new(false));
        let answered = waiting.clone();
        let (left, lost) = (waiting.clone(), is_lost.clone());
        let port = Port::open(
            tab,
            document_id,
            PORT_NAME,
            move |answer: Result<Answer, ChromeError>| {
                // What can't be read answers nobody: the deadline tells its sender.
                let Ok(answer) = answer else { return };
                if let Some(waiting) = answered.borrow_mut().remove(&answer.id) {
                    drop(waiting.send(answer));
                }
            },
            move || {
                lost.set(true);
                left.borrow_mut().clear();
            },
        )?;
        Ok(Self {
            port,
            waiting,
            is_lost,
            welcome: RefCell::default(),
        })
    }

    async fn ask(&self, id: CommandId, request: Request, limit_ms: u32) -> Result<Reply, Fault> {
        let what = name_of(&request);
        let answer = Box::pin(self.answer(id, request));
        match select(answer, TimeoutFuture::new(limit_ms)).await {
            Either::Left((outcome, _)) => outcome,
            Either::Right(_) => Err(Fault::Deadline {
                what: what.to_owned(),
                limit_ms,
            }),
        }
    }

    async fn answer(&self, id: CommandId, request: Request) -> Result<Reply, Fault> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.borrow_mut().insert(id.clone(), sender);
        self.port.post(&Command { id, request }).map_err(lost)?;
        // The sender is dropped when the port closes.
        receiver
            .await
            .map_or(Err(Fault::ChannelLost), |answer| answer.outcome)
    }
}

fn lost(_: ChromeError) -> Fault {
    Fault::ChannelLost
}

fn name_of(request: &Request) -> &'static str {
    match request {
        Request::Hello { .. } => "the handshake",
        Request::Observe => "looking at the page",
        Request::Ground { .. } => "finding an element",
        Request::Baseline { .. } => "taking baselines",
        Request::Act { .. } => "the action",
        Request::Verify { .. } => "verifying",
        Request::AwaitChange { .. } => "a change",
        Request::Recall { .. } => "recalling an action",
    }
}
