//! Opens the extension's real side panel, as a click on its toolbar button does.

use std::collections::HashSet;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::json;

use crate::browser::{Browser, Target};
use crate::page::Page;
use crate::session::text;

const PANEL_FILE: &str = "side-panel.html";
const PANEL_LIMIT: Duration = Duration::from_secs(20);
/// A worker that is just starting misses the click; another click does no harm.
const CLICK_AGAIN_AFTER: Duration = Duration::from_secs(2);

impl Browser {
    /// Clicks the extension's button on `page`'s tab and gives the panel that opens, loaded.
    ///
    /// Grants `activeTab` like a person's click. If no new panel opens, the one open panel is given.
    ///
    /// # Errors
    /// No panel within 20 s: the error has Chromium's last answer.
    pub async fn open_side_panel(&self, page: &Page) -> Result<Page> {
        let id = self.extension_id().await?;
        let tab = self.tab_of(page).await?;
        let url = format!("chrome-extension://{id}/{PANEL_FILE}");
        let before: HashSet<String> = panels(&self.targets(), &url)
            .map(|t| t.id.clone())
            .collect();
        let mut last_error = None;
        let opened = async {
            loop {
                let click = json!({ "id": id, "targetId": tab });
                last_error = self.command("Extensions.triggerAction", click).await.err();
                if let Some(panel) = self.new_panel(&url, &before).await {
                    return panel;
                }
            }
        };
        let Ok(panel) = tokio::time::timeout(PANEL_LIMIT, opened).await else {
            let answer = last_error.map_or("it took the click".into(), |error| error.to_string());
            bail!("no side panel {url} within {PANEL_LIMIT:?}; Chromium: {answer}");
        };
        let panel = self.attach(&panel).await?;
        panel
            .wait_for("document.readyState === 'complete'", PANEL_LIMIT)
            .await?;
        Ok(panel)
    }

    /// Waits for a panel that was not there before; in vain, the only one there is.
    async fn new_panel(&self, url: &str, before: &HashSet<String>) -> Option<String> {
        let mut targets = self.connection.targets();
        let new = targets.wait_for(|targets| panels(targets, url).any(|t| !before.contains(&t.id)));
        let _ = tokio::time::timeout(CLICK_AGAIN_AFTER, new).await;
        let now = self.targets();
        let mut new = panels(&now, url).filter(|target| !before.contains(&target.id));
        let mut all = panels(&now, url);
        match (new.next(), all.next(), all.next()) {
            (Some(new), ..) => Some(new.id.clone()),
            (None, Some(only), None) => Some(only.id.clone()),
            _ => None,
        }
    }

    /// The target of type `tab` that holds this page. Only auto-attaching to a tab tells which page it holds.
    async fn tab_of(&self, page: &Page) -> Result<String> {
        let answer = self
            .command("Target.getTargets", json!({ "filter": [{}] }))
            .await?;
        let list = answer["targetInfos"]
            .as_array()
            .context("getTargets without a list")?;
        for tab in list.iter().filter(|target| target["type"] == "tab") {
            if self.holds(&text(&tab["targetId"]), page).await? {
                return Ok(text(&tab["targetId"]));
            }
        }
        bail!("no tab holds {}", page.url()?)
    }

    async fn holds(&self, tab: &str, page: &Page) -> Result<bool> {
        let tab = Page::attach(self.connection.clone(), tab).await?;
        let all = json!({ "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true, "filter": [{}] });
        // Chromium reports the children a target already has before it answers.
        tab.command("Target.setAutoAttach", all).await?;
        let holds = tab.has_child(page.target_id());
        tab.detach().await?;
        Ok(holds)
    }
}

fn panels<'a>(targets: &'a [Target], url: &'a str) -> impl Iterator<Item = &'a Target> {
    targets
        .iter()
        .filter(move |target| target.kind == "page" && target.url.starts_with(url))
}
