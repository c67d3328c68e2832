//! The work tab as the run code sees it.

use std::cell::RefCell;
use std::collections::BTreeMap;

use chrome_api::{ChromeError, Committed};
use futures::future::join;
use gloo_timers::future::TimeoutFuture;
use guardrails::Approved;
use protocol::{
    Action, Claim, CommandId, Diagnosis, Extracted, Fault, GroundedAction, LookFor, Looked, Reply,
    Request,
};
use replay::{NoPicture, PagePort, Shot};

use super::attached::Attached;
use super::camera;
use super::channel::{Answers, Channel};
use super::parts::{Foreign, Parts};

/// How long an address may take to load, ms.
const NAVIGATION_LIMIT_MS: u32 = 30_000;

/// How often a look is tried again in the document that took the place of the one asked.
const TRIES: u32 = 3;

/// How long a tab may be between two documents, ms, before it is tried again.
const BETWEEN_DOCUMENTS_MS: u32 = 400;

/// The page in the work tab, whatever documents it shows.
pub(crate) struct BrowserPage {
    channel: Channel,
    /// The files that the batch uploads.
    files: Attached,
    /// For each frame that was looked at last, its number of changes.
    changes: RefCell<Vec<(u32, u32)>>,
}

impl BrowserPage {
    pub(crate) fn new(tab: i32, files: Attached) -> Self {
        Self {
            channel: Channel::new(tab),
            files,
            changes: RefCell::default(),
        }
    }

    /// Asks all documents something that only looks; asked again where the top document went away
    /// meanwhile, or could not be entered: between two documents no page can.
    async fn ask(&self, request: Request) -> Result<Answers, Fault> {
        let mut outcome = Err(Fault::ChannelLost);
        for _ in 0..TRIES {
            outcome = self.channel.ask_all(request.clone()).await;
            match &outcome {
                Err(Fault::ChannelLost | Fault::EngineCrashed { .. }) => {}
                Err(Fault::Refused {
                    diagnosis: Diagnosis::NotScriptable { .. },
                }) => TimeoutFuture::new(BETWEEN_DOCUMENTS_MS).await,
                _ => break,
            }
        }
        outcome
    }

    /// The frames that each part of what is asked does not mean; none where it names no frame.
    async fn foreign(&self, asked: &LookFor) -> Foreign {
        // A skill names few frames, each in many conditions.
        let mut known: BTreeMap<&[String], Vec<u32>> = BTreeMap::from([(&[][..], vec![])]);
        let judged = asked.judged.iter().map(|judged| judged.condition.frames());
        let conditions = asked.conditions.iter().map(|Claim(claim)| claim.frames());
        let targets = asked.targets.iter().map(|target| target.frame.as_slice());
        for path in judged
            .clone()
            .chain(conditions.clone())
            .chain(targets.clone())
        {
            if !known.contains_key(path) {
                known.insert(path, self.channel.others_than(path).await);
            }
        }
        Foreign {
            judged: judged.map(|path| known[path].clone()).collect(),
            conditions: conditions.map(|path| known[path].clone()).collect(),
            targets: targets.map(|path| known[path].clone()).collect(),
        }
    }

    async fn put_together(&self, asked: &LookFor, answers: Answers) -> Result<Looked, Fault> {
        let foreign = self.foreign(asked).await;
        let mut united = Parts::default();
        for (frame, reply) in answers {
            let Reply::Looked(looked) = reply else {
                return unexpected();
            };
            united.add(frame, *looked, asked, &foreign)?;
        }
        *self.changes.borrow_mut() = united.changes.clone();
        united.unite(asked).ok_or(Fault::ChannelLost)
    }

    async fn navigate(&self, url: &str) -> Result<(), Fault> {
        match chrome_api::navigate(self.channel.tab(), url, NAVIGATION_LIMIT_MS).await {
            Ok(_) => Ok(()),
            Err(ChromeError::Deadline { limit_ms, .. }) => Err(Diagnosis::Timeout {
                what: url.to_owned(),
                limit_ms,
            }
            .into()),
            Err(error) => Err(Diagnosis::NavigationFailed {
                url: url.to_owned(),
                why: said(error),
            }
            .into()),
        }
    }

