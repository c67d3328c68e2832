//! What stands around each node of a snapshot, read in passes over it, never by climbing from
//! each node.

use rustc_hash::FxHashMap;

use aria::Role;
use page_model::{NodeId, NodeKind, Page};
use perception::{Snapshot, SnapshotNode, collapse};

/// Places, rows and neighbors of every node, by index into the snapshot.
#[derive(Debug)]
pub(crate) struct Surroundings {
    /// The nearest landmark above.
    pub(crate) landmark: Vec<Option<usize>>,
    /// The nearest dialog, or other named place that is no landmark, above.
    pub(crate) section: Vec<Option<usize>>,
    /// The row, list item or the like around it, or itself; not in a navigation.
    pub(crate) row: Vec<Option<usize>>,
    /// The control read before it.
    pub(crate) before: Vec<Option<usize>>,
    /// The control read after it.
    pub(crate) after: Vec<Option<usize>>,
}

impl Surroundings {
    /// Reads them all.
    pub(crate) fn of(snapshot: &Snapshot) -> Self {
        let nodes = &snapshot.nodes;
        let landmark = nearest(nodes, |node| node.role.is_landmark(), false);
        let mut articles: FxHashMap<Option<usize>, u32> = FxHashMap::default();
        for node in nodes.iter().filter(|node| node.role == Role::Article) {
            *articles.entry(node.parent).or_default() += 1;
        }
        // One article is what the page is about; of several, each is an item.
        let is_one_of_many = |node: &SnapshotNode| {
            node.role != Role::Article || articles.get(&node.parent).is_some_and(|&n| n > 1)
        };
        let mut row = nearest(
            nodes,
            |node| node.role.is_item() && is_one_of_many(node),
            true,
        );
        for row in &mut row {
            // The items of a navigation are the page's own, not a user's data.
            *row =
                row.filter(|&at| landmark[at].is_none_or(|up| nodes[up].role != Role::Navigation));
        }
        Self {
            landmark,
            section: nearest(nodes, is_section, false),
            before: neighbors(nodes, 0..nodes.len()),
            after: neighbors(nodes, (0..nodes.len()).rev()),
            row,
        }
    }
}

impl Surroundings {
    /// The row around a node that is not the node itself.
    pub(crate) fn row_above(&self, snapshot: &Snapshot, index: usize) -> Option<usize> {
        self.row[snapshot.nodes[index].parent?]
    }
}

/// For each node the nearest one above it of a kind; with `or_itself`, it may be the node.
fn nearest(
    nodes: &[SnapshotNode],
    is_wanted: impl Fn(&SnapshotNode) -> bool,
    or_itself: bool,
) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
    let mut is_one: Vec<bool> = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        let above = node
            .parent
            .and_then(|up| if is_one[up] { Some(up) } else { found[up] });
        is_one.push(is_wanted(node));
        found.push(if or_itself && is_one[index] {
            Some(index)
        } else {
            above
        });
    }
    found
}

/// For each node the last control that came before it in `order`; not one it lies in.
fn neighbors(nodes: &[SnapshotNode], order: impl Iterator<Item = usize>) -> Vec<Option<usize>> {
    let mut found = vec![None; nodes.len()];
    let mut last = None;
    for index in order {
        found[index] = last;
        if nodes[index].reference.is_some() && !nodes[index].role.is_item() {
            last = Some(index);
        }
    }
    found
}

/// For each node the header of its column: the header cell that begins where its cell does.
pub(crate) fn columns(page: &Page, nodes: &[SnapshotNode]) -> Vec<Option<usize>> {
    let tables = nearest(nodes, |node| node.role.is_table(), false);
    let mut headers: FxHashMap<(usize, u32), usize> = FxHashMap::default();
    let mut width_so_far: FxHashMap<usize, u32> = FxHashMap::default();
    let mut columns: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        let inherited = node.parent.and_then(|up| columns[up]);
        let (Some(table), Some(row)) = (tables[index], node.parent) else {
            columns.push(inherited);
            continue;
        };
        if node.role.is_table() || !node.role.is_cell() {
            // A table in a cell has columns of its own.
            columns.push(inherited.filter(|_| !node.role.is_table()));
            continue;
        }
        let start = width_so_far.entry(row).or_insert(0);
        let at = *start;
        *start += span(page, node);
        if node.role == Role::ColumnHeader {
            headers.entry((table, at)).or_insert(index);
            columns.push(None);
        } else {
            columns.push(headers.get(&(table, at)).copied());
        }
    }
    columns
}

fn span(page: &Page, node: &SnapshotNode) -> u32 {
    let span = page.attribute(node.node, "colspan");
    span.and_then(|span| span.trim().parse().ok())
        .unwrap_or(1)
        .clamp(1, 1000)
}

/// Whether a role is a place: something a person would say an element is *in*.
pub(crate) fn is_place(role: Role) -> bool {
    role.is_landmark()
        || matches!(
            role,
            Role::Dialog
                | Role::AlertDialog
                | Role::Group
                | Role::RadioGroup
                | Role::Table
                | Role::Grid
                | Role::List
                | Role::Listbox
                | Role::TabPanel
                | Role::Article
        )
}

/// A dialog, or a named place that is neither a landmark nor one item of many.
fn is_section(node: &SnapshotNode) -> bool {
    let is_dialog = matches!(node.role, Role::Dialog | Role::AlertDialog);
    is_dialog
        || (is_place(node.role)
            && !node.role.is_landmark()
            && !node.role.is_item()
            && !node.name.is_empty())
}

/// For each control the text read before it since the control before that, by index.
pub(crate) fn labels(page: &Page, nodes: &[SnapshotNode]) -> FxHashMap<usize, String> {
    let controls: FxHashMap<NodeId, usize> = nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| node.reference.is_some())
        .map(|(index, node)| (node.node, index))
        .collect();
    let mut labels = FxHashMap::default();
    let mut last = None;
    let mut stack = vec![page.document()];
    while let Some(id) = stack.pop() {
        match &page.node(id).kind {
            NodeKind::Text(text) if !text.trim().is_empty() => last = Some(id),
            NodeKind::Element(element) if !element.style.is_rendered => continue,
            _ => {}
        }
        match controls.get(&id) {
            None => stack.extend(page.composed_children(id).iter().rev()),
            Some(&index) => {
                let text = last.take().and_then(|text| page.text(text));
                labels.extend(
                    text.filter(|text| text.len() < 200)
                        .map(|t| (index, collapse(t))),
                );
            }
        }
    }
    labels
}

/// Tags of the hosts whose shadow trees a node lies in, outermost first.
pub(crate) fn shadow_path(page: &Page, node: &SnapshotNode) -> Vec<String> {
    let mut path = Vec::new();
    let mut root = page.tree_root(node.node);
    while let (NodeKind::ShadowRoot, Some(host)) = (&page.node(root).kind, page.node(root).parent) {
        path.push(page.tag(host).to_owned());
        root = page.tree_root(host);
    }
    path.reverse();
    path
}
