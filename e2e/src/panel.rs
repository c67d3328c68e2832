//! The open side panel, used by its controls.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use browser::{Downloads, Page};
use serde::Deserialize;

/// How long anything the panel does at once may take.
const SOON: Duration = Duration::from_secs(20);

/// The open side panel.
pub struct Panel {
    /// Its document.
    pub page: Page,
    pub(crate) downloads: Downloads,
}

/// A row as the panel shows it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ShownRow {
    /// Its place in the table, from 0.
    pub index: usize,
    /// Its first values.
    pub label: String,
    /// `done`, `failed`, `unknown`, …
    pub status: String,
    /// Why, unless it is done.
    pub reason: String,
}

impl Panel {
    /// Opens a view by its tab: `skills`, `batches`, `inspector` or `settings`.
    ///
    /// # Errors
    /// When the panel has no such view.
    pub async fn open_view(&self, view: &str) -> Result<()> {
        self.page.click(&format!("#view-{view}")).await?;
        let is_open = format!("!document.querySelector('#{view}-view').hidden");
        self.page.wait_for(&is_open, SOON).await
    }

    /// Imports a skill file, which also chooses the skill.
    ///
    /// # Errors
    /// When the panel has no such control.
    pub async fn import_skill(&self, file: &Path) -> Result<()> {
        self.open_view("skills").await?;
        self.choose("skill", file).await
    }

    /// Chooses a table file.
    ///
    /// # Errors
    /// When the panel has no such control.
    pub async fn load_table(&self, file: &Path) -> Result<()> {
        self.open_view("batches").await?;
        self.choose("table", file).await
    }

    /// Chooses a file on a card and waits until the panel is done with it.
    async fn choose(&self, card: &str, file: &Path) -> Result<()> {
        let watch = format!(
            "document.body.dataset.taken = '0';
             new MutationObserver((_, observer) => {{
                 if (document.querySelector('#{card}-card').ariaBusy === 'true') return;
                 document.body.dataset.taken = '1';
                 observer.disconnect();
             }}).observe(document.querySelector('#{card}-card'), {{ attributeFilter: ['aria-busy'] }})"
        );
        self.page.execute(&watch).await?;
        let control = format!("#{card}-file");
        self.page.set_files(&control, &[file.to_owned()]).await?;
        self.page
            .wait_for("document.body.dataset.taken === '1'", SOON)
            .await
    }

    /// Chooses in one of the lists of the settings: `language`, `theme` or `engine`.
    ///
    /// # Errors
    /// When the panel has no such setting.
    pub async fn choose_setting(&self, setting: &str, value: &str) -> Result<()> {
        self.open_view("settings").await?;
        let choose = format!(
            "(() => {{
                const list = document.querySelector('#{setting}');
                list.value = '{value}';
                list.dispatchEvent(new Event('change', {{bubbles: true}}));
            }})()"
        );
        self.page.execute(&choose).await
    }

    /// The panel's trouble in words, empty if there is none.
    ///
    /// # Errors
    /// When the panel is gone.
    pub async fn trouble(&self) -> Result<String> {
        self.page
            .evaluate(
                "[...document.querySelectorAll('[role=alert]')].map(a => a.innerText).join('\\n')",
            )
            .await
    }

    /// Presses *Start* (or *Continue*) with the mouse.
    ///
    /// # Errors
    /// When it can't be pressed.
    pub async fn start(&self) -> Result<()> {
        self.open_view("batches").await?;
        self.page
            .wait_for("!document.querySelector('#start').disabled", SOON)
            .await?;
        self.page.click("#start").await?;
        // It began, or there is trouble.
        let began = "document.querySelector('#start').hidden || document.querySelector('#run-card [role=alert]')";
        self.page.wait_for(began, SOON).await
    }

    /// Waits until the run has ended.
    ///
    /// # Errors
    /// When it takes longer.
    pub async fn wait_until_ended(&self, limit: Duration) -> Result<()> {
        let is_ended = "document.querySelector('#stop').hidden";
        self.page.wait_for(is_ended, limit).await
    }

    /// Whether nothing runs.
    ///
    /// # Errors
    /// When the panel is gone.
    pub async fn has_ended(&self) -> Result<bool> {
        self.page
            .evaluate("document.querySelector('#stop').hidden")
            .await
    }

    /// Waits until at least `count` rows have ended, or the run has; gives them all.
    ///
    /// # Errors
    /// When it takes longer.
    pub async fn wait_for_rows(&self, count: usize, limit: Duration) -> Result<Vec<ShownRow>> {
        let enough = format!(
            "document.querySelector('#progress')?.ariaValueNow >= {count} || document.querySelector('#stop').hidden"
        );
        self.page.wait_for(&enough, limit).await?;
        self.rows().await
    }

    /// The rows as shown; those far below what is in view are not in the page.
    ///
    /// # Errors
    /// When the panel is gone.
    pub async fn rows(&self) -> Result<Vec<ShownRow>> {
        self.page
            .evaluate(
                "[...document.querySelectorAll('#rows > .row')].map(row => ({
                    index: Number(row.dataset.index),
                    label: row.querySelector('.row-label').textContent,
                    status: row.dataset.status,
                    reason: row.querySelector('.reason')?.textContent ?? '',
                }))",
            )
            .await
    }

    /// Presses *Export* and gives the text of the file that is saved.
    ///
    /// # Errors
    /// When no file is saved.
    pub async fn export(&self) -> Result<String> {
        self.download("#export").await
    }

    /// The same for the report of failed and unknown rows only.
    ///
    /// # Errors
    /// When no file is saved.
    pub async fn export_open(&self) -> Result<String> {
        self.download("#export-open").await
    }

    /// Unfolds a row and waits until what happened in its runs is there.
    ///
    /// # Errors
    /// When there is no such row, or it was never run.
    pub async fn open_row(&self, index: usize) -> Result<()> {
        self.open_view("batches").await?;
        let row = format!("#rows > .row[data-index='{index}']");
        let head = format!("{row} > .row-head");
        self.page
            .wait_for(&format!("document.querySelector(\"{head}\")"), SOON)
            .await?;
        let is_open = format!("document.querySelector(\"{head}[aria-expanded=true]\") !== null");
        if !self.page.evaluate::<bool>(&is_open).await? {
            self.page.click(&head).await?;
        }
        let told = format!("document.querySelector(\"{row} .run-fold\")");
        self.page.wait_for(&told, SOON).await
    }

    /// Attaches files that rows upload.
    ///
    /// # Errors
    /// When the panel asks for none.
    pub async fn attach(&self, files: &[PathBuf]) -> Result<()> {
        self.page
            .wait_for("document.querySelector('#files-file')", SOON)
            .await?;
        self.page.set_files("#files-file", files).await
    }

    /// Presses a button that saves a file, and gives its text.
    ///
    /// # Errors
    /// When no file is saved.
    pub async fn download(&self, button: &str) -> Result<String> {
        self.open_view("batches").await?;
        let before = self.downloads.count();
        self.page.click(button).await?;
        let file = self.downloads.wait_for(before, SOON).await?;
        std::fs::read_to_string(&file).with_context(|| file.display().to_string())
    }
}
