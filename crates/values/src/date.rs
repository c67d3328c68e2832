//! Calendar dates.

use std::fmt;

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// 1 to 9999.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

/// In which order day, month and year are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateOrder {
    /// `2026-11-30`
    YearFirst,
    /// `11/30/2026`
    MonthFirst,
    /// `30.11.2026`
    DayFirst,
}

impl Date {
    /// The date, if there is such a day.
    #[must_use]
    pub fn new(year: u32, month: u32, day: u32) -> Option<Self> {
        let is_leap =
            year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let days = match month {
            2 => 28 + u32::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        ((1..=9999).contains(&year) && (1..=days).contains(&day)).then_some(Self {
            year: u16::try_from(year).ok()?,
            month: u8::try_from(month).ok()?,
            day: u8::try_from(day).ok()?,
        })
    }

    /// Reads `2026-11-30`, and nothing else.
    #[must_use]
    pub fn from_iso(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts.as_slice() else {
            return None;
        };
        let number = |text: &str, length: usize| {
            let is_plain = text.len() == length && text.bytes().all(|b| b.is_ascii_digit());
            is_plain.then(|| text.parse().ok()).flatten()
        };
        Self::new(number(year, 4)?, number(month, 2)?, number(day, 2)?)
    }

    /// As a pattern such as `MM/DD/YYYY`, `d.M.yyyy` or `YYYY年MM月DD日` asks; `None` where it names no
    /// year, month or day.
    #[must_use]
    pub fn in_pattern(self, pattern: &str) -> Option<String> {
        DateOrder::of_pattern(pattern)?;
        let mut written = String::new();
        let mut rest = pattern.chars().peekable();
        while let Some(letter) = rest.next() {
            let mut run = 1;
            while rest.peek().is_some_and(|next| same_unit(*next, letter)) && unit(letter).is_some()
            {
                rest.next();
                run += 1;
            }
            match unit(letter) {
                Some('y') if run == 2 => written.push_str(&format!("{:02}", self.year % 100)),
                Some('y') => written.push_str(&format!("{:04}", self.year)),
                Some('m') if run == 1 => written.push_str(&self.month.to_string()),
                Some('m') => written.push_str(&format!("{:02}", self.month)),
                Some('d') if run == 1 => written.push_str(&self.day.to_string()),
                Some('d') => written.push_str(&format!("{:02}", self.day)),
                _ => written.push(letter),
            }
        }
        Some(written)
    }

    /// How many months from this date's to the other's.
    #[must_use]
    pub fn months_to(self, other: Self) -> i32 {
        let months = |date: Self| i32::from(date.year) * 12 + i32::from(date.month);
        months(other) - months(self)
    }
}

impl fmt::Display for Date {
    /// `2026-11-30`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The unit a letter of a pattern stands for; German and French patterns write `JJJJ`, `TT`, `AAAA`.
fn unit(letter: char) -> Option<char> {
    match letter {
        'y' | 'Y' | 'J' | 'j' | 'a' | 'A' => Some('y'),
        'm' | 'M' => Some('m'),
        'd' | 'D' | 'T' | 't' => Some('d'),
        _ => None,
    }
}

fn same_unit(one: char, other: char) -> bool {
    unit(one) == unit(other)
}

impl DateOrder {
    /// The order of a pattern such as `MM/DD/YYYY` or `tt.mm.jjjj`; `None` for any other text.
    #[must_use]
    pub fn of_pattern(pattern: &str) -> Option<Self> {
        let mut units: Vec<char> = Vec::new();
        for letter in pattern.chars() {
            match unit(letter) {
                Some(unit) if units.last() != Some(&unit) => units.push(unit),
                None if letter.is_alphabetic() && !"年月日".contains(letter) => return None,
                _ => {}
            }
        }
        match units.as_slice() {
            ['y', 'm', 'd'] => Some(Self::YearFirst),
            ['m', 'd', 'y'] => Some(Self::MonthFirst),
            ['d', 'm', 'y'] => Some(Self::DayFirst),
            _ => None,
        }
    }

