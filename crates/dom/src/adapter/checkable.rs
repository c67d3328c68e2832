//! Checkboxes, switches, radio buttons, and groups of radio buttons.

use protocol::NotApplied;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use super::{Adapter, Job, Tried};
use crate::setting::Setting;

const BOXES: &str = "input:is([type=checkbox i], [type=radio i]), [role=checkbox], [role=radio], [role=switch], \
    [role=menuitemcheckbox], [role=menuitemradio]";

pub(super) struct Checkable;

impl Adapter for Checkable {
    fn detects(&self, job: &Job<'_>) -> bool {
        match &job.setting {
            Setting::Checked(_) => job.matches(BOXES),
            Setting::Options(options) => options.len() == 1 && !job.radios().is_empty(),
            Setting::Text(text) => job.matches(BOXES) && truth(text).is_some(),
            _ => false,
        }
    }

    /// The whole click; a bare one, for what takes a moving pointer for a drag; Space.
    fn ways(&self) -> u8 {
        3
    }

    fn apply<'a>(&'a self, job: &'a Job<'a>, way: u8) -> Tried<'a> {
        Box::pin(async move {
            let (target, wanted) = match &job.setting {
                Setting::Checked(wanted) => (job.element.clone(), *wanted),
                Setting::Text(text) => (job.element.clone(), truth(text) == Some(true)),
                Setting::Options(options) => {
                    let wanted = options.first().map_or("", String::as_str);
                    (job.the_radio(wanted)?, true)
                }
                _ => return Ok(()),
            };
            if job.is_checked(&target) == Some(wanted) {
                return Ok(());
            }
            let live = job.hand.live;
            let is_control = js_sys::Object::is(&target, &job.element);
            match way {
                0 if is_control => job.click().await,
                0 => job.hand.click_in_view(&target).await,
                1 => live.natives().call(&target, "click"),
                _ => {
                    let space = protocol::KeyPress::plain(' ');
                    job.hand.press(&target, &space).await;
                }
            }
            Ok(())
        })
    }
}

fn truth(text: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "true" | "yes" | "on" | "1" | "x" | "是" => Some(true),
        "false" | "no" | "off" | "0" | "" | "否" => Some(false),
        _ => None,
    }
}

impl Job<'_> {
    /// Whether a box is checked now; `None` for what can't be checked.
    fn is_checked(&self, element: &Element) -> Option<bool> {
        let natives = self.hand.live.natives();
        if natives.matches(element, "input") {
            return Some(element.unchecked_ref::<HtmlInputElement>().checked());
        }
        match natives.attribute(element, "aria-checked")?.as_str() {
            "true" => Some(true),
            "false" | "mixed" => Some(false),
            _ => None,
        }
    }

    fn radios(&self) -> Vec<Element> {
        let natives = self.hand.live.natives();
        natives.query_in(&self.element, "input[type=radio i], [role=radio]")
    }

    /// The radio button of a group with this label or value.
    fn the_radio(&self, wanted: &str) -> Result<Element, protocol::Diagnosis> {
        let radios = self.radios();
        let named = radios.iter().find(|radio| self.label_of(radio) == wanted);
        let valued = || {
            let natives = self.hand.live.natives();
            radios
                .iter()
                .find(|radio| natives.attribute(radio, "value").as_deref() == Some(wanted))
        };
        named.or_else(valued).cloned().ok_or_else(|| {
            self.not_applied(NotApplied::NoOption {
                options: radios.iter().map(|radio| self.label_of(radio)).collect(),
            })
        })
    }

    fn label_of(&self, radio: &Element) -> String {
        let natives = self.hand.live.natives();
        let said = natives.attribute(radio, "aria-label");
        let labels = || {
            let by_id = radio.id();
            let by_id = (!by_id.is_empty()).then(|| format!("label[for={by_id:?}]"));
            let by_id = by_id
                .and_then(|selector| natives.query_around(radio, &selector).into_iter().next());
            by_id.or_else(|| natives.closest(radio, "label"))
        };
        said.or_else(|| labels().map(|label| natives.words(&label)))
            .unwrap_or_else(|| natives.words(radio))
    }
}
