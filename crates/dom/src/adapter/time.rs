//! Time fields of the page's own that take text, and the hour and minute fields of a popup.

use values::Time;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use super::{Adapter, Job, TOLD_MS, Tried};
use crate::setting::Setting;

const TYPED: &str = "input:not([type]):read-write, input[type=text i]:read-write";

pub(super) struct TimeField;

impl Adapter for TimeField {
    fn detects(&self, job: &Job<'_>) -> bool {
        matches!(job.setting, Setting::Time(_)) && !job.matches("input[type=time i]")
    }

    /// With seconds, without, of a twelve-hour clock; in the popup's own fields.
    fn ways(&self) -> u8 {
        4
    }

    fn settles_in(&self, _job: &Job<'_>) -> u32 {
        TOLD_MS
    }

    fn apply<'a>(&'a self, job: &'a Job<'a>, way: u8) -> Tried<'a> {
        Box::pin(async move {
            let Setting::Time(time) = job.setting else {
                return Ok(());
            };
            if way == 3 {
                job.enter_in_popup(time).await;
                return Ok(());
            }
            let natives = job.hand.live.natives();
            let inside = || natives.query_in(&job.element, TYPED).into_iter().next();
            let field = if job.matches(TYPED) {
                Some(job.element.clone())
            } else {
                inside()
            };
            if let Some(field) = field {
                job.enter_text(&field, &in_form(time, &job.shape_of(&field), way))
                    .await;
                job.leave();
            }
            Ok(())
        })
    }
}

/// The time as the field writes it, where it shows how; else in one of the usual forms.
pub(super) fn in_form(time: Time, shape: &str, way: u8) -> String {
    let with_seconds = format!("{:02}:{:02}:{:02}", time.hour, time.minute, time.second);
    let plain = format!("{:02}:{:02}", time.hour, time.minute);
    let lower = shape.to_lowercase();
    let forms = if lower.contains('a') || lower.contains("pm") {
        [time.in_twelve_hours(), plain, with_seconds]
    } else if lower.matches(':').count() == 1 {
        [plain, with_seconds, time.in_twelve_hours()]
    } else {
        [with_seconds, plain, time.in_twelve_hours()]
    };
    let at = usize::from(way).min(2);
    forms[at].clone()
}

impl Job<'_> {
    /// What shows how the field writes times: a pattern, or the time in it.
    pub(super) fn shape_of(&self, field: &Element) -> String {
        let placeholder = self.hand.live.natives().attribute(field, "placeholder");
        let placeholder = placeholder.filter(|text| text.contains(':'));
        placeholder.unwrap_or_else(|| crate::typing::value_of(field))
    }

    /// Number fields for hours and minutes in the popup, with a button for the half of the day.
    async fn enter_in_popup(&self, time: Time) {
        if let Some(popup) = self.open_popup().await {
            self.enter_parts(&popup, time).await;
            self.close_popup(&popup).await;
        }
    }

    pub(super) async fn enter_parts(&self, popup: &Element, time: Time) {
        let natives = self.hand.live.natives();
        let fields = natives.query_in(
            popup,
            "input:is([type=number i], [inputmode=numeric]):not(.cur-year)",
        );
        let is_shown = |field: &&Element| natives.is_shown(field);
        let fields: Vec<&Element> = fields.iter().filter(is_shown).collect();
        let half = natives
            .query_in(popup, ".flatpickr-am-pm")
            .into_iter()
            .find(|at| natives.is_shown(at));
        let hour = match (&half, time.hour % 12) {
            (None, _) => time.hour,
            (Some(_), 0) => 12,
            (Some(_), hour) => hour,
        };
        if let Some(half) = half {
            let is_afternoon = natives.words(&half).to_lowercase().contains("pm");
            if is_afternoon != (time.hour >= 12) {
                self.hand.click_in_view(&half).await;
            }
        }
        for (field, number) in fields.iter().zip([hour, time.minute, time.second]) {
            self.hand.live.focus(field);
            if self.hand.is_trusted() {
                self.hand.live.select_all(field);
                self.hand.type_text(field, &format!("{number:02}")).await;
                continue;
            }
            field
                .unchecked_ref::<HtmlInputElement>()
                .set_value(&format!("{number:02}"));
            let sender = self.hand.live.sender(field);
            sender.input("input", "insertText", Some(&format!("{number:02}")));
            sender.plain("change");
        }
    }
}
