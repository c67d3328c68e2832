//! What one attached target has told us so far: its contexts, console, loads and dialogs.
//!
//! Pure: events go in, state comes out; waiting on it is [`crate::page`]'s work.

use std::collections::HashSet;

use serde_json::Value;

/// One JavaScript world of a page's frame: the page's own, or an extension's isolated one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// Valid until the frame navigates.
    pub id: i64,
    /// The extension's name for an isolated world, empty for the page's own.
    pub name: String,
    /// Such as `http://127.0.0.1:8080` or `chrome-extension://…`.
    pub origin: String,
    /// CDP frame id.
    pub frame: String,
    /// The page's own world.
    pub is_default: bool,
}

/// A console call, an uncaught exception or an entry of the browser's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleMessage {
    /// `log`, `warning`, `error`, …; `exception` for an uncaught one.
    pub level: String,
    /// The arguments as text, joined by spaces.
    pub text: String,
}

#[derive(Debug, Default)]
pub(crate) struct SessionState {
    pub(crate) contexts: Vec<Context>,
    pub(crate) console: Vec<ConsoleMessage>,
    /// Loader ids of the documents whose `load` event has fired.
    pub(crate) loaded: HashSet<String>,
    /// Ids of the targets that were attached to through this one.
    pub(crate) children: HashSet<String>,
    /// The message of the JavaScript dialog that is open.
    pub(crate) dialog: Option<String>,
    /// Set once the target can't answer any more.
    pub(crate) gone: Option<String>,
}

impl SessionState {
    pub(crate) fn apply(&mut self, method: &str, params: &Value) {
        match method {
            "Runtime.executionContextCreated" => self.contexts.push(context(&params["context"])),
            "Runtime.executionContextDestroyed" => {
                let id = params["executionContextId"].as_i64();
                self.contexts.retain(|context| Some(context.id) != id);
            }
            "Runtime.executionContextsCleared" => self.contexts.clear(),
            "Runtime.consoleAPICalled" => self.console.push(console_call(params)),
            "Runtime.exceptionThrown" => self.console.push(ConsoleMessage {
                level: "exception".into(),
                text: exception_text(&params["exceptionDetails"]),
            }),
            "Log.entryAdded" => self.console.push(log_entry(&params["entry"])),
            "Page.lifecycleEvent" if params["name"] == "load" => {
                self.loaded.insert(text(&params["loaderId"]));
            }
            "Target.attachedToTarget" => {
                self.children
                    .insert(text(&params["targetInfo"]["targetId"]));
            }
            "Page.javascriptDialogOpening" => self.dialog = Some(text(&params["message"])),
            "Page.javascriptDialogClosed" => self.dialog = None,
            _ => {}
        }
    }
}

/// The best text of a CDP `exceptionDetails`: the error with its stack, else its value.
pub(crate) fn exception_text(details: &Value) -> String {
    let exception = &details["exception"];
    if let Some(description) = exception["description"].as_str() {
        return description.to_owned();
    }
    match &exception["value"] {
        Value::Null => text(&details["text"]),
        Value::String(value) => value.clone(),
        value => value.to_string(),
    }
}

/// The string in `value`, empty if it isn't one.
pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn context(value: &Value) -> Context {
    Context {
        id: value["id"].as_i64().unwrap_or_default(),
        name: text(&value["name"]),
        origin: text(&value["origin"]),
        frame: text(&value["auxData"]["frameId"]),
        is_default: value["auxData"]["isDefault"].as_bool().unwrap_or_default(),
    }
}

fn console_call(params: &Value) -> ConsoleMessage {
    let arguments = params["args"].as_array().map_or(&[][..], Vec::as_slice);
    let words: Vec<String> = arguments.iter().map(argument_text).collect();
    ConsoleMessage {
        level: text(&params["type"]),
        text: words.join(" "),
    }
}

fn argument_text(argument: &Value) -> String {
    match (&argument["value"], argument["description"].as_str()) {
        (Value::String(value), _) => value.clone(),
        (Value::Null, Some(description)) => description.to_owned(),
        (Value::Null, None) => text(&argument["type"]),
        (value, _) => value.to_string(),
    }
}

fn log_entry(entry: &Value) -> ConsoleMessage {
    let (words, url) = (text(&entry["text"]), text(&entry["url"]));
    let text = if url.is_empty() {
        words
    } else {
        format!("{words} ({url})")
    };
    ConsoleMessage {
        level: self::text(&entry["level"]),
        text,
    }
}
