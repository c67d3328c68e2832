//! The browser's own lists: `<select>`, of one choice or several.

use protocol::{Diagnosis, NotApplied};
use wasm_bindgen::JsValue;
use web_sys::Element;

use super::{Adapter, Job, Tried};
use crate::setting::Setting;

/// How many options an error names.
const NAMED: usize = 12;

pub(super) struct NativeList;

impl Adapter for NativeList {
    fn detects(&self, job: &Job<'_>) -> bool {
        job.tag() == "select" && matches!(job.setting, Setting::Options(_))
    }

    fn apply<'a>(&'a self, job: &'a Job<'a>, _way: u8) -> Tried<'a> {
        Box::pin(async move {
            let Setting::Options(wanted) = &job.setting else {
                return Ok(());
            };
            let options = job.hand.live.natives().query_in(&job.element, "option");
            let chosen: Vec<Element> = wanted
                .iter()
                .map(|wanted| job.the_option(&options, wanted))
                .collect::<Result<_, _>>()?;
            job.hand.live.focus(&job.element);
            let is_chosen =
                |option: &Element| chosen.iter().any(|one| js_sys::Object::is(one, option));
            if job.matches("[multiple]") {
                for option in &options {
                    select(option, is_chosen(option));
                }
            } else if let Some(option) = chosen.first() {
                // A single list unchooses the others by itself.
                select(option, true);
            }
            let sender = job.hand.live.sender(&job.element);
            sender.plain("input");
            sender.plain("change");
            Ok(())
        })
    }
}

/// The property, not the attribute.
fn select(option: &Element, is_selected: bool) {
    let selected = JsValue::from_str("selected");
    // An option's own property can't refuse.
    let _ = js_sys::Reflect::set(option, &selected, &JsValue::from_bool(is_selected));
}

impl Job<'_> {
    /// The option meant: by its whole label, else by its value; exactly one.
    fn the_option(&self, options: &[Element], wanted: &str) -> Result<Element, Diagnosis> {
        let natives = self.hand.live.natives();
        let label = |option: &Element| {
            let label = natives
                .attribute(option, "label")
                .filter(|label| !label.is_empty());
            label.unwrap_or_else(|| natives.words(option))
        };
        let value = |option: &Element| {
            natives
                .attribute(option, "value")
                .unwrap_or_else(|| label(option))
        };
        let find = |text: &dyn Fn(&Element) -> String| -> Vec<Element> {
            options
                .iter()
                .filter(|option| text(option) == wanted)
                .cloned()
                .collect()
        };
        let mut matching = find(&label);
        if matching.is_empty() {
            matching = find(&value);
        }
        match matching.as_slice() {
            [] => Err(self.not_applied(NotApplied::NoOption {
                options: options
                    .iter()
                    .map(label)
                    .filter(|l| !l.is_empty())
                    .take(NAMED)
                    .collect(),
            })),
            [only] if natives.matches(only, ":disabled") => Err(Diagnosis::Disabled {
                target: format!("option {wanted:?}"),
            }),
            [only] => Ok(only.clone()),
            several => Err(Diagnosis::Ambiguous {
                target: format!("option {wanted:?}"),
                candidates: several.iter().map(value).collect(),
            }),
        }
    }
}
