//! The snapshot: one flat list of what a person perceives, in reading order.

use aria::{Aria, Role, States};
use page_model::{ElementKey, NodeId, Page, Rect};
use protocol::NodeRef;

use crate::reading::collapse;
use crate::refs::RefTable;

/// What one look at a page gives. Reading never fails: what could not be read is a notice.
#[derive(Clone, Debug)]
pub struct Perceived {
    /// The role/name tree.
    pub snapshot: Snapshot,
    /// What could not be read, in words.
    pub notices: Vec<String>,
}

/// The role/name tree, flat, parents before children.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Its nodes in reading order.
    pub nodes: Vec<SnapshotNode>,
}

/// One element that means something to a person.
#[derive(Clone, Debug)]
pub struct SnapshotNode {
    /// Where it stands in the capture.
    pub node: NodeId,
    /// Who it is, over captures.
    pub key: ElementKey,
    /// Index of the nearest meaningful ancestor.
    pub parent: Option<usize>,
    /// How many meaningful ancestors it has.
    pub depth: usize,
    /// Its role.
    pub role: Role,
    /// Its accessible name; for plain text the text itself.
    pub name: String,
    /// The value of a control that holds text.
    pub value: Option<String>,
    /// Its states.
    pub states: States,
    /// Its box, CSS px in the viewport.
    pub rect: Option<Rect>,
    /// Its handle, if a person can act on it.
    pub reference: Option<NodeRef>,
    /// Whether it takes a password or a one-time code.
    pub is_secret: bool,
    /// Index of the heading last read before it.
    pub heading: Option<usize>,
}

impl Snapshot {
    /// The meaningful ancestors of a node, nearest first.
    pub fn ancestors(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.nodes[index].parent, |&at| self.nodes[at].parent)
    }

    /// The row, list item or the like around a node, or the node itself.
    #[must_use]
    pub fn row_of(&self, index: usize) -> Option<usize> {
        std::iter::once(index)
            .chain(self.ancestors(index))
            .find(|&at| is_item(self.nodes[at].role))
    }

    /// Everything below a node.
    pub fn below(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let depth = self.nodes[index].depth;
        (index + 1..self.nodes.len()).take_while(move |&at| self.nodes[at].depth > depth)
    }

    /// The items of a list, table or grid: its own, not those of a list inside it, and no header.
    #[must_use]
    pub fn items(&self, list: usize) -> Vec<usize> {
        let is_own = |at: usize| {
            self.ancestors(at)
                .find(|&up| up == list || is_item(self.nodes[up].role))
        };
        self.below(list)
            .filter(|&at| is_item(self.nodes[at].role) && is_own(at) == Some(list))
            .filter(|&at| !self.is_header_row(at))
            .collect()
    }

    fn is_header_row(&self, row: usize) -> bool {
        let cells: Vec<Role> = self
            .below(row)
            .map(|at| self.nodes[at].role)
            .filter(|role| {
                matches!(
                    role,
                    Role::Cell | Role::GridCell | Role::ColumnHeader | Role::RowHeader
                )
            })
            .collect();
        !cells.is_empty() && cells.iter().all(|&role| role == Role::ColumnHeader)
    }

    /// The node of an element, if it means something.
    #[must_use]
    pub fn by_key(&self, key: ElementKey) -> Option<usize> {
        self.nodes.iter().position(|node| node.key == key)
    }
}

/// Whether a role is one of many alike: what counts as one item of a list.
fn is_item(role: Role) -> bool {
    matches!(
        role,
        Role::Row | Role::ListItem | Role::Option | Role::TreeItem | Role::Article
    )
}

/// Reads a captured page.
#[must_use]
pub fn perceive(page: &Page, refs: &mut RefTable) -> Perceived {
    let aria = Aria::new(page);
    let mut snapshot = Snapshot::default();
    let mut heading = None;
    let mut stack = vec![(page.document(), None, 0)];
    while let Some((id, parent, depth)) = stack.pop() {
        if page
            .element(id)
            .is_some_and(|element| !element.style.is_rendered)
        {
            continue;
        }
        let mut inner = (parent, depth);
        if let Some(mut node) = read(&aria, id, refs) {
            node.parent = parent;
            node.depth = depth;
            node.heading = heading;
            let index = snapshot.nodes.len();
            if node.role == Role::Heading {
                heading = Some(index);
            }
            snapshot.nodes.push(node);
            inner = (Some(index), depth + 1);
        }
        let children = page.composed_children(id).iter();
        stack.extend(children.rev().map(|&child| (child, inner.0, inner.1)));
    }
    Perceived {
        snapshot,
        notices: notices(page),
    }
}

