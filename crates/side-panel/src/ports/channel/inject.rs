//! Having an engine run in a document.

use chrome_api::{ChromeError, Document, Injected};
use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use protocol::{Diagnosis, UrlPattern};
use serde::Deserialize;

use super::Channel;

/// The engine's scripts in the package: as WebAssembly, and as plain JavaScript for pages whose
/// security policy refuses the first.
pub(super) const WASM: &str = "engine-wasm.js";
pub(super) const JS: &str = "engine-js.js";

/// How long Chrome may take to let the engine in, ms. It waits for the document to be idle.
const INJECT_LIMIT_MS: u32 = 30_000;

/// The same where the site is not granted, ms.
const CLICK_INJECT_LIMIT_MS: u32 = 3_000;

/// The same for a frame, ms: one that never loads must not hold up the page around it. The first try
/// waits longest; what is asked for then goes on in Chrome, so a later try finds it done.
const FRAME_INJECT_LIMIT_MS: u32 = 2_000;
const FRAME_AGAIN_LIMIT_MS: u32 = 300;

/// How often a frame is tried that did not load in time.
pub(super) const FRAME_TRIES: u32 = 12;

/// What the loader says after it ran.
#[derive(Deserialize)]
struct Loaded {
    /// Why no engine runs; absent if one does, now or since before.
    #[serde(default)]
    refused: Option<String>,
}

impl Channel {
    /// Has an engine run in a document; gives Chrome's id of it.
    pub(super) async fn inject(
        &self,
        document: Document<'_>,
        tries: u32,
    ) -> Result<String, Diagnosis> {
        let mut why = String::new();
        let may_run = |engine: &&&str| **engine != WASM || !self.is_refused.get();
        for engine in self.engines.iter().filter(may_run) {
            let injected = match self.inject_one(document, engine, tries).await {
                Ok(injected) => injected,
                Err(ChromeError::Deadline { limit_ms, .. }) if document != Document::Top => {
                    let what = "the frame".to_owned();
                    return Err(Diagnosis::Timeout { what, limit_ms });
                }
                Err(error) => return Err(self.not_scriptable(error.to_string()).await),
            };
            why = match serde_json::from_value::<Loaded>(injected.result).map(|l| l.refused) {
                Ok(None) => return Ok(injected.document_id),
                Ok(Some(why)) => why,
                Err(error) => format!("{engine} did not load: {error}"),
            };
            self.is_refused.set(self.engines.len() > 1);
        }
        Err(self.not_scriptable(why).await)
    }

    /// Has one build run. How long a page may take to let it in is asked meanwhile: most are in by then.
    async fn inject_one(
        &self,
        document: Document<'_>,
        engine: &str,
        tries: u32,
    ) -> Result<Injected, ChromeError> {
        let limit_ms = match document {
            Document::Top => INJECT_LIMIT_MS,
            Document::Id(_) if tries == 0 => FRAME_INJECT_LIMIT_MS,
            Document::Id(_) => FRAME_AGAIN_LIMIT_MS,
        };
        let files = [engine];
        let injecting = Box::pin(chrome_api::inject(self.tab, document, &files, limit_ms));
        if document != Document::Top {
            return injecting.await;
        }
        let over = Box::pin(async {
            let limit_ms = self.inject_limit().await;
            TimeoutFuture::new(limit_ms).await;
            limit_ms
        });
        match select(injecting, over).await {
            Either::Left((injected, _)) => injected,
            Either::Right((limit_ms, _)) => Err(ChromeError::Deadline {
                api: "scripting.executeScript",
                limit_ms,
            }),
        }
    }

    /// How long Chrome may take. Where site access is "on click" it never answers; with the access of
    /// a click alone it answers soon.
    async fn inject_limit(&self) -> u32 {
        let url = chrome_api::tab(self.tab).await.map(|tab| tab.url);
        let origin = url.ok().and_then(|url| url.parse::<UrlPattern>().ok());
        let Some(origin) = origin.map(|origin| origin.origin_pattern()) else {
            return INJECT_LIMIT_MS;
        };
        match chrome_api::has_origins(&[origin]).await {
            Ok(false) => CLICK_INJECT_LIMIT_MS,
            _ => INJECT_LIMIT_MS,
        }
    }

    async fn not_scriptable(&self, why: String) -> Diagnosis {
        let url = chrome_api::tab(self.tab)
            .await
            .map(|tab| tab.url)
            .unwrap_or_default();
        let url = if url.is_empty() {
            "this page".to_owned()
        } else {
            url
        };
        Diagnosis::NotScriptable { url, why }
    }
}
