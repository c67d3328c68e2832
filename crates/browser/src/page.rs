//! One attached target: a tab's page, the side panel, a worker or another site's frame.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::connection::{ANSWER_LIMIT, Connection};
use crate::failure::Failure;
use crate::session::{ConsoleMessage, Context, SessionState, exception_text, text};

/// How long a document may take to load.
const LOAD_LIMIT: Duration = Duration::from_secs(30);

/// One attached target. Clones share the session.
#[derive(Clone)]
pub struct Page {
    connection: Arc<Connection>,
    session: Arc<str>,
    target: Arc<str>,
    state: Arc<watch::Sender<SessionState>>,
}

impl Page {
    pub(crate) async fn attach(connection: Arc<Connection>, target: &str) -> Result<Self> {
        let params = json!({ "targetId": target, "flatten": true });
        let answer = connection
            .call(None, "Target.attachToTarget", params, ANSWER_LIMIT)
            .await?;
        let session = text(&answer["sessionId"]);
        let state = connection.session(&session);
        let page = Self {
            connection,
            session: session.into(),
            target: target.into(),
            state,
        };
        for command in ["Page.enable", "Runtime.enable", "Log.enable"] {
            // A worker has no Page domain, a tab none of them: that is their nature, not an error.
            match page.call(command, json!({}), ANSWER_LIMIT).await {
                Ok(_) | Err(Failure::Refused { .. }) => {}
                Err(failure) => return Err(failure.into()),
            }
        }
        let _ = page
            .call(
                "Page.setLifecycleEventsEnabled",
                json!({ "enabled": true }),
                ANSWER_LIMIT,
            )
            .await;
        Ok(page)
    }

    /// The CDP id of the target.
    #[must_use]
    pub fn target_id(&self) -> &str {
        &self.target
    }

    /// Sends a raw command to this target.
    ///
    /// # Errors
    /// Chromium refused it, or the target is gone.
    pub async fn command(&self, method: &str, params: Value) -> Result<Value> {
        Ok(self.call(method, params, ANSWER_LIMIT).await?)
    }

