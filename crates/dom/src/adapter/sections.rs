//! Date and time fields made of parts, each a spin button of its own: year, month, day, hour.

use web_sys::Element;

use super::{Adapter, Job, SETTLES_MS, Tried};
use crate::setting::Setting;

/// How long a part may take to show a digit, ms; one that it showed before brings no change.
const TAKEN_MS: u32 = 60;

pub(super) struct Sections;

/// What a part stands for, by its name and its largest value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Year,
    Month,
    Day,
    Hour,
    Minute,
    Second,
    Half,
}

impl Adapter for Sections {
    fn detects(&self, job: &Job<'_>) -> bool {
        let is_timed = matches!(
            job.setting,
            Setting::Date(_) | Setting::Time(_) | Setting::Moment(..)
        );
        is_timed && job.parts().len() >= 2
    }

    /// Typed into the parts; pasted onto the first.
    fn ways(&self) -> u8 {
        2
    }

    fn settles_in(&self, _job: &Job<'_>) -> u32 {
        SETTLES_MS
    }

    fn apply<'a>(&'a self, job: &'a Job<'a>, way: u8) -> Tried<'a> {
        Box::pin(async move {
            let parts = job.parts();
            let named: Vec<Unit> = parts.iter().filter_map(|part| job.unit_of(part)).collect();
            let twelve = named.contains(&Unit::Half);
            if way == 0 {
                for part in &parts {
                    let Some(unit) = job.unit_of(part) else {
                        continue;
                    };
                    let Some(text) = job.digits(unit, twelve) else {
                        continue;
                    };
                    job.type_into_part(part, &text).await;
                }
            } else if let Some(first) = parts.first() {
                job.hand.click_in_view(first).await;
                job.hand.live.paste(first, &job.joined(&named, twelve));
            }
            job.leave();
            Ok(())
        })
    }
}

impl Job<'_> {
    fn parts(&self) -> Vec<Element> {
        const PART: &str = "[role=spinbutton]";
        let natives = self.hand.live.natives();
        let inside = natives.query_in(&self.element, PART);
        if !inside.is_empty() {
            return inside;
        }
        // The name may be on a hidden input beside the parts.
        let up = |at: &Element| natives.composed_parent(at);
        let around = std::iter::successors(up(&self.element), up).take(3);
        around
            .map(|at| natives.query_in(&at, PART))
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }

    fn unit_of(&self, part: &Element) -> Option<Unit> {
        let natives = self.hand.live.natives();
        let label = natives
            .attribute(part, "aria-label")
            .unwrap_or_default()
            .to_lowercase();
        let by_name = [
            ("year", Unit::Year),
            ("month", Unit::Month),
            ("day", Unit::Day),
            ("hour", Unit::Hour),
            ("minute", Unit::Minute),
            ("second", Unit::Second),
            ("meridiem", Unit::Half),
        ];
        let named = by_name
            .iter()
            .find(|(name, _)| label.contains(name))
            .map(|(_, unit)| *unit);
        let most = natives
            .attribute(part, "aria-valuemax")
            .and_then(|most| most.parse::<f64>().ok());
        let by_most = || {
            Some(match most? {
                31.0 => Unit::Day,
                most if most > 31.0 && most < 60.0 => Unit::Minute,
                most if most > 1_000.0 => Unit::Year,
                _ => return None,
            })
        };
        named.or_else(by_most)
    }

    fn digits(&self, unit: Unit, twelve: bool) -> Option<String> {
        let two = |number: u8| Some(format!("{number:02}"));
        let (date, time) = match self.setting {
            Setting::Date(date) => (Some(date), None),
            Setting::Time(time) => (None, Some(time)),
            Setting::Moment(date, time) => (Some(date), Some(time)),
            _ => (None, None),
        };
        match unit {
            Unit::Year => Some(format!("{:04}", date?.year)),
            Unit::Month => two(date?.month),
            Unit::Day => two(date?.day),
            Unit::Hour if twelve => two(match time?.hour % 12 {
                0 => 12,
                hour => hour,
            }),
            Unit::Hour => two(time?.hour),
            Unit::Minute => two(time?.minute),
            Unit::Second => two(time?.second),
            Unit::Half => Some(if time?.hour < 12 { "A" } else { "P" }.to_owned()),
        }
    }

    /// Each digit is taken before the next comes: a part goes on from what it shows.
    async fn type_into_part(&self, part: &Element, text: &str) {
        let live = self.hand.live;
        self.hand.click_in_view(part).await;
        live.focus(part);
        for character in text.chars() {
            if self.hand.is_trusted() {
                self.hand
                    .type_text(part, character.encode_utf8(&mut [0; 4]))
                    .await;
                continue;
            }
            let before = live.natives().words(part);
            let press = protocol::KeyPress::plain(character);
            let sender = live.sender(part);
            if sender.key("keydown", &press) && live.is_editor(part) {
                live.select_all(part);
                live.insert(part, &character.to_string());
            }
            sender.key("keyup", &press);
            let is_taken = || (live.natives().words(part) != before).then_some(());
            self.hand.until(TAKEN_MS, is_taken).await;
        }
    }

    fn joined(&self, units: &[Unit], twelve: bool) -> String {
        let digits: Vec<String> = units
            .iter()
            .filter_map(|unit| self.digits(*unit, twelve))
            .collect();
        let mark = if matches!(self.setting, Setting::Date(_)) {
            "/"
        } else {
            ":"
        };
        match digits.split_last() {
            Some((half, clock)) if half == "A" || half == "P" => {
                format!("{} {half}M", clock.join(mark))
            }
            _ => digits.join(mark),
        }
    }
}
