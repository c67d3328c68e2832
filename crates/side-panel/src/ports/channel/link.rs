//! An open port to the engine of one document.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::ports::clock;
use chrome_api::{ChromeError, Port};
use futures::channel::oneshot;
use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use protocol::{
    Answer, Command, CommandId, Diagnosis, Fault, ObservationId, PORT_NAME, PROTOCOL_VERSION,
    Reply, Request, Welcome,
};

/// How long the engine may take for one command, ms.
const COMMAND_LIMIT_MS: u32 = 15_000;

/// The engine of one document, as far as it answers.
pub(crate) struct Link {
    /// The number its refs carry: 0 for the top document.
    pub(crate) frame: u32,
    port: Port,
    waiting: Waiting,
    /// When its engine was last heard of, ms since the epoch.
    heard: Rc<Cell<f64>>,
    is_lost: Rc<Cell<bool>>,
    welcome: OnceCell<Welcome>,
    /// The observations its engine still keeps, each with that of the page it was part of.
    seen: RefCell<Vec<(ObservationId, Option<ObservationId>)>>,
}

/// How many observations the engine keeps, to tell what changed since.
const KEPT: usize = 4;

/// How often an action that goes on is told the time, ms.
const TICK_MS: u32 = 50;

/// A page that is not heard of for so long during an action is blocked, ms.
const BLOCKED_AFTER_MS: f64 = 4_000.0;

/// How long a person may take to answer a page's own dialog, ms.
const BLOCKED_LIMIT_MS: f64 = 300_000.0;

type Waiting = Rc<RefCell<BTreeMap<CommandId, oneshot::Sender<Answer>>>>;

/// The time of one action.
pub(crate) struct ActTime<'a> {
    limit_ms: u32,
    elapsed: f64,
    seen_at: f64,
    /// How long the page has been blocked.
    blocked: f64,
    /// Told when the page comes to be blocked, and when it goes on.
    on_blocked: &'a dyn Fn(bool),
}

impl<'a> ActTime<'a> {
    pub(crate) fn begin(limit_ms: u32, on_blocked: &'a dyn Fn(bool)) -> Self {
        Self {
            limit_ms,
            elapsed: 0.0,
            seen_at: clock::now(),
            blocked: 0.0,
            on_blocked,
        }
    }

    /// Lets the time go on to now. A page that was not heard of since `heard` may show a dialog of its
    /// own, which stops all its scripts; that time is the person's.
    fn pass(&mut self, heard: f64) -> Result<u32, Fault> {
        let now = clock::now();
        let passed = (now - self.seen_at).max(0.0);
        self.seen_at = now;
        let is_blocked = now - heard > BLOCKED_AFTER_MS;
        if is_blocked != (self.blocked > 0.0) {
            (self.on_blocked)(is_blocked);
        }
        if is_blocked {
            self.blocked += passed.max(1.0);
        } else {
            self.blocked = 0.0;
            self.elapsed += passed;
        }
        let limit = f64::from(self.limit_ms.saturating_add(COMMAND_LIMIT_MS));
        if self.blocked > BLOCKED_LIMIT_MS {
            let diagnosis = Diagnosis::Blocked;
            Err(Fault::Interrupted { diagnosis })
        } else if self.elapsed > limit {
            Err(Fault::Deadline {
                what: "the action".into(),
                limit_ms: self.limit_ms,
            })
        } else {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // minutes at most
            Ok(self.elapsed as u32)
        }
    }
}

impl Drop for ActTime<'_> {
    fn drop(&mut self) {
        if self.blocked > 0.0 {
            (self.on_blocked)(false);
        }
    }
}

