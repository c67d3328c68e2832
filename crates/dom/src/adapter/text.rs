//! Text inputs, text areas and the browser's own fields for numbers, dates, times and colors.

use protocol::{ControlKind, Diagnosis, NotApplied};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::{Adapter, Job, SETTLES_MS, Tried};
use crate::setting::Setting;

/// Input types that hold text a person types.
const TEXT_LIKE: &str = "textarea, input:not([type]), input:is([type=text i], [type=search i], [type=email i], \
    [type=url i], [type=tel i], [type=number i], [type=date i], [type=month i], [type=week i], [type=time i], \
    [type=datetime-local i], [type=color i], [type=range i]), input:not(:is([type=checkbox i], [type=radio i], \
    [type=file i], [type=button i], [type=submit i], [type=reset i], [type=image i], [type=hidden i], \
    [type=password i]))";

pub(super) struct TextField;

impl Adapter for TextField {
    fn detects(&self, job: &Job<'_>) -> bool {
        job.matches(TEXT_LIKE) && job.plain_text().is_some()
    }

    fn settles_in(&self, job: &Job<'_>) -> u32 {
        if job.commits_when_left() {
            SETTLES_MS
        } else {
            0
        }
    }

    /// At once; key by key, for masks and for what completes while one types; pasted.
    fn ways(&self) -> u8 {
        3
    }

    fn by_hand(&self) -> u8 {
        1
    }

    fn apply<'a>(&'a self, job: &'a Job<'a>, way: u8) -> Tried<'a> {
        Box::pin(async move {
            let text = job.plain_text().unwrap_or_default();
            job.check_takes(&text)?;
            match way {
                0 => job.assign(&text),
                1 => job.type_over(&text).await,
                _ => {
                    job.hand.live.focus(&job.element);
                    job.hand.live.select_all(&job.element);
                    job.hand.live.paste(&job.element, &text);
                }
            }
            if job.commits_when_left() {
                job.leave();
            }
            Ok(())
        })
    }
}

impl Job<'_> {
    pub(crate) fn field(&self) -> &HtmlInputElement {
        self.element.unchecked_ref()
    }

    /// The value as text for a field of the browser's own kinds.
    pub(crate) fn plain_text(&self) -> Option<String> {
        // A picker shows any text for a while; only its own way in commits one.
        let is_native = self.kind == Some(ControlKind::DateTime);
        match &self.setting {
            Setting::Text(text) => Some(text.clone()),
            Setting::Number(number) => Some(number.to_string()),
            Setting::Date(date) if is_native => Some(date.to_string()),
            Setting::Time(time) if is_native => Some(time.to_string()),
            Setting::Options(options) if self.matches("[list]") => options.first().cloned(),
            _ => None,
        }
    }

    /// Whether the field may take its value, or take it back, only when it is left: all but plain text
    /// and the browser's own fields.
    fn commits_when_left(&self) -> bool {
        let is_plain = matches!(
            self.kind,
            Some(ControlKind::Text | ControlKind::DateTime) | None
        );
        !is_plain || self.matches("[inputmode=decimal i], [inputmode=numeric i]")
    }

    /// Whether the field may be written to, and takes this.
    fn check_takes(&self, text: &str) -> Result<(), Diagnosis> {
        let target = || self.approved.label.clone();
        // Ranges and colors never count as read-write, but can be set.
        let is_settable = self.matches(":read-write, [type=range i], [type=color i]");
        if !is_settable {
            return Err(Diagnosis::NotEditable { target: target() });
        }
        // Script may write past the limit that stops a person's typing; the site would not expect it.
        let limit = u32::try_from(self.field().max_length()).ok();
        let length = u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX);
        match limit {
            Some(limit) if length > limit => Err(Diagnosis::TooLong {
                target: target(),
                limit,
                length,
            }),
            _ => self.check_bounds(text),
        }
    }

    /// Numbers and dates outside `min` and `max` are set by script, but no person could.
    fn check_bounds(&self, text: &str) -> Result<(), Diagnosis> {
        let bound = |name| self.attribute(name).filter(|bound| !bound.is_empty());
        let (min, max) = (bound("min"), bound("max"));
        let is_outside = |bound: &Option<String>, is_min: bool| {
            let Some(bound) = bound else { return false };
            match (text.parse::<f64>(), bound.parse::<f64>()) {
                (Ok(value), Ok(bound)) => (value < bound) == is_min && value != bound,
                // Dates and times in their own form sort as texts.
                _ => {
                    text.len() == bound.len() && (text < bound.as_str()) == is_min && text != bound
                }
            }
        };
        let is_bounded = self.matches("[type=number i], [type=range i], [type=date i], [type=month i], [type=week i], [type=time i], [type=datetime-local i]");
        if is_bounded && (is_outside(&min, true) || is_outside(&max, false)) {
            return Err(self.not_applied(NotApplied::OutOfRange {
                accepted: format!("{} to {}", min.unwrap_or_default(), max.unwrap_or_default()),
            }));
        }
        Ok(())
    }

    /// Replaces the text at once. Plain assignment reaches frameworks here: their overrides of the
    /// setter live in the page's own world.
    pub(crate) fn assign(&self, text: &str) {
        let live = self.hand.live;
        live.focus(&self.element);
        let sender = live.sender(&self.element);
        sender.input("beforeinput", "insertText", Some(text));
        self.field().set_value(text);
        sender.input("input", "insertText", Some(text));
        sender.plain("change");
    }

    /// Selects what is there and types over it, key by key.
    pub(crate) async fn type_over(&self, text: &str) {
        let live = self.hand.live;
        if self.hand.is_trusted() {
            self.click().await;
        }
        live.focus(&self.element);
        live.select_all(&self.element);
        if text.is_empty() || self.field().selection_start().ok().flatten().is_none() {
            if self.hand.is_trusted() {
                let backspace = protocol::KeyPress::backspace();
                self.hand.press_here(&self.element, &backspace).await;
            } else {
                live.delete_before_caret(&self.element);
            }
        }
        self.hand.type_text(&self.element, text).await;
        if self.hand.is_trusted() {
            // The browser itself sends what leaving the field brings.
            self.leave();
        } else {
            live.sender(&self.element).plain("change");
        }
    }
}
