//! Calendars: the day is looked for by its full date, month by month.

use protocol::{ControlKind, NotApplied};
use values::{Date, dates_in, month_of};
use web_sys::Element;

use super::{Adapter, Job, SETTLES_MS, TOLD_MS, Tried};
use crate::setting::Setting;

/// Days, with and without a role.
const DAYS: &str = "[role=gridcell], td, .flatpickr-day, [data-date], [data-day], [data-v-date], .v-date-picker-month__day";

const NEXT: &str = "[aria-label*='next month' i], [aria-label*='下个月'], [aria-label*='下个月份'], .ant-picker-header-next-btn, \
    .flatpickr-next-month, .el-picker-panel__icon-btn.arrow-right, .el-date-picker__next-btn .arrow-right, .mat-calendar-next-button, \
    [data-testid=next-month], .react-datepicker__navigation--next, [name=next-month]";
const PREVIOUS: &str = "[aria-label*='previous month' i], [aria-label*='prev month' i], [aria-label*='上个月'], .ant-picker-header-prev-btn, \
    .flatpickr-prev-month, .el-picker-panel__icon-btn.arrow-left, .el-date-picker__prev-btn .arrow-left, .mat-calendar-previous-button, \
    [data-testid=prev-month], .react-datepicker__navigation--previous, [name=previous-month]";

/// How many months a calendar is turned at most: fifty years.
const MOST_MONTHS: u32 = 600;

/// How long a calendar may take to turn, ms.
const TURNING_MS: u32 = 800;

pub(super) struct Calendar;

impl Adapter for Calendar {
    fn detects(&self, job: &Job<'_>) -> bool {
        let is_date = matches!(
            job.setting,
            Setting::Date(_) | Setting::Range(..) | Setting::Moment(..)
        );
        is_date && job.kind != Some(ControlKind::DateTime)
    }

    fn settles_in(&self, job: &Job<'_>) -> u32 {
        match job.setting {
            Setting::Moment(..) => TOLD_MS,
            _ => SETTLES_MS,
        }
    }

    fn apply<'a>(&'a self, job: &'a Job<'a>, _way: u8) -> Tried<'a> {
        Box::pin(async move {
            let Some(popup) = job.open_popup().await else {
                return Ok(());
            };
            for date in job.dates() {
                let Some(day) = job.turn_to(&popup, date).await else {
                    job.close_popup(&popup).await;
                    return Ok(());
                };
                if job.hand.live.natives().matches(&day, DISABLED) {
                    job.close_popup(&popup).await;
                    let accepted = "only the days its calendar offers".to_owned();
                    return Err(job.not_applied(NotApplied::OutOfRange { accepted }));
                }
                job.pick(&day).await;
            }
            if let Setting::Moment(_, time) = job.setting {
                job.enter_parts(&popup, time).await;
            }
            job.confirm(&popup).await;
            if job.hand.is_shown(&popup) {
                job.close_popup(&popup).await;
            }
            Ok(())
        })
    }
}

const DISABLED: &str =
    "[aria-disabled=true], :disabled, .flatpickr-disabled, .disabled, .ant-picker-cell-disabled";

impl Job<'_> {
    async fn turn_to(&self, popup: &Element, date: Date) -> Option<Element> {
        for _ in 0..MOST_MONTHS {
            if let Some(day) = self.day(popup, date) {
                return Some(day);
            }
            let shown = self.shown_month(popup)?;
            let selector = if shown.months_to(date) >= 0 {
                NEXT
            } else {
                PREVIOUS
            };
            let natives = self.hand.live.natives();
            let turner = natives
                .query_in(popup, selector)
                .into_iter()
                .find(|at| natives.is_shown(at))?;
            self.pick(&turner).await;
            let turned = self.hand.until(TURNING_MS, || {
                self.shown_month(popup)
                    .filter(|now| now.months_to(shown) != 0)
            });
            turned.await?;
            if self.hand.is_over() {
                return None;
            }
        }
        None
    }

    fn days(&self, popup: &Element) -> Vec<Element> {
        let natives = self.hand.live.natives();
        let mut days = natives.query_in(popup, DAYS);
        days.retain(|day| natives.is_shown(day));
        days
    }

    /// The day with this date: as it says itself, else by its number in the month that is shown.
    fn day(&self, popup: &Element, date: Date) -> Option<Element> {
        let days = self.days(popup);
        if let Some(day) = days.iter().find(|day| self.date_of(day) == Some(date)) {
            return Some(self.pressed_part(day));
        }
        if days.iter().any(|day| self.date_of(day).is_some())
            || self.shown_month(popup)?.months_to(date) != 0
        {
            return None;
        }
        let natives = self.hand.live.natives();
        const OUTSIDE: &str =
            ".prev-month, .next-month, .outside, [class*=outside i], [class*=adjacent i]";
        let number = date.day.to_string();
        let is_it = |day: &&Element| natives.words(day) == number && !natives.matches(day, OUTSIDE);
        days.iter().find(is_it).map(|day| self.pressed_part(day))
    }

    fn pressed_part(&self, day: &Element) -> Element {
        let inside = self
            .hand
            .live
            .natives()
            .query_in(day, "button, a")
            .into_iter()
            .next();
        inside.unwrap_or_else(|| day.clone())
    }

    fn date_of(&self, day: &Element) -> Option<Date> {
        let natives = self.hand.live.natives();
        let inside = natives
            .query_in(day, "button[aria-label], [data-date], [aria-label]")
            .into_iter()
            .next();
        let holders = std::iter::once(day.clone()).chain(inside);
        let said = holders.flat_map(|at| {
            [
                "data-v-date",
                "data-date",
                "data-day",
                "title",
                "aria-label",
            ]
            .map(|name| natives.attribute(&at, name))
        });
        said.flatten()
            .find_map(|text| match dates_in(&text, None).as_slice() {
                [only] => Some(*only),
                _ => None,
            })
    }

    /// A day of the month that is shown: the date in the middle of the grid always is; else what the
    /// heading says.
    fn shown_month(&self, popup: &Element) -> Option<Date> {
        let days = self.days(popup);
        let middle = days.get(days.len() / 2).and_then(|day| self.date_of(day));
        middle.or_else(|| self.headed_month(popup))
    }

    fn headed_month(&self, popup: &Element) -> Option<Date> {
        let words = self.hand.live.natives().words(popup);
        let parts = words.split(|c: char| c.is_whitespace() || c == ',' || c == '年');
        let (mut year, mut month) = (None, None);
        for part in parts.take(12) {
            year = year.or_else(|| {
                part.parse::<u32>()
                    .ok()
                    .filter(|year| (1900..2200).contains(year))
            });
            month = month.or_else(|| month_of(part));
        }
        Date::new(year?, month?, 1)
    }

    /// Some calendars keep a choice back until it is confirmed.
    async fn confirm(&self, popup: &Element) {
        let natives = self.hand.live.natives();
        let buttons = natives.query_in(popup, "button").into_iter();
        let mut named = buttons.filter(|button| {
            let words = natives.words(button).to_lowercase();
            matches!(words.as_str(), "ok" | "apply" | "done" | "确定" | "确认")
                && !natives.matches(button, ":disabled")
        });
        if let Some(button) = named.find(|button| natives.is_shown(button)) {
            self.pick(&button).await;
        }
    }
}
