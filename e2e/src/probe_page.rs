//! A page with an engine in it as a run sees it, without the panel: the same run code natively, the same
//! engine in the page.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use browser::Page;
use guardrails::Approved;
use protocol::{
    Action, CommandId, Diagnosis, Extracted, Fault, FilePart, GroundedAction, LookFor, Looked,
    NetworkFact, Reply, Request,
};
use replay::{Clock, Commit, Journal, JournalFault, NetworkPort, PagePort};

use crate::probe::Probe;

/// A page whose engine is started anew in each document.
pub struct ProbePage {
    page: Page,
    script: String,
    files: Vec<FilePart>,
    /// How many documents there were.
    documents: Cell<u32>,
    probe: RefCell<Option<Rc<Probe>>>,
}

impl ProbePage {
    /// The page, worked on by the engine of this script.
    #[must_use]
    pub fn new(page: &Page, script: &str, files: Vec<FilePart>) -> Self {
        Self {
            page: page.clone(),
            script: script.to_owned(),
            files,
            documents: Cell::default(),
            probe: RefCell::default(),
        }
    }

    async fn probe(&self) -> Result<Rc<Probe>, Fault> {
        if let Some(probe) = self.probe.borrow().clone() {
            return Ok(probe);
        }
        let started = Probe::start(&self.page, &self.script).await;
        let probe = Rc::new(started.map_err(|error| Fault::EngineCrashed {
            message: format!("{error:#}"),
        })?);
        self.documents.set(self.documents.get() + 1);
        *self.probe.borrow_mut() = Some(probe.clone());
        Ok(probe)
    }

    async fn ask(&self, request: Request) -> Result<Reply, Fault> {
        let answer = self.probe().await?.answer(request).await;
        answer.map_err(|_| self.lost())?
    }

    /// The page goes there by itself: a driver's command would give it the focus.
    async fn open(&self, url: &str) -> anyhow::Result<()> {
        let url = serde_json::to_string(url)?;
        let leave = format!("globalThis.isLeft = true; location.assign({url})");
        self.page.execute(&leave).await?;
        let is_there = "!globalThis.isLeft && document.readyState === 'complete'";
        self.page.wait_for(is_there, Duration::from_secs(20)).await
    }

    /// The document went away; the next one gets an engine of its own.
    fn lost(&self) -> Fault {
        self.probe.borrow_mut().take();
        Fault::ChannelLost
    }
}

fn unexpected<T>() -> Result<T, Fault> {
    Err(Fault::Malformed {
        message: "the engine answered something else".into(),
    })
}

impl PagePort for ProbePage {
    async fn look(&self, asked: &LookFor) -> Result<Looked, Fault> {
        match self.ask(Request::Look(Box::new(asked.clone()))).await? {
            Reply::Looked(looked) => Ok(*looked),
            _ => unexpected(),
        }
    }

    fn document(&self) -> u32 {
        self.documents.get()
    }

    async fn act(
        &self,
        id: &CommandId,
        action: Approved<GroundedAction>,
        limit_ms: u32,
    ) -> Result<Option<Extracted>, Fault> {
        let action = action.into_value();
        if let Action::Navigate { url } = &action.action {
            self.probe.borrow_mut().take();
            let opened = self.open(url).await;
            return opened.map(|()| None).map_err(|error| {
                Fault::from(Diagnosis::NavigationFailed {
                    url: url.clone(),
                    why: error.to_string(),
                })
            });
        }
        let files = self.files.clone();
        let request = Request::Act {
            action,
            files,
            limit_ms,
        };
        let answer = self.probe().await?.act(id, request).await;
        match answer.map_err(|_| self.lost())?? {
            Reply::Acted { extracted } => Ok(extracted),
            _ => unexpected(),
        }
    }

    async fn changed(&self, since: u32) {
        // Whatever comes back, it is time to look again.
        drop(self.ask(Request::AwaitChange { since }).await);
    }

    async fn recall(&self, id: &CommandId) -> Result<Option<bool>, Fault> {
        let request = Request::Recall {
            command: id.clone(),
        };
        match self.ask(request).await? {
            Reply::Recalled { acted } => Ok(acted),
            _ => unexpected(),
        }
    }
}

/// No request is seen.
#[derive(Debug)]
pub struct NoNetwork;

impl NetworkPort for NoNetwork {
    fn facts(&self) -> Vec<NetworkFact> {
        vec![]
    }

    fn last(&self) -> u32 {
        0
    }

    fn open_requests(&self) -> usize {
        0
    }

    async fn changed(&self) {
        std::future::pending().await
    }
}

/// The machine's clock.
#[derive(Debug)]
pub struct MachineClock;

impl Clock for MachineClock {
    fn now(&self) -> f64 {
        let epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        epoch.as_secs_f64() * 1000.0
    }

    async fn sleep(&self, ms: u32) {
        tokio::time::sleep(Duration::from_millis(ms.into())).await;
    }
}

/// Nothing is written down.
#[derive(Debug)]
pub struct NoJournal;

impl Journal for NoJournal {
    async fn committing(&self, _commit: &Commit) -> Result<(), JournalFault> {
        Ok(())
    }
}
