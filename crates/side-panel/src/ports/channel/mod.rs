//! The way to the engines of a tab's current documents: injected on demand, one port per document,
//! each command with a deadline.

mod inject;
mod link;
mod named;
mod observe;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use chrome_api::{Document, Frame};
use futures::future::{join, join_all, select, select_all};
use gloo_timers::future::TimeoutFuture;
use protocol::{CommandId, Diagnosis, Fault, Reply, Request, Welcome};
use storage::Settings;

use inject::{FRAME_TRIES, JS, WASM};
pub(crate) use link::{ActTime, Link};

/// How many frames are entered at once: each takes a processor, and has a limit of its own.
const AT_ONCE: usize = 8;

/// How long entering all frames may hold up a look, ms.
const ENTER_LIMIT_MS: u32 = 10_000;

/// The engines of whatever documents a tab shows.
pub(crate) struct Channel {
    tab: i32,
    engines: &'static [&'static str],
    top: RefCell<Option<Rc<Link>>>,
    /// The documents of its frames by Chrome's id, once they were tried.
    frames: RefCell<BTreeMap<String, Entry>>,
    frames_given: Cell<u32>,
    is_entering: Cell<bool>,
    commands: Cell<u32>,
    /// How many top documents were entered.
    tops: Cell<u32>,
    /// The documents asked last: their number, how many top documents there were, the frames.
    documents: RefCell<(u32, (u32, Vec<u32>))>,
    /// A document here refused WebAssembly. Chrome reports each try to the site, so there is one.
    is_refused: Cell<bool>,
}

/// An engine that answers, and the frame it is in.
#[derive(Clone)]
pub(crate) struct Place {
    /// The engine.
    pub(crate) link: Rc<Link>,
    /// The frame as Chrome numbers it.
    pub(crate) frame: Frame,
}

/// A frame's document, and how it was entered.
enum Entry {
    Open(Rc<Link>),
    Refused(String),
    /// It did not load in time, so many times.
    Late(u32),
}

impl Entry {
    fn link(&self) -> Option<&Rc<Link>> {
        match self {
            Self::Open(link) => Some(link),
            Self::Refused(_) | Self::Late(_) => None,
        }
    }
}

/// What documents answered, each with the number of its frame; the top document's first.
pub(crate) type Answers = Vec<(u32, Reply)>;

/// The frames of a page below its top document.
#[derive(Default)]
pub(crate) struct Below {
    /// Those with an engine, parents before their children.
    pub(crate) places: Vec<Place>,
    /// Why others have none, in words.
    pub(crate) notices: Vec<String>,
}

/// The builds of the engine that may run, in the order they are tried.
fn engines_of(settings: &Settings) -> &'static [&'static str] {
    match settings.engine.as_deref() {
        Some("wasm") => &[WASM],
        Some("js") => &[JS],
        _ => &[WASM, JS],
    }
}

impl Channel {
    pub(crate) fn new(tab: i32) -> Self {
        Self {
            tab,
            engines: engines_of(&Settings::read()),
            top: RefCell::default(),
            frames: RefCell::default(),
            frames_given: Cell::default(),
            is_entering: Cell::default(),
            commands: Cell::default(),
            tops: Cell::default(),
            documents: RefCell::default(),
            is_refused: Cell::default(),
        }
    }

    pub(crate) fn tab(&self) -> i32 {
        self.tab
    }

    /// Whether these settings ask for the engines it uses.
    pub(crate) fn is_of(&self, settings: &Settings) -> bool {
        self.engines == engines_of(settings)
    }

    /// The handshake with the engine of the top document, which is injected if need be.
    pub(crate) async fn welcome(&self) -> Result<Welcome, Fault> {
        self.top().await?.welcome()
    }

    /// Asks the top document something under an id of its own.
    pub(crate) async fn ask(&self, request: Request) -> Result<Reply, Fault> {
        let link = self.top().await?;
        self.ask_one(&link, request).await
    }

