//! A browser with the extension, a practice site, and the real side panel.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use browser::{Browser, LaunchOptions, Page};
use practice_site::{ServeOptions, Site, serve_with};

use crate::panel::Panel;

/// How long the panel may take to start.
const SOON: Duration = Duration::from_secs(20);

/// The origin the sample skill is written for: `cargo xtask demo --serve`.
const SAMPLE_ORIGIN: &str = "http://127.0.0.1:4780";

/// A practice site and a browser with the extension on one of its pages.
pub struct Bench {
    /// The site, whose server keeps the truth.
    pub site: Site,
    /// The browser.
    pub browser: Browser,
    /// The page the person is on.
    pub page: Page,
    /// Files of this bench; removed with it.
    folder: tempfile::TempDir,
}

impl Bench {
    /// Starts both; `extension` is a folder built with the local hosts granted.
    ///
    /// # Errors
    /// When the browser or the site does not start.
    pub async fn start(extension: PathBuf, options: ServeOptions, headless: bool) -> Result<Self> {
        let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let site = serve_with(anywhere, options).await?;
        let browser = Browser::launch(LaunchOptions {
            extension: Some(extension),
            headless,
            language: Some("en".into()),
            ..LaunchOptions::default()
        })
        .await?;
        let page = browser
            .new_page(&format!("{}/customers", site.url()))
            .await?;
        let folder = tempfile::tempdir()?;
        Ok(Self {
            site,
            browser,
            page,
            folder,
        })
    }

    /// Opens the real side panel on the person's page, by the extension's button.
    ///
    /// # Errors
    /// When it does not open or its program does not start.
    pub async fn open_panel(&self) -> Result<Panel> {
        let page = self.browser.open_side_panel(&self.page).await?;
        page.wait_for("document.querySelector('#start')", SOON)
            .await
            .with_context(|| format!("the panel did not start: {:?}", page.console()))?;
        self.browser
            .command(
                "Browser.setDownloadBehavior",
                serde_json::json!({ "behavior": "allow", "downloadPath": self.downloads() }),
            )
            .await?;
        Ok(Panel {
            page,
            downloads: self.downloads(),
        })
    }

    /// Writes a file for the panel to load.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> Result<PathBuf> {
        let path = self.folder.path().join(name);
        std::fs::write(&path, content)?;
        Ok(path)
    }

    /// The sample skill, made to work on this bench's site.
    ///
    /// # Errors
    /// When the file can't be read or written.
    pub fn skill_file(&self) -> Result<PathBuf> {
        let skill = sample_skill()?.replace(SAMPLE_ORIGIN, &self.site.url());
        self.file("add-customer.json", skill)
    }

    fn downloads(&self) -> PathBuf {
        self.folder.path().join("downloads")
    }
}

/// The sample skill's text, as it lies in the repository.
///
/// # Errors
/// When the file can't be read.
pub fn sample_skill() -> Result<String> {
    let path = fixtures().join("skills/add-customer.json");
    std::fs::read_to_string(&path).with_context(|| path.display().to_string())
}

/// The sample table's file.
#[must_use]
pub fn sample_table() -> PathBuf {
    fixtures().join("tables/customers-12.csv")
}

/// The repository's fixtures. Chromium reads no file by a path with `..` in it.
fn fixtures() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).join("fixtures")
}
