//! What the engine sees of one page, through the real panel: `cargo xtask snapshot`.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use e2e::{Desk, DeskOptions, Inspected};
use practice_site::{Site, serve};

use crate::build::{Package, build};
use crate::demo::runtime;
use crate::options::Options;
use crate::tools::ensure_browser;

/// The parts of a page that can be asked for.
const VIEWS: [&str; 4] = ["interactive", "outline", "full", "article"];

/// The hosts the browser reaches here.
const LOCAL: [&str; 2] = ["127.0.0.1", "localhost"];

/// Where a file's page is served.
const PATH: &str = "/page.html";

/// How the engine's notice begins that nothing of a page could be read.
const UNREAD: &str = "the page could not be read";

/// Which page is looked at.
#[derive(Debug, PartialEq, Eq)]
enum Source {
    /// One that somebody serves on this machine.
    Url(String),
    /// One to be served from here.
    File(PathBuf),
}

/// Prints the page's text, then counts, tokens and milliseconds.
pub(crate) fn snapshot(arguments: &[&str]) -> Result<()> {
    let Some((page, options)) = arguments.split_first() else {
        bail!("snapshot needs an address or an HTML file");
    };
    let options = Options::read(options, &["--view", "--engine"], &[])?;
    let view = options.get("--view").unwrap_or("outline");
    if !VIEWS.contains(&view) {
        bail!("--view {view}: expected {}", VIEWS.join(", "));
    }
    let engine = options.get("--engine");
    if engine.is_some_and(|engine| !matches!(engine, "wasm" | "js")) {
        bail!("--engine: expected wasm or js");
    }
    let source = Source::read(page)?;
    ensure_browser()?;
    let extension = build(Package::Test)?;
    runtime()?.block_on(async {
        let (url, _site) = source.open().await?;
        let seen = look(extension, &url, view, engine).await?;
        if let Some(why) = seen
            .notices
            .iter()
            .find(|notice| notice.starts_with(UNREAD))
        {
            bail!("{url}: {why}");
        }
        print(&seen);
        Ok(())
    })
}

impl Source {
    fn read(page: &str) -> Result<Self> {
        let path = match page.split_once("://") {
            None => page,
            Some(("file", path)) => path,
            Some(("http" | "https", rest)) if LOCAL.contains(&host(rest)) => {
                return Ok(Self::Url(page.to_owned()));
            }
            Some(_) => bail!(
                "{page}: only pages of this machine ({}) and HTML files can be looked at here; the browser of \
                 these commands reaches no other host. Save the page as HTML and name the file, or open it \
                 in your own Chrome and use the panel's page inspector",
                LOCAL.join(", ")
            ),
        };
        let file = std::fs::canonicalize(path).with_context(|| path.to_owned())?;
        Ok(Self::File(file))
    }

    /// The page's address, and the server that must live as long as it is used.
    async fn open(self) -> Result<(String, Option<Site>)> {
        let file = match self {
            Self::Url(url) => return Ok((url, None)),
            Self::File(file) => file,
        };
        let html = std::fs::read_to_string(&file)
            .with_context(|| format!("{} is no HTML text in UTF-8", file.display()))?;
        let site = serve(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        site.add_page(PATH, html);
        Ok((format!("{}{PATH}", site.url()), Some(site)))
    }
}

/// The host of what comes after an address's scheme.
fn host(rest: &str) -> &str {
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    host.split(':').next().unwrap_or_default()
}

async fn look(
    extension: PathBuf,
    url: &str,
    view: &str,
    engine: Option<&str>,
) -> Result<Inspected> {
    let options = DeskOptions {
        extension,
        profile: None,
        headless: true,
    };
    let desk = Desk::start(options, url).await?;
    let panel = desk.open_panel().await?;
    if let Some(engine) = engine {
        panel.choose_setting("engine", engine).await?;
    }
    let seen = panel.inspect(view).await;
    seen.with_context(|| format!("{url} can't be looked at"))
}

fn print(seen: &Inspected) {
    print!("{}", seen.text);
    println!();
    for line in &seen.notices {
        println!("note: {line}");
    }
    println!("{}", seen.facts.join(" · "));
    println!("{} (a fast build, as for tests)", seen.engine);
}

#[cfg(test)]
mod tests {
    use super::{Source, host};

    #[test]
    fn only_pages_of_this_machine_are_looked_at() {
        for url in [
            "http://127.0.0.1:8080/a",
            "http://localhost/",
            "https://localhost:1",
        ] {
            assert_eq!(Source::read(url).unwrap(), Source::Url(url.into()));
        }
        for url in [
            "https://example.test/",
            "http://127.0.0.1@example.test/",
            "http://localhost.example.test",
            "chrome://version",
        ] {
            let error = Source::read(url).unwrap_err().to_string();
            assert!(error.contains("only pages of this machine"), "{error}");
        }
        assert_eq!(host("user@localhost:80/x"), "localhost");
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = Source::read("no/such.html").unwrap_err();
        assert!(format!("{error:#}").contains("no/such.html"), "{error:#}");
    }
}
