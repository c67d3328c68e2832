//! What the browser does beside showing pages: the tabs that pages of the work tab open, the files it
//! saves.

use std::cell::RefCell;
use std::rc::Rc;

use chrome_api::{ChromeError, Download, DownloadWatch, TabEvent, TabWatch};
use futures::channel::oneshot;
use protocol::{BrowserFacts, DownloadFact, SaveState, TabFact};

/// How many tabs, and how many downloads, are remembered; far more than one step makes.
const KEPT: usize = 200;

/// Watches what the tab of a run opens and the browser's downloads, as long as it lives.
pub(crate) struct BrowserEvents {
    log: Rc<RefCell<Log>>,
    _tabs: TabWatch,
    /// `None` where downloads may not be seen.
    downloads: Option<DownloadWatch>,
}

#[derive(Default)]
struct Log {
    /// The tab whose pages are watched.
    source: i32,
    /// Tabs that were opened and are gone.
    closed: Vec<i32>,
    /// Of each tab and download Chrome's id.
    tabs: Vec<(i32, TabFact)>,
    downloads: Vec<(i32, DownloadFact)>,
    count: u32,
    waiting: Vec<oneshot::Sender<()>>,
}

impl BrowserEvents {
    /// Starts watching.
    pub(crate) async fn watch(tab: i32) -> Result<Self, ChromeError> {
        let log = Rc::new(RefCell::new(Log {
            source: tab,
            ..Log::default()
        }));
        let noted = log.clone();
        let tabs = chrome_api::watch_tabs(move |event| {
            note(&noted, |log| log.note_tab(event));
        });
        let noted = log.clone();
        let downloads = chrome_api::watch_downloads(move |download| {
            note(&noted, |log| log.note_download(&download));
        });
        Ok(Self {
            downloads: downloads.await?,
            log,
            _tabs: tabs,
        })
    }

    /// All since the watch began.
    pub(crate) fn facts(&self) -> BrowserFacts {
        let log = self.log.borrow();
        let downloads = log.downloads.iter().map(|(_, fact)| fact.clone());
        BrowserFacts {
            tabs: log.tabs.iter().map(|(_, fact)| fact.clone()).collect(),
            downloads: self.downloads.as_ref().map(|_| downloads.collect()),
        }
    }

    /// From now on what the pages of this tab open counts.
    pub(crate) fn look_from(&self, tab: i32) {
        self.log.borrow_mut().source = tab;
    }

    /// Chrome's id of the tab that is told under this number.
    pub(crate) fn chrome_id(&self, sequence: u32) -> Option<i32> {
        let log = self.log.borrow();
        let mut tabs = log.tabs.iter();
        let known = tabs.find(|(_, fact)| fact.sequence == sequence);
        known.map(|(tab, _)| *tab)
    }

    /// Whether a tab that was opened is gone.
    pub(crate) fn is_closed(&self, tab: i32) -> bool {
        self.log.borrow().closed.contains(&tab)
    }

    /// Answers when there is something new.
    pub(crate) async fn changed(&self) {
        let (sender, receiver) = oneshot::channel();
        {
            let mut log = self.log.borrow_mut();
            // Who stopped waiting is not kept until something happens.
            log.waiting.retain(|waiting| !waiting.is_canceled());
            log.waiting.push(sender);
        }
        // An error would mean that the log is gone, and with it the run.
        let _ = receiver.await;
    }
}

/// Notes an event and wakes those who waited for one.
fn note(log: &RefCell<Log>, event: impl FnOnce(&mut Log)) {
    let waiting = {
        let mut log = log.borrow_mut();
        event(&mut log);
        std::mem::take(&mut log.waiting)
    };
    // Who waited may have stopped waiting.
    waiting.into_iter().for_each(|waiting| _ = waiting.send(()));
}

impl Log {
    fn note_tab(&mut self, event: TabEvent) {
        let (id, url, is_new) = match event {
            TabEvent::Opened { opener, tab, url } => (tab, url, opener == self.source),
            TabEvent::Committed { tab, url } => (tab, url, false),
            TabEvent::Closed { tab } => return self.note_closed(tab),
        };
        let known = self.tabs.iter_mut().find(|(tab, _)| *tab == id);
        match known {
            Some((_, fact)) if !url.is_empty() => fact.url = url,
            Some(_) => {}
            None if is_new => {
                let sequence = self.next();
                keep(&mut self.tabs, (id, TabFact { sequence, url }));
            }
            None => {}
        }
    }

    fn note_closed(&mut self, tab: i32) {
        if self.tabs.iter().any(|(opened, _)| *opened == tab) {
            keep(&mut self.closed, tab);
        }
    }

    fn note_download(&mut self, download: &Download) {
        let (name, state) = (name_of(&download.filename), state_of(download));
        let known = self.downloads.iter_mut().find(|(id, _)| *id == download.id);
        if let Some((_, fact)) = known {
            fact.name = name;
            fact.state = state;
            return;
        }
        // One that began before the watch did is none of the run's.
        if download.is_new {
            let sequence = self.next();
            let fact = DownloadFact {
                sequence,
                name,
                state,
            };
            keep(&mut self.downloads, (download.id, fact));
        }
    }

    fn next(&mut self) -> u32 {
        self.count += 1;
        self.count
    }
}

fn keep<T>(list: &mut Vec<T>, new: T) {
    if list.len() == KEPT {
        list.remove(0);
    }
    list.push(new);
}

/// A path without its folder, on any system.
fn name_of(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned()
}

fn state_of(download: &Download) -> SaveState {
    match download.state.as_str() {
        "complete" => SaveState::Complete {
            // As many as fit; more are enough for any claim.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            bytes: download.bytes_received as u32,
        },
        "interrupted" => SaveState::Interrupted {
            error: download.error.clone(),
        },
        _ => SaveState::InProgress,
    }
}
