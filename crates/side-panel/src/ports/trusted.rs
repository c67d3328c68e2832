//! The browser's own input, for one action at a time: attached late, detached at once.

use std::rc::Rc;

use chrome_api::{ChromeError, Debugger, DebuggerWatch, has_debugger};
use protocol::{Button, Diagnosis, DialogAnswer, Gesture, KeyPress, Manner, Modifier, NoTrust};
use serde_json::{Value, json};
use wasm_bindgen_futures::spawn_local;

/// The debugger at the work tab, for one action.
pub(super) struct TrustedInput {
    debugger: Rc<Debugger>,
    /// Ends with it.
    _dialogs: DebuggerWatch,
}

impl TrustedInput {
    /// Attaches, if the action needs it.
    pub(super) async fn attach(tab: i32, manner: Manner) -> Result<Option<Self>, Diagnosis> {
        if !manner.needs_debugger() {
            return Ok(None);
        }
        if !has_debugger() {
            let why = NoTrust::NotInBuild;
            return Err(Diagnosis::NoTrustedInput { why });
        }
        let debugger = Rc::new(Debugger::attach(tab).await.map_err(refused)?);
        let input = Self {
            _dialogs: answer_dialogs(&debugger, manner.dialogs),
            debugger,
        };
        match input.begin().await {
            Ok(()) => Ok(Some(input)),
            Err(error) => {
                input.detach().await;
                Err(refused(error))
            }
        }
    }

    /// The page behaves as if the person looked at it: its own focus calls then bring events.
    async fn begin(&self) -> Result<(), ChromeError> {
        self.send("Page.enable", &json!({})).await?;
        let focus = json!({ "enabled": true });
        self.send("Emulation.setFocusEmulationEnabled", &focus)
            .await
    }

    /// Makes a gesture.
    pub(super) async fn make(&self, gesture: &Gesture) -> Result<(), Diagnosis> {
        let made = match gesture {
            Gesture::Move { to } => self.mouse("mouseMoved", *to, &json!({})).await,
            Gesture::Click {
                at,
                button,
                count,
                modifiers,
            } => self.click(*at, *button, *count, modifiers).await,
            Gesture::Drag { from, to } => self.drag(*from, *to).await,
            Gesture::Press { key } => self.press(key).await,
            Gesture::Type { text } => self.type_text(text).await,
        };
        made.map_err(refused)
    }

    async fn click(
        &self,
        at: [f64; 2],
        button: Button,
        count: u8,
        modifiers: &[Modifier],
    ) -> Result<(), ChromeError> {
        let held = bits(modifiers);
        self.mouse("mouseMoved", at, &json!({ "modifiers": held }))
            .await?;
        let button = match button {
            Button::Primary => "left",
            Button::Secondary => "right",
        };
        for count in 1..=count {
            let about = json!({ "button": button, "clickCount": count, "modifiers": held });
            self.mouse("mousePressed", at, &about).await?;
            self.mouse("mouseReleased", at, &about).await?;
        }
        Ok(())
    }

    /// The pointer goes in steps: what is dragged follows it.
    async fn drag(&self, from: [f64; 2], to: [f64; 2]) -> Result<(), ChromeError> {
        const STEPS: u8 = 8;
        let held = json!({ "button": "left", "clickCount": 1 });
        self.mouse("mouseMoved", from, &json!({})).await?;
        self.mouse("mousePressed", from, &held).await?;
        for step in 1..=STEPS {
            let part = f64::from(step) / f64::from(STEPS);
            let at = [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part);
            self.mouse("mouseMoved", at, &held).await?;
        }
        self.mouse("mouseReleased", to, &held).await
    }

    async fn mouse(&self, kind: &str, at: [f64; 2], about: &Value) -> Result<(), ChromeError> {
        let event = with(json!({ "type": kind, "x": at[0], "y": at[1] }), about);
        self.send("Input.dispatchMouseEvent", &event).await
    }

    async fn press(&self, key: &KeyPress) -> Result<(), ChromeError> {
        let text = match key.key() {
            "Enter" => Some("\r".to_owned()),
            _ => key.types().map(String::from),
        };
        let about = json!({
            "key": key.key(),
            "code": key.code(),
            "windowsVirtualKeyCode": key.key_code(),
            "modifiers": bits(&key.modifiers),
        });
        let mut down = with(json!({ "type": "keyDown" }), &about);
        if let Some(text) = text {
            down["text"] = text.into();
        }
        if key.has(Modifier::Control) && key.key().eq_ignore_ascii_case("a") {
            // The shortcut is the window's, which has not the person's focus.
            down["commands"] = json!(["selectAll"]);
        }
        self.send("Input.dispatchKeyEvent", &down).await?;
        let up = with(json!({ "type": "keyUp" }), &about);
        self.send("Input.dispatchKeyEvent", &up).await
    }

    /// Key by key; what no English keyboard has comes in as from an input method.
    async fn type_text(&self, text: &str) -> Result<(), ChromeError> {
        for character in text.replace("\r\n", "\n").chars() {
            match character {
                '\n' => self.press(&KeyPress::enter()).await?,
                ' '..='~' => self.press(&KeyPress::plain(character)).await?,
                other => {
                    let text = json!({ "text": other.to_string() });
                    self.send("Input.insertText", &text).await?;
                }
            }
        }
        Ok(())
    }

    async fn send(&self, method: &str, params: &Value) -> Result<(), ChromeError> {
        self.debugger.send(method, params).await.map(drop)
    }

    /// Detaches.
    pub(super) async fn detach(self) {
        self.debugger.detach().await;
    }
}

/// Answers the page's own dialogs as the step says; an `alert` has only one answer.
fn answer_dialogs(debugger: &Rc<Debugger>, rule: Option<DialogAnswer>) -> DebuggerWatch {
    let answering = Rc::downgrade(debugger);
    debugger.on_event(move |name, about| {
        if name != "Page.javascriptDialogOpening" {
            return;
        }
        let is_alert = about["type"] == "alert";
        let accept = match rule {
            _ if is_alert => true,
            Some(rule) => rule == DialogAnswer::Accept,
            // The person answers it.
            None => return,
        };
        let answering = answering.clone();
        spawn_local(async move {
            if let Some(debugger) = answering.upgrade() {
                let answer = json!({ "accept": accept });
                // A dialog that is gone needs no answer.
                let _ = debugger.send("Page.handleJavaScriptDialog", &answer).await;
            }
        });
    })
}

fn refused(error: ChromeError) -> Diagnosis {
    let message = match error {
        ChromeError::Refused { message, .. } => message,
        other => other.to_string(),
    };
    let why = NoTrust::Refused { message };
    Diagnosis::NoTrustedInput { why }
}

fn with(mut object: Value, more: &Value) -> Value {
    if let (Some(object), Some(more)) = (object.as_object_mut(), more.as_object()) {
        object.extend(more.clone());
    }
    object
}

/// Modifiers as the protocol counts them.
fn bits(modifiers: &[Modifier]) -> u8 {
    let bit = |modifier: &Modifier| match modifier {
        Modifier::Alt => 1,
        Modifier::Control => 2,
        Modifier::Meta => 4,
        Modifier::Shift => 8,
    };
    modifiers.iter().map(bit).sum()
}
