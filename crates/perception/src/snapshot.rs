//! The snapshot: one flat list of what a person perceives, in reading order.

use std::cell::OnceCell;

use aria::{Role, States};
use page_model::{ElementKey, Frame, Layer, NodeId, Rect};
use protocol::{ControlKind, NodeRef};

use crate::clean::push_quoted;
use crate::walk::{Index, Visit};

/// How long the name in a label may get, Unicode scalar values.
const LABEL: usize = 80;

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
    /// All that is shown, text too, from which the outline is written.
    pub(crate) visits: Vec<Visit>,
    /// Runs of like elements that no role tells of, such as cards.
    pub(crate) cards: Vec<Cards>,
    by_key: OnceCell<Index>,
    by_reference: OnceCell<Index>,
}

/// Siblings of one shape.
#[derive(Clone, Debug)]
pub(crate) struct Cards {
    /// Indices of their visits, in reading order.
    pub(crate) visits: Vec<u32>,
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
    /// What kind of control it is, if it is one.
    pub kind: Option<ControlKind>,
    /// How many items or rows the page says there are (`aria-rowcount`, `aria-setsize`), of which
    /// this list or table shows a part.
    pub total: Option<u32>,
    /// The layer above the page it was opened on, if any.
    pub layer: Option<Layer>,
    /// What is known of a frame.
    pub frame: Option<Frame>,
    /// The hidden file input behind it.
    pub upload: Option<NodeId>,
    /// Whether its name comes from what it holds, not from a label.
    pub is_named_by_content: bool,
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
            .find(|&at| self.nodes[at].role.is_item())
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
                .find(|&up| up == list || self.nodes[up].role.is_item())
        };
        self.below(list)
            .filter(|&at| self.nodes[at].role.is_item() && is_own(at) == Some(list))
            .filter(|&at| !self.is_header_row(at))
            .collect()
    }

    /// How many items a list, table or grid has in all: as many as the page says there are where it
    /// shows a part of them, else as many as it shows.
    // wai-aria-1.3 aria-rowcount counts header rows too; aria-setsize stands on the items.
    #[must_use]
    pub fn count_items(&self, list: usize) -> usize {
        let items = self.items(list);
        let rows = self
            .below(list)
            .filter(|&at| self.nodes[at].role == Role::Row);
        let headers = rows.filter(|&at| self.is_header_row(at)).count();
        let said = self.nodes[list]
            .total
            .map(|total| (total as usize).saturating_sub(headers));
        let of_items = || {
            items
                .iter()
                .filter_map(|&item| self.nodes[item].total)
                .max()
        };
        let said = said.or_else(|| of_items().map(|total| total as usize));
        said.unwrap_or(0).max(items.len())
    }

    fn is_header_row(&self, row: usize) -> bool {
        let cells: Vec<Role> = self
            .below(row)
            .map(|at| self.nodes[at].role)
            .filter(|role| role.is_cell())
            .collect();
        !cells.is_empty() && cells.iter().all(|&role| role == Role::ColumnHeader)
    }

    /// The node of an element, if it means something.
    #[must_use]
    pub fn by_key(&self, key: ElementKey) -> Option<usize> {
        let find = || {
            let nodes = self.nodes.iter().enumerate();
            nodes
                .map(|(index, node)| (node.key.0.into(), index))
                .collect()
        };
        self.by_key.get_or_init(find).get(&key.0.into()).copied()
    }

    /// The node a ref stands for now.
    #[must_use]
    pub fn by_reference(&self, reference: NodeRef) -> Option<usize> {
        let find = || {
            let nodes = self.nodes.iter().enumerate();
            let referred = nodes.filter_map(|(index, node)| Some((number(node.reference?), index)));
            referred.collect()
        };
        let known = self.by_reference.get_or_init(find);
        known.get(&number(reference)).copied()
    }
}

/// A ref as one number.
pub(crate) fn number(reference: NodeRef) -> u64 {
    (u64::from(reference.frame) << 32) | u64::from(reference.element)
}

impl SnapshotNode {
    /// In words, for a person: `textbox "Email"`; the name is cut and cleaned.
    #[must_use]
    pub fn label(&self) -> String {
        let mut label = self.role.as_str().to_owned();
        if !self.name.trim().is_empty() {
            label.push(' ');
            push_quoted(&mut label, &self.name, LABEL);
        }
        label
    }
}

#[cfg(test)]
mod tests {
    use aria::Role;
    use page_fixture::page_from_html;

    use crate::{RefTable, perceive};

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

    fn check_count(html: &str, expected: usize) {
        let page = page_from_html(html);
        let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
        let is_list = |node: &super::SnapshotNode| node.role.is_list();
        let list = snapshot.nodes.iter().position(is_list).unwrap();
        assert_eq!(snapshot.count_items(list), expected, "{html}");
    }

    #[test]
    fn what_the_page_says_counts_where_it_shows_a_part() {
        let rows = "<tr><th>Name<tr><td>Ada<tr><td>Bob";
        check_count(&format!("<table>{rows}</table>"), 2);
        check_count(&format!("<table aria-rowcount=501>{rows}</table>"), 500);
        check_count(&format!("<table aria-rowcount=-1>{rows}</table>"), 2);
        check_count(&format!("<table aria-rowcount=1>{rows}</table>"), 2);
        check_count(
            "<ul><li aria-setsize=40>Ada<li aria-setsize=40>Bob</ul>",
            40,
        );
        check_count("<ul></ul>", 0);
    }
}
