//! The running browser: its targets, its pages, its extension.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::connection::{ANSWER_LIMIT, Connection};
use crate::failure::Failure;
use crate::find::find_browser;
use crate::launch::LaunchOptions;
use crate::page::Page;
use crate::process::Process;
use crate::session::text;

/// How long the extension given at launch may take to appear.
const EXTENSION_LIMIT: Duration = Duration::from_secs(10);

/// A Chromium of our own. Dropping it ends the process and removes its temporary profile.
pub struct Browser {
    pub(crate) connection: Arc<Connection>,
    process: Process,
    address: String,
    extension: Option<PathBuf>,
    /// One session per target, however often it is asked for.
    attached: Mutex<HashMap<String, Page>>,
}

/// Something CDP can attach to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// CDP target id.
    pub id: String,
    /// `page`, `tab`, `iframe` (another site's frame), `service_worker`, …
    pub kind: String,
    /// The document's address.
    pub url: String,
    /// The document's title.
    pub title: String,
}

impl Browser {
    /// Starts Chromium and connects to it.
    ///
    /// # Errors
    /// No browser found, or it did not start: the error carries its last stderr lines.
    pub async fn launch(options: LaunchOptions) -> Result<Self> {
        let (process, address) = Process::start(&find_browser()?, &options).await?;
        let connection = Arc::new(Connection::open(&address).await?);
        let browser = Self {
            connection,
            process,
            address,
            extension: options.extension,
            attached: Mutex::default(),
        };
        // The empty filter asks for every kind; the default one leaves out tabs.
        let everything = json!({ "discover": true, "filter": [{}] });
        browser
            .command("Target.setDiscoverTargets", everything)
            .await?;
        Ok(browser)
    }

    /// The WebSocket address other tools may connect to.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Sends a raw command to the browser itself.
    ///
    /// # Errors
    /// Chromium refused it, or has ended.
    pub async fn command(&self, method: &str, params: Value) -> Result<Value> {
        Ok(self
            .connection
            .call(None, method, params, ANSWER_LIMIT)
            .await?)
    }

    /// Everything there is to attach to now.
    #[must_use]
    pub fn targets(&self) -> Vec<Target> {
        self.connection.targets().borrow().clone()
    }

    /// Opens a tab in the current window and waits until `url` has loaded.
    ///
    /// # Errors
    /// The page could not be opened or loaded.
    pub async fn new_page(&self, url: &str) -> Result<Page> {
        let made = self
            .command("Target.createTarget", json!({ "url": "about:blank" }))
            .await?;
        let page = self.attach(&text(&made["targetId"])).await?;
        if url != "about:blank" {
            page.navigate(url).await?;
        }
        Ok(page)
    }

    /// All pages (tabs' documents, the side panel, extension pages), attached.
    ///
    /// # Errors
    /// The browser has ended.
    pub async fn pages(&self) -> Result<Vec<Page>> {
        let mut pages = Vec::new();
        for target in self.targets().iter().filter(|target| target.kind == "page") {
            pages.push(self.attach(&target.id).await?);
        }
        Ok(pages)
    }

    /// Waits for a page whose address satisfies `wanted`.
    ///
    /// # Errors
    /// None within `limit`: the error lists the addresses there are.
    pub async fn wait_for_page(
        &self,
        wanted: impl Fn(&str) -> bool,
        limit: Duration,
    ) -> Result<Page> {
        let target = self
            .wait_for_target(|target| target.kind == "page" && wanted(&target.url), limit)
            .await?;
        self.attach(&target.id).await
    }

    /// Waits for any target, such as a service worker, to [`attach`](Self::attach) to.
    ///
    /// # Errors
    /// None within `limit`: the error lists the targets there are.
    pub async fn wait_for_target(
        &self,
        wanted: impl Fn(&Target) -> bool,
        limit: Duration,
    ) -> Result<Target> {
        let mut targets = self.connection.targets();
        let mut found = None;
        let search = targets.wait_for(|targets| {
            found = targets.iter().find(|target| wanted(target)).cloned();
            found.is_some()
        });
        let _ = tokio::time::timeout(limit, search).await;
        match found {
            Some(target) => Ok(target),
            None => bail!(
                "no such target within {limit:?}; there are {}",
                list(&self.targets())
            ),
        }
    }

    /// Attaches to a target (once; later calls give the same session).
    ///
    /// # Errors
    /// The target is gone.
    pub async fn attach(&self, target: &str) -> Result<Page> {
        let mut attached = self.attached.lock().await;
        attached.retain(|_, page| !page.is_gone());
        if let Some(page) = attached.get(target) {
            return Ok(page.clone());
        }
        let page = Page::attach(self.connection.clone(), target).await?;
        attached.insert(target.to_owned(), page.clone());
        Ok(page)
    }

    /// The id of the extension given at launch, once Chromium has loaded it.
    ///
    /// # Errors
    /// None was given, or Chromium rejected it (the error has its words).
    pub async fn extension_id(&self) -> Result<String> {
        let folder = self
            .extension
            .as_ref()
            .context("launched without an extension")?;
        let folder = folder
            .canonicalize()
            .with_context(|| folder.display().to_string())?;
        let folder = folder
            .to_str()
            .context("the extension's path is not UTF-8")?;
        let listed = async {
            let mut targets = self.connection.targets();
            loop {
                if let Some(id) = self.listed_extension(folder).await? {
                    return Ok(id);
                }
                let _ = tokio::time::timeout(Duration::from_millis(200), targets.changed()).await;
            }
        };
        if let Ok(found) = tokio::time::timeout(EXTENSION_LIMIT, listed).await {
            return found;
        }
        // Branded Chrome ignores `--load-extension` (since 137); and of a broken one this gives the reason.
        let loaded = self
            .command("Extensions.loadUnpacked", json!({ "path": folder }))
            .await?;
        Ok(text(&loaded["id"]))
    }

    async fn listed_extension(&self, folder: &str) -> Result<Option<String>> {
        let answer = self.command("Extensions.getExtensions", json!({})).await?;
        let list = answer["extensions"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        let ours = list.iter().find(|extension| extension["path"] == folder);
        Ok(ours.map(|extension| text(&extension["id"])))
    }

    /// Ends the browser at once, as a crash would. The profile stays until this value is dropped.
    pub fn kill(&self) {
        self.process.kill();
    }

    /// Lets Chromium write its profile and end by itself; by force if it doesn't.
    ///
    /// # Errors
    /// Chromium refused to close.
    pub async fn close(self) -> Result<()> {
        let asked = self.command("Browser.close", json!({})).await;
        let process = self.process;
        tokio::task::spawn_blocking(move || {
            process.wait_for_end();
            drop(process);
        })
        .await?;
        match asked {
            Err(error) if !is_gone(&error) => Err(error),
            _ => Ok(()),
        }
    }
}

impl Target {
    pub(crate) fn new(info: &Value) -> Self {
        Self {
            id: text(&info["targetId"]),
            kind: text(&info["type"]),
            url: text(&info["url"]),
            title: text(&info["title"]),
        }
    }
}

fn is_gone(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Failure::Gone { .. }))
}

fn list(targets: &[Target]) -> String {
    let lines = targets
        .iter()
        .map(|target| format!("{} {}", target.kind, target.url));
    lines.collect::<Vec<_>>().join(", ")
}
