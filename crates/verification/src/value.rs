//! What a control holds, held against what it should hold.
//!
//! Texts are compared exactly, but for the ways a line can break. Everything else is compared by
//! value: dates and times however they are written, numbers whatever marks their thousands, options by
//! label or value, the options of a list in any order, formatted text by its words. A date that can be
//! read in two ways, with nothing on the page to tell which is meant, is `unknown`.

use page_model::Page;
use perception::{chosen_values, collapse, shows_file};
use protocol::{ControlKind, Fact, Fingerprint, PostCondition, Verdict};
use values::{Date, DateOrder, Time, dates_in, numbers_in};

use crate::{Finding, Look, state, the_one};

/// Whether the control at `index` of the snapshot holds what a condition claims of its target. Of
/// conditions about anything but a control's value and state nothing is said: `false`.
#[must_use]
pub fn holds(look: Look<'_>, index: usize, condition: &PostCondition) -> bool {
    let finding = of_element(look, index, condition);
    finding.is_some_and(|finding| finding.verdict == Verdict::Held)
}

/// What a condition about a control's value or state comes to on this control; `None` for any other
/// condition.
pub(crate) fn of_element(
    look: Look<'_>,
    index: usize,
    condition: &PostCondition,
) -> Option<Finding> {
    Some(match condition {
        PostCondition::ValueEquals { value, .. } => {
            compare(look, index, std::slice::from_ref(value), false)
        }
        PostCondition::ValuesEqual { values, .. } => compare(look, index, values, true),
        PostCondition::PathEquals { path, .. } => path_of(look, index, path),
        PostCondition::ElementState { state, .. } => state::of_node(look, index, *state),
        _ => return None,
    })
}

pub(crate) fn equals(
    look: Look<'_>,
    target: &Fingerprint,
    wanted: &[String],
    are_several: bool,
) -> Finding {
    match the_one(look, target) {
        Ok(index) => compare(look, index, wanted, are_several),
        Err(finding) => finding,
    }
}

pub(crate) fn is_path(look: Look<'_>, target: &Fingerprint, path: &[String]) -> Finding {
    match the_one(look, target) {
        Ok(index) => path_of(look, index, path),
        Err(finding) => finding,
    }
}

/// The whole path, however its levels are parted; of what is no cascader also its last level alone.
fn path_of(look: Look<'_>, index: usize, path: &[String]) -> Finding {
    let held = perception::held(look.page, look.snapshot, index);
    let levels = |texts: &[String]| -> Vec<String> {
        let levels = texts
            .iter()
            .flat_map(|text| text.split(['/', '>', '›', '→']));
        levels
            .map(collapse)
            .filter(|level| !level.is_empty())
            .collect()
    };
    let (shown, wanted) = (levels(&held), levels(path));
    let is_cascader = look.snapshot.nodes[index].kind == Some(ControlKind::Cascader);
    let is_leaf = !is_cascader && shown.len() == 1 && shown.last() == wanted.last();
    let text = held.join(" / ");
    Finding::held_if(
        !wanted.is_empty() && (shown == wanted || is_leaf),
        Fact::Text { text },
    )
}

/// `are_several`: what is wanted are several values, which may be names of files.
fn compare(look: Look<'_>, index: usize, wanted: &[String], are_several: bool) -> Finding {
    let node = &look.snapshot.nodes[index];
    if node.is_secret {
        return Finding::new(Verdict::Unknown, Fact::NotSeen);
    }
    let held = perception::held(look.page, look.snapshot, index);
    let comparison = Comparison {
        look,
        index,
        held: &held,
        wanted,
        are_several,
    };
    let verdict = comparison.judge();
    let fact = match (held.as_slice(), wanted) {
        ([], [_]) => Fact::Text {
            text: String::new(),
        },
        ([text], [_]) => Fact::Text { text: text.clone() },
        _ => Fact::Texts {
            texts: held.clone(),
        },
    };
    Finding::new(verdict, fact)
}

struct Comparison<'a> {
    look: Look<'a>,
    index: usize,
    held: &'a [String],
    wanted: &'a [String],
    are_several: bool,
}

