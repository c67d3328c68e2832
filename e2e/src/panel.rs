//! A browser with the extension, a practice site, and the real side panel.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use browser::{Browser, LaunchOptions, Page};
use practice_site::{ServeOptions, Site, serve_with};

/// How long anything the panel does at once may take.
const SOON: Duration = Duration::from_secs(20);

/// A practice site and a browser with the extension on one of its pages.
pub struct Bench {
    /// The site, whose server keeps the truth.
    pub site: Site,
    /// The browser.
    pub browser: Browser,
    /// The page the person is on.
    pub page: Page,
}

/// The open side panel.
pub struct Panel {
    /// Its document.
    pub page: Page,
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
        Ok(Self {
            site,
            browser,
            page,
        })
    }

    /// Opens the real side panel on the person's page, by the extension's button.
    ///
    /// # Errors
    /// When it does not open or its program does not start.
    pub async fn open_panel(&self) -> Result<Panel> {
        let page = self.browser.open_side_panel(&self.page).await?;
        page.wait_for("document.querySelector('main')", SOON)
            .await
            .with_context(|| format!("the panel did not start: {:?}", page.console()))?;
        Ok(Panel { page })
    }
}
