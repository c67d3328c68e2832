//! The computed style of one element, its parent's being known.

use page_model::Style;
use scraper::ElementRef;

use crate::content;
use crate::css::{self, Rule, Target};
use crate::defaults::{self, Display};

/// What an element hands down to its children.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inherited {
    pub(crate) is_rendered: bool,
    pub(crate) is_visible: bool,
}

impl Default for Inherited {
    fn default() -> Self {
        Self {
            is_rendered: true,
            is_visible: true,
        }
    }
}

/// Cascades the browser's sheet, the tree's rules and the `style` attribute.
pub(crate) fn compute(element: ElementRef<'_>, rules: &[Rule], inherited: Inherited) -> Style {
    let declared = Declared::of(element, rules);
    let display = declared
        .value(Target::Element, "display")
        .map_or_else(|| defaults::display(element), display);
    let is_visible = match declared.value(Target::Element, "visibility") {
        Some("visible") => true,
        Some("hidden" | "collapse") => false,
        _ => inherited.is_visible,
    };
    Style {
        is_rendered: inherited.is_rendered && display != Display::None,
        is_visible,
        is_inline: display == Display::Inline,
        before: declared.generated(Target::Before, element),
        after: declared.generated(Target::After, element),
        replaced_by: declared
            .value(Target::Element, "content")
            .and_then(content::alternative),
    }
}

fn display(value: &str) -> Display {
    match value {
        "none" => Display::None,
        "inline" | "contents" => Display::Inline,
        _ => Display::Block,
    }
}

struct Declared(Vec<(Target, String, String)>);

impl Declared {
    fn of(element: ElementRef<'_>, rules: &[Rule]) -> Self {
        let matching = rules.iter().filter(|rule| rule.matches(element));
        let mut all: Vec<_> = matching
            .flat_map(|rule| {
                let named = rule.declarations.iter().cloned();
                named.map(|(name, value)| (rule.target, name, value))
            })
            .collect();
        let own = css::declarations(element.attr("style").unwrap_or(""));
        all.extend(
            own.into_iter()
                .map(|(name, value)| (Target::Element, name, value)),
        );
        Self(all)
    }

    fn value(&self, target: Target, property: &str) -> Option<&str> {
        self.0
            .iter()
            .rev()
            .find(|(of, name, _)| *of == target && name == property)
            .map(|(_, _, value)| value.as_str())
    }

    /// A box that is not inline stands apart from the text around it, so it brings its own spaces.
    fn generated(&self, target: Target, element: ElementRef<'_>) -> Option<String> {
        let text = content::text(self.value(target, "content")?, element)?;
        match self.value(target, "display").map(display) {
            None | Some(Display::Inline) => Some(text),
            Some(Display::Block) => Some(format!(" {text} ")),
            Some(Display::None) => None,
        }
    }
}
