//! Date fields of the page's own that take text: one field, or the two of a range.

use protocol::ControlKind;
use values::{Date, DateOrder};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use super::{Adapter, Job, SETTLES_MS, Tried};
use crate::setting::Setting;

/// Text inputs one may write to; those of the browser's own date types are set as texts.
const TYPED: &str = "input:not([type]):read-write, input[type=text i]:read-write";

/// The patterns tried where a field says nothing of its own.
const PATTERNS: [&str; 4] = ["YYYY-MM-DD", "MM/DD/YYYY", "DD/MM/YYYY", "DD.MM.YYYY"];

pub(super) struct DateField;

impl Adapter for DateField {
    fn detects(&self, job: &Job<'_>) -> bool {
        let is_date = matches!(
            job.setting,
            Setting::Date(_) | Setting::Range(..) | Setting::Moment(..)
        );
        is_date && job.kind != Some(ControlKind::DateTime) && !job.date_fields().is_empty()
    }

    /// Each pattern in turn; the first is what the field itself shows.
    fn ways(&self) -> u8 {
        2
    }

    fn settles_in(&self, _job: &Job<'_>) -> u32 {
        SETTLES_MS
    }

    fn apply<'a>(&'a self, job: &'a Job<'a>, way: u8) -> Tried<'a> {
        Box::pin(async move {
            let fields = job.date_fields();
            let dates = job.dates();
            let Some(pattern) = job.pattern(&fields, way) else {
                return Ok(());
            };
            let mut written: Vec<String> = dates
                .iter()
                .filter_map(|date| date.in_pattern(&pattern))
                .collect();
            if let (Setting::Moment(_, time), Some(field)) = (&job.setting, fields.first()) {
                let time = super::time::in_form(*time, &job.shape_of(field), way);
                written = written
                    .iter()
                    .map(|date| format!("{date} {time}"))
                    .collect();
            }
            if fields.len() == 1 && written.len() == 2 {
                job.enter_text(&fields[0], &written.join(job.range_mark(&fields[0])))
                    .await;
            } else {
                for (field, text) in fields.iter().zip(&written) {
                    job.enter_text(field, text).await;
                    // A range goes on to its second field by itself, in its own time.
                    job.hand.let_page_work(60).await;
                }
            }
            job.leave();
            Ok(())
        })
    }
}

impl Job<'_> {
    pub(crate) fn dates(&self) -> Vec<Date> {
        match self.setting {
            Setting::Date(date) | Setting::Moment(date, _) => vec![date],
            Setting::Range(from, to) => vec![from, to],
            _ => vec![],
        }
    }

    /// The control itself, or the fields in it; of a range both, also where one of them is the
    /// control.
    fn date_fields(&self) -> Vec<Element> {
        let natives = self.hand.live.natives();
        let wanted = self.dates().len();
        let own: Vec<Element> = self
            .matches(TYPED)
            .then(|| self.element.clone())
            .into_iter()
            .collect();
        let inside = natives.query_in(&self.element, TYPED);
        let fields = if own.is_empty() { inside } else { own };
        if wanted < 2 || fields.len() >= 2 {
            return fields.into_iter().take(wanted).collect();
        }
        let up = |at: &Element| natives.composed_parent(at);
        let around = std::iter::successors(up(&self.element), up).take(3);
        let pair = around
            .map(|at| natives.query_in(&at, TYPED))
            .find(|found| found.len() == 2);
        pair.unwrap_or(fields)
    }

    /// Of a date with a time the ways differ in the time: the first pattern is kept.
    fn pattern(&self, fields: &[Element], way: u8) -> Option<String> {
        let is_moment = matches!(self.setting, Setting::Moment(..));
        let at = if is_moment { 0 } else { usize::from(way) };
        self.patterns(fields).into_iter().nth(at)
    }

    /// The patterns to try: what the field says, what it holds, the language's, ISO.
    fn patterns(&self, fields: &[Element]) -> Vec<String> {
        let natives = self.hand.live.natives();
        let first = fields.first();
        let said = first.into_iter().flat_map(|field| {
            [
                "placeholder",
                "data-date-format",
                "title",
                "aria-placeholder",
            ]
            .map(|name| natives.attribute(field, name))
        });
        let said = said.flatten().map(|text| text.trim().to_owned());
        let mut patterns: Vec<String> = said
            .filter(|text| DateOrder::of_pattern(text).is_some())
            .collect();
        if patterns.is_empty() {
            let held = first.map(crate::typing::value_of).unwrap_or_default();
            let order = self.hand.live.date_order();
            patterns.extend(order.and_then(|order| pattern_of(&held, order)));
            patterns.extend(PATTERNS.map(str::to_owned));
        }
        patterns
    }

    fn range_mark(&self, field: &Element) -> &'static str {
        let held = crate::typing::value_of(field);
        [" to ", " ~ ", " – ", " - "]
            .into_iter()
            .find(|mark| held.contains(mark))
            .unwrap_or(" to ")
    }

    /// Opens a field, writes text over what it holds, and commits it: Enter and `change`.
    pub(crate) async fn enter_text(&self, field: &Element, text: &str) {
        let live = self.hand.live;
        self.hand.click_in_view(field).await;
        if self.hand.is_trusted() {
            return self.enter_by_hand(field, text).await;
        }
        let input: &HtmlInputElement = field.unchecked_ref();
        let sender = live.sender(field);
        input.set_value(text);
        sender.input("input", "insertText", Some(text));
        // The form must not be sent by the Enter that is meant for the field.
        if let Ok(enter) = "Enter".parse() {
            sender.key("keydown", &enter);
            sender.key("keyup", &enter);
        }
        sender.plain("change");
    }

    /// A trusted Enter would send a form: it is pressed only where it chooses in what is open.
    async fn enter_by_hand(&self, field: &Element, text: &str) {
        self.hand.live.select_all(field);
        self.hand.type_text(field, text).await;
        if !self.shown_popups().is_empty() {
            let enter = protocol::KeyPress::enter();
            self.hand.press_here(field, &enter).await;
        }
        self.leave();
    }
}

/// The pattern of a date that is there already.
fn pattern_of(held: &str, order: DateOrder) -> Option<String> {
    let mark = held.trim().chars().find(|c| !c.is_ascii_digit())?;
    let is_plain = held.trim().chars().all(|c| c.is_ascii_digit() || c == mark);
    let starts_with_year = held.trim().find(mark) == Some(4);
    let units = match order {
        _ if starts_with_year => ["YYYY", "MM", "DD"],
        DateOrder::MonthFirst => ["MM", "DD", "YYYY"],
        _ => ["DD", "MM", "YYYY"],
    };
    is_plain.then(|| units.join(&mark.to_string()))
}