    /// Asks one document.
    pub(crate) async fn ask_one(&self, link: &Link, request: Request) -> Result<Reply, Fault> {
        link.ask(self.next_id(), request).await
    }

    /// Asks the top document and all frames at once. A frame that does not answer is left out: it may
    /// have gone meanwhile.
    pub(crate) async fn ask_all(&self, request: Request) -> Result<Answers, Fault> {
        let (top, below) = join(self.ask(request.clone()), self.below()).await;
        let (top, places) = (top?, below.places);
        let of_below = places.iter().map(|place| place.link.frame);
        self.note_documents(of_below.collect());
        let below = self.ask_each(places.iter(), request).await;
        Ok(std::iter::once((0, top)).chain(below).collect())
    }

    /// Which documents were asked last: another set of them has another number.
    pub(crate) fn documents(&self) -> u32 {
        self.documents.borrow().0
    }

    /// Whether there are frames on the page, as it was looked at last, that are still to be entered.
    pub(crate) fn is_entering(&self) -> bool {
        self.is_entering.get()
    }

    /// Whether the page was entered and is one document, as far as was seen.
    pub(crate) fn is_one_document(&self) -> bool {
        self.open(0).is_some() && self.frames.borrow().is_empty()
    }

    /// A frame's number is never given to another document; the top document's place is told by how
    /// many held it.
    fn note_documents(&self, frames: Vec<u32>) {
        let now = (self.tops.get(), frames);
        let mut noted = self.documents.borrow_mut();
        if noted.1 != now {
            *noted = (noted.0 + 1, now);
        }
    }

