//! Times of day.

use std::fmt;

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59.
    pub second: u8,
}

impl Time {
    /// Reads the one time in a text: `14:35`, `2:35 PM`, `14:35:20`, `下午2:35`. A date before it is
    /// let be.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let is_mark = |c: &char| {
            matches!(
                *c,
                '\u{200e}' | '\u{200f}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
            )
        };
        let text: String = text.chars().filter(|c| !is_mark(c)).collect();
        let lower = text.to_lowercase().replace(['.', '\u{a0}', '\u{202f}'], "");
        let afternoon = ["pm", "下午", "晚上"]
            .iter()
            .any(|mark| lower.contains(mark));
        let morning = ["am", "上午", "凌晨"]
            .iter()
            .any(|mark| lower.contains(mark));
        let clock = lower
            .split(|c: char| !c.is_ascii_digit() && c != ':')
            .find(|part| part.contains(':'))?;
        let parts: Vec<u8> = clock
            .split(':')
            .map(|part| part.parse().ok())
            .collect::<Option<_>>()?;
        let (hour, minute, second) = match *parts.as_slice() {
            [hour, minute] => (hour, minute, 0),
            [hour, minute, second] => (hour, minute, second),
            _ => return None,
        };
        let hour = match hour {
            12 if morning => 0,
            1..=11 if afternoon => hour + 12,
            _ => hour,
        };
        (hour < 24 && minute < 60 && second < 60).then_some(Self {
            hour,
            minute,
            second,
        })
    }

    /// As a 12-hour clock shows it: `02:35 PM`.
    #[must_use]
    pub fn in_twelve_hours(self) -> String {
        let hour = match self.hour % 12 {
            0 => 12,
            hour => hour,
        };
        let half = if self.hour < 12 { "AM" } else { "PM" };
        format!("{hour:02}:{:02} {half}", self.minute)
    }
}

impl fmt::Display for Time {
    /// `14:35`, with seconds only where there are some.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.hour, self.minute)?;
        if self.second > 0 {
            write!(f, ":{:02}", self.second)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Time;

    fn check(text: &str, expected: Option<&str>) {
        let read = Time::read(text).map(|time| time.to_string());
        assert_eq!(read.as_deref(), expected, "{text:?}");
    }

    #[test]
    fn a_time_is_read_by_value() {
        check("14:35", Some("14:35"));
        check("2:35 PM", Some("14:35"));
        check("02:35 p.m.", Some("14:35"));
        check("12:05 AM", Some("00:05"));
        check("12:05 PM", Some("12:05"));
        check("14:35:00", Some("14:35"));
        check("14:35:20", Some("14:35:20"));
        check("2026-05-17 14:35", Some("14:35"));
        check("下午2:35", Some("14:35"));
        check("24:00", None);
        check("1435", None);
        check("hh:mm", None);
    }

    #[test]
    fn a_time_is_written_for_a_twelve_hour_clock() {
        let written = |text| Time::read(text).unwrap().in_twelve_hours();
        assert_eq!(written("14:35"), "02:35 PM");
        assert_eq!(written("00:05"), "12:05 AM");
    }
}
