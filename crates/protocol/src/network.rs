//! Facts about requests, as `webRequest` or Resource Timing report them, and about what else the
//! browser does: tabs it opens, files it saves.

use serde::{Deserialize, Serialize};

/// How a request ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    /// Not yet.
    Pending,
    /// With this HTTP status; a redirect is the answer of the request that got it.
    Status {
        /// 100 to 599.
        status: u16,
    },
    /// It ended; what the answer was can't be read.
    Unreadable,
    /// With no answer: refused, reset, aborted.
    Failed {
        /// Chrome's name of the error, e.g. `net::ERR_CONNECTION_REFUSED`.
        error: String,
    },
}

/// Where a request was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// By Chrome's `webRequest`, which shows only hosts with permission.
    #[default]
    WebRequest,
    /// In the page's own Resource Timing: weaker, as it tells no method, and a status only of answers
    /// that the page may read.
    ResourceTiming,
}

/// Where in a document's Resource Timing an action stands: only later entries can be its requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimingMark {
    /// Which document. In another one every entry is later.
    pub document: u32,
    /// How many entries there were.
    pub entries: u32,
}

/// One request of the work tab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkFact {
    /// Where it was seen.
    #[serde(default)]
    pub source: Source,
    /// Counts the requests of the tab, from 1, in the order they began; 0 for one seen elsewhere than by
    /// `webRequest`.
    pub sequence: u32,
    /// HTTP method, upper case; empty if it can't be told.
    pub method: String,
    /// Where it went.
    pub url: String,
    /// How it ended so far.
    pub answered: Answered,
}

impl NetworkFact {
    /// Whether it may still change something on the server: it was sent to do so and is not answered.
    #[must_use]
    pub fn may_still_act(&self) -> bool {
        let only_reads = matches!(self.method.as_str(), "GET" | "HEAD" | "OPTIONS" | "");
        self.answered == Answered::Pending && !only_reads
    }
}

/// What the browser did beside showing pages, as far as a run may see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrowserFacts {
    /// Tabs and windows that pages of the work tab opened, in this order.
    pub tabs: Vec<TabFact>,
    /// Downloads of the browser, in the order they began; `None` without the permission to see
    /// them.
    pub downloads: Option<Vec<DownloadFact>>,
}

impl BrowserFacts {
    /// Number of the last tab or download; 0 if there is none.
    #[must_use]
    pub fn last(&self) -> u32 {
        let tabs = self.tabs.iter().map(|tab| tab.sequence);
        let downloads = self.downloads.iter().flatten().map(|file| file.sequence);
        tabs.chain(downloads).max().unwrap_or(0)
    }
}

/// A tab or window that a page opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TabFact {
    /// Counts tabs and downloads together, from 1, in the order they began.
    pub sequence: u32,
    /// Where it is now.
    pub url: String,
}

/// A file the browser saves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DownloadFact {
    /// Counts tabs and downloads together, from 1, in the order they began.
    pub sequence: u32,
    /// The file's name, without its folder; empty while the browser has not chosen one.
    pub name: String,
    /// How far it came.
    pub state: SaveState,
}

/// How far a download came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SaveState {
    /// It is not finished.
    InProgress,
    /// The file is there.
    Complete {
        /// Its size; `u32::MAX` where it has more.
        bytes: u32,
    },
    /// It ended without the whole file.
    Interrupted {
        /// Chrome's name of the error, e.g. `NETWORK_FAILED`.
        error: String,
    },
}
