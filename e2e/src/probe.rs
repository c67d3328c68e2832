//! The engine in any page without the extension around it, in an isolated world as there: for
//! measuring and for asking what it makes of an element.

use std::path::Path;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context as _, Result, bail};
use browser::Page;
use protocol::{Answer, Command, CommandId, Fault, Reply, Request};
use serde::de::DeserializeOwned;
use serde_json::json;

/// An engine in a page's document. Gone with the document.
pub struct Probe {
    page: Page,
    context: i64,
    /// How many commands were given: an engine does nothing twice under one id.
    commands: AtomicU32,
}

/// Two engines in one document live in worlds of their own.
fn world_name(script: &str) -> String {
    format!("probe-{}", script.len())
}

/// Where the loader leaves the engine.
const ENGINE: &str = "globalThis[Symbol.for('surehand.engine')].engine";

impl Probe {
    /// Starts the engine of this script (`engine-wasm.js` or `engine-js.js` of a build) in the page's
    /// current document.
    ///
    /// # Errors
    /// When the page can't run it.
    pub async fn start(page: &Page, script: &str) -> Result<Self> {
        let tree = page.command("Page.getFrameTree", json!({})).await?;
        let world =
            json!({ "frameId": tree["frameTree"]["frame"]["id"], "worldName": world_name(script) });
        let world = page.command("Page.createIsolatedWorld", world).await?;
        let context = world["executionContextId"].as_i64();
        let probe = Self {
            page: page.clone(),
            context: context.context("no isolated world")?,
            commands: AtomicU32::new(0),
        };
        let loaded: serde_json::Value = probe.evaluate(script).await?;
        match loaded["refused"].as_str() {
            None => Ok(probe),
            Some(why) => bail!("{why}"),
        }
    }

    /// The script of an engine in a build's folder.
    ///
    /// # Errors
    /// When it is not there.
    pub fn script(extension: &Path, variant: &str) -> Result<String> {
        let file = extension.join(format!("engine-{variant}.js"));
        std::fs::read_to_string(&file).with_context(|| file.display().to_string())
    }

    /// Evaluates an expression beside the engine, which is named `engine` there.
    ///
    /// # Errors
    /// What it threw.
    pub async fn call<T: DeserializeOwned>(&self, expression: &str) -> Result<T> {
        self.evaluate(&format!("(engine => {expression})({ENGINE})"))
            .await
    }

    /// Asks the engine as the panel does.
    ///
    /// # Errors
    /// When it refuses.
    pub async fn ask(&self, request: Request) -> Result<Reply> {
        Ok(self.answer(request).await??)
    }

    /// The same; a refusal is an answer.
    ///
    /// # Errors
    /// When there is no answer.
    pub async fn answer(&self, request: Request) -> Result<Result<Reply, Fault>> {
        let id = CommandId(format!("probe-{}", self.commands.fetch_add(1, Relaxed)));
        self.act(&id, request).await
    }

    /// The same under a given id, with a clock, which the engine needs for an action.
    ///
    /// # Errors
    /// When there is no answer.
    pub async fn act(&self, id: &CommandId, request: Request) -> Result<Result<Reply, Fault>> {
        let command = Command {
            id: id.clone(),
            request,
        };
        let is_action = matches!(command.request, Request::Act { .. });
        let id = serde_json::to_string(&command.id)?;
        let command = serde_json::to_string(&command)?;
        let tick = format!(
            "const began = performance.now();
            const timer = setInterval(() => engine.receive({{ id: '', request: {{ tick: {{
                command: {id}, elapsed_ms: Math.round(performance.now() - began) }} }} }}, () => {{}}), 50);"
        );
        let asked = format!(
            "new Promise(done => {{
                {}
                engine.receive({command}, answer => {{ {} done(answer); }});
            }})",
            if is_action { tick.as_str() } else { "" },
            if is_action {
                "clearInterval(timer);"
            } else {
                ""
            },
        );
        let answer: Answer = self.call(&asked).await?;
        Ok(answer.outcome)
    }

    /// How long a call of this function takes in the page, ms.
    ///
    /// # Errors
    /// What it threw.
    pub async fn time(&self, function: &str) -> Result<f64> {
        let timed = "const began = performance.now(); run(); return performance.now() - began;";
        self.call(&format!("(run => {{ {timed} }})({function})"))
            .await
    }

    /// The same for a request to the engine, up to its answer as a JavaScript value.
    ///
    /// # Errors
    /// When it refuses.
    pub async fn time_ask(&self, request: &Request) -> Result<f64> {
        let request = serde_json::to_string(request)?;
        let command = format!("{{ id: 'timed', request: {request} }}");
        let ask = format!(
            "() => engine.receive({command}, answer => {{
                if (!answer.outcome.Ok) throw new Error(JSON.stringify(answer.outcome));
            }})"
        );
        self.time(&ask).await
    }

    async fn evaluate<T: DeserializeOwned>(&self, js: &str) -> Result<T> {
        self.page.evaluate_in(self.context, js).await
    }
}