    /// The order in which a language's readers write numbers of a date (Unicode CLDR, short dates).
    #[must_use]
    pub fn of_language(tag: &str) -> Option<Self> {
        let tag = tag.to_ascii_lowercase();
        let language = tag.split('-').next()?;
        match language {
            "en" if tag == "en" || tag.starts_with("en-us") => Some(Self::MonthFirst),
            "zh" | "ja" | "ko" | "hu" | "lt" | "sv" => Some(Self::YearFirst),
            "" => None,
            _ => Some(Self::DayFirst),
        }
    }
}

/// The month a word names, 1 to 12: English, or a Chinese or Japanese `5月`.
#[must_use]
pub fn month_of(word: &str) -> Option<u32> {
    const NAMES: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    if let Some(number) = word.strip_suffix('月') {
        return number.trim().parse().ok().filter(|n| (1..=12).contains(n));
    }
    let word = word.trim_matches('.').to_lowercase();
    let is_named = |name: &str| {
        word.len() >= 3 && name.starts_with(&word) || word == "sept" && name.starts_with("sept")
    };
    let at = NAMES.iter().position(|name| is_named(name))?;
    u32::try_from(at + 1).ok()
}

/// The dates a text may mean, at most one for each way to read it: `05/04/2026` is two, unless
/// `order` says which way it is written. Empty if it is no single date. A time behind it is let be.
#[must_use]
pub fn dates_in(text: &str, order: Option<DateOrder>) -> Vec<Date> {
    let words = words(text);
    let numbers: Vec<u32> = words.iter().filter_map(Word::number).collect();
    let month = words.iter().find_map(Word::month);
    let has_other = words.iter().any(|word| matches!(word, Word::Other));
    let found = match (month, numbers.as_slice()) {
        _ if has_other => vec![],
        // `17 May 2026`, `May 17, 2026`, `2026 May 17`.
        (Some(month), &[one, other]) => {
            let (year, day) = if one > 31 { (one, other) } else { (other, one) };
            Date::new(year, month, day).into_iter().collect()
        }
        (None, &[year, month, day]) if year > 31 => {
            Date::new(year, month, day).into_iter().collect()
        }
        (None, &[one, other, year]) => in_either_order(one, other, year, order),
        _ => vec![],
    };
    let mut found = found;
    found.dedup();
    found
}

fn in_either_order(one: u32, other: u32, year: u32, order: Option<DateOrder>) -> Vec<Date> {
    let day_first = Date::new(year, other, one);
    let month_first = Date::new(year, one, other);
    let readings = match order {
        Some(DateOrder::DayFirst) => [day_first, None],
        Some(DateOrder::MonthFirst) => [month_first, None],
        _ => [day_first, month_first],
    };
    readings.into_iter().flatten().collect()
}

enum Word {
    Number(u32),
    Month(u32),
    Other,
}

impl Word {
    fn number(&self) -> Option<u32> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn month(&self) -> Option<u32> {
        match self {
            Self::Month(month) => Some(*month),
            _ => None,
        }
    }
}

/// The words of a date: numbers and names. Weekdays, the marks 年月日 and a time behind are let be.
fn words(text: &str) -> Vec<Word> {
    // Pickers set invisible marks between their parts.
    let is_mark = |c: &char| {
        matches!(
            *c,
            '\u{200e}' | '\u{200f}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
        )
    };
    let text: String = text.chars().filter(|c| !is_mark(c)).collect();
    let parts = text.split(|c: char| c.is_whitespace() || "/-.,年月日".contains(c));
    let parts = parts.filter(|part| !part.is_empty());
    let mut words = Vec::new();
    for part in parts {
        if part.contains(':')
            || matches!(part.split_once('T'), Some((day, time)) if !day.is_empty() && time.contains(':'))
        {
            break;
        }
        let number = part.trim_end_matches(['t', 'h', 's', 'n', 'd', 'r']);
        words.push(match (number.parse(), month_of(part)) {
            (Ok(number), _) => Word::Number(number),
            (_, Some(month)) => Word::Month(month),
            _ if is_weekday(part) => continue,
            _ => Word::Other,
        });
    }
    words
}

fn is_weekday(word: &str) -> bool {
    const DAYS: [&str; 7] = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ];
    let word = word.to_lowercase();
    word.len() >= 3 && DAYS.iter().any(|day| day.starts_with(&word))
        || word.starts_with("星期")
        || word.starts_with('周')
}

#[cfg(test)]
mod tests {
    use super::{Date, DateOrder, dates_in};