    async fn ask_each<'p>(
        &self,
        places: impl Iterator<Item = &'p Place>,
        request: Request,
    ) -> Answers {
        let asked = places.map(|place| {
            let request = request.clone();
            async move {
                let reply = self.ask_one(&place.link, request).await.ok()?;
                Some((place.link.frame, reply))
            }
        });
        join_all(asked).await.into_iter().flatten().collect()
    }

    async fn ask_numbered(&self, frame: u32, request: Request) -> Result<Reply, Fault> {
        let link = self.numbered(frame).await?;
        self.ask_one(&link, request).await
    }

    /// Has the document whose refs carry this number act, under a given id, never twice by itself.
    pub(crate) async fn command(
        &self,
        frame: u32,
        id: CommandId,
        request: Request,
        time: &mut ActTime<'_>,
    ) -> Result<Reply, Fault> {
        self.numbered(frame).await?.act(id, request, time).await
    }

    /// Tells the document something that is not answered.
    pub(crate) fn tell(&self, frame: u32, request: Request) {
        if let Some(link) = self.open(frame) {
            link.tell(request);
        }
    }

    /// The document whose refs carry this number.
    pub(crate) async fn numbered(&self, frame: u32) -> Result<Rc<Link>, Fault> {
        if frame == 0 {
            return self.top().await;
        }
        self.open(frame).ok_or(Fault::ChannelLost)
    }

    /// The same, but never the document that has taken the place of the one that was entered.
    pub(crate) fn open(&self, frame: u32) -> Option<Rc<Link>> {
        let (top, frames) = (self.top.borrow(), self.frames.borrow());
        let mut open = top.iter().chain(frames.values().filter_map(Entry::link));
        let link = open.find(|link| link.frame == frame && !link.is_lost());
        link.cloned()
    }

    /// Waits for a change of any of these documents, each since its own change number, or for its
    /// end; as long as it takes.
    pub(crate) async fn await_change(&self, since: &[(u32, u32)]) {
        let mut waits = Vec::new();
        for &(frame, since) in since {
            let Ok(link) = self.numbered(frame).await else {
                return;
            };
            let id = self.next_id();
            waits.push(Box::pin(async move {
                // Whatever comes back, it is time to look again.
                drop(link.answer(id, Request::AwaitChange { since }).await);
            }));
        }
        if !waits.is_empty() {
            select_all(waits).await;
        }
    }

    fn next_id(&self) -> CommandId {
        self.commands.set(self.commands.get() + 1);
        CommandId(format!("look-{}", self.commands.get()))
    }

    /// The port to the top document's engine. A lost one is replaced.
    async fn top(&self) -> Result<Rc<Link>, Fault> {
        if let Some(link) = self.top.borrow().as_ref().filter(|link| !link.is_lost()) {
            return Ok(link.clone());
        }
        let link = match self.connect(Document::Top, 0, 0).await {
            // The loader has put a fresh engine in the place of the one that crashed.
            Err(Fault::EngineCrashed { .. }) => self.connect(Document::Top, 0, 0).await,
            first => first,
        };
        let link = Rc::new(link?);
        self.tops.set(self.tops.get() + 1);
        *self.top.borrow_mut() = Some(link.clone());
        Ok(link)
    }

    /// The frames there are now. New ones get an engine; one that may not be entered is not tried
    /// again, one that has not loaded some more times.
    pub(crate) async fn below(&self) -> Below {
        // A tab that is gone has no frames; whoever asks learns it from the top document.
        let frames = chrome_api::frames(self.tab).await.unwrap_or_default();
        let frames: Vec<Frame> = frames.into_iter().filter(|f| f.frame_id != 0).collect();
        self.frames.borrow_mut().retain(|id, entry| {
            let is_lost = entry.link().is_some_and(|link| link.is_lost());
            !is_lost && frames.iter().any(|frame| frame.document_id == *id)
        });
        let entering = async {
            for some in frames.chunks(AT_ONCE) {
                join_all(some.iter().map(|frame| self.enter(frame))).await;
            }
        };
        // What is left is entered at the next look.
        select(Box::pin(entering), TimeoutFuture::new(ENTER_LIMIT_MS)).await;
        let known = self.frames.borrow();
        let is_late = |frame: &Frame| match known.get(&frame.document_id) {
            Some(Entry::Late(tries)) => *tries < FRAME_TRIES,
            Some(_) => false,
            None => true,
        };
        self.is_entering.set(frames.iter().any(is_late));
        let mut below = Below::default();
        for frame in frames {
            match known.get(&frame.document_id) {
                Some(Entry::Open(link)) => below.places.push(Place {
                    link: link.clone(),
                    frame,
                }),
                Some(Entry::Late(_)) => {
                    let url = &frame.url;
                    below
                        .notices
                        .push(format!("the frame {url} has not loaded yet"));
                }
                Some(Entry::Refused(why)) => {
                    let url = &frame.url;
                    below
                        .notices
                        .push(format!("the frame {url} can't be read: {why}"));
                }
                None => {}
            }
        }
        below
    }

    async fn enter(&self, frame: &Frame) {
        let tries = match self.frames.borrow().get(&frame.document_id) {
            None => 0,
            Some(Entry::Late(tries)) if *tries < FRAME_TRIES => *tries,
            Some(_) => return,
        };
        self.frames_given.set(self.frames_given.get() + 1);
        let number = self.frames_given.get();
        let document = Document::Id(&frame.document_id);
        let entered = match self.connect(document, number, tries).await {
            Ok(link) => Entry::Open(Rc::new(link)),
            Err(fault) => match fault.diagnosis() {
                Diagnosis::NotScriptable { why, .. } => Entry::Refused(why),
                Diagnosis::Timeout { .. } => Entry::Late(tries + 1),
                other => Entry::Refused(other.to_string()),
            },
        };
        self.frames
            .borrow_mut()
            .insert(frame.document_id.clone(), entered);
    }

    async fn connect(
        &self,
        document: Document<'_>,
        number: u32,
        tries: u32,
    ) -> Result<Link, Fault> {
        let document = self.inject(document, tries).await?;
        Link::open(self.tab, &document, number, self.next_id()).await
    }
}
