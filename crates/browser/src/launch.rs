//! How Chromium is started: our flags, and no others.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What to start. `LaunchOptions::default()` is a headless 1280x800 browser with a profile of its own.
#[derive(Clone, Debug)]
pub struct LaunchOptions {
    /// Without a window on a screen (`--headless=new`, which is the full browser).
    pub headless: bool,
    /// Folder of an unpacked extension to load.
    pub extension: Option<PathBuf>,
    /// Profile folder to use and keep. `None`: a temporary one, removed with the browser.
    pub profile: Option<PathBuf>,
    /// Window size in CSS px.
    pub window: (u32, u32),
    /// The browser's language, such as `zh-CN`. `None`: Chromium's own choice.
    pub language: Option<String>,
    /// Further flags, after ours (of two equal ones Chromium takes the last).
    pub flags: Vec<String>,
    /// How long the start may take.
    pub start_limit: Duration,
}

impl Default for LaunchOptions {
    fn default() -> Self {
        Self {
            headless: true,
            extension: None,
            profile: None,
            window: (1280, 800),
            language: None,
            flags: Vec::new(),
            start_limit: Duration::from_secs(30),
        }
    }
}

const ALWAYS: [&str; 9] = [
    "--remote-debugging-port=0",
    "--enable-unsafe-extension-debugging",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    // Any request to another host fails: a test that passes has proved it made none that mattered.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

impl LaunchOptions {
    /// The command line, given the profile that is really used.
    pub(crate) fn arguments(&self, profile: &Path) -> Vec<OsString> {
        let mut list: Vec<OsString> = ALWAYS.map(OsString::from).into();
        let (width, height) = self.window;
        list.push(format!("--window-size={width},{height}").into());
        list.push(flag_with_path("--user-data-dir=", profile));
        if self.headless {
            list.push("--headless=new".into());
        }
        if rustix::process::geteuid().is_root() {
            list.push("--no-sandbox".into()); // Chromium's sandbox refuses root.
        }
        if let Some(folder) = &self.extension {
            list.push(flag_with_path("--load-extension=", folder));
            list.push(flag_with_path("--disable-extensions-except=", folder));
            list.push("--disable-features=DisableLoadExtensionCommandLineSwitch".into());
        }
        if let Some(language) = &self.language {
            list.push(format!("--lang={language}").into());
        }
        list.extend(self.flags.iter().map(OsString::from));
        list.push("about:blank".into());
        list
    }
}

fn flag_with_path(flag: &str, path: &Path) -> OsString {
    let mut text = OsString::from(flag);
    text.push(path);
    text
}