    pub(crate) async fn call(
        &self,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<Value, Failure> {
        if let Some(reason) = self.state.borrow().gone.clone() {
            return Err(Failure::Gone {
                method: method.into(),
                reason,
            });
        }
        self.connection
            .call(Some(&self.session), method, params, limit)
            .await
    }

    /// The value of a JavaScript expression in the page's own world; a promise is awaited. `undefined` is `()`.
    ///
    /// # Errors
    /// The code threw, the value is not a `T`, or the target is gone.
    pub async fn evaluate<T: DeserializeOwned>(&self, js: &str) -> Result<T> {
        decode(
            self.run(json!({ "expression": js }), ANSWER_LIMIT).await?,
            js,
        )
    }

    /// Runs JavaScript and drops its value, which may be anything.
    ///
    /// # Errors
    /// The code threw, or the target is gone.
    pub async fn execute(&self, js: &str) -> Result<()> {
        let params = json!({ "expression": js, "returnByValue": false });
        self.run(params, ANSWER_LIMIT).await?;
        Ok(())
    }

    /// Like [`evaluate`](Self::evaluate), as if the person had just clicked.
    ///
    /// # Errors
    /// As there.
    pub async fn evaluate_with_gesture<T: DeserializeOwned>(&self, js: &str) -> Result<T> {
        decode(
            self.run(
                json!({ "expression": js, "userGesture": true }),
                ANSWER_LIMIT,
            )
            .await?,
            js,
        )
    }

    /// Like [`evaluate`](Self::evaluate), in one of [`contexts`](Self::contexts).
    ///
    /// # Errors
    /// As there; also if the context is gone.
    pub async fn evaluate_in<T: DeserializeOwned>(&self, context: i64, js: &str) -> Result<T> {
        decode(
            self.run(
                json!({ "expression": js, "contextId": context }),
                ANSWER_LIMIT,
            )
            .await?,
            js,
        )
    }

    /// The JavaScript worlds that exist now, of all frames of this target.
    #[must_use]
    pub fn contexts(&self) -> Vec<Context> {
        self.state.borrow().contexts.clone()
    }

    /// Waits for a JavaScript world, such as an extension's in the main frame.
    ///
    /// # Errors
    /// None came within `limit`: the error lists those there are.
    pub async fn wait_for_context(
        &self,
        wanted: impl Fn(&Context) -> bool,
        limit: Duration,
    ) -> Result<Context> {
        let found = self
            .until(limit, |state| {
                state.contexts.iter().find(|c| wanted(c)).cloned()
            })
            .await;
        found.with_context(|| format!("no such context within {limit:?}: {:?}", self.contexts()))
    }

    /// Runs `Runtime.evaluate` and gives the value.
    pub(crate) async fn run(&self, mut params: Value, limit: Duration) -> Result<Value, Failure> {
        params["awaitPromise"] = true.into();
        if params.get("returnByValue").is_none() {
            params["returnByValue"] = true.into();
        }
        let mut answer = self.call("Runtime.evaluate", params, limit).await?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(Failure::Threw(exception_text(details))),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// Goes to `url` and waits until it has loaded.
    ///
    /// # Errors
    /// It could not be reached, or did not load in time.
    pub async fn navigate(&self, url: &str) -> Result<()> {
        let answer = self.command("Page.navigate", json!({ "url": url })).await?;
        if let Some(error) = answer["errorText"].as_str() {
            bail!("could not open {url}: {error}");
        }
        // Without a loader the document stayed the same (only the fragment changed).
        let Some(loader) = answer["loaderId"].as_str() else {
            return Ok(());
        };
        let loaded = self.until(LOAD_LIMIT, |state| {
            state.loaded.contains(loader).then_some(())
        });
        loaded
            .await
            .with_context(|| format!("{url} did not load within {LOAD_LIMIT:?}"))
    }

    /// What the page shows now, as PNG bytes.
    ///
    /// # Errors
    /// The target is gone or has no picture.
    pub async fn screenshot(&self) -> Result<Vec<u8>> {
        let answer = self
            .command("Page.captureScreenshot", json!({ "format": "png" }))
            .await?;
        let data = answer["data"]
            .as_str()
            .context("a screenshot without data")?;
        Ok(base64::engine::general_purpose::STANDARD.decode(data)?)
    }

    /// Pretends a viewport of this size (CSS px) and the light or dark color scheme.
    ///
    /// # Errors
    /// The target is gone or has no view.
    pub async fn set_viewport(&self, width: u32, height: u32, dark: bool) -> Result<()> {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.command("Emulation.setDeviceMetricsOverride", size)
            .await?;
        let scheme = if dark { "dark" } else { "light" };
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.command(
            "Emulation.setEmulatedMedia",
            json!({ "features": [feature] }),
        )
        .await?;
        Ok(())
    }

    /// Console calls, uncaught exceptions and log entries since the document began or we attached.
    #[must_use]
    pub fn console(&self) -> Vec<ConsoleMessage> {
        self.state.borrow().console.clone()
    }

    /// Waits for an `alert`, `confirm` or `prompt` (it blocks the page until answered) and gives its message.
    ///
    /// # Errors
    /// None opened within `limit`.
    pub async fn wait_for_dialog(&self, limit: Duration) -> Result<String> {
        let opened = self.until(limit, |state| state.dialog.clone()).await;
        opened.with_context(|| format!("no dialog opened within {limit:?}"))
    }

    /// Answers the dialog that is open.
    ///
    /// # Errors
    /// None is open.
    pub async fn answer_dialog(&self, accept: bool) -> Result<()> {
        self.command("Page.handleJavaScriptDialog", json!({ "accept": accept }))
            .await?;
        self.until(ANSWER_LIMIT, |state| state.dialog.is_none().then_some(()))
            .await
    }

    /// The document's address, from the browser (so it works while the page is busy).
    ///
    /// # Errors
    /// The target is gone.
    pub fn url(&self) -> Result<String> {
        let targets = self.connection.targets();
        let targets = targets.borrow();
        let target = targets.iter().find(|target| *target.id == *self.target);
        Ok(target.context("the target was closed")?.url.clone())
    }

    /// Closes the tab (or panel) and waits until it is gone. It may keep itself open by `beforeunload`.
    ///
    /// # Errors
    /// It was gone before, or stays open.
    pub async fn close(&self) -> Result<()> {
        let params = json!({ "targetId": &*self.target });
        self.connection
            .call(None, "Target.closeTarget", params, ANSWER_LIMIT)
            .await?;
        let mut state = self.state.subscribe();
        let gone = state.wait_for(|state| state.gone.is_some());
        let gone = tokio::time::timeout(LOAD_LIMIT, gone).await;
        gone.context("the page stays open").map(drop)
    }

    /// Lets go of the target. An attached service worker is never stopped by Chromium: detach to see it die.
    ///
    /// # Errors
    /// The target is gone.
    pub async fn detach(&self) -> Result<()> {
        let params = json!({ "sessionId": &*self.session });
        self.connection
            .call(None, "Target.detachFromTarget", params, ANSWER_LIMIT)
            .await?;
        Ok(())
    }

    /// Whether the target was closed, crashed or detached.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.state.borrow().gone.is_some()
    }

    /// Waits for the next event of this target, or `at_most`.
    pub(crate) async fn next_event(&self, at_most: Duration) {
        let _ = tokio::time::timeout(at_most, self.state.subscribe().changed()).await;
    }

    pub(crate) fn has_child(&self, target: &str) -> bool {
        self.state.borrow().children.contains(target)
    }

    /// Waits until the events have made `look` give something.
    async fn until<T>(
        &self,
        limit: Duration,
        look: impl Fn(&SessionState) -> Option<T>,
    ) -> Result<T> {
        let mut state = self.state.subscribe();
        let mut found = None;
        let search = state.wait_for(|state| {
            found = look(state);
            found.is_some() || state.gone.is_some()
        });
        let in_time = tokio::time::timeout(limit, search).await.is_ok();
        match found {
            Some(found) => Ok(found),
            None if in_time => bail!("the target went away"),
            None => bail!("nothing within {limit:?}"),
        }
    }
}

fn decode<T: DeserializeOwned>(value: Value, js: &str) -> Result<T> {
    let shown = value.clone();
    serde_json::from_value(value).with_context(|| format!("`{js}` gave {shown}"))
}
