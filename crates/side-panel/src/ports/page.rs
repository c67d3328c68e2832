//! The work tab as the run code sees it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use chrome_api::{ChromeError, Committed};
use futures::future::{join, select};
use gloo_timers::future::TimeoutFuture;
use guardrails::Approved;
use protocol::{
    Action, BrowserFacts, Claim, CommandId, Diagnosis, Extracted, Fault, GroundedAction, Judged,
    LookFor, Looked, NoTrust, Reply, Request,
};
use replay::{NoPicture, PagePort, Shot};
use verification::opened_tab;

use super::attached::Attached;
use super::beyond;
use super::camera;
use super::channel::{ActTime, Answers, Channel};
use super::events::BrowserEvents;
use super::network::BrowserNetwork;
use super::parts::{Foreign, Parts};
use super::trusted::TrustedInput;

/// How long an address may take to load, ms.
const NAVIGATION_LIMIT_MS: u32 = 30_000;

/// How often a look is tried again in the document that took the place of the one asked.
const TRIES: u32 = 3;

/// How long a tab may be between two documents, ms, before it is tried again.
const BETWEEN_DOCUMENTS_MS: u32 = 400;

/// The page in the work tab, whatever documents it shows; or in a tab that it opened, where the run
/// follows it there.
pub(crate) struct BrowserPage {
    work: Rc<Channel>,
    followed: RefCell<Option<Rc<Channel>>>,
    /// Tabs that steps had opened, to be closed.
    opened: RefCell<Vec<i32>>,
    /// How often the run went from one tab to another.
    moves: Cell<u32>,
    network: Rc<BrowserNetwork>,
    events: BrowserEvents,
    /// The files that the batch uploads.
    files: Attached,
    /// For each frame that was looked at last, its number of changes.
    changes: RefCell<Vec<(u32, u32)>>,
    /// Told when a dialog of the page's own stops everything, and when it goes on.
    on_blocked: Box<dyn Fn(bool)>,
}

impl BrowserPage {
    pub(crate) fn new(
        tab: i32,
        network: Rc<BrowserNetwork>,
        events: BrowserEvents,
        files: Attached,
        on_blocked: impl Fn(bool) + 'static,
    ) -> Self {
        Self {
            work: Rc::new(Channel::new(tab)),
            followed: RefCell::default(),
            opened: RefCell::default(),
            moves: Cell::default(),
            network,
            events,
            files,
            changes: RefCell::default(),
            on_blocked: Box::new(on_blocked),
        }
    }

    /// The way to the tab the run is in. A tab that was followed and has closed itself gives way to
    /// the one it was opened from.
    fn channel(&self) -> Rc<Channel> {
        let followed = self.followed.borrow().clone();
        match followed {
            Some(channel) if !self.events.is_closed(channel.tab()) => channel,
            Some(_) => {
                self.go_back();
                self.work.clone()
            }
            None => self.work.clone(),
        }
    }

    /// Has the run be in the work tab again.
    fn go_back(&self) {
        if self.followed.take().is_some() {
            self.moves.set(self.moves.get() + 1);
            self.network.watch_only(self.work.tab());
            self.events.look_from(self.work.tab());
        }
    }

