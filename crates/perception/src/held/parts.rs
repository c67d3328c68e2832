//! Class names of the parts in which libraries show what was chosen. The only table of its kind: a
//! library is added here.
//!
//! A `*` stands for anything: styles made at run time carry their names at the end
//! (`css-1dimb5e-singleValue`).

use page_model::{NodeId, Page};

/// How many levels around a field its widget's root is looked for.
const LEVELS: usize = 7;

/// How many nodes of a widget are looked at.
const LOOKED_AT: usize = 2_000;

/// Roots of widgets that show what was chosen elsewhere than in the field.
pub(super) const ROOTS: &[&str] = &[
    "ant-select",
    "ant-cascader",
    "ant-picker",
    "el-select",
    "el-cascader",
    "el-date-editor",
    "el-tree-select",
    "MuiAutocomplete-root",
    "MuiSelect-root",
    "v-input",
    "ts-wrapper",
    "choices",
    "mat-mdc-select",
    "mat-date-range-input",
    "mat-mdc-form-field",
    "select2-container",
    "css-*-container",
];

/// One choice each.
pub(super) const CHOSEN: &[&str] = &[
    "ant-select-selection-item",
    "ant-select-content-value",
    "el-tag",
    "el-cascader__tags",
    "MuiChip-root",
    "v-select__selection",
    "v-autocomplete__selection",
    "v-combobox__selection",
    "v-chip",
    "*-singleValue",
    "*-multiValue",
    "*__single-value",
    "*__multi-value",
    "mat-mdc-chip",
    "mat-mdc-select-value-text",
    "select2-selection__choice",
    "select2-selection__rendered",
    "item",
    "choices__item",
];

/// The whole choice of a box of one, where it is not the field that shows it.
pub(super) const WHOLE: &[&str] = &[
    "ant-select-content-has-value",
    "el-select__selected-item",
    "el-select__placeholder",
    "el-cascader__label",
];

/// What of a choice is its label, and not the button that takes it away.
pub(super) const LABELS: &[&str] = &[
    "ant-select-selection-item-content",
    "el-tag__content",
    "MuiChip-label",
    "v-select__selection-text",
    "v-autocomplete__selection-text",
    "v-chip__content",
    "*-MultiValueGeneric",
    "*__multi-value__label",
    "mdc-evolution-chip__text-label",
];

/// Parts that only look chosen: what is said where nothing is, lists of what may be chosen, and what
/// counts those that do not fit.
const NOT_CHOSEN: &[&str] = &[
    "is-transparent",
    "choices__placeholder",
    "choices__list--dropdown",
    "ant-select-dropdown",
    "el-popper",
    "ts-dropdown",
    "css-*-placeholder",
    "mat-mdc-select-placeholder",
];

/// Widgets whose field only searches: its text is never the choice.
const SEARCHED: &[&str] = &[
    "ant-select",
    "el-select",
    "css-*-container",
    "ts-wrapper",
    "choices",
];

/// Program editors, and their lines.
pub(super) const EDITORS: &[&str] = &["monaco-editor", "cm-editor", "CodeMirror"];
pub(super) const LINES: &[&str] = &["view-line", "cm-line", "CodeMirror-line"];

/// The text of a part without its pictures in letters (`aria-hidden`) and its own buttons.
pub(super) fn shown_text(page: &Page, part: NodeId) -> String {
    let mut text = String::new();
    let mut open: Vec<NodeId> = page.composed_children(part).iter().rev().copied().collect();
    for _ in 0..LOOKED_AT {
        let Some(at) = open.pop() else { break };
        if let Some(words) = page.text(at) {
            text.push_str(words);
        }
        let Some(element) = page.element(at) else {
            continue;
        };
        let is_button = matches!(element.tag.as_str(), "a" | "button")
            || element.attribute("role") == Some("button");
        let is_hidden =
            element.attribute("aria-hidden") == Some("true") || !element.style.is_rendered;
        if is_button || is_hidden || has_any(page, at, NOT_CHOSEN) {
            continue;
        }
        if !element.style.is_inline {
            text.push(' ');
        }
        open.extend(page.composed_children(at).iter().rev());
    }
    crate::reading::collapse(&text)
}

/// The element or the nearest one around it with one of these classes.
pub(super) fn around(page: &Page, id: NodeId, named: &[&str]) -> Option<NodeId> {
    let mut around = std::iter::once(id).chain(page.ancestors(id)).take(LEVELS);
    let nearest = around.find(|&at| has_any(page, at, named))?;
    // Of roots in one another the outermost is the widget: `control` lies in `container`.
    let outer = page
        .ancestors(nearest)
        .take(2)
        .filter(|&at| has_any(page, at, named));
    Some(outer.last().unwrap_or(nearest))
}

pub(super) fn is_searched(page: &Page, root: NodeId) -> bool {
    has_any(page, root, SEARCHED) && !has_any(page, root, &["ant-select-auto-complete"])
}

/// What `find` makes of the rendered elements below one, outermost first; what is inside a find is
/// not looked at, nor what only looks chosen.
pub(super) fn inside(
    page: &Page,
    root: NodeId,
    find: impl Fn(&Page, NodeId) -> Option<NodeId>,
) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut open: Vec<NodeId> = page.composed_children(root).iter().rev().copied().collect();
    for _ in 0..LOOKED_AT {
        let Some(at) = open.pop() else { break };
        let Some(element) = page.element(at) else {
            continue;
        };
        // A native list that a widget hides behind itself has all the options there are.
        let is_list = element.tag == "select";
        if !element.style.is_rendered || is_list || has_any(page, at, NOT_CHOSEN) {
            continue;
        }
        match find(page, at) {
            Some(hit) => found.push(hit),
            None => open.extend(page.composed_children(at).iter().rev()),
        }
    }
    found
}

/// Whether an element has one of these classes.
pub(super) fn has_any(page: &Page, id: NodeId, named: &[&str]) -> bool {
    let Some(classes) = page.attribute(id, "class") else {
        return false;
    };
    let classes = classes.split_ascii_whitespace().take(40);
    classes
        .into_iter()
        .any(|class| named.iter().any(|name| is_named(class, name)))
}

fn is_named(class: &str, name: &str) -> bool {
    match name.split_once('*') {
        Some((start, end)) => class.starts_with(start) && class.ends_with(end),
        None => class == name,
    }
}
