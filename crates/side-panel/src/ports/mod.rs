//! The ports of the run code, wired to the browser.

mod channel;

pub(crate) use channel::Channel;