    /// Asks all documents something that only looks; asked again where the top document went away
    /// meanwhile, or could not be entered: between two documents no page can.
    async fn ask(&self, request: Request) -> Result<Answers, Fault> {
        let mut outcome = Err(Fault::ChannelLost);
        for _ in 0..TRIES {
            outcome = self.channel().ask_all(request.clone()).await;
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
                known.insert(path, self.channel().others_than(path).await);
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

    /// Loads an address, always in the work tab. The tabs that steps had opened are closed.
    async fn navigate(&self, url: &str) -> Result<(), Fault> {
        self.go_back();
        let opened = self.opened.take();
        for tab in opened
            .into_iter()
            .filter(|tab| !self.events.is_closed(*tab))
        {
            // One that has just closed itself is as it should be.
            drop(chrome_api::close_tab(tab).await);
        }
        match chrome_api::navigate(self.work.tab(), url, NAVIGATION_LIMIT_MS).await {
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

    async fn act_in(
        &self,
        frame: u32,
        id: CommandId,
        action: GroundedAction,
        limit_ms: u32,
    ) -> Result<Option<Extracted>, Fault> {
        let manner = action.manner;
        if manner.trusted && frame != 0 {
            let why = NoTrust::InFrame;
            return Err(Diagnosis::NoTrustedInput { why }.into());
        }
        let request = Request::Act {
            files: self.files.of(&action.action).await?,
            action,
            limit_ms,
        };
        let mut time = ActTime::begin(limit_ms, &*self.on_blocked);
        let Some(input) = TrustedInput::attach(self.channel().tab(), manner).await? else {
            let reply = self
                .channel()
                .command(frame, id, request, &mut time)
                .await?;
            return extracted(reply);
        };
        let acted = self.act_by_hand(id, request, &input, &mut time).await;
        input.detach().await;
        acted
    }

    /// Makes the gestures that the engine asks for, until the action is over.
    async fn act_by_hand(
        &self,
        id: CommandId,
        request: Request,
        input: &TrustedInput,
        time: &mut ActTime<'_>,
    ) -> Result<Option<Extracted>, Fault> {
        let gestured = |is_made| Request::Gestured {
            command: id.clone(),
            is_made,
        };
        let mut request = request;
        loop {
            match self.channel().command(0, id.clone(), request, time).await? {
                Reply::Gesture(gesture) => {
                    if let Err(diagnosis) = input.make(&gesture).await {
                        self.channel().tell(0, gestured(false));
                        return Err(Fault::Interrupted { diagnosis });
                    }
                    request = gestured(true);
                }
                reply => return extracted(reply),
            }
        }
    }

    /// Scrolls through the frames that may hold an element, one after the other.
    async fn search(
        &self,
        frame: &[String],
        id: &CommandId,
        action: GroundedAction,
        limit_ms: u32,
    ) -> Result<Option<Extracted>, Fault> {
        for number in self.channel().meant(frame).await {
            let id = CommandId(format!("{}/in{number}", id.0));
            self.act_in(number, id, action.clone(), limit_ms).await?;
        }
        Ok(None)
    }

    /// Goes back, or loads the page again.
    async fn go(
        &self,
        go: impl AsyncFnOnce(i32, u32) -> Result<Committed, ChromeError>,
    ) -> Result<Option<Extracted>, Fault> {
        let gone = go(self.channel().tab(), NAVIGATION_LIMIT_MS).await;
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

fn extracted(reply: Reply) -> Result<Option<Extracted>, Fault> {
    match reply {
        Reply::Acted { extracted } => Ok(extracted),
        _ => unexpected(),
    }
}

/// The document an action is done in: its elements are all in one.
fn frame_of(action: &GroundedAction) -> u32 {
    let first = action.elements.first();
    first.map_or(0, |element| element.reference.frame)
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
        let of_page = beyond::of_page(asked);
        let answers = self.ask(look_request(&of_page)).await?;
        let looked = self.put_together(&of_page, answers).await?;
        Ok(beyond::joined(asked, looked, &self.events.facts()))
    }

    fn document(&self) -> u32 {
        // Each tab counts its own.
        let of_tab = self.channel().documents();
        self.moves.get().wrapping_shl(16).wrapping_add(of_tab)
    }

    fn is_entering(&self) -> bool {
        self.channel().is_entering()
    }

    fn browser(&self) -> BrowserFacts {
        self.events.facts()
    }

    async fn follow(&self, opened: &Judged, goes_on: bool) -> Result<(), Fault> {
        let tab = opened_tab(opened, &self.events.facts());
        let tab = tab.and_then(|sequence| self.events.chrome_id(sequence));
        let tab = tab.ok_or(Fault::ChannelLost)?;
        self.opened.borrow_mut().push(tab);
        if !goes_on {
            return Ok(());
        }
        self.network.also_watch(tab).map_err(|error| {
            let message = error.to_string();
            Fault::from(Diagnosis::Internal { message })
        })?;
        self.events.look_from(tab);
        self.moves.set(self.moves.get() + 1);
        *self.followed.borrow_mut() = Some(Rc::new(Channel::new(tab)));
        Ok(())
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
        if let Action::ScrollSearch { target } = &action.action {
            let frame = target.frame.clone();
            return self.search(&frame, id, action, limit_ms).await;
        }
        self.act_in(frame_of(&action), id.clone(), action, limit_ms)
            .await
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
        let channel = self.channel();
        if is_load || !channel.is_one_document() {
            return (self.act(id, action, limit_ms).await, None);
        }
        let of_page = beyond::of_page(asked);
        let acting = self.act(id, action, limit_ms);
        let (done, answers) = join(acting, channel.ask_all(look_request(&of_page))).await;
        let is_one = done.is_ok() && channel.is_one_document();
        let looked = match answers {
            Ok(answers) if is_one => self.put_together(&of_page, answers).await.ok(),
            _ => None,
        };
        let looked = looked.map(|looked| beyond::joined(asked, looked, &self.events.facts()));
        (done, looked)
    }

    async fn changed(&self, _since: u32) {
        let since = self.changes.borrow().clone();
        let channel = self.channel();
        let page = Box::pin(channel.await_change(&since));
        // Whichever it is, it is time to look again.
        select(page, Box::pin(self.events.changed())).await;
    }

    fn has_trusted_input(&self) -> bool {
        chrome_api::has_debugger()
    }

    async fn picture(&self) -> Result<Shot, NoPicture> {
        camera::picture(self.channel().tab()).await
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