/// One element as a node, or `None` if it means nothing by itself.
fn read(aria: &Aria<'_>, id: NodeId, refs: &mut RefTable) -> Option<SnapshotNode> {
    let page = aria.page();
    let element = page.element(id)?;
    if aria.is_hidden(id) {
        return None;
    }
    // An option or tree item outside its container is still one to a person.
    let role = aria.intended_role(id);
    let can_act = role.is_interactive() || element.control.is_editable;
    let is_plain = matches!(role, Role::Generic | Role::None) || element.tag == "html";
    if !can_act && is_plain {
        return None;
    }
    let name = aria.name(id);
    let reference = can_act.then(|| refs.assign(element.key, role.as_str(), &name));
    Some(SnapshotNode {
        node: id,
        key: element.key,
        parent: None,
        depth: 0,
        role,
        name,
        value: value(page, id, role),
        states: aria.states(id),
        rect: element.rect,
        reference,
        is_secret: is_secret(page, id),
        heading: None,
    })
}

/// What a control that holds text or a choice holds; of a button or a box to check, `value` is only
/// what a form would send.
fn value(page: &Page, id: NodeId, role: Role) -> Option<String> {
    let control = &page.element(id)?.control;
    let is_held = control.checked.is_none() && role != Role::Button && !is_secret(page, id);
    control.value.clone().filter(|_| is_held)
}

/// Whether a field takes a password or a one-time code.
fn is_secret(page: &Page, id: NodeId) -> bool {
    let attribute = |name| page.attribute(id, name).unwrap_or("").to_ascii_lowercase();
    page.tag(id) == "input"
        && (attribute("type") == "password"
            || attribute("autocomplete").split_whitespace().any(|token| {
                matches!(token, "one-time-code" | "current-password" | "new-password")
            }))
}

fn notices(page: &Page) -> Vec<String> {
    let frames = page
        .all()
        .filter(|&id| matches!(page.tag(id), "iframe" | "frame"))
        .count();
    let mut notices = Vec::new();
    if frames > 0 {
        notices.push(format!("{frames} frames on this page are not read yet"));
    }
    if page.is_empty() {
        notices.push("the page is empty".into());
    }
    notices
}

impl SnapshotNode {
    /// In words, for a person: `textbox "Email"`.
    #[must_use]
    pub fn label(&self) -> String {
        let name = collapse(&self.name);
        if name.is_empty() {
            self.role.as_str().to_owned()
        } else {
            let short: String = name.chars().take(80).collect();
            let cut = if short.len() < name.len() { "…" } else { "" };
            format!("{} \"{short}{cut}\"", self.role.as_str())
        }
    }
}

#[cfg(test)]
mod tests {
    use aria::Role;
    use page_fixture::page_from_html;

    use super::perceive;
    use crate::RefTable;

    #[test]
    fn only_what_a_person_can_act_on_has_a_ref() {
        let page = page_from_html("<main><h1>Shop</h1><p>Hello</p><button>Buy</button></main>");
        let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
        let with_ref: Vec<_> = snapshot
            .nodes
            .iter()
            .filter(|n| n.reference.is_some())
            .map(|n| n.label())
            .collect();
        assert_eq!(with_ref, ["button \"Buy\""]);
    }

    #[test]
    fn a_tables_items_are_its_rows_without_the_header() {
        let page = page_from_html(
            "<table><thead><tr><th>Name<th>City</thead>
             <tbody><tr><td>Ada<td>London<tr><th scope=row>Bob<td><ul><li>x<li>y</ul></tbody></table>",
        );
        let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
        let table = snapshot
            .nodes
            .iter()
            .position(|n| n.role == Role::Table)
            .unwrap();
        assert_eq!(snapshot.items(table).len(), 2);
    }

    #[test]
    fn a_password_is_never_read() {
        let page = page_from_html("<label>Password <input type=password value=hunter2></label>");
        let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
        let field = snapshot.nodes.iter().find(|n| n.is_secret).unwrap();
        assert_eq!(field.value, None);
    }
}
