//! How many tokens a text costs a model, estimated without any model's vocabulary.

/// About how many tokens `text` is: four ASCII letters or three digits each begin one token, a
/// character of Chinese, Japanese or Korean is one, of another script half of one, a punctuation
/// mark one, a line break one, a run of two spaces or more one. A single space belongs to the word
/// after it.
///
/// **Invariant:** the estimate of lines that end in a line break is the sum of their estimates.
#[must_use]
pub fn estimate_tokens(text: &str) -> u32 {
    let mut tokens = 0;
    let mut run = Run::default();
    for c in text.chars() {
        let class = Class::of(c);
        if class != run.class {
            tokens += run.tokens();
            run = Run { class, length: 0 };
        }
        run.length += 1;
    }
    tokens + run.tokens()
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Class {
    #[default]
    Space,
    Letter,
    Digit,
    /// One token each.
    Single,
    /// Letters beyond ASCII, of scripts that part words by spaces.
    Other,
}

impl Class {
    fn of(c: char) -> Self {
        match c {
            ' ' => Self::Space,
            'a'..='z' | 'A'..='Z' => Self::Letter,
            '0'..='9' => Self::Digit,
            '\0'..='\x7f' => Self::Single,
            c if is_wide(c) || !c.is_alphanumeric() => Self::Single,
            _ => Self::Other,
        }
    }
}

fn is_wide(c: char) -> bool {
    matches!(u32::from(c), 0x2E80..=0x9FFF | 0xA960..=0xA97F | 0xAC00..=0xD7FF
        | 0xF900..=0xFAFF | 0xFF00..=0xFFEF | 0x2_0000..=0x3_FFFF)
}

#[derive(Default)]
struct Run {
    class: Class,
    length: u32,
}

impl Run {
    fn tokens(&self) -> u32 {
        match self.class {
            Class::Space => u32::from(self.length > 1),
            Class::Letter => self.length.div_ceil(4),
            Class::Digit => self.length.div_ceil(3),
            Class::Single => self.length,
            Class::Other => self.length.div_ceil(2),
        }
    }
}

/// CSS px as a whole number, for people; what no page reaches saturates. Formatting floats would
/// weigh more than the rest of this file.
#[expect(clippy::cast_possible_truncation)]
pub(crate) fn px(length: f64) -> i32 {
    length.round() as i32
}

#[cfg(test)]
mod tests {
    use super::estimate_tokens;

    fn check(text: &str, expected: u32) {
        assert_eq!(estimate_tokens(text), expected, "{text:?}");
    }

    #[test]
    fn words_marks_and_chinese_are_counted() {
        check("", 0);
        check("Save", 1);
        check("Save changes", 3);
        check("\"Save\"", 3);
        check("保存客户", 4);
        check("2000", 2);
        check("a\n    b\n", 5);
    }

    #[test]
    fn lines_add_up() {
        let (one, other) = ("  button \"Save\" [e1]\n", "    \"客户\" 12\n");
        check(
            &format!("{one}{other}"),
            estimate_tokens(one) + estimate_tokens(other),
        );
    }
}
