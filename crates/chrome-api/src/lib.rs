//! The only hand-written bindings to `chrome.*`.
//!
//! **Invariant:** every call that answers has a deadline and a typed error that names the API
//! (with site access "on click", `scripting.executeScript` never answers).
//! **Invariant:** a listener lives as long as the value that was handed out for it.
//! **Absent on purpose:** the DOM, and any decision.
#![warn(missing_docs)]

mod call;
mod debugger;
mod downloads;
mod frames;
mod listener;
mod navigation;
mod opened;
mod permissions;
mod port;
mod runtime;
mod scripting;
mod session;
mod tabs;
mod web_request;

pub use call::ChromeError;
pub use debugger::{Debugger, DebuggerWatch, has_debugger};
pub use downloads::{DOWNLOADS, Download, DownloadWatch, watch_downloads};
pub use frames::{Frame, frames};
pub use navigation::{Committed, go_back, navigate, reload};
pub use opened::{TabEvent, TabWatch, watch_tabs};
pub use permissions::{has_origins, request_now};
pub use port::Port;
pub use runtime::extension_version;
pub use scripting::{Document, Injected, inject};
pub use session::{keep_in_session, session_value};
pub use tabs::{Tab, active_tab, capture_window, close_tab, open_work_window, tab};
pub use web_request::{RequestEvent, RequestStep, RequestWatch, watch_requests};
