//! What a control is to be set to.

use protocol::{Action, ControlKind, Diagnosis, NotApplied};
use values::{Date, Time};

/// What one control is to hold.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Setting {
    /// A value as a person writes it in a table, whatever the control makes of it.
    Text(String),
    /// These options, and no others.
    Options(Vec<String>),
    /// Labels from the top level down.
    Path(Vec<String>),
    /// Checked or not.
    Checked(bool),
    /// A number between bounds.
    Number(f64),
    /// A date.
    Date(Date),
    /// The first and the last day.
    Range(Date, Date),
    /// A time of day.
    Time(Time),
    /// A time of a day.
    Moment(Date, Time),
    /// Files by name.
    Files(Vec<String>),
}

impl Setting {
    /// What an action sets, for each of its elements; empty if it sets nothing.
    pub(crate) fn all_of(action: &Action) -> Result<Vec<Self>, Diagnosis> {
        Ok(vec![match action {
            Action::FillMany { fields } => {
                let fields = fields.iter().map(|field| Self::Text(field.value.clone()));
                return Ok(fields.collect());
            }
            Action::Fill { value, .. } => Self::Text(value.clone()),
            Action::Select { option, .. } => Self::Options(vec![option.clone()]),
            Action::SelectMany { options, .. } => Self::Options(options.clone()),
            Action::PickPath { path, .. } => Self::Path(path.clone()),
            Action::SetChecked { checked, .. } => Self::Checked(*checked),
            Action::SetSlider { target, value } => Self::Number(
                number(value)
                    .ok_or_else(|| malformed(target.to_string(), "a number such as 42"))?,
            ),
            Action::SetDate { target, date: text } => {
                Self::Date(date(text).ok_or_else(|| malformed(target.to_string(), DATE))?)
            }
            Action::SetDateRange { target, from, to } => match (date(from), date(to)) {
                (Some(from), Some(to)) if from <= to => Self::Range(from, to),
                (Some(_), Some(_)) => {
                    return Err(malformed(
                        target.to_string(),
                        "a first day that is not after the last",
                    ));
                }
                _ => return Err(malformed(target.to_string(), DATE)),
            },
            Action::SetTime { target, time } => {
                let time = Time::read(time);
                Self::Time(
                    time.ok_or_else(|| malformed(target.to_string(), "a time such as 14:35"))?,
                )
            }
            Action::Upload { files, .. } => Self::Files(files.clone()),
            _ => return Ok(vec![]),
        }])
    }

    /// The same, as this kind of control takes it: `2026-11-30` filled into a date picker is a date.
    /// A text that is no such thing stays a text, and the control says what it takes.
    pub(crate) fn for_kind(&self, kind: Option<ControlKind>) -> Self {
        use ControlKind as K;
        let Self::Text(text) = self else {
            return self.clone();
        };
        let meant = match kind {
            Some(K::DatePicker) => moment(text),
            Some(K::DateRange) => range(text),
            Some(K::Slider) => number(text).map(Self::Number),
            Some(K::NativeSelect | K::Listbox | K::Combobox | K::MultiSelect | K::RadioGroup) => {
                Some(Self::Options(vec![text.clone()]))
            }
            Some(K::Cascader | K::TreeSelect) => Some(Self::Path(
                text.split('/').map(|part| part.trim().to_owned()).collect(),
            )),
            _ => None,
        };
        meant.unwrap_or_else(|| self.clone())
    }
}

const DATE: &str = "a date such as 2026-11-30";

fn malformed(target: String, expected: &str) -> Diagnosis {
    Diagnosis::ValueNotApplied {
        target,
        why: NotApplied::Malformed {
            expected: expected.to_owned(),
        },
    }
}

fn date(text: &str) -> Option<Date> {
    Date::from_iso(text.trim())
}

fn number(text: &str) -> Option<f64> {
    match values::numbers_in(text).as_slice() {
        [only] => Some(*only),
        _ => text
            .trim()
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite()),
    }
}

/// `2026-05-17`, `14:35`, or both, as ISO 8601 joins them.
fn moment(text: &str) -> Option<Setting> {
    let (day, time) = text.split_once(['T', ' ']).unwrap_or((text, ""));
    match (date(day), Time::read(time)) {
        (Some(day), Some(time)) => Some(Setting::Moment(day, time)),
        (Some(day), None) if time.is_empty() => Some(Setting::Date(day)),
        _ => Time::read(text).map(Setting::Time),
    }
}

/// `2026-05-04/2026-05-17`, as ISO 8601 writes intervals.
fn range(text: &str) -> Option<Setting> {
    let (from, to) = text.split_once('/')?;
    Some(Setting::Range(date(from)?, date(to)?))
}
