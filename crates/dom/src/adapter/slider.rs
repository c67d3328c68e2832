//! Sliders: the browser's own, and those of the ARIA pattern.

use protocol::{KeyPress, NotApplied};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use super::{Adapter, Job, Tried};
use crate::setting::Setting;

/// How often a key is pressed at most: more steps than a slider on a screen has.
const MOST_STEPS: u32 = 4_000;

/// How long a slider may take to move after a key, ms.
const STEP_MS: u32 = 400;

pub(super) struct Slider;

impl Adapter for Slider {
    fn detects(&self, job: &Job<'_>) -> bool {
        matches!(job.setting, Setting::Number(_)) && job.thumb().is_some()
    }

    /// The range input in it; the arrow keys.
    fn ways(&self) -> u8 {
        2
    }

    fn by_hand(&self) -> u8 {
        1
    }

    fn apply<'a>(&'a self, job: &'a Job<'a>, way: u8) -> Tried<'a> {
        Box::pin(async move {
            let (Setting::Number(wanted), Some(thumb)) = (&job.setting, job.thumb()) else {
                return Ok(());
            };
            job.check_in_bounds(&thumb, *wanted)?;
            let is_input = job.hand.live.natives().matches(&thumb, "input");
            match way {
                0 if is_input => {
                    job.hand.live.focus(&thumb);
                    thumb
                        .unchecked_ref::<HtmlInputElement>()
                        .set_value(&wanted.to_string());
                    let sender = job.hand.live.sender(&thumb);
                    sender.input("input", "", None);
                    sender.plain("change");
                }
                0 => {}
                _ => job.step_to(&thumb, *wanted).await,
            }
            job.leave();
            Ok(())
        })
    }
}

impl Job<'_> {
    /// What carries the value: the control, or what is in it.
    fn thumb(&self) -> Option<Element> {
        const THUMB: &str = "input[type=range i], [role=slider]";
        let inside = || {
            self.hand
                .live
                .natives()
                .query_in(&self.element, THUMB)
                .into_iter()
                .next()
        };
        if self.matches(THUMB) {
            Some(self.element.clone())
        } else {
            inside()
        }
    }

    fn check_in_bounds(&self, thumb: &Element, wanted: f64) -> Result<(), protocol::Diagnosis> {
        let natives = self.hand.live.natives();
        let bound = |own: &str, aria: &str| {
            let bound = natives
                .attribute(thumb, aria)
                .or_else(|| natives.attribute(thumb, own));
            bound.and_then(|bound| bound.parse::<f64>().ok())
        };
        let (min, max) = (bound("min", "aria-valuemin"), bound("max", "aria-valuemax"));
        let is_outside = min.is_some_and(|min| wanted < min) || max.is_some_and(|max| wanted > max);
        if is_outside {
            let words = |bound: Option<f64>| bound.map_or(String::new(), |bound| bound.to_string());
            let accepted = format!("{} to {}", words(min), words(max));
            return Err(self.not_applied(NotApplied::OutOfRange { accepted }));
        }
        Ok(())
    }

    fn value_of(&self, thumb: &Element) -> Option<f64> {
        let natives = self.hand.live.natives();
        if natives.matches(thumb, "input") {
            return thumb
                .unchecked_ref::<HtmlInputElement>()
                .value()
                .parse()
                .ok();
        }
        natives.attribute(thumb, "aria-valuenow")?.parse().ok()
    }

    /// Presses the arrow towards the value, until it is there or does not come nearer.
    async fn step_to(&self, thumb: &Element, wanted: f64) {
        let (Ok(up), Ok(down)) = (
            "ArrowRight".parse::<KeyPress>(),
            "ArrowLeft".parse::<KeyPress>(),
        ) else {
            return;
        };
        self.hand.live.focus(thumb);
        for _ in 0..MOST_STEPS {
            let Some(now) = self
                .value_of(thumb)
                .filter(|now| (now - wanted).abs() > 1e-9)
            else {
                return;
            };
            let arrow = if now < wanted { &up } else { &down };
            self.hand.press_here(thumb, arrow).await;
            let moved = self.hand.until(STEP_MS, || {
                self.value_of(thumb)
                    .filter(|then| (then - now).abs() > 1e-9)
            });
            match moved.await {
                Some(then) if (then - wanted).abs() < (now - wanted).abs() => {}
                _ => return,
            }
        }
    }
}
