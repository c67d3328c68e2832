//! Numbers.

/// The numbers a text may mean, whatever marks its thousands and decimals; signs of currency and
/// percent around it are let be. `1,234` may be two; a text with words in it is none.
#[must_use]
pub fn numbers_in(text: &str) -> Vec<f64> {
    let is_space =
        |c: char| c.is_whitespace() || c == '\u{a0}' || c == '\u{202f}' || c == '\'' || c == '’';
    let text: String = text.chars().filter(|&c| !is_space(c)).collect();
    let text = text.replace('\u{2212}', "-");
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+');
    let digits = text.trim_matches(|c: char| !is_part(c) && !c.is_alphabetic());
    if !digits.contains(|c: char| c.is_ascii_digit()) || !digits.chars().all(is_part) {
        return vec![];
    }
    let mut readings: Vec<f64> = [('.', ','), (',', '.')]
        .into_iter()
        .filter_map(|(point, group)| with_marks(digits, point, group))
        .collect();
    readings.dedup();
    readings
}

fn with_marks(digits: &str, point: char, group: char) -> Option<f64> {
    let (whole, fraction) = match digits.split_once(point) {
        Some((whole, fraction)) => (whole, fraction),
        None => (digits, ""),
    };
    if !fraction.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    // Groups of three, but for the first: `1,23` has no thousands.
    let mut groups = whole.split(group);
    let first = groups.next()?;
    let is_grouped = groups.clone().all(|group| group.len() == 3);
    let starts = first.trim_start_matches(['-', '+']);
    if !is_grouped || (groups.next().is_some() && !(1..=3).contains(&starts.len())) {
        return None;
    }
    let plain = whole.replace(group, "");
    format!("{plain}.{fraction}0").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::numbers_in;

    fn check(text: &str, expected: &[f64]) {
        assert_eq!(numbers_in(text), expected, "{text:?}");
    }

    #[test]
    fn a_number_is_read_in_every_way_it_may_be_meant() {
        check("42", &[42.0]);
        check("-1.5", &[-1.5]);
        check("1,234.50", &[1234.5]);
        check("1.234,50 €", &[1234.5]);
        check("1,234", &[1234.0, 1.234]);
        check("1 234,5", &[1234.5]);
        check("$ 12,345,678", &[12_345_678.0]);
        check("50%", &[50.0]);
        check("007", &[7.0]);
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in ["", "12 apples", "inf", "1,23,4", "-", "e5"] {
            check(text, &[]);
        }
    }
}
