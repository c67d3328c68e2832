//! Files the browser saves, counted by its own report that each is complete.
//!
//! Looking into the folder is not enough: Chromium lays an empty file of the final name there first.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::json;
use tokio::sync::watch;

use crate::browser::Browser;

/// The files saved since the browser started.
pub struct Downloads(watch::Receiver<Vec<PathBuf>>);

impl Browser {
    /// Has every download saved to this folder without asking.
    ///
    /// # Errors
    /// The browser has ended.
    pub async fn save_downloads(&self, folder: &Path) -> Result<Downloads> {
        let behavior =
            json!({ "behavior": "allow", "downloadPath": folder, "eventsEnabled": true });
        self.command("Browser.setDownloadBehavior", behavior)
            .await?;
        Ok(Downloads(self.connection.downloads()))
    }
}

impl Downloads {
    /// How many are complete.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.borrow().len()
    }

    /// Waits until more than `count` are complete, and gives the first of those.
    ///
    /// # Errors
    /// None within `limit`, or the browser has ended.
    pub async fn wait_for(&self, count: usize, limit: Duration) -> Result<PathBuf> {
        let mut files = self.0.clone();
        let more = files.wait_for(|files| files.len() > count);
        let files = tokio::time::timeout(limit, more)
            .await
            .with_context(|| format!("no file was saved within {limit:?}"))?
            .context("the browser has ended")?;
        Ok(files[count].clone())
    }
}