impl Comparison<'_> {
    fn judge(&self) -> Verdict {
        use ControlKind as K;
        let node = &self.look.snapshot.nodes[self.index];
        if self.look.page.tag(node.node) == "select" {
            return verdict(self.is_chosen_natively());
        }
        // A picker or stepper that marks its text as wrong has not taken it.
        let takes = matches!(node.kind, Some(K::DatePicker | K::DateRange | K::Number));
        if takes && node.states.invalid && !self.wanted.iter().all(String::is_empty) {
            return Verdict::Failed;
        }
        match node.kind {
            // A list of times to choose from writes them as its language does.
            Some(K::EditableCombobox | K::Combobox) if self.is_time() => {
                self.each(|held, wanted| self.is_date_or_time(held, wanted))
            }
            Some(
                K::Combobox | K::EditableCombobox | K::MultiSelect | K::Listbox | K::RadioGroup,
            ) => verdict(self.are_same_options()),
            Some(K::Cascader | K::TreeSelect) => verdict(self.are_same_options()),
            Some(K::DateRange) => self.are_both_ends(),
            Some(K::DatePicker | K::Text) if self.wanted.len() == 2 => self.are_both_ends(),
            Some(K::Number | K::Slider) => verdict(self.are_all(is_same_number)),
            Some(K::RichText | K::CodeEditor) => {
                verdict(self.are_all(|held, wanted| collapse(held) == collapse(wanted)))
            }
            Some(K::Checkbox | K::Switch | K::Radio) => verdict(self.are_all(is_same_truth)),
            Some(K::FileUpload) => verdict(self.are_files()),
            // A button holds no values: once files are there some pages show their input beside it.
            Some(K::Button) if self.are_several => verdict(self.are_files()),
            Some(K::DatePicker) => self.each(|held, wanted| self.is_date_or_time(held, wanted)),
            // A grid's cells show dates and numbers as they please.
            Some(K::Cell) => self.each(|held, wanted| {
                match is_same_text(held, wanted) || is_same_number(held, wanted) {
                    true => Verdict::Held,
                    false => self.is_date_or_time(held, wanted),
                }
            }),
            // What nobody can type into shows what a widget made of the value.
            Some(K::Text) if node.states.readonly => {
                self.each(|held, wanted| self.is_date_or_time(held, wanted))
            }
            _ => self.each(|held, wanted| self.is_text_or_time(held, wanted)),
        }
    }

    /// Whether a time is wanted, and something like one is held.
    fn is_time(&self) -> bool {
        let is_clock = |text: &String| text.contains(':') && Time::read(text).is_some();
        matches!((self.wanted, self.held), ([wanted], [held]) if is_clock(wanted) && is_clock(held))
    }

    fn are_all(&self, is_same: impl Fn(&str, &str) -> bool) -> bool {
        self.held.len() == self.wanted.len()
            && self
                .held
                .iter()
                .zip(self.wanted)
                .all(|(held, wanted)| is_same(held, wanted))
    }

    /// The two ends of a range, also where one text shows both.
    fn are_both_ends(&self) -> Verdict {
        let split: Vec<String> = match self.held {
            [one] => split_range(one),
            held => held.to_vec(),
        };
        if split.len() != self.wanted.len() {
            return Verdict::Failed;
        }
        let mut ends = split
            .iter()
            .zip(self.wanted)
            .map(|(held, wanted)| self.is_date(held, wanted));
        ends.find(|verdict| *verdict != Verdict::Held)
            .unwrap_or(Verdict::Held)
    }

    fn each(&self, judge: impl Fn(&str, &str) -> Verdict) -> Verdict {
        if self.held.len() != self.wanted.len() {
            return Verdict::Failed;
        }
        let mut verdicts = self
            .held
            .iter()
            .zip(self.wanted)
            .map(|(held, wanted)| judge(held, wanted));
        let worst = verdicts.find(|verdict| *verdict != Verdict::Held);
        worst.unwrap_or(Verdict::Held)
    }

    fn is_chosen_natively(&self) -> bool {
        let node = self.look.snapshot.nodes[self.index].node;
        let values = chosen_values(self.look.page, node);
        let named = |wanted: &String| {
            let by_label = self
                .held
                .iter()
                .any(|label| collapse(label) == collapse(wanted));
            by_label || values.contains(wanted)
        };
        values.len() == self.wanted.len() && self.wanted.iter().all(named)
            // Nothing is chosen, or the choice that means nothing.
            || self.wanted.iter().all(String::is_empty) && values.iter().all(String::is_empty)
    }

    fn are_same_options(&self) -> bool {
        let wanted: Vec<String> = self
            .wanted
            .iter()
            .filter(|w| !w.is_empty())
            .map(|w| collapse(w))
            .collect();
        let held: Vec<String> = self
            .held
            .iter()
            .map(|held| collapse(held))
            .filter(|h| !h.is_empty())
            .collect();
        let are_same =
            held.len() == wanted.len() && wanted.iter().all(|wanted| held.contains(wanted));
        // A box that shows them as one text parts them where labels may be parted, too.
        are_same || (wanted.len() > 1 && held.join(", ") == wanted.join(", "))
    }

    fn is_date(&self, held: &str, wanted: &str) -> Verdict {
        let Some(wanted_date) = Date::from_iso(wanted) else {
            return verdict(is_same_text(held, wanted));
        };
        // A field that says how it writes dates shows one of its own in no other way.
        let says_year_first = self
            .pattern_order()
            .map(|order| order == DateOrder::YearFirst);
        if says_year_first.is_some_and(|is_first| is_first != starts_with_year(held)) {
            return Verdict::Failed;
        }
        is_date(held, wanted_date, self.order())
    }

    /// A date, a time, or both, as `2026-05-17T14:35`.
    fn is_date_or_time(&self, held: &str, wanted: &str) -> Verdict {
        let (day, time) = wanted.split_once(['T', ' ']).unwrap_or((wanted, ""));
        match (Date::from_iso(day), Time::read(time), Time::read(wanted)) {
            (Some(_), Some(time), _) if Time::read(held) != Some(time) => Verdict::Failed,
            (Some(_), _, _) => self.is_date(held, day),
            (None, _, Some(time)) => verdict(Time::read(held) == Some(time)),
            _ => verdict(is_same_text(held, wanted)),
        }
    }

    /// A text as it is; a time in a text field, by value.
    fn is_text_or_time(&self, held: &str, wanted: &str) -> Verdict {
        let is_time = || {
            let node = &self.look.snapshot.nodes[self.index];
            node.kind == Some(ControlKind::DateTime)
                && Time::read(held) == Time::read(wanted)
                && Time::read(held).is_some()
                && !wanted.contains('T')
        };
        verdict(is_same_text(held, wanted) || is_time())
    }

    fn are_files(&self) -> bool {
        let shows = |name: &String| {
            self.held.contains(name)
                || shows_file(self.look.page, self.look.snapshot, self.index, name)
        };
        !self.wanted.is_empty() && self.wanted.iter().all(shows)
    }

    /// In which order the field writes dates: by its pattern, else by the page's language.
    fn order(&self) -> Option<DateOrder> {
        self.pattern_order().or_else(|| order_of(self.look.page))
    }

    fn pattern_order(&self) -> Option<DateOrder> {
        let node = self.look.snapshot.nodes[self.index].node;
        let said = [
            "placeholder",
            "aria-placeholder",
            "data-date-format",
            "title",
        ];
        let mut said = said
            .iter()
            .filter_map(|name| self.look.page.attribute(node, name));
        said.find_map(DateOrder::of_pattern)
    }
}

