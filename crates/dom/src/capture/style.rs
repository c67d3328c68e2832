//! What the words of a computed style mean.

/// Whether text runs on from the neighbours into the element and out of it.
pub(super) fn is_inline(display: &str) -> bool {
    matches!(display, "inline" | "contents")
}

/// Text of a pseudo element; set apart from the text beside it where it is not inline.
pub(super) fn generated(content: &str, display: &str) -> Option<String> {
    let text = content_text(content).filter(|_| display != "none")?;
    Some(if is_inline(display) {
        text
    } else {
        format!(" {text} ")
    })
}

/// Alternative text of an image that stands in for all an element holds.
pub(super) fn replacement(content: &str) -> Option<String> {
    content
        .starts_with("url(")
        .then(|| content_text(content))
        .flatten()
}

/// The text of a computed `content`: its strings, `None` for `none`, `normal` and empty ones. Where
/// a slash is followed by alternative text, that is what is read.
fn content_text(content: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = content;
    while let Some(c) = rest.chars().next() {
        rest = match c {
            '"' => string(&rest[1..], &mut text),
            '/' => {
                text.clear();
                &rest[1..]
            }
            // The address of an image is not read, whatever is quoted in it.
            _ if rest.starts_with("url(\"") => string(&rest[5..], &mut String::new()),
            _ => &rest[c.len_utf8()..],
        };
    }
    (!text.is_empty()).then_some(text)
}

/// Reads a string up to its closing quote; gives what follows.
fn string<'c>(content: &'c str, text: &mut String) -> &'c str {
    let mut chars = content.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return &content[at + 1..],
            '\\' => text.extend(chars.next().map(|(_, escaped)| escaped)),
            c => text.push(c),
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::{generated, replacement};

    #[test]
    fn strings_are_read_and_addresses_are_not() {
        let check = |content: &str, expected: Option<&str>| {
            assert_eq!(
                generated(content, "inline").as_deref(),
                expected,
                "{content}"
            );
        };
        check("none", None);
        check("normal", None);
        check("\"\"", None);
        check("\"a\" \"b\"", Some("ab"));
        check("\"★\" / \"starred\"", Some("starred"));
        check("\"★\" / \"\"", None);
        check("\"say \\\"hi\\\"\"", Some("say \"hi\""));
        check("url(\"data:image/svg+xml,<svg a='/' b='1'>\")", None);
        check("url(\"a.png\") \"x\"", Some("x"));
    }

    #[test]
    fn what_has_no_box_generates_nothing() {
        assert_eq!(super::generated("\"New\"", "none"), None);
        assert_eq!(
            super::generated("\"New\"", "inline").as_deref(),
            Some("New")
        );
    }

    #[test]
    fn an_image_with_other_text_stands_for_all() {
        let image = "url(\"data:,<a 'b'>\") / \"Home\"";
        assert_eq!(replacement(image).as_deref(), Some("Home"));
        assert_eq!(replacement("url(\"a.png\")"), None);
        assert_eq!(replacement("\"text\""), None);
    }
}
