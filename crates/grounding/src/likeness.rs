//! How alike two labels are: the same, the same reworded, or another.

/// What comparing two texts came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Likeness {
    /// The same but for case, white space and the marks forms hang on labels.
    Same,
    /// The same words with other punctuation, or polite and filling words more or less.
    Reworded,
    /// Another text.
    Other,
}

/// Words that come and go on the label of a field without changing what it asks for.
const FILLING: [&str; 14] = [
    "a", "address", "an", "choose", "enter", "field", "number", "optional", "please", "required",
    "select", "the", "type", "your",
];

/// The same in Chinese, which parts no words: at the start and at the end of a label.
const FILLING_STARTS: [&str; 5] = ["请输入", "请选择", "请填写", "输入", "选择"];
const FILLING_ENDS: [&str; 3] = ["地址", "号码", "必填"];

/// A text to compare many others with.
#[derive(Debug)]
pub(crate) struct Wanted {
    folded: String,
    core: String,
    is_field: bool,
}

impl Wanted {
    /// Filling words are looked past only on the labels of fields: on a button they may be all
    /// that parts it from the next.
    pub(crate) fn new(text: &str, is_field: bool) -> Self {
        Self {
            folded: fold(text),
            core: core(text, is_field),
            is_field,
        }
    }

    /// How alike `actual` is.
    pub(crate) fn likeness(&self, actual: &str) -> Likeness {
        // A text many times as long can't be the same words; names may be a megabyte long.
        if actual.len() > 8 * self.folded.len() + 64 {
            return Likeness::Other;
        }
        if self.is_same(actual) {
            Likeness::Same
        } else if !self.core.is_empty() && core(actual, self.is_field) == self.core {
            Likeness::Reworded
        } else {
            Likeness::Other
        }
    }

    /// Whether `actual` is the same text.
    pub(crate) fn is_same(&self, actual: &str) -> bool {
        let folded = self.folded.as_bytes();
        let differs_at_once = match (folded.first(), actual.trim_start().as_bytes().first()) {
            (Some(one), Some(other)) => {
                one.is_ascii() && other.is_ascii() && *one != other.to_ascii_lowercase()
            }
            _ => false,
        };
        !differs_at_once && fold(actual) == self.folded
    }

    /// Whether the words of one are all of the other's and more.
    pub(crate) fn overlaps(&self, actual: &str) -> bool {
        let other = core(actual, false);
        !other.is_empty()
            && !self.core.is_empty()
            && (other.contains(&self.core) || self.core.contains(&other))
    }
}

/// Case and white space aside, and the marks at the end: `Email *`, `Email:`.
fn fold(text: &str) -> String {
    let folded = perception::collapse(text).to_lowercase();
    let end = folded
        .trim_end_matches(['*', ':', '：', ' '])
        .trim_end_matches("(required)");
    end.trim_end().to_owned()
}

/// The letters and digits of the words that matter, run together: `e-mail` is `email`, and
/// `sign in` is `sign-in`.
fn core(text: &str, is_field: bool) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '\'' | '’' | '.'));
    let words: Vec<String> = words
        .map(|word| word.chars().filter(|c| c.is_alphanumeric()).collect())
        .filter(|word: &String| !word.is_empty())
        .collect();
    let is_filling = |word: &String| is_field && FILLING.contains(&word.as_str());
    let kept: String = words
        .iter()
        .filter(|word| !is_filling(word))
        .map(String::as_str)
        .collect();
    if kept.is_empty() {
        return words.concat();
    }
    if is_field { unfilled(&kept) } else { kept }
}

fn unfilled(text: &str) -> String {
    let mut rest = text;
    for start in FILLING_STARTS {
        rest = rest
            .strip_prefix(start)
            .filter(|r| !r.is_empty())
            .unwrap_or(rest);
    }
    for end in FILLING_ENDS {
        rest = rest
            .strip_suffix(end)
            .filter(|r| !r.is_empty())
            .unwrap_or(rest);
    }
    rest.to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Likeness, Wanted};

    fn check(one: &str, other: &str, expected: Likeness) {
        let likeness = Wanted::new(one, true).likeness(other);
        assert_eq!(likeness, expected, "{one:?} and {other:?}");
    }

    #[test]
    fn case_space_and_marks_make_no_difference() {
        check("Email", " EMAIL *", Likeness::Same);
        check("Email:", "Email (required)", Likeness::Same);
    }

    #[test]
    fn punctuation_and_filling_words_reword() {
        check("Email", "E-mail address", Likeness::Reworded);
        check("Phone number", "Your phone", Likeness::Reworded);
        check("邮箱", "请输入邮箱地址", Likeness::Reworded);
    }

    #[test]
    fn another_word_is_another_label() {
        check("Email", "Confirm email", Likeness::Other);
        check("Address line 1", "Address line 2", Likeness::Other);
        check("Password", "New password", Likeness::Other);
        check("Address", "Email address", Likeness::Other);
    }

    #[test]
    fn on_a_button_every_word_counts() {
        let new = Wanted::new("New", false);
        assert_eq!(new.likeness("New address"), Likeness::Other);
        assert_eq!(new.likeness("New…"), Likeness::Reworded);
    }
}
