//! Waiting for a condition in the page.
//!
//! The page looks again at each DOM mutation and on a short timer. Timers of hidden pages are slowed down to one
//! a minute, so the host looks again too, twice a second: CDP messages are not slowed down.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::page::Page;

const HOST_LOOKS_EVERY: Duration = Duration::from_millis(500);
/// A promise that ends by its own limit still has to be told to us.
const ANSWERS_WITHIN: Duration = Duration::from_millis(100);
/// For what is only asked to explain a failure.
const EXCERPT_LIMIT: Duration = Duration::from_secs(2);

enum Look {
    True,
    NotYet(Option<String>),
}

impl Page {
    /// Waits until a JavaScript expression is truthy, over navigations too. While it throws it counts as false.
    ///
    /// # Errors
    /// Still false after `limit` (the error has the expression, what it threw last and some of the page's text),
    /// or the target is gone.
    pub async fn wait_for(&self, condition: &str, limit: Duration) -> Result<()> {
        let start = Instant::now();
        let mut threw = None;
        loop {
            let left = limit.saturating_sub(start.elapsed());
            if left.is_zero() {
                bail!(self.timeout_text(condition, limit, threw).await);
            }
            match self.look(condition, left.min(HOST_LOOKS_EVERY)).await? {
                Look::True => return Ok(()),
                Look::NotYet(error) => threw = error.or(threw),
            }
        }
    }

    /// Installs the promise in the document that is there now, for at most `slice`.
    async fn look(&self, condition: &str, slice: Duration) -> Result<Look, Failure> {
        let params = json!({ "expression": watcher(condition, slice) });
        match self.run(params, slice + ANSWERS_WITHIN).await {
            Ok(Value::Bool(true)) => Ok(Look::True),
            Ok(threw) => Ok(Look::NotYet(threw.as_str().map(str::to_owned))),
            Err(Failure::Late { .. }) => self.look_once(condition).await,
            Err(failure) if failure.is_navigation() => {
                self.next_event(Duration::from_millis(50)).await; // The next document's context, as a rule.
                Ok(Look::NotYet(None))
            }
            Err(failure) => Err(failure),
        }
    }

    /// The host's own look, when the page's timers were too slow to end the promise.
    async fn look_once(&self, condition: &str) -> Result<Look, Failure> {
        let params =
            json!({ "expression": format!("Promise.resolve(({condition})).then(Boolean)") });
        match self.run(params, HOST_LOOKS_EVERY).await {
            Ok(value) if value == true => Ok(Look::True),
            Ok(_) | Err(Failure::Late { .. }) => Ok(Look::NotYet(None)),
            Err(Failure::Threw(error)) => Ok(Look::NotYet(Some(error))),
            Err(failure) if failure.is_navigation() => Ok(Look::NotYet(None)),
            Err(failure) => Err(failure),
        }
    }

    async fn timeout_text(
        &self,
        condition: &str,
        limit: Duration,
        threw: Option<String>,
    ) -> String {
        let excerpt = "(document.body?.innerText ?? '').trim().replace(/\\s+/g, ' ').slice(0, 400)";
        let page = match self
            .run(json!({ "expression": excerpt }), EXCERPT_LIMIT)
            .await
        {
            Ok(text) => format!("the page says {text}"),
            Err(failure) => format!("the page does not answer: {failure}"),
        };
        let url = self.url().unwrap_or_default();
        let threw = threw
            .map(|error| format!(" (it threw {error})"))
            .unwrap_or_default();
        format!("not true within {limit:?}: `{condition}`{threw}; at {url} {page}")
    }
}

/// A promise of `true`, or after `slice` of what the condition threw last (`null` if nothing).
fn watcher(condition: &str, slice: Duration) -> String {
    format!(
        "new Promise((resolve) => {{
            let threw = null, over = false;
            const start = performance.now();
            const end = (value) => {{
                over = true; observer?.disconnect(); clearInterval(timer); clearTimeout(limit); resolve(value);
            }};
            const look = async () => {{
                try {{ if (await ({condition})) end(true); }} catch (error) {{ threw = String(error); }}
                if (performance.now() - start > {slice}) end(threw);
            }};
            const observer = globalThis.MutationObserver && new MutationObserver(() => over || look());
            const timer = setInterval(look, 50);
            const limit = setTimeout(() => end(threw), {slice});
            observer?.observe(document,
                {{ subtree: true, childList: true, attributes: true, characterData: true }});
            look();
        }})",
        slice = slice.as_millis()
    )
}
