//! The value of the `content` property as text.

use scraper::ElementRef;

/// What `content` generates: its strings and `attr()`s, or the alternative text after `/`.
/// `None` for `none`, `normal` and anything without text.
pub(crate) fn text(value: &str, element: ElementRef<'_>) -> Option<String> {
    let parts = split(value);
    let alternative = parts.iter().position(|part| *part == Part::Slash);
    let spoken = match alternative {
        Some(slash) => &parts[slash + 1..],
        None => &parts[..],
    };
    let text: String = spoken
        .iter()
        .filter_map(|part| part.text(element))
        .collect();
    (!text.is_empty()).then_some(text)
}

/// The text after `/`, all that an element's own `content` may say.
pub(crate) fn alternative(value: &str) -> Option<String> {
    let text = split(value)
        .into_iter()
        .skip_while(|part| *part != Part::Slash)
        .find_map(|part| match part {
            Part::Text(text) => Some(text),
            _ => None,
        });
    text.filter(|text| !text.is_empty())
}

#[derive(Debug, PartialEq)]
enum Part {
    Text(String),
    Attribute(String),
    Slash,
    Other,
}

impl Part {
    fn text(&self, element: ElementRef<'_>) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Attribute(name) => element.attr(name).map(str::to_owned),
            Self::Slash | Self::Other => None,
        }
    }
}

fn split(value: &str) -> Vec<Part> {
    let mut parts = vec![];
    let mut rest = value.trim_start();
    while let Some(first) = rest.chars().next() {
        let part;
        (part, rest) = match first {
            '"' | '\'' => quoted(&rest[1..], first),
            '/' => (Part::Slash, &rest[1..]),
            _ => word(rest),
        };
        parts.push(part);
        rest = rest.trim_start();
    }
    parts
}

fn quoted(rest: &str, quote: char) -> (Part, &str) {
    let mut text = String::new();
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => text.extend(escape(&mut chars)),
            _ if c == quote => return (Part::Text(text), &rest[at + c.len_utf8()..]),
            _ => text.push(c),
        }
    }
    (Part::Text(text), "")
}

/// css-syntax-3 4.3.7: up to six hexadecimal digits and one space, or the character itself.
fn escape(chars: &mut std::iter::Peekable<std::str::CharIndices<'_>>) -> Option<char> {
    let mut code = String::new();
    while let Some((_, c)) = chars.next_if(|(_, c)| c.is_ascii_hexdigit() && code.len() < 6) {
        code.push(c);
    }
    if code.is_empty() {
        return chars.next().map(|(_, c)| c);
    }
    chars.next_if(|(_, c)| c.is_ascii_whitespace());
    u32::from_str_radix(&code, 16).ok().and_then(char::from_u32)
}

/// A keyword or a function with its arguments, strings in it skipped.
fn word(rest: &str) -> (Part, &str) {
    let end = rest.find([' ', '(', '/', '"', '\'']).unwrap_or(rest.len());
    if !rest[end..].starts_with('(') {
        return (Part::Other, &rest[end.max(1)..]);
    }
    let close = closing_bracket(&rest[end..]).map_or(rest.len(), |at| end + at);
    let arguments = rest.get(end + 1..close).unwrap_or("").trim();
    let part = match &rest[..end] {
        "attr" => Part::Attribute(arguments.to_ascii_lowercase()),
        _ => Part::Other,
    };
    (part, rest.get(close + 1..).unwrap_or(""))
}

fn closing_bracket(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (None, ')') => return Some(at),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    None
}
