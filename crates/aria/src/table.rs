//! Roles in tables.

use page_model::NodeId;

use crate::{Aria, Role};

/// What a table part's table is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// No table around it, or one with another role: its parts mean nothing.
    #[default]
    Nothing,
    /// `role="none"`: its parts have none either.
    Layout,
    /// A table to read.
    Table,
    /// A table to act in.
    Grid,
}

impl Aria<'_> {
    // html-aam 3.5 td, th, tr, tbody, thead, tfoot.
    pub(crate) fn table_part_role(&self, node: NodeId) -> Role {
        match self.around(node).table {
            Kind::Nothing => Role::Generic,
            Kind::Layout => Role::None,
            kind => match self.page.tag(node) {
                "tr" => Role::Row,
                "td" => data_role(kind),
                "th" => self.header_role(node, kind),
                _ => Role::RowGroup,
            },
        }
    }

    /// What a table with this declared role makes of its parts.
    pub(crate) fn kind_of_table(&self, table: NodeId, declared: Option<Role>) -> Kind {
        if self.is_presentational(table) {
            return Kind::Layout;
        }
        match declared {
            None | Some(Role::None | Role::Table) => Kind::Table,
            Some(Role::Grid | Role::TreeGrid) => Kind::Grid,
            Some(_) => Kind::Nothing,
        }
    }

    // html 4.9.12 "internal algorithm for scanning and assigning header cells", cut down to what
    // can be told from the row: `scope`, else a row header stands beside data cells in the body.
    fn header_role(&self, node: NodeId, kind: Kind) -> Role {
        let scope = self.attribute(node, "scope").unwrap_or("");
        match scope.to_ascii_lowercase().as_str() {
            "row" | "rowgroup" => return Role::RowHeader,
            "col" | "colgroup" => return Role::ColumnHeader,
            _ => {}
        }
        let Some(row) = self.page.node(node).parent else {
            return data_role(kind);
        };
        let cells = &self.page.node(row).children;
        let has_data = cells.iter().any(|&cell| self.page.tag(cell) == "td");
        if has_data {
            Role::RowHeader
        } else if self.is_lone_cell(node, row) {
            // Chromium: a table of one cell is layout.
            Role::Generic
        } else {
            Role::ColumnHeader
        }
    }

    fn is_lone_cell(&self, cell: NodeId, row: NodeId) -> bool {
        let is_only = |node| {
            let parent = self.page.node(node).parent;
            let siblings = parent.map(|parent| &self.page.node(parent).children);
            siblings.is_none_or(|s| {
                s.iter()
                    .all(|&s| s == node || self.page.element(s).is_none())
            })
        };
        let group = self.page.node(row).parent;
        is_only(cell) && is_only(row) && group.is_none_or(is_only)
    }
}

fn data_role(kind: Kind) -> Role {
    if kind == Kind::Grid {
        Role::GridCell
    } else {
        Role::Cell
    }
}
