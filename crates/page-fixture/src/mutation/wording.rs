//! Changes of texts: labels reworded, siblings with similar names, another language.

use std::collections::HashSet;

use super::chance::Chance;
use super::control::{controls, in_table_body, is_control, is_ticked, labels_for, own_block};
use super::tree::{TRACK, Tree, TreeNode};

/// Attributes a person reads.
const READ: [&str; 4] = ["aria-label", "placeholder", "title", "alt"];

/// Labels, buttons and links said slightly otherwise.
pub(crate) fn reword(tree: &mut Tree, chance: &mut Chance, data: &[String]) {
    for control in controls(tree, 0) {
        if in_table_body(tree, control) || !chance.one_in(2) {
            continue;
        }
        let is_field = is_field(tree, control);
        let way = chance.below(6);
        for at in name_texts(tree, control) {
            let text = tree.nodes[at].text.clone();
            if data.iter().any(|data| data.contains(text.trim())) {
                continue;
            }
            tree.nodes[at].text = reworded(&text, is_field, way);
        }
        for name in ["aria-label", "placeholder"] {
            if let Some(text) = tree.get(control, name).map(str::to_owned) {
                tree.set(control, name, reworded(&text, is_field, way));
            }
        }
    }
}

fn is_field(tree: &Tree, at: usize) -> bool {
    let is_button = matches!(
        tree.get(at, "type"),
        Some("submit" | "button" | "reset" | "image")
    );
    (matches!(tree.tag(at), "select" | "textarea")
        || (tree.tag(at) == "input" && !is_button && !is_ticked(tree, at)))
        && !matches!(tree.get(at, "role"), Some("switch" | "checkbox"))
}

/// The texts a control is named after: its own, and its label's.
fn name_texts(tree: &Tree, control: usize) -> Vec<usize> {
    let mut sources = labels_for(tree, control);
    sources.extend(tree.above(control).find(|&up| tree.tag(up) == "label"));
    if !matches!(tree.tag(control), "input" | "select" | "textarea")
        && tree.get(control, "contenteditable").is_none()
    {
        sources.push(control);
    }
    let texts = sources.into_iter().flat_map(|source| tree.below(source));
    texts
        .filter(|&at| tree.tag(at).is_empty() && !tree.nodes[at].text.trim().is_empty())
        .filter(|&at| {
            !tree
                .above(at)
                .any(|up| matches!(tree.tag(up), "option" | "textarea"))
        })
        .collect()
}

fn reworded(text: &str, is_field: bool, way: usize) -> String {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return text.to_owned();
    }
    let is_latin = trimmed.is_ascii();
    let swapped = trimmed
        .replace("Email", "E-mail")
        .replace("email", "e-mail");
    match (way, is_field) {
        (0, _) => trimmed.to_uppercase(),
        (1, _) => trimmed.to_lowercase(),
        (2, true) => format!("{trimmed} *"),
        (2, false) => format!("{trimmed}…"),
        (3, true) if is_latin && trimmed.contains("mail") && !trimmed.contains("address") => {
            format!("{swapped} address")
        }
        (3, true) if trimmed.ends_with("hone") => format!("{trimmed} number"),
        (3, true) => format!("{trimmed} (required)"),
        (4, true) if is_latin => format!("Your {trimmed}"),
        (4, true) => format!("请输入{trimmed}"),
        (4, false) => format!("{trimmed} »"),
        _ => format!("{swapped}:"),
    }
}

/// New controls beside some of the old, named nearly as they are.
pub(crate) fn insert_siblings(tree: &mut Tree, chance: &mut Chance) {
    for control in controls(tree, 0) {
        let block = own_block(tree, control);
        let Some((parent, place)) = tree.place(block) else {
            continue;
        };
        let in_grid = tree
            .above(control)
            .any(|up| tree.get(up, "role") == Some("grid"));
        let takes_any = !in_grid
            && matches!(
                tree.tag(parent),
                "div"
                    | "form"
                    | "section"
                    | "td"
                    | "fieldset"
                    | "main"
                    | "header"
                    | "footer"
                    | "nav"
                    | "body"
                    | "aside"
            );
        let Some(name) = visible_name(tree, control).filter(|_| takes_any && chance.one_in(3))
        else {
            continue;
        };
        let sibling = sibling(tree, control, &name, chance);
        // What is new is called as nothing that is or was there.
        let called = shown(tree, sibling);
        if (0..sibling).any(|at| !tree.tag(at).is_empty() && shown(tree, at) == called) {
            continue;
        }
        let place = if chance.one_in(2) { place } else { place + 1 };
        let space = tree.add(
            None,
            TreeNode {
                text: " ".to_owned(),
                ..TreeNode::default()
            },
        );
        let is_before = place < tree.place(block).map_or(0, |(_, place)| place + 1);
        tree.insert(parent, place, sibling);
        tree.insert(parent, place + usize::from(is_before), space);
    }
}

/// All text below a node, without regard to case.
fn shown(tree: &Tree, at: usize) -> String {
    let texts = tree
        .below(at)
        .into_iter()
        .map(|at| tree.nodes[at].text.as_str());
    texts.collect::<String>().trim().to_lowercase()
}

fn visible_name(tree: &Tree, control: usize) -> Option<String> {
    let texts = name_texts(tree, control)
        .into_iter()
        .map(|at| tree.nodes[at].text.trim());
    let text = texts.collect::<Vec<_>>().join(" ");
    let spoken = || {
        tree.get(control, "aria-label")
            .or_else(|| tree.get(control, "placeholder"))
    };
    Some(text)
        .filter(|text| !text.is_empty())
        .or_else(|| spoken().map(str::to_owned))
}

