//! The panel's clock: pages in the background have none worth waiting by.

use gloo_timers::future::TimeoutFuture;
use replay::Clock;

/// The browser's time.
pub(crate) struct BrowserClock;

/// Milliseconds since the epoch by a clock that only goes forward: a system clock that is set in
/// the middle of a wait neither ends nor prolongs it.
pub(crate) fn now() -> f64 {
    let performance = web_sys::window().and_then(|window| window.performance());
    performance.map_or_else(js_sys::Date::now, |performance| {
        performance.time_origin() + performance.now()
    })
}

impl Clock for BrowserClock {
    fn now(&self) -> f64 {
        now()
    }

    async fn sleep(&self, ms: u32) {
        TimeoutFuture::new(ms).await;
    }
}