    /// Goes back, or loads the page again.
    async fn go(
        &self,
        go: impl AsyncFnOnce(i32, u32) -> Result<Committed, ChromeError>,
    ) -> Result<Option<Extracted>, Fault> {
        let gone = go(self.channel.tab(), NAVIGATION_LIMIT_MS).await;
        gone.map(|_| None).map_err(|error| {
            Diagnosis::NavigationFailed {
                url: "the page".into(),
                why: said(error),
            }
            .into()
        })
    }
}

/// What Chrome said of an address that could not be opened.
fn said(error: ChromeError) -> String {
    match error {
        ChromeError::Refused { message, .. } => message,
        other => other.to_string(),
    }
}

fn look_request(asked: &LookFor) -> Request {
    Request::Look(Box::new(asked.clone()))
}

pub(super) fn unexpected<T>() -> Result<T, Fault> {
    Err(Fault::Malformed {
        message: "the engine answered something else".into(),
    })
}

impl PagePort for BrowserPage {
    async fn look(&self, asked: &LookFor) -> Result<Looked, Fault> {
        let answers = self.ask(look_request(asked)).await?;
        self.put_together(asked, answers).await
    }

    fn document(&self) -> u32 {
        self.channel.documents()
    }

    fn is_entering(&self) -> bool {
        self.channel.is_entering()
    }

    async fn act(
        &self,
        id: &CommandId,
        action: Approved<GroundedAction>,
        limit_ms: u32,
    ) -> Result<Option<Extracted>, Fault> {
        let action = action.into_value();
        match &action.action {
            Action::Navigate { url } => return self.navigate(url).await.map(|()| None),
            Action::Back {} => return self.go(chrome_api::go_back).await,
            Action::Reload {} => return self.go(chrome_api::reload).await,
            Action::Wait { .. } => return Ok(None),
            _ => {}
        }
        let frame = action
            .elements
            .first()
            .map_or(0, |element| element.reference.frame);
        let request = Request::Act {
            files: self.files.of(&action.action).await?,
            action,
            limit_ms,
        };
        match self
            .channel
            .command(frame, id.clone(), request, limit_ms)
            .await?
        {
            Reply::Acted { extracted } => Ok(extracted),
            _ => unexpected(),
        }
    }

    /// A document handles its messages in order. Where the page is one document, the look that is sent
    /// behind the action sees the page after it; of several, another could answer before.
    async fn act_and_look(
        &self,
        id: &CommandId,
        action: Approved<GroundedAction>,
        limit_ms: u32,
        asked: &LookFor,
    ) -> (Result<Option<Extracted>, Fault>, Option<Looked>) {
        let is_load = action.value().action.leaves_page();
        if is_load || !self.channel.is_one_document() {
            return (self.act(id, action, limit_ms).await, None);
        }
        let acting = self.act(id, action, limit_ms);
        let (done, answers) = join(acting, self.channel.ask_all(look_request(asked))).await;
        let is_one = done.is_ok() && self.channel.is_one_document();
        let looked = match answers {
            Ok(answers) if is_one => self.put_together(asked, answers).await.ok(),
            _ => None,
        };
        (done, looked)
    }

    async fn changed(&self, _since: u32) {
        let since = self.changes.borrow().clone();
        self.channel.await_change(&since).await;
    }

    async fn picture(&self) -> Result<Shot, NoPicture> {
        camera::picture(self.channel.tab()).await
    }

    async fn recall(&self, id: &CommandId) -> Result<Option<bool>, Fault> {
        let request = Request::Recall {
            command: id.clone(),
        };
        let answers = self.ask(request).await?;
        let known = answers.into_iter().find_map(|(_, reply)| match reply {
            Reply::Recalled { acted } => acted,
            _ => None,
        });
        Ok(known)
    }
}
