//! What the words of a computed style mean.

/// Whether text runs on from the neighbours into the element and out of it.
pub(super) fn is_inline(display: &str) -> bool {
    matches!(display, "inline" | "contents")
}

/// Text of a pseudo element; set apart from the text beside it where it is not inline.
pub(super) fn generated(content: &str, display: &str) -> Option<String> {
    let text = content_text(content)?;
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

/// The text of a computed `content`: its strings, `None` for `none`, `normal` and empty ones.
fn content_text(content: &str) -> Option<String> {
    // The alternative text after a slash is what is read, where it is given.
    let content = content
        .rsplit_once(" / ")
        .map_or(content, |(_, alternative)| alternative);
    let text: String = content.split('"').skip(1).step_by(2).collect();
    (!text.is_empty()).then_some(text)
}
