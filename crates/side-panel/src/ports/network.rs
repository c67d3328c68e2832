//! The requests of the tab a run is in, as `webRequest` shows them.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use chrome_api::{ChromeError, RequestEvent, RequestStep, RequestWatch};
use futures::channel::oneshot;
use protocol::{Answered, NetworkFact, Source};
use replay::NetworkPort;

/// How many requests are remembered; far more than one step makes.
const KEPT: usize = 500;

/// A request open for longer is a stream, for which no page waits, ms.
const STREAM_MS: f64 = 5_000.0;

/// Watches the requests of the work tab, and of the one the run follows, as long as it lives.
pub(crate) struct BrowserNetwork {
    log: Rc<RefCell<Log>>,
    origins: Vec<String>,
    _work: RequestWatch,
    followed: RefCell<Option<RequestWatch>>,
}

#[derive(Default)]
struct Log {
    /// The tab that the run is in: it waits for no other's requests.
    tab: i32,
    requests: VecDeque<Request>,
    count: u32,
    waiting: Vec<oneshot::Sender<()>>,
}

struct Request {
    tab: i32,
    chrome_id: String,
    began_at: f64,
    fact: NetworkFact,
}

impl BrowserNetwork {
    /// Starts watching. `origins` are patterns such as `https://shop.example/*`.
    pub(crate) fn watch(tab: i32, origins: &[String]) -> Result<Self, ChromeError> {
        let log = Rc::new(RefCell::new(Log {
            tab,
            ..Log::default()
        }));
        Ok(Self {
            _work: watch(tab, origins, &log)?,
            origins: origins.to_vec(),
            followed: RefCell::default(),
            log,
        })
    }

    /// The run goes on in this tab: its requests count too.
    pub(crate) fn also_watch(&self, tab: i32) -> Result<(), ChromeError> {
        let watch = watch(tab, &self.origins, &self.log)?;
        self.followed.replace(Some(watch));
        self.log.borrow_mut().tab = tab;
        Ok(())
    }

    /// The run is in the work tab again.
    pub(crate) fn watch_only(&self, work: i32) {
        self.followed.replace(None);
        self.log.borrow_mut().tab = work;
    }
}

fn watch(
    tab: i32,
    origins: &[String],
    log: &Rc<RefCell<Log>>,
) -> Result<RequestWatch, ChromeError> {
    let noted = log.clone();
    chrome_api::watch_requests(tab, origins, move |event| {
        let waiting = noted.borrow_mut().note(tab, event);
        // Who waited may have stopped waiting.
        waiting.into_iter().for_each(|waiting| _ = waiting.send(()));
    })
}

impl Log {
    /// Notes an event; gives those who waited for one.
    fn note(&mut self, tab: i32, event: RequestEvent) -> Vec<oneshot::Sender<()>> {
        match event.step {
            RequestStep::Began => self.begin(tab, event),
            RequestStep::Answered(status) => self.end(&event.id, Answered::Status { status }),
            RequestStep::Failed(error) => self.end(&event.id, Answered::Failed { error }),
        }
        std::mem::take(&mut self.waiting)
    }

    fn begin(&mut self, tab: i32, event: RequestEvent) {
        self.count += 1;
        if self.requests.len() == KEPT {
            self.requests.pop_front();
        }
        self.requests.push_back(Request {
            tab,
            chrome_id: event.id,
            began_at: super::clock::now(),
            fact: NetworkFact {
                source: Source::WebRequest,
                sequence: self.count,
                method: event.method,
                url: event.url,
                answered: Answered::Pending,
            },
        });
    }

    /// A redirect is the answer of the request that got it; what it leads to begins anew under the
    /// same id, so the newest open one is meant.
    fn end(&mut self, id: &str, answered: Answered) {
        let open = self.requests.iter_mut().rev();
        let mut open = open.filter(|r| r.chrome_id == id && r.fact.answered == Answered::Pending);
        if let Some(request) = open.next() {
            request.fact.answered = answered;
        }
    }
}

impl NetworkPort for BrowserNetwork {
    fn facts(&self) -> Vec<NetworkFact> {
        self.log
            .borrow()
            .requests
            .iter()
            .map(|request| request.fact.clone())
            .collect()
    }

    fn last(&self) -> u32 {
        self.log.borrow().count
    }

    fn open_requests(&self) -> usize {
        let now = super::clock::now();
        let log = self.log.borrow();
        let is_awaited = |request: &&Request| {
            request.tab == log.tab
                && request.fact.answered == Answered::Pending
                && now - request.began_at < STREAM_MS
        };
        log.requests.iter().filter(is_awaited).count()
    }

    async fn changed(&self) {
        let (sender, receiver) = oneshot::channel();
        self.log.borrow_mut().waiting.push(sender);
        // An error would mean that the log is gone, and with it the run.
        let _ = receiver.await;
    }
}
