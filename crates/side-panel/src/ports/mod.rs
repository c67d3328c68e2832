//! The ports of the run code, wired to the browser.

mod attached;
mod beyond;
mod bytes;
mod camera;
mod channel;
mod clock;
mod decoder;
mod events;
mod lock;
mod network;
mod page;
mod parts;
mod trusted;

pub(crate) use attached::{Attached, MOST_BYTES};
pub(crate) use bytes::{from_base64, to_base64};
pub(crate) use camera::ALL_SITES;
pub(crate) use channel::Channel;
pub(crate) use clock::BrowserClock;
pub(crate) use decoder::BrowserDecoder;
pub(crate) use events::BrowserEvents;
pub(crate) use lock::BatchLock;
pub(crate) use network::BrowserNetwork;
pub(crate) use page::BrowserPage;