    fn check(text: &str, order: Option<DateOrder>, expected: &[&str]) {
        let found: Vec<String> = dates_in(text, order).iter().map(Date::to_string).collect();
        assert_eq!(found, expected, "{text:?} {order:?}");
    }

    #[test]
    fn a_date_is_read_in_every_way_it_may_be_meant() {
        check("2026-05-17", None, &["2026-05-17"]);
        check("2026/5/7", None, &["2026-05-07"]);
        check("05/17/2026", None, &["2026-05-17"]);
        check("17.05.2026", None, &["2026-05-17"]);
        check("05/04/2026", None, &["2026-04-05", "2026-05-04"]);
        check("05/05/2026", None, &["2026-05-05"]);
        check("05/04/2026", Some(DateOrder::MonthFirst), &["2026-05-04"]);
        check("05/04/2026", Some(DateOrder::DayFirst), &["2026-04-05"]);
    }

    #[test]
    fn names_of_months_and_days_are_read() {
        check("May 17, 2026", None, &["2026-05-17"]);
        check("Sunday, 17th May 2026", None, &["2026-05-17"]);
        check("Sun May 17 2026 00:00:00", None, &["2026-05-17"]);
        check("Sept. 3, 2026", None, &["2026-09-03"]);
        check("2026年5月17日", None, &["2026-05-17"]);
        check("2026-05-17 14:30", None, &["2026-05-17"]);
        check(
            "\u{2066}05\u{2069}/\u{2066}17\u{2069}/\u{2066}2026\u{2069}",
            None,
            &["2026-05-17"],
        );
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "MM/DD/YYYY",
            "2026",
            "31.02.2026",
            "12 apples 2026",
            "May 2026",
        ] {
            check(text, None, &[]);
        }
    }

    #[test]
    fn a_date_is_written_as_a_pattern_asks() {
        let date = Date::from_iso("2026-05-07").unwrap();
        let written = |pattern| date.in_pattern(pattern);
        assert_eq!(written("MM/DD/YYYY").as_deref(), Some("05/07/2026"));
        assert_eq!(written("d.M.yyyy").as_deref(), Some("7.5.2026"));
        assert_eq!(written("TT.MM.JJJJ").as_deref(), Some("07.05.2026"));
        assert_eq!(written("YYYY年MM月DD日").as_deref(), Some("2026年05月07日"));
        assert_eq!(written("Select date"), None);
    }

    #[test]
    fn only_what_is_iso_is_read_as_iso() {
        assert!(Date::from_iso("2026-02-29").is_none());
        assert!(Date::from_iso("2026-2-9").is_none());
        assert_eq!(
            Date::from_iso("2028-02-29").unwrap().to_string(),
            "2028-02-29"
        );
    }

    #[test]
    fn a_language_has_an_order() {
        assert_eq!(DateOrder::of_language("en-US"), Some(DateOrder::MonthFirst));
        assert_eq!(DateOrder::of_language("en-GB"), Some(DateOrder::DayFirst));
        assert_eq!(DateOrder::of_language("zh-CN"), Some(DateOrder::YearFirst));
        assert_eq!(DateOrder::of_language(""), None);
    }
}
