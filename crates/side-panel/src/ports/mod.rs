//! The ports of the run code, wired to the browser.

mod beyond;
mod channel;
mod clock;
mod decoder;
mod events;
mod lock;
mod network;
mod page;
mod parts;
mod trusted;

pub(crate) use channel::Channel;
pub(crate) use clock::BrowserClock;
pub(crate) use decoder::BrowserDecoder;
pub(crate) use events::BrowserEvents;
pub(crate) use lock::BatchLock;
pub(crate) use network::BrowserNetwork;
pub(crate) use page::BrowserPage;
