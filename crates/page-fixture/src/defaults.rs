//! The browser's own style sheet, as far as it decides `display`.

use scraper::ElementRef;

/// How an element's boxes are laid out, as far as a name needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Display {
    /// No box for it or anything in it.
    None,
    /// In the line, or no box of its own (`contents`).
    Inline,
    /// Anything that stands apart from its neighbors, `inline-block` included.
    Block,
}

// html.spec.whatwg.org/#hidden-elements, and what scripting hides.
const HIDDEN: &[&str] = &[
    "area", "base", "basefont", "datalist", "head", "link", "meta", "noembed", "noframes",
    "noscript", "param", "rp", "script", "source", "style", "template", "title", "track",
];

const INLINE: &[&str] = &[
    "a", "abbr", "acronym", "audio", "b", "bdi", "bdo", "big", "br", "canvas", "cite", "code",
    "data", "del", "dfn", "em", "embed", "font", "i", "iframe", "img", "ins", "kbd", "label",
    "map", "mark", "nobr", "object", "output", "picture", "q", "rb", "rt", "rtc", "ruby", "s",
    "samp", "slot", "small", "span", "strike", "strong", "sub", "sup", "svg", "time", "tt", "u",
    "var", "video", "wbr",
];

/// The `display` an element has without any page style.
pub(crate) fn display(element: ElementRef<'_>) -> Display {
    let value = element.value();
    let tag = value.name();
    if is_hidden_by_attribute(element) {
        return Display::None;
    }
    if &*value.name.ns != "http://www.w3.org/1999/xhtml" {
        return foreign_display(tag);
    }
    if HIDDEN.contains(&tag) {
        Display::None
    } else if INLINE.contains(&tag) || tag.contains('-') {
        Display::Inline
    } else {
        Display::Block
    }
}

fn is_hidden_by_attribute(element: ElementRef<'_>) -> bool {
    let has = |name| element.attr(name).is_some();
    has("hidden")
        || has("popover")
        || match element.value().name() {
            "dialog" => !has("open"),
            "input" => element
                .attr("type")
                .is_some_and(|kind| kind.eq_ignore_ascii_case("hidden")),
            _ => false,
        }
}

fn foreign_display(tag: &str) -> Display {
    match tag {
        "defs" | "desc" | "metadata" | "script" | "style" | "title" => Display::None,
        _ => Display::Inline,
    }
}