fn sibling(tree: &mut Tree, control: usize, name: &str, chance: &mut Chance) -> usize {
    let kind = tree.get(control, "type").unwrap_or("text").to_owned();
    if tree.tag(control) == "input"
        && !matches!(kind.as_str(), "submit" | "button" | "image" | "reset")
    {
        let words = ["Confirm", "Previous", "Second", "Other"][chance.below(4)];
        let label = tree.element_with_text("label", &format!("{words} {name} "));
        let attribute = format!(
            "{}_{}",
            words.to_lowercase(),
            tree.get(control, "name").unwrap_or("x")
        );
        let input = tree.element("input", &[("type", &kind), ("name", &attribute)]);
        let end = tree.nodes[label].children.len();
        tree.insert(label, end, input);
        let block = tree.element("div", &[("class", "field")]);
        tree.insert(block, 0, label);
        return block;
    }
    let words = ["and continue", "all", "history", "as draft"][chance.below(4)];
    let text = format!("{name} {words}");
    if tree.tag(control) == "a" {
        let link = tree.element_with_text("a", &text);
        tree.set(link, "href", format!("/{}", words.replace(' ', "-")));
        return link;
    }
    let button = tree.element_with_text("button", &text);
    tree.set(button, "type", "button".to_owned());
    button
}

/// All texts in another language, but data and the names of the controls in `kept`.
pub(crate) fn translate(tree: &mut Tree, kept: &HashSet<u32>, data: &[String]) {
    let mut untouched: HashSet<usize> = HashSet::new();
    for control in controls(tree, 0)
        .into_iter()
        .filter(|&at| is_kept(tree, at, kept))
    {
        untouched.insert(control);
        untouched.extend(name_texts(tree, control));
        untouched.extend(pointed_texts(tree, control));
    }
    // What is called as a kept control is keeps its name too: a page is not in two languages.
    let mut names: HashSet<String> = HashSet::new();
    for &at in &untouched {
        names.insert(tree.nodes[at].text.trim().to_owned());
        names.extend(
            READ.iter()
                .filter_map(|name| tree.get(at, name))
                .map(str::to_owned),
        );
    }
    names.remove("");
    for at in 0..tree.nodes.len() {
        if untouched.contains(&at) {
            continue;
        }
        let node = &tree.nodes[at];
        if node.tag.is_empty() {
            let is_data = names.contains(node.text.trim())
                || data.iter().any(|text| text.contains(node.text.trim()))
                || (in_table_body(tree, at) && !tree.above(at).any(|up| is_control(tree, up)));
            let is_code = node
                .parent
                .is_some_and(|up| matches!(tree.tag(up), "style" | "script"));
            if !is_data && !is_code {
                tree.nodes[at].text = translated(&node.text);
            }
            continue;
        }
        for name in READ {
            let text = tree.get(at, name).filter(|text| !names.contains(*text));
            if let Some(text) = text.map(str::to_owned) {
                tree.set(at, name, translated(&text));
            }
        }
        if tree.tag(at) == "input"
            && matches!(tree.get(at, "type"), Some("submit" | "button" | "reset"))
            && let Some(text) = tree.get(at, "value").map(str::to_owned)
        {
            tree.set(at, "value", translated(&text));
        }
    }
}

fn is_kept(tree: &Tree, at: usize, kept: &HashSet<u32>) -> bool {
    let track = tree.get(at, TRACK).and_then(|track| track.parse().ok());
    track.is_some_and(|track: u32| kept.contains(&track))
}

/// Texts and pictures a control is named after elsewhere.
fn pointed_texts(tree: &Tree, control: usize) -> Vec<usize> {
    let ids: Vec<&str> = tree
        .get(control, "aria-labelledby")
        .unwrap_or("")
        .split_whitespace()
        .collect();
    let pointed =
        (0..tree.nodes.len()).filter(|&at| tree.get(at, "id").is_some_and(|id| ids.contains(&id)));
    pointed
        .chain([control])
        .flat_map(|at| tree.below(at))
        .collect()
}

/// Words of a language nobody speaks: the same word always becomes the same.
fn translated(text: &str) -> String {
    const SYLLABLES: [&str; 16] = [
        "ver", "ka", "lun", "tro", "pi", "sche", "mal", "go", "ren", "ta", "bru", "lik", "no",
        "wei", "dor", "su",
    ];
    let word = |word: &str| {
        let mut hash = word
            .bytes()
            .fold(7_usize, |h, b| h.wrapping_mul(31).wrapping_add(b.into()));
        let mut made = String::new();
        for _ in 0..2 + word.len() % 3 {
            made.push_str(SYLLABLES[hash % 16]);
            hash /= 16;
        }
        made
    };
    let is_word = |part: &str| part.chars().any(char::is_alphabetic);
    let words = text.split_whitespace().map(|part| {
        if is_word(part) {
            word(part)
        } else {
            part.to_owned()
        }
    });
    let joined = words.collect::<Vec<_>>().join(" ");
    let edge = |is_space: bool| if is_space { " " } else { "" };
    format!(
        "{}{joined}{}",
        edge(text.starts_with(char::is_whitespace)),
        edge(text.ends_with(char::is_whitespace))
    )
}
