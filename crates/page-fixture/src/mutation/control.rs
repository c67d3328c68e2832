//! Which elements of a tree a person acts on, and what belongs to each.

use super::tree::Tree;

const ROLES: [&str; 14] = [
    "button",
    "checkbox",
    "combobox",
    "link",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "textbox",
];

/// Whether a person acts on it.
pub(crate) fn is_control(tree: &Tree, at: usize) -> bool {
    match tree.tag(at) {
        "button" | "select" | "textarea" => true,
        "input" => tree.get(at, "type") != Some("hidden"),
        "a" => tree.get(at, "href").is_some(),
        _ => {
            tree.get(at, "role")
                .is_some_and(|role| ROLES.contains(&role))
                || tree.get(at, "contenteditable").is_some()
        }
    }
}

/// All controls below a node, itself included.
pub(crate) fn controls(tree: &Tree, at: usize) -> Vec<usize> {
    tree.below(at)
        .into_iter()
        .filter(|&at| is_control(tree, at))
        .collect()
}

/// The largest block, a few levels up at most, that holds this control alone: with its label and
/// its wrapper.
pub(crate) fn own_block(tree: &Tree, control: usize) -> usize {
    let mut block = control;
    for up in tree.above(control).take(3) {
        let is_wrapper = matches!(
            tree.tag(up),
            "label" | "div" | "li" | "p" | "span" | "fieldset"
        );
        if !is_wrapper || controls(tree, up).len() != 1 {
            break;
        }
        block = up;
    }
    block
}

/// Whether two elements mark the same thing checked or chosen: their labels are no field labels.
pub(crate) fn is_ticked(tree: &Tree, at: usize) -> bool {
    tree.tag(at) == "input" && matches!(tree.get(at, "type"), Some("checkbox" | "radio"))
}

/// `<label for>` elements of a control.
pub(crate) fn labels_for(tree: &Tree, control: usize) -> Vec<usize> {
    let Some(id) = tree.get(control, "id") else {
        return vec![];
    };
    let is_its = |&at: &usize| tree.tag(at) == "label" && tree.get(at, "for") == Some(id);
    (0..tree.nodes.len()).filter(is_its).collect()
}

/// Whether it is in a row of data.
pub(crate) fn in_table_body(tree: &Tree, at: usize) -> bool {
    tree.above(at)
        .any(|up| tree.tag(up) == "td" || tree.get(up, "role") == Some("gridcell"))
}
