//! The state of form controls, as a browser has it right after loading the page.

use page_model::ControlState;
use scraper::ElementRef;

/// Input types a person types text into.
const TYPED: &[&str] = &[
    "text",
    "search",
    "url",
    "tel",
    "email",
    "password",
    "number",
    "date",
    "month",
    "week",
    "time",
    "datetime-local",
];

const KNOWN: &[&str] = &[
    "hidden", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button",
];

/// `in_disabled_fieldset`: whether a fieldset around the element disables what is in it.
pub(crate) fn state(element: ElementRef<'_>, in_disabled_fieldset: bool) -> ControlState {
    let is_disabled = is_disabled(element, in_disabled_fieldset);
    match element.value().name() {
        "input" => input(element, is_disabled),
        "textarea" => ControlState {
            value: Some(textarea_value(element)),
            is_disabled,
            is_editable: !is_disabled && !has(element, "readonly"),
            ..ControlState::default()
        },
        "select" => ControlState {
            value: Some(
                chosen_options(element)
                    .first()
                    .map_or_else(String::new, |o| option_value(*o)),
            ),
            is_disabled,
            ..ControlState::default()
        },
        "option" => ControlState {
            value: Some(option_value(element)),
            checked: Some(is_chosen(element)),
            is_disabled,
            ..ControlState::default()
        },
        _ => ControlState {
            is_disabled,
            is_editable: is_editing_host(element),
            ..ControlState::default()
        },
    }
}

fn input(element: ElementRef<'_>, is_disabled: bool) -> ControlState {
    let kind = input_type(element);
    let is_choice = matches!(kind.as_str(), "checkbox" | "radio");
    let value = element.attr("value").unwrap_or(match kind.as_str() {
        "checkbox" | "radio" => "on",
        "range" => "50",
        "color" => "#000000",
        _ => "",
    });
    ControlState {
        value: Some(value.to_owned()),
        checked: is_choice.then(|| has(element, "checked")),
        is_disabled,
        is_editable: TYPED.contains(&kind.as_str()) && !is_disabled && !has(element, "readonly"),
        ..ControlState::default()
    }
}

/// The type an input really has; unknown ones are `text`.
pub(crate) fn input_type(element: ElementRef<'_>) -> String {
    let kind = element.attr("type").unwrap_or("text").to_ascii_lowercase();
    if TYPED.contains(&kind.as_str()) || KNOWN.contains(&kind.as_str()) {
        kind
    } else {
        "text".into()
    }
}

fn is_disabled(element: ElementRef<'_>, in_disabled_fieldset: bool) -> bool {
    match element.value().name() {
        "button" | "fieldset" | "input" | "select" | "textarea" => {
            in_disabled_fieldset || has(element, "disabled")
        }
        "optgroup" => has(element, "disabled"),
        "option" => {
            has(element, "disabled")
                || parent(element)
                    .is_some_and(|p| p.value().name() == "optgroup" && has(p, "disabled"))
        }
        _ => false,
    }
}

fn is_editing_host(element: ElementRef<'_>) -> bool {
    let value = element.attr("contenteditable");
    value.is_some_and(|value| {
        matches!(
            value.to_ascii_lowercase().as_str(),
            "" | "true" | "plaintext-only"
        )
    })
}

fn textarea_value(element: ElementRef<'_>) -> String {
    element.text().collect()
}

/// HTML: an option's value is its attribute, else its text with white space collapsed.
fn option_value(option: ElementRef<'_>) -> String {
    match option.attr("value") {
        Some(value) => value.to_owned(),
        None => {
            let text: String = option.text().collect();
            text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
        }
    }
}

fn is_chosen(option: ElementRef<'_>) -> bool {
    let select = option
        .ancestors()
        .filter_map(ElementRef::wrap)
        .find(|ancestor| ancestor.value().name() == "select");
    match select {
        Some(select) => chosen_options(select).contains(&option),
        None => has(option, "selected"),
    }
}

/// HTML, "ask for a reset": a drop-down box shows its last `selected` option, else its first one
/// that is not disabled.
fn chosen_options(select: ElementRef<'_>) -> Vec<ElementRef<'_>> {
    let options: Vec<_> = select
        .descendants()
        .filter_map(ElementRef::wrap)
        .filter(|element| element.value().name() == "option")
        .collect();
    let mut selected = options.iter().copied().filter(|o| has(*o, "selected"));
    if has(select, "multiple") {
        return selected.collect();
    }
    let is_drop_down = select
        .attr("size")
        .is_none_or(|size| matches!(size.trim(), "" | "0" | "1"));
    let fallback = || {
        let enabled = options.iter().copied().find(|o| !is_disabled(*o, false));
        enabled.filter(|_| is_drop_down)
    };
    selected.next_back().or_else(fallback).into_iter().collect()
}

fn parent(element: ElementRef<'_>) -> Option<ElementRef<'_>> {
    element.parent().and_then(ElementRef::wrap)
}

fn has(element: ElementRef<'_>, attribute: &str) -> bool {
    element.attr(attribute).is_some()
}
