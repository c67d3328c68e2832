//! A browser with the extension, a practice site, and the real side panel.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use browser::{Browser, LaunchOptions, Page};
use practice_site::{ServeOptions, Site, serve_with};
use serde_json::Value;

use crate::panel::Panel;

/// How long the panel may take to start.
const SOON: Duration = Duration::from_secs(20);

/// The origin the sample skill is written for: `cargo xtask demo --serve`.
const SAMPLE_ORIGIN: &str = "http://127.0.0.1:4780";

/// A browser with the extension, and the page the person is on.
pub struct Desk {
    /// The browser.
    pub browser: Browser,
    /// The page the person is on.
    pub page: Page,
    /// Files of this desk; removed with it.
    folder: tempfile::TempDir,
}

/// How a desk is set up.
#[derive(Clone, Debug)]
pub struct DeskOptions {
    /// A folder built with the local hosts granted.
    pub extension: PathBuf,
    /// The browser's profile, where it must outlive the desk.
    pub profile: Option<PathBuf>,
    /// Whether there is no window to watch.
    pub headless: bool,
}

/// A desk on a practice site.
pub struct Bench {
    /// The site, whose server keeps the truth.
    pub site: Site,
    /// The desk.
    pub desk: Desk,
}

impl Bench {
    /// Starts both; `extension` is a folder built with the local hosts granted.
    ///
    /// # Errors
    /// When the browser or the site does not start.
    pub async fn start(extension: PathBuf, options: ServeOptions, headless: bool) -> Result<Self> {
        let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let site = serve_with(anywhere, options).await?;
        let options = DeskOptions {
            extension,
            profile: None,
            headless,
        };
        let desk = Desk::start(options, &format!("{}/customers", site.url())).await?;
        Ok(Self { site, desk })
    }

    /// The sample skill, made to work on this bench's site.
    ///
    /// # Errors
    /// When the file can't be read or written.
    pub fn skill_file(&self) -> Result<PathBuf> {
        self.skill_file_of("add-customer", |_| {})
    }

    /// A skill of the repository, changed and made to work on this bench's site.
    ///
    /// # Errors
    /// When the file can't be read or written.
    pub fn skill_file_of(&self, name: &str, change: impl FnOnce(&mut Value)) -> Result<PathBuf> {
        let skill = sample_skill(name)?.replace(SAMPLE_ORIGIN, &self.site.url());
        let mut skill = serde_json::from_str(&skill).context(name.to_owned())?;
        change(&mut skill);
        self.file(&format!("{name}.json"), skill.to_string())
    }
}

impl std::ops::Deref for Bench {
    type Target = Desk;

    fn deref(&self) -> &Desk {
        &self.desk
    }
}

impl Desk {
    /// Starts a browser with the extension on a page.
    ///
    /// # Errors
    /// When the browser does not start.
    pub async fn start(options: DeskOptions, url: &str) -> Result<Self> {
        let browser = Browser::launch(LaunchOptions {
            extension: Some(options.extension),
            profile: options.profile,
            headless: options.headless,
            language: Some("en".into()),
            ..LaunchOptions::default()
        })
        .await?;
        let page = browser.new_page(url).await?;
        let folder = tempfile::tempdir()?;
        Ok(Self {
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
        self.panel(page).await
    }

    /// Opens the panel's document once more, as a tab: a second window on the same records.
    ///
    /// # Errors
    /// When its program does not start.
    pub async fn open_panel_in_tab(&self) -> Result<Panel> {
        let id = self.browser.extension_id().await?;
        let url = format!("chrome-extension://{id}/side-panel.html");
        self.panel(self.browser.new_page(&url).await?).await
    }

    /// Opens an address as a run does: in a window of its own that has no focus. It keeps none
    /// as long as it goes on by itself; a driver's navigation would give it the focus.
    ///
    /// # Errors
    /// When it does not open.
    pub async fn open_work_page(&self, panel: &Panel, url: &str) -> Result<Page> {
        let window =
            format!("chrome.windows.create({{ url: {url:?}, focused: false }}).then(() => null)");
        panel.page.evaluate::<Value>(&window).await?;
        self.browser.wait_for_page(|at| at == url, SOON).await
    }

    async fn panel(&self, page: Page) -> Result<Panel> {
        page.wait_for("document.querySelector('main')", SOON)
            .await
            .with_context(|| format!("the panel did not start: {:?}", page.console()))?;
        let downloads = self.browser.save_downloads(&self.downloads()).await?;
        Ok(Panel { page, downloads })
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

    fn downloads(&self) -> PathBuf {
        self.folder.path().join("downloads")
    }
}

/// A sample skill's text, as it lies in the repository.
///
/// # Errors
/// When the file can't be read.
pub fn sample_skill(name: &str) -> Result<String> {
    let path = fixtures().join(format!("skills/{name}.json"));
    std::fs::read_to_string(&path).with_context(|| path.display().to_string())
}

/// The file of the sample table with so many rows: 12 or 40.
#[must_use]
pub fn sample_table(rows: usize) -> PathBuf {
    fixtures().join(format!("tables/customers-{rows}.csv"))
}

/// The repository's fixtures. Chromium reads no file by a path with `..` in it.
pub(crate) fn fixtures() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).join("fixtures")
}
