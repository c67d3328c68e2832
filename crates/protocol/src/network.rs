//! Facts about requests, as `webRequest` or Resource Timing report them.

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
    /// With no answer: refused, reset, aborted.
    Failed {
        /// Chrome's name of the error, e.g. `net::ERR_CONNECTION_REFUSED`.
        error: String,
    },
}

/// One request of the work tab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkFact {
    /// Counts the requests of the tab, from 1, in the order they began.
    pub sequence: u32,
    /// HTTP method, upper case.
    pub method: String,
    /// Where it went.
    pub url: String,
    /// How it ended so far.
    pub answered: Answered,
}
