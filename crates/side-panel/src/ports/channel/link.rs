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
    is_lost: Rc<Cell<bool>>,
    welcome: OnceCell<Welcome>,
    /// The observations its engine still keeps, each with that of the page it was part of.
    seen: RefCell<Vec<(ObservationId, Option<ObservationId>)>>,
}

/// How many observations the engine keeps, to tell what changed since.
const KEPT: usize = 4;

/// How often an action that goes on is told the time, ms.
const TICK_MS: u32 = 50;

type Waiting = Rc<RefCell<BTreeMap<CommandId, oneshot::Sender<Answer>>>>;

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
            frame,
            port,
            waiting,
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
    /// hidden has no clock of its own.
    pub(super) async fn act(
        &self,
        id: CommandId,
        request: Request,
        limit_ms: u32,
    ) -> Result<Reply, Fault> {
        let began = clock::now();
        let mut answer = Box::pin(self.answer(id.clone(), request));
        loop {
            match select(answer, TimeoutFuture::new(TICK_MS)).await {
                Either::Left((outcome, _)) => return outcome,
                Either::Right((_, unanswered)) => answer = unanswered,
            }
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // minutes at most
            let elapsed_ms = (clock::now() - began).max(0.0) as u32;
            if elapsed_ms > limit_ms.saturating_add(COMMAND_LIMIT_MS) {
                return Err(Fault::Deadline {
                    what: "the action".into(),
                    limit_ms,
                });
            }
            let tick = Request::Tick {
                command: id.clone(),
                elapsed_ms,
            };
            self.port
                .post(&Command {
                    id: CommandId(String::new()),
                    request: tick,
                })
                .map_err(lost)?;
        }
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
    }
}
