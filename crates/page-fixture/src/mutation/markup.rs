//! Changes that leave every text as it is: other ids, more wrappers, another order or place.

use std::collections::HashMap;

use super::chance::Chance;
use super::control::{controls, is_control};
use super::tree::{TRACK, Tree};

/// Attributes that hold ids.
const REFERENCES: [&str; 9] = [
    "for",
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-owns",
    "list",
    "form",
    "headers",
    "aria-activedescendant",
];

/// How icon fonts begin a class: a font keeps its names when the styles around it are rebuilt.
const ICONS: [&str; 8] = [
    "fa",
    "bi",
    "icon",
    "mdi",
    "anticon",
    "el-icon",
    "lucide",
    "glyphicon",
];

/// Ids and classes as the next build makes them.
pub(crate) fn regenerate(tree: &mut Tree, chance: &mut Chance) {
    let style: String = tree
        .nodes
        .iter()
        .map(|node| style_text(tree, node))
        .collect();
    let mut ids: HashMap<String, String> = HashMap::new();
    for at in 0..tree.nodes.len() {
        if let Some(id) = tree.get(at, "id").map(str::to_owned) {
            let fresh = ids.entry(id).or_insert_with(|| fresh_id(chance)).clone();
            tree.set(at, "id", fresh);
        }
        if let Some(class) = tree.get(at, "class").map(str::to_owned) {
            let is_kept = |name: &str| {
                ICONS.iter().any(|icon| name.starts_with(icon))
                    || style.contains(&format!(".{name}"))
            };
            let fresh = class.split_whitespace().map(|name| {
                if is_kept(name) {
                    name.to_owned()
                } else {
                    format!("css-{}", chance.hash())
                }
            });
            let fresh: Vec<String> = fresh.collect();
            tree.set(at, "class", fresh.join(" "));
        }
    }
    rename_references(tree, &ids);
}

fn style_text(tree: &Tree, node: &super::tree::TreeNode) -> String {
    let is_style = node.parent.is_some_and(|up| tree.tag(up) == "style");
    if is_style {
        node.text.clone()
    } else {
        String::new()
    }
}

fn fresh_id(chance: &mut Chance) -> String {
    match chance.below(4) {
        0 => format!(":r{}:", chance.below(900)),
        1 => format!("el-id-{}-{}", chance.below(9000), chance.below(100)),
        2 => format!("mui-{}", chance.below(100_000)),
        _ => format!("input_{}", chance.hash()),
    }
}

fn rename_references(tree: &mut Tree, ids: &HashMap<String, String>) {
    for at in 0..tree.nodes.len() {
        for name in REFERENCES {
            if let Some(value) = tree.get(at, name) {
                let fresh = value
                    .split_whitespace()
                    .map(|id| ids.get(id).map_or(id, String::as_str))
                    .collect::<Vec<_>>()
                    .join(" ");
                tree.set(at, name, fresh);
            }
        }
        if let Some(fresh) = tree
            .get(at, "href")
            .and_then(|href| ids.get(href.strip_prefix('#')?))
        {
            let fresh = format!("#{fresh}");
            tree.set(at, "href", fresh);
        }
    }
}

/// The same markup from another run: attributes in another order, other white space.
pub(crate) fn render_again(tree: &mut Tree, chance: &mut Chance) {
    for node in &mut tree.nodes {
        chance.shuffle(&mut node.attributes);
        if node.tag.is_empty() && node.text.trim().is_empty() {
            node.text = ["\n", " ", "\n    "][chance.below(3)].to_owned();
        }
    }
}

/// Wrappers around about every third element where HTML allows one.
pub(crate) fn wrap(tree: &mut Tree, chance: &mut Chance) {
    for at in 0..tree.nodes.len() {
        let Some((parent, place)) = tree.place(at) else {
            continue;
        };
        let Some(tag) = wrapper(tree, at, parent) else {
            continue;
        };
        if tree.get(at, TRACK).is_none() || !chance.one_in(3) {
            continue;
        }
        let class = format!("css-{}", chance.hash());
        let wrapper = tree.element(tag, &[("class", &class)]);
        tree.detach(at);
        tree.insert(parent, place, wrapper);
        tree.insert(wrapper, 0, at);
    }
}

/// The tag of a wrapper that may stand around a node in its parent.
fn wrapper(tree: &Tree, at: usize, parent: usize) -> Option<&'static str> {
    let in_foreign = std::iter::once(at)
        .chain(tree.above(at))
        .any(|up| tree.tag(up) == "svg");
    let is_part = matches!(
        tree.tag(at),
        "legend"
            | "summary"
            | "template"
            | "li"
            | "option"
            | "dt"
            | "dd"
            | "slot"
            | "style"
            | "script"
            | "figcaption"
    );
    if in_foreign || is_part || tree.get(at, "slot").is_some() {
        return None;
    }
    match tree.tag(parent) {
        "div" | "section" | "form" | "main" | "td" | "li" | "fieldset" | "header" | "footer"
        | "aside" | "article" | "dialog" | "body" | "nav" => Some("div"),
        "label" | "span" | "p" => Some("span"),
        _ => None,
    }
}

