//! Questions asked of one parsed element.

use page_model::{Attribute, Attributes, Namespace};
use scraper::ElementRef;

pub(crate) const HTML: &str = "http://www.w3.org/1999/xhtml";

/// Which children of an element can be seen: of a closed `<details>` only the first summary.
pub(crate) enum Openness<'h> {
    All,
    Only(Option<ElementRef<'h>>),
}

impl<'h> Openness<'h> {
    pub(crate) fn of(element: ElementRef<'h>) -> Self {
        match element.value().name() {
            "details" if element.attr("open").is_none() => {
                Self::Only(first_child(element, "summary"))
            }
            _ => Self::All,
        }
    }

    pub(crate) fn shows(&self, child: Option<ElementRef<'h>>) -> bool {
        match self {
            Self::All => true,
            Self::Only(summary) => child.is_some() && child == *summary,
        }
    }
}

pub(crate) fn first_child<'h>(element: ElementRef<'h>, tag: &str) -> Option<ElementRef<'h>> {
    element
        .children()
        .filter_map(ElementRef::wrap)
        .find(|child| child.value().name() == tag)
}

pub(crate) fn is_shadow(element: ElementRef<'_>) -> bool {
    element.value().name() == "template" && element.attr("shadowrootmode").is_some()
}

pub(crate) fn sheet(element: ElementRef<'_>) -> Option<String> {
    (element.value().name() == "style").then(|| element.text().collect())
}

pub(crate) fn namespace(element: ElementRef<'_>) -> Namespace {
    match &*element.value().name.ns {
        HTML => Namespace::Html,
        "http://www.w3.org/2000/svg" => Namespace::Svg,
        "http://www.w3.org/1998/Math/MathML" => Namespace::MathMl,
        _ => Namespace::Other,
    }
}

pub(crate) fn attributes(element: ElementRef<'_>) -> Attributes {
    let attributes = element.value().attrs.iter().map(|(name, value)| {
        let local = name.local.to_ascii_lowercase();
        Attribute {
            name: match &name.prefix {
                Some(prefix) => format!("{prefix}:{local}").into(),
                None => (*local).into(),
            },
            value: (**value).into(),
        }
    });
    attributes.collect()
}
