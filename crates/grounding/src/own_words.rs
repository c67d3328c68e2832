//! The part of an element's name that the page's author wrote: what a user typed or chose is
//! taken out, for a fingerprint outlives the session it was recorded in.

use rustc_hash::FxHashMap;

use aria::Role;
use page_model::{NodeId, Page};
use perception::{Snapshot, collapse, readable_text};

/// Finds the values that got into names.
#[derive(Debug)]
pub(crate) struct OwnWords<'p> {
    page: &'p Page,
    /// By node: whether a user types into it or what is around it.
    is_edited: Vec<bool>,
    /// By id of what they label.
    labels: FxHashMap<&'p str, Vec<NodeId>>,
}

impl<'p> OwnWords<'p> {
    pub(crate) fn of(page: &'p Page) -> Self {
        let mut is_edited = vec![false; page.len()];
        let mut labels: FxHashMap<&str, Vec<NodeId>> = FxHashMap::default();
        // Parents stand before their children in the arena.
        for id in page.all() {
            let parent = page.node(id).parent;
            is_edited[id.index()] =
                is_editing_host(page, id) || parent.is_some_and(|up| is_edited[up.index()]);
            if page.tag(id) == "label"
                && let Some(target) = page.attribute(id, "for")
            {
                labels.entry(target).or_default().push(id);
            }
        }
        Self {
            page,
            is_edited,
            labels,
        }
    }

    /// Whether the node lies in text that a user edits.
    pub(crate) fn is_typed(&self, node: NodeId) -> bool {
        let parent = self.page.node(node).parent;
        parent.is_some_and(|up| self.is_edited[up.index()])
    }

    /// The name of a snapshot's node without the values in it; `None` where nothing is left, or
    /// the name is but what was chosen.
    pub(crate) fn name(&self, snapshot: &Snapshot, index: usize) -> Option<String> {
        let node = &snapshot.nodes[index];
        if self.is_typed(node.node) || shows_its_choice(self.page, node.node, node.role, &node.name)
        {
            return None;
        }
        let mut name = collapse(&node.name);
        for value in self.values_in_name(node.node, node.role) {
            name = without(&name, &value);
        }
        (!name.is_empty()).then_some(name)
    }

    /// Values of the controls in what names the node: in itself, its labels, what it points to.
    fn values_in_name(&self, node: NodeId, role: Role) -> Vec<String> {
        let mut sources = self.label_nodes(node);
        if role.name_from_content() {
            sources.push(node);
        }
        if sources.is_empty() {
            return vec![];
        }
        let inner = sources
            .into_iter()
            .flat_map(|source| self.page.composed(source).take(200));
        inner
            .filter(|&id| id != node || !is_named_by_author(role))
            .flat_map(|id| self.values(id))
            .collect()
    }

    fn label_nodes(&self, node: NodeId) -> Vec<NodeId> {
        let page = self.page;
        let around = page
            .ancestors(node)
            .take(8)
            .find(|&up| page.tag(up) == "label");
        let named = page
            .attribute(node, "id")
            .and_then(|id| self.labels.get(id));
        let pointed = page.attribute(node, "aria-labelledby").unwrap_or("");
        around
            .into_iter()
            .chain(named.into_iter().flatten().copied())
            .chain(
                pointed
                    .split_whitespace()
                    .filter_map(|id| page.element_by_id(node, id)),
            )
            .collect()
    }

    /// What a control holds, as accname puts it into a name (step 2C).
    fn values(&self, id: NodeId) -> Vec<String> {
        let page = self.page;
        let Some(element) = page.element(id) else {
            return vec![];
        };
        if is_editing_host(page, id) {
            return vec![readable_text(page, id)];
        }
        let said = ["aria-valuetext", "aria-valuenow"];
        let mut values: Vec<String> = said
            .iter()
            .filter_map(|name| element.attribute(name))
            .map(collapse)
            .collect();
        match element.tag.as_str() {
            "input" if element.control.checked.is_none() => {
                values.extend(element.control.value.as_deref().map(collapse));
            }
            "textarea" => values.extend(element.control.value.as_deref().map(collapse)),
            "option" if element.control.checked == Some(true) => {
                let texts: String = page
                    .node(id)
                    .children
                    .iter()
                    .filter_map(|&text| page.text(text))
                    .collect();
                values.push(collapse(&texts));
            }
            "select" => {}
            _ if element.attribute("role") == Some("combobox") => {
                values.push(readable_text(page, id));
            }
            _ => {}
        }
        values
    }
}

/// A button carries its author's words in `value`, and an option is named the same whether it is
/// chosen or not.
fn is_named_by_author(role: Role) -> bool {
    matches!(role, Role::Button | Role::Option)
}

/// A button that opens a list and is named after its text shows what was chosen from the list.
fn shows_its_choice(page: &Page, node: NodeId, role: Role, name: &str) -> bool {
    let opens_list = page.attribute(node, "aria-haspopup") == Some("listbox");
    (role == Role::Combobox || opens_list)
        && page.attribute(node, "aria-label").is_none()
        && !name.is_empty()
        && page.tag(node) != "select"
        && page.tag(node) != "input"
        && readable_text(page, node) == collapse(name)
}

fn is_editing_host(page: &Page, id: NodeId) -> bool {
    page.attribute(id, "contenteditable")
        .is_some_and(|value| !value.eq_ignore_ascii_case("false"))
}

/// `name` without the words of `value`.
fn without(name: &str, value: &str) -> String {
    if value.is_empty() {
        return name.to_owned();
    }
    // A zero-width space keeps an empty choice as high as a chosen one.
    let rest = format!(" {name} ").replace(&format!(" {value} "), " ");
    collapse(rest.trim_matches(['\u{200b}', ' ']))
}