/// Blocks, fields and rows in another order.
pub(crate) fn reorder(tree: &mut Tree, chance: &mut Chance) {
    for parent in 0..tree.nodes.len() {
        let movable = movable(tree, parent);
        if movable.len() < 2 {
            continue;
        }
        let mut shuffled: Vec<usize> = movable
            .iter()
            .map(|&place| tree.nodes[parent].children[place])
            .collect();
        chance.shuffle(&mut shuffled);
        for (place, child) in movable.into_iter().zip(shuffled) {
            tree.nodes[parent].children[place] = child;
        }
    }
}

/// Places of the children that can change places: rows, items, and blocks that each hold a
/// control with all that belongs to it.
fn movable(tree: &Tree, parent: usize) -> Vec<usize> {
    let children = &tree.nodes[parent].children;
    let is_block = |at: usize| {
        let tag = tree.tag(at);
        let is_row = tag == "tr" && !tree.nodes[at].children.iter().any(|&c| is_head(tree, c));
        let is_wrapper = matches!(
            tag,
            "div" | "section" | "label" | "fieldset" | "article" | "form"
        );
        is_row
            || (tag == "li" && !controls(tree, at).is_empty())
            || (is_wrapper && !is_control(tree, at) && !controls(tree, at).is_empty())
    };
    let elements = children.iter().filter(|&&at| !tree.tag(at).is_empty());
    // A block without a control among them may belong to its neighbor, as a label does.
    let is_free = elements
        .clone()
        .all(|&at| is_block(at) || is_apart(tree, at));
    if !is_free {
        return vec![];
    }
    (0..children.len())
        .filter(|&place| is_block(children[place]))
        .collect()
}

fn is_head(tree: &Tree, at: usize) -> bool {
    tree.tag(at) == "th" && tree.get(at, "scope") != Some("row")
}

/// Headings, rules and hints stand for themselves.
fn is_apart(tree: &Tree, at: usize) -> bool {
    matches!(
        tree.tag(at),
        "h1" | "h2"
            | "h3"
            | "h4"
            | "legend"
            | "hr"
            | "p"
            | "button"
            | "a"
            | "script"
            | "style"
            | "tr"
            | "header"
            | "footer"
            | "nav"
            | "main"
            | "aside"
    )
}

/// A part of the page with controls, moved into a dialog at the end of the page.
pub(crate) fn into_dialog(tree: &mut Tree, chance: &mut Chance) {
    let dialog = tree.element(
        "div",
        &[
            ("role", "dialog"),
            ("aria-modal", "true"),
            ("aria-label", "Edit"),
        ],
    );
    let host = tree.element("div", &[("class", "modal-root")]);
    tree.insert(host, 0, dialog);
    move_part(tree, chance, dialog, host);
}

/// A part of the page with controls, moved into the shadow tree of a component.
pub(crate) fn into_shadow(tree: &mut Tree, chance: &mut Chance) {
    let template = tree.element("template", &[("shadowrootmode", "open")]);
    let host = tree.element("x-panel", &[]);
    tree.insert(host, 0, template);
    move_part(tree, chance, template, host);
}

/// Moves a part into `inside` and puts `host` where it was, or at the end for a dialog.
fn move_part(tree: &mut Tree, chance: &mut Chance, inside: usize, host: usize) {
    let part = part(tree, chance);
    let Some((parent, place)) = tree.place(part) else {
        return;
    };
    tree.detach(part);
    if tree.tag(inside) == "template" {
        tree.insert(parent, place, host);
    } else {
        let body = tree.body();
        let end = tree.nodes[body].children.len();
        tree.insert(body, end, host);
    }
    tree.insert(inside, 0, part);
}

/// A form, a section or a table with controls; the whole of a small page's content else.
fn part(tree: &Tree, chance: &mut Chance) -> usize {
    let is_part = |&at: &usize| {
        matches!(
            tree.tag(at),
            "form" | "section" | "main" | "aside" | "fieldset"
        ) && controls(tree, at).len() > 1
    };
    let parts: Vec<usize> = tree
        .below(tree.body())
        .into_iter()
        .filter(is_part)
        .collect();
    if parts.is_empty() {
        let children = &tree.nodes[tree.body()].children;
        let holds = |&&at: &&usize| !controls(tree, at).is_empty();
        return children.iter().find(holds).copied().unwrap_or(0);
    }
    parts[chance.below(parts.len())]
}
