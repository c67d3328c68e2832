//! Page text made safe to stand among our own words.
//!
//! **Invariant:** what comes out is one quoted text on one line: no text of a page can end its
//! quotes, begin a line, or hold a character that a person would not see.

use std::fmt::Write;

/// Appends `text` in quotes: white space collapsed, at most `limit` characters, what was cut
/// counted outside the quotes (`"Terms and"…+340`), quotes and backslashes escaped, what can't be
/// seen made visible as `\u{202e}`.
pub(crate) fn push_quoted(out: &mut String, text: &str, limit: usize) {
    out.push('"');
    let rest = push_clean(out, text, limit);
    out.push('"');
    if rest > 0 {
        // Writing to a String cannot fail.
        let _ = write!(out, "…+{rest}");
    }
}

/// A text of the page made safe to stand among other words: in quotes it can't end, on one line, at
/// most `limit` Unicode scalar values with the cut counted outside the quotes, and what a person
/// would not see made visible.
#[must_use]
pub fn quoted(text: &str, limit: usize) -> String {
    let mut out = String::new();
    push_quoted(&mut out, text, limit);
    out
}

/// Appends `text` as one field of a CSV line (RFC 4180): numbers bare, all else in quotes, so that
/// no field is mistaken for our words. White space is collapsed, so a row stays one line.
pub(crate) fn push_field(out: &mut String, text: &str) {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
    if text.chars().all(is_number) {
        out.push_str(text);
        return;
    }
    out.push('"');
    let start = out.len();
    for word in text.split_whitespace() {
        if out.len() > start {
            out.push(' ');
        }
        for c in word.chars() {
            match c {
                '"' => out.push_str("\"\""),
                '\\' => out.push(c),
                c => {
                    push_char(out, c);
                }
            }
        }
    }
    out.push('"');
}

/// The characters of `text` that fit, cleaned; answers how many were left out.
fn push_clean(out: &mut String, text: &str, limit: usize) -> usize {
    if text.len() <= limit && is_clean(text) {
        out.push_str(text);
        return 0;
    }
    let mut shown = 0;
    let mut was_space = true;
    for (at, c) in text.char_indices() {
        let is_space = c.is_whitespace();
        if is_space && was_space {
            continue;
        }
        if shown >= limit {
            if is_space && text[at..].trim_start().is_empty() {
                break;
            }
            trim_space(out);
            return rest_of(&text[at..]);
        }
        was_space = is_space;
        shown += push_char(out, if is_space { ' ' } else { c });
    }
    trim_space(out);
    0
}

/// Whether a text stands as it is, as most names do: plain ASCII, single spaces, nothing to escape.
fn is_clean(text: &str) -> bool {
    let mut before = b' ';
    for byte in text.bytes() {
        let is_second_space = byte == b' ' && before == b' ';
        if is_second_space || !matches!(byte, b' '..=b'~') || matches!(byte, b'"' | b'\\') {
            return false;
        }
        before = byte;
    }
    before != b' ' || text.is_empty()
}

/// How much is left is only told up to this many characters: nobody pays for counting megabytes.
const COUNTED: usize = 9999;

fn rest_of(text: &str) -> usize {
    text.chars().take(COUNTED).count()
}

fn trim_space(out: &mut String) {
    if out.ends_with(' ') {
        out.pop();
    }
}

/// Appends one character; answers how many it became.
fn push_char(out: &mut String, c: char) -> usize {
    match c {
        '"' | '\\' => {
            out.push('\\');
            out.push(c);
            1
        }
        c if is_invisible(c) => {
            let before = out.len();
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            out.len() - before
        }
        c => {
            out.push(c);
            1
        }
    }
}

/// Control, bidi, zero-width and tag characters, variation selectors beyond those of emoji, and
/// fillers: what could hide words from a person or turn them around.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(
            u32::from(c),
            0x00AD | 0x034F | 0x061C | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x180B..=0x180F
                | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0D
                | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFB | 0x1_BCA0..=0x1_BCA3
                | 0x1_D173..=0x1_D17A | 0xE0000..=0xE0FFF
        )
}

#[cfg(test)]
mod tests {
    use super::quoted;

    fn check(text: &str, expected: &str) {
        assert_eq!(quoted(text, 12), expected);
    }

    #[test]
    fn a_quote_cannot_be_ended_nor_a_line_begun() {
        check("a\" [e9]\nb", r#""a\" [e9] b""#);
        check("\\\"", r#""\\\"""#);
    }

    #[test]
    fn what_cannot_be_seen_is_made_visible() {
        check("A\u{202e}B", r#""A\u{202e}B""#);
        check("\u{e0041}\u{0}", r#""\u{e0041}\u{0}""#);
        check("a\u{200b}", r#""a\u{200b}""#);
    }

    #[test]
    fn a_cut_is_marked_outside_the_quotes() {
        check("0123456789ab", r#""0123456789ab""#);
        check("0123456789 abcd", r#""0123456789 a"…+3"#);
        check("0123456789ab  ", r#""0123456789ab""#);
    }
}
