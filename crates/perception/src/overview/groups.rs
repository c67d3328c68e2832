//! Repeated items with exact counts, whatever is written of them.

use aria::Role;
use page_model::Page;
use protocol::ItemGroup;

use crate::facts::bounded;
use crate::snapshot::Snapshot;
use crate::walk::{Index, NONE};

/// How many groups are told; the largest are.
const TOLD: usize = 40;

/// Items that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// What one is.
    pub(crate) item: &'static str,
    /// The list, table or what else holds them, as a node.
    pub(crate) holder: Option<usize>,
    pub(crate) label: String,
    pub(crate) count: u32,
    pub(crate) total: Option<u32>,
}

/// All groups of a page: lists, tables and the like in reading order, then cards.
pub(crate) fn groups(page: &Page, snapshot: &Snapshot) -> Vec<Group> {
    let mut groups = listed(page, snapshot);
    groups.extend(cards(snapshot));
    groups
}

/// One pass: of each item, the nearest list or item around it; that it belongs to.
fn listed(page: &Page, snapshot: &Snapshot) -> Vec<Group> {
    let nodes = &snapshot.nodes;
    let headers = header_rows(snapshot);
    let mut holders: Vec<Option<usize>> = vec![None; nodes.len()];
    let mut counts: Vec<Count> = vec![];
    let mut known = Index::default();
    for (at, node) in nodes.iter().enumerate() {
        let around = node.parent.and_then(|parent| holders[parent]);
        holders[at] = if node.role.is_list() || node.role.is_item() {
            Some(at)
        } else {
            around
        };
        if !node.role.is_item() {
            continue;
        }
        let holder = around
            .filter(|&at| nodes[at].role.is_list())
            .or(node.parent);
        let key = (holder.map_or(0, |at| at as u64 + 1) << 8) | node.role as u64;
        let place = *known.entry(key).or_insert(counts.len());
        if place == counts.len() {
            counts.push(Count::new(at, holder, node.role));
        }
        let count = &mut counts[place];
        count.headers += u32::from(headers[at]);
        count.items += u32::from(!headers[at]);
        count.total = count.total.max(node.total);
    }
    let is_native = |holder: Option<usize>| {
        holder.is_some_and(|at| matches!(page.tag(nodes[at].node), "select" | "optgroup"))
    };
    counts
        .into_iter()
        .filter(|count| !is_native(count.holder) && count.items > 0)
        .map(|count| count.group(snapshot))
        .filter(|group| group.count > 1 || group.total.is_some())
        .collect()
}

struct Count {
    first: usize,
    holder: Option<usize>,
    role: Role,
    items: u32,
    headers: u32,
    total: Option<u32>,
}

impl Count {
    fn new(first: usize, holder: Option<usize>, role: Role) -> Self {
        Self {
            first,
            holder,
            role,
            items: 0,
            headers: 0,
            total: None,
        }
    }

    fn group(self, snapshot: &Snapshot) -> Group {
        let Self { holder, role, .. } = self;
        let said = holder.and_then(|at| snapshot.nodes[at].total);
        // aria-rowcount counts header rows too.
        let said = said.map(|total| total.saturating_sub(self.headers));
        Group {
            item: role.as_str(),
            holder,
            label: label(snapshot, holder, self.first),
            count: self.items,
            total: said.or(self.total).filter(|&total| total > self.items),
        }
    }
}

/// How far back a heading is looked for, and how far up.
const HEADINGS: usize = 8;
const LEVELS: usize = 32;

/// The holder's name, else the heading before the first item.
fn label(snapshot: &Snapshot, holder: Option<usize>, first: usize) -> String {
    let nodes = &snapshot.nodes;
    let own = holder.map(|at| nodes[at].name.as_str());
    let own = own.filter(|name| !name.is_empty());
    let heading = || heading_of(snapshot, holder.unwrap_or(first));
    bounded(own.or_else(heading).unwrap_or(""))
}

/// The nearest heading before a node that is not in a part of the page the node is not in.
fn heading_of(snapshot: &Snapshot, at: usize) -> Option<&str> {
    let nodes = &snapshot.nodes;
    let around: Vec<usize> = snapshot.ancestors(at).take(LEVELS).collect();
    let before = std::iter::successors(nodes.get(at)?.heading, |&heading| nodes[heading].heading);
    before
        .take(HEADINGS)
        .find(|&heading| nodes[heading].parent.is_none_or(|up| around.contains(&up)))
        .map(|heading| nodes[heading].name.as_str())
}

/// Which rows hold nothing but column headers.
fn header_rows(snapshot: &Snapshot) -> Vec<bool> {
    let mut has_header = vec![false; snapshot.nodes.len()];
    let mut has_data = vec![false; snapshot.nodes.len()];
    for node in &snapshot.nodes {
        let Some(parent) = node.parent else {
            continue;
        };
        match node.role {
            Role::ColumnHeader => has_header[parent] = true,
            Role::Cell | Role::GridCell | Role::RowHeader => has_data[parent] = true,
            _ => {}
        }
    }
    has_header
        .iter()
        .zip(has_data)
        .map(|(header, data)| *header && !data)
        .collect()
}

/// Runs of like elements without a role.
fn cards(snapshot: &Snapshot) -> impl Iterator<Item = Group> + '_ {
    snapshot.cards.iter().map(|cards| {
        let first = cards.visits[0] as usize;
        let next = snapshot.visits[first..]
            .iter()
            .find(|visit| visit.node != NONE);
        let inside = next.map(|visit| visit.node as usize);
        Group {
            item: "card",
            holder: None,
            label: inside.map_or_else(String::new, |at| label(snapshot, None, at)),
            count: crate::walk::index(cards.visits.len()),
            total: None,
        }
    })
}

/// The groups as they are told.
pub(super) fn told(mut groups: Vec<Group>) -> Vec<ItemGroup> {
    let mut least = 3;
    while groups.len() > TOLD && groups.iter().any(|group| group.count >= least) {
        groups.retain(|group| group.count >= least);
        least += least / 2;
    }
    groups.truncate(TOLD);
    let told = groups.into_iter().map(|group| ItemGroup {
        item: group.item.to_owned(),
        label: group.label,
        count: group.count,
        total: group.total,
    });
    told.collect()
}