/// How the page's language writes dates.
pub(crate) fn order_of(page: &Page) -> Option<DateOrder> {
    DateOrder::of_language(language(page)?)
}

/// Whether a text is this date; unknown where it may be another as well.
pub(crate) fn is_date(held: &str, wanted: Date, order: Option<DateOrder>) -> Verdict {
    match dates_in(held, order).as_slice() {
        [only] => verdict(*only == wanted),
        several if several.contains(&wanted) => Verdict::Unknown,
        _ => Verdict::Failed,
    }
}

fn starts_with_year(held: &str) -> bool {
    held.trim().chars().take_while(char::is_ascii_digit).count() == 4
}

/// `2026-05-04 to 2026-05-17`: two dates with a mark between that no date holds.
fn split_range(text: &str) -> Vec<String> {
    const MARKS: [&str; 7] = [" to ", " ~ ", " – ", " — ", " - ", "至", "→"];
    let split = MARKS.iter().find_map(|mark| text.split_once(mark));
    match split {
        Some((from, to)) => vec![from.trim().to_owned(), to.trim().to_owned()],
        None => vec![text.trim().to_owned()],
    }
}

fn language(page: &Page) -> Option<&str> {
    let root = page.composed_children(page.document()).first()?;
    page.attribute(*root, "lang")
}

pub(crate) fn verdict(is_held: bool) -> Verdict {
    if is_held {
        Verdict::Held
    } else {
        Verdict::Failed
    }
}

/// Line breaks as `\n`: a textarea keeps no others.
fn is_same_text(held: &str, wanted: &str) -> bool {
    let plain = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
    plain(held) == plain(wanted)
}

pub(crate) fn is_same_number(held: &str, wanted: &str) -> bool {
    let wanted = numbers_in(wanted);
    let held_numbers = numbers_in(held);
    let is_wanted = |held: &f64| wanted.iter().any(|wanted| (held - wanted).abs() < 1e-9);
    if wanted.is_empty() {
        return is_same_text(held, "");
    }
    held_numbers.iter().any(is_wanted)
}

fn is_same_truth(held: &str, wanted: &str) -> bool {
    let truth = |text: &str| match text.trim().to_lowercase().as_str() {
        "true" | "yes" | "on" | "1" | "x" | "是" => Some(true),
        "false" | "no" | "off" | "0" | "" | "否" => Some(false),
        _ => None,
    };
    truth(held).is_some() && truth(held) == truth(wanted)
}
