//! The pages made of real control libraries (`fixtures/web`): their table of controls, and a server for what was built.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::bench::fixtures;

/// One control of one page: what it is called, what is entered, and what its app must then believe.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WebControl {
    /// The page's file without `.html`.
    pub page: String,
    /// The library's name.
    pub library: String,
    /// The library's version; empty for what the browser brings.
    pub version: String,
    /// The kind of control, such as `date_range`.
    pub control: String,
    /// How it differs from others of its kind on the page; empty for the plain one.
    pub variant: String,
    /// The accessible name, in Chromium's words with white space collapsed.
    pub name: String,
    /// The role Chromium's accessibility tree gives the element of that name.
    pub role: String,
    /// The field of the page's `STATE`.
    pub key: String,
    /// What a person has in a table. Dates are ISO 8601, times `HH:mm`, files `{name, text}`.
    pub value: Value,
    /// What `STATE` must hold once the value has arrived.
    pub expect: Value,
    /// A value the control can't take.
    pub bad: Option<Value>,
    /// The button that opens what the control is in.
    pub open: Option<String>,
    /// Where in a grid it is: `row` is the row's first cell, `column` a header.
    pub cell: Option<BTreeMap<String, String>>,
}

impl std::fmt::Display for WebControl {
    /// `date_range "Stay"`, with what is special about it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.control, self.name)?;
        if !self.variant.is_empty() {
            write!(f, " ({})", self.variant)?;
        }
        Ok(())
    }
}

/// All controls of all pages, in the table's order.
///
/// # Errors
/// When the table can't be read.
pub fn web_controls() -> Result<Vec<WebControl>> {
    let path = fixtures().join("web/controls.json");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// A server of a folder's files on this machine. Dropping it stops it.
#[derive(Debug)]
pub struct WebPages {
    address: SocketAddr,
    _stop: oneshot::Sender<()>,
}

struct Served {
    folder: PathBuf,
    policy: Option<HeaderValue>,
}

impl WebPages {
    /// Serves the files of a folder at a free port; `policy` is a Content-Security-Policy for each.
    ///
    /// # Errors
    /// The policy is no header text.
    pub async fn start(folder: impl Into<PathBuf>, policy: Option<&str>) -> Result<Self> {
        Self::start_at((Ipv4Addr::LOCALHOST, 0).into(), folder, policy).await
    }

    /// The same at an address.
    ///
    /// # Errors
    /// The address is taken, or the policy is no header text.
    pub async fn start_at(
        address: SocketAddr,
        folder: impl Into<PathBuf>,
        policy: Option<&str>,
    ) -> Result<Self> {
        let served = Served {
            folder: folder.into(),
            policy: policy.map(HeaderValue::from_str).transpose()?,
        };
        let router = Router::new().fallback(answer).with_state(Arc::new(served));
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("could not listen on {address}"))?;
        let address = listener.local_addr()?;
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = axum::serve(listener, router).with_graceful_shutdown(async {
            let _ = stopped.await; // Also when the sender is dropped, which is how it happens.
        });
        tokio::spawn(serving.into_future());
        Ok(Self {
            address,
            _stop: stop,
        })
    }

    /// The address of a file, such as `antd6.html?refuse`; empty for the folder's.
    #[must_use]
    pub fn url(&self, file: &str) -> String {
        format!("http://{}/{file}", self.address)
    }
}

/// A file of the folder itself; nothing below or above it.
async fn answer(State(served): State<Arc<Served>>, request: Request) -> Response {
    let name = request.uri().path().trim_start_matches('/');
    let is_plain = |name: &str| !name.starts_with('.') && !name.contains(['/', '\\', '%']);
    if name.is_empty() || !is_plain(name) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let path = served.folder.join(name);
    let Ok(content) = tokio::fs::read(&path).await else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = ([(CONTENT_TYPE, content_type(&path))], content).into_response();
    if let Some(policy) = &served.policy {
        let headers = response.headers_mut();
        headers.insert(CONTENT_SECURITY_POLICY, policy.clone());
    }
    response
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}
