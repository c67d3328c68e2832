//! The panel's clock: pages in the background have none worth waiting by.

use gloo_timers::future::TimeoutFuture;
use replay::Clock;

/// The browser's time.
pub(crate) struct BrowserClock;

impl Clock for BrowserClock {
    fn now(&self) -> f64 {
        js_sys::Date::now()
    }

    async fn sleep(&self, ms: u32) {
        TimeoutFuture::new(ms).await;
    }
}
