//! How much reading the names of one page may cost: names in names, ten thousand deep, or one long
//! text that names every element, must cost no more time and room than the page itself.

use std::cell::Cell;

/// Bytes of text that cost as much as a node.
const BYTES: usize = 16;

/// What a page with next to nothing on it may cost, nodes.
const LEAST: usize = 100_000;

/// How often each node of a page may be read for names; real pages need two or three.
const TIMES: usize = 8;

/// What each name may cost once the rest is spent, nodes.
const SHORT: usize = 64;

/// What is left.
#[derive(Debug)]
pub(crate) struct Effort {
    left: Cell<usize>,
    is_spent: Cell<bool>,
}

impl Effort {
    pub(crate) fn for_page(nodes: usize) -> Self {
        Self {
            left: Cell::new(nodes * TIMES + LEAST),
            is_spent: Cell::new(false),
        }
    }

    /// Begins a name: a short one can always be read.
    pub(crate) fn begin(&self) {
        self.left.set(self.left.get().max(SHORT));
    }

    /// One node with so many bytes of text; answers whether there may be more.
    pub(crate) fn spend(&self, bytes: usize) -> bool {
        let left = self.left.get().saturating_sub(1 + bytes / BYTES);
        self.left.set(left);
        self.is_spent.set(self.is_spent.get() || left == 0);
        left > 0
    }

    /// A name that is kept; a long one is cut when there is no more room.
    pub(crate) fn keep(&self, name: &mut String) {
        if !self.spend(name.len()) {
            name.truncate(name.floor_char_boundary(SHORT * BYTES));
        }
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.is_spent.get()
    }
}