impl Link {
    /// Opens the port and shakes hands.
    pub(super) async fn open(
        tab: i32,
        document_id: &str,
        frame: u32,
        id: CommandId,
    ) -> Result<Self, Fault> {
        let link = Self::connect(tab, document_id, frame).map_err(lost)?;
        let hello = Request::Hello {
            protocol: PROTOCOL_VERSION,
            frame,
        };
        match link.ask(id, hello).await? {
            Reply::Welcome(welcome) if welcome.protocol == PROTOCOL_VERSION => {
                // It is set here only.
                let _ = link.welcome.set(welcome);
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

    fn connect(tab: i32, document_id: &str, frame: u32) -> Result<Self, ChromeError> {
        let waiting = Waiting::default();
        let is_lost = Rc::new(Cell::new(false));
        let heard = Rc::new(Cell::new(clock::now()));
        let (answered, hears) = (waiting.clone(), heard.clone());
        let (left, lost) = (waiting.clone(), is_lost.clone());
        let port = Port::open(
            tab,
            document_id,
            PORT_NAME,
            move |answer: Result<Answer, ChromeError>| {
                hears.set(clock::now());
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
            frame,
            port,
            waiting,
            heard,
            is_lost,
            welcome: OnceCell::new(),
            seen: RefCell::default(),
        })
    }

    /// Whether its document is gone.
    pub(super) fn is_lost(&self) -> bool {
        self.is_lost.get()
    }

    /// What the engine said first.
    pub(crate) fn welcome(&self) -> Result<Welcome, Fault> {
        self.welcome.get().cloned().ok_or(Fault::ChannelLost)
    }

    /// Notes an observation of this document, which the engine keeps for a while.
    pub(super) fn note(&self, own: ObservationId) {
        let mut seen = self.seen.borrow_mut();
        seen.push((own, None));
        if seen.len() > KEPT {
            seen.remove(0);
        }
    }

    /// Notes which observation of the page one of this document was part of.
    pub(super) fn note_part(&self, own: ObservationId, of_page: ObservationId) {
        let mut seen = self.seen.borrow_mut();
        if let Some(noted) = seen.iter_mut().find(|(noted, _)| *noted == own) {
            noted.1 = Some(of_page);
        }
    }

    /// The observation of this document that was part of one of the page, while it is kept.
    pub(super) fn part_of(&self, page: ObservationId) -> Option<ObservationId> {
        let seen = self.seen.borrow();
        let part = seen.iter().find(|(_, of_page)| *of_page == Some(page))?;
        Some(part.0)
    }

    /// Asks under an id, with a deadline.
    pub(super) async fn ask(&self, id: CommandId, request: Request) -> Result<Reply, Fault> {
        let what = name_of(&request);
        let answer = Box::pin(self.answer(id, request));
        match select(answer, TimeoutFuture::new(COMMAND_LIMIT_MS)).await {
            Either::Left((outcome, _)) => outcome,
            Either::Right(_) => Err(Fault::Deadline {
                what: what.to_owned(),
                limit_ms: COMMAND_LIMIT_MS,
            }),
        }
    }

    /// Has it do something that may take so many ms, and tells it the time meanwhile: a page that is
    /// hidden has no clock of its own. While the page is blocked it has all the time a person needs.
    pub(super) async fn act(
        &self,
        id: CommandId,
        request: Request,
        time: &mut ActTime<'_>,
    ) -> Result<Reply, Fault> {
        let mut answer = Box::pin(self.answer(id.clone(), request));
        loop {
            match select(answer, TimeoutFuture::new(TICK_MS)).await {
                Either::Left((outcome, _)) => return outcome,
                Either::Right((_, unanswered)) => answer = unanswered,
            }
            let elapsed_ms = time.pass(self.heard.get())?;
            self.tell(Request::Tick {
                command: id.clone(),
                elapsed_ms,
            });
        }
    }

    /// Sends what nobody waits for the answer of. A port that is closed tells so itself.
    pub(super) fn tell(&self, request: Request) {
        let id = CommandId(String::new());
        let _ = self.port.post(&Command { id, request });
    }

    /// The same, as long as it takes.
    pub(super) async fn answer(&self, id: CommandId, request: Request) -> Result<Reply, Fault> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.borrow_mut().insert(id.clone(), sender);
        self.port.post(&Command { id, request }).map_err(lost)?;
        // The sender is dropped when the port closes.
        let outcome = receiver
            .await
            .map_or(Err(Fault::ChannelLost), |answer| answer.outcome);
        if let Err(Fault::EngineCrashed { .. }) = outcome {
            // The fresh engine that takes its place knows nothing of our handshake.
            self.is_lost.set(true);
        }
        outcome
    }
}

fn lost(_: ChromeError) -> Fault {
    Fault::ChannelLost
}

fn name_of(request: &Request) -> &'static str {
    match request {
        Request::Hello { .. } => "the handshake",
        Request::Observe(_) => "looking at the page",
        Request::Record => "recording elements",
        Request::Frames => "looking for frames",
        Request::Highlight { .. } => "marking an element",
        Request::Ground { .. } => "finding an element",
        Request::Act { .. } => "the action",
        Request::Look(_) => "verifying",
        Request::AwaitChange { .. } => "a change",
        Request::Recall { .. } => "recalling an action",
        Request::Tick { .. } => "the clock",
        Request::Gestured { .. } => "a gesture",
    }
}
