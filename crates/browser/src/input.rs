//! Real, trusted input: what the browser does when a person clicks and types.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::page::Page;

/// How long an element may take to be there, at rest and uncovered before it is clicked.
const READY_LIMIT: Duration = Duration::from_secs(5);

impl Page {
    /// Clicks the middle of the first element that matches a CSS selector, once nothing covers it.
    ///
    /// Measured on Chromium 156: such a click gives its page focus without taking it from the side panel
    /// (`document.hasFocus()` is then true in both). A test of a page without focus must not click in it.
    ///
    /// # Errors
    /// It doesn't appear, keeps moving or is covered by another element; or the target is gone.
    pub async fn click(&self, selector: &str) -> Result<()> {
        let point = self.hit_point(selector).await?;
        self.mouse("mouseMoved", &point, 0).await?;
        self.mouse("mousePressed", &point, 1).await?;
        self.mouse("mouseReleased", &point, 0).await
    }

    /// The point to click, in CSS px of the viewport.
    async fn hit_point(&self, selector: &str) -> Result<Value> {
        let start = Instant::now();
        loop {
            let point: Value = self.evaluate(&look_for_point(selector)).await?;
            match point["not_yet"].as_str() {
                None => return Ok(point),
                Some(reason) if start.elapsed() > READY_LIMIT => {
                    bail!("click {selector}: {reason} after {READY_LIMIT:?}")
                }
                Some(_) => {}
            }
        }
    }

    async fn mouse(&self, kind: &str, point: &Value, buttons: u8) -> Result<()> {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        let params = json!({
            "type": kind, "x": point["x"], "y": point["y"],
            "button": button, "buttons": buttons, "clickCount": u8::from(button == "left"),
        });
        self.command("Input.dispatchMouseEvent", params)
            .await
            .map(drop)
    }

    /// Types text into the focused element, as an input method does (no key events).
    ///
    /// # Errors
    /// The target is gone.
    pub async fn type_text(&self, text: &str) -> Result<()> {
        self.command("Input.insertText", json!({ "text": text }))
            .await
            .map(drop)
    }

    /// Presses and releases a key, such as `Enter`, `Tab`, `a` or `Control+a`.
    ///
    /// # Errors
    /// A key this crate doesn't know, or the target is gone.
    pub async fn press(&self, key: &str) -> Result<()> {
        let (modifiers, key) = split_modifiers(key)?;
        let mut event = key_event(key).with_context(|| format!("unknown key {key:?}"))?;
        event["modifiers"] = modifiers.into();
        let types_text = event.get("text").is_some() && modifiers & !SHIFT == 0;
        if !types_text && let Some(event) = event.as_object_mut() {
            event.remove("text");
        }
        event["type"] = if types_text { "keyDown" } else { "rawKeyDown" }.into();
        self.command("Input.dispatchKeyEvent", event.clone())
            .await?;
        event["type"] = "keyUp".into();
        if let Some(event) = event.as_object_mut() {
            event.remove("text");
        }
        self.command("Input.dispatchKeyEvent", event)
            .await
            .map(drop)
    }

    /// Chooses files in an `<input type=file>`.
    ///
    /// # Errors
    /// No such element, or the target is gone.
    pub async fn set_files(&self, selector: &str, files: &[PathBuf]) -> Result<()> {
        let expression = format!("document.querySelector({})", Value::from(selector));
        let element = self
            .command("Runtime.evaluate", json!({ "expression": expression }))
            .await?;
        let Some(object) = element["result"]["objectId"].as_str() else {
            bail!("no element matches {selector}");
        };
        let params = json!({ "objectId": object, "files": files });
        self.command("DOM.setFileInputFiles", params)
            .await
            .map(drop)
    }
}

/// Scrolls the element into view and gives its middle, or `not_yet` with the reason.
fn look_for_point(selector: &str) -> String {
    format!(
        "(async () => {{
            const element = document.querySelector({selector});
            element?.scrollIntoView({{ block: 'center', inline: 'center', behavior: 'instant' }});
            const before = element?.getBoundingClientRect();
            // A panel that slides in moves its content: the box must be at rest. Also our pace of asking.
            await new Promise((resolve) => setTimeout(resolve, 50));
            if (!element) return {{ not_yet: 'it is not there' }};
            const box = element.getBoundingClientRect();
            const same = ['x', 'y', 'width', 'height'].every((side) => box[side] === before[side]);
            if (!same) return {{ not_yet: 'it is moving' }};
            if (!box.width || !box.height) return {{ not_yet: 'it has no box' }};
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const hit = element.getRootNode().elementFromPoint(x, y);
            if (!hit) return {{ not_yet: 'it is outside of the window' }};
            const labels = [...(element.labels ?? [])];
            if (element.contains(hit) || labels.some((label) => label.contains(hit))) return {{ x, y }};
            return {{ not_yet: `it is covered by ${{hit.outerHTML.slice(0, 120)}}` }};
        }})()",
        selector = Value::from(selector)
    )
}

// CDP's modifier bits.
const SHIFT: u8 = 8;

fn split_modifiers(keys: &str) -> Result<(u8, &str)> {
    let Some((modifiers, key)) = keys.rsplit_once('+').filter(|(_, key)| !key.is_empty()) else {
        return Ok((0, keys));
    };
    let mut bits = 0;
    for modifier in modifiers.split('+') {
        bits |= match modifier {
            "Alt" => 1,
            "Control" => 2,
            "Meta" => 4,
            "Shift" => SHIFT,
            other => bail!("unknown modifier {other:?}"),
        };
    }
    Ok((bits, key))
}

/// The `key`, `code`, `windowsVirtualKeyCode` and (of keys that write) `text` of a key.
fn key_event(key: &str) -> Option<Value> {
    let named = |code: u32| json!({ "key": key, "code": key, "windowsVirtualKeyCode": code });
    let writing = |code: u32, text: &str| json!({ "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text });
    Some(match key {
        "Enter" => writing(13, "\r"),
        "Backspace" => named(8),
        "Tab" => named(9),
        "Escape" => named(27),
        "PageUp" => named(33),
        "PageDown" => named(34),
        "End" => named(35),
        "Home" => named(36),
        "ArrowLeft" => named(37),
        "ArrowUp" => named(38),
        "ArrowRight" => named(39),
        "ArrowDown" => named(40),
        "Delete" => named(46),
        " " | "Space" => {
            json!({ "key": " ", "code": "Space", "windowsVirtualKeyCode": 32, "text": " " })
        }
        _ => return character_event(key),
    })
}

fn character_event(key: &str) -> Option<Value> {
    let mut characters = key.chars();
    let (character, None) = (characters.next()?, characters.next()) else {
        return None;
    };
    let upper = character.to_ascii_uppercase();
    let code = match upper {
        'A'..='Z' => format!("Key{upper}"),
        '0'..='9' => format!("Digit{upper}"),
        _ => return Some(json!({ "key": key, "text": key })),
    };
    Some(
        json!({ "key": key, "code": code, "windowsVirtualKeyCode": u32::from(upper), "text": key }),
    )
}
