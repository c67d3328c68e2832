//! Why text is collected, which decides what of it counts; and how it is cleaned up at the end.

use rustc_hash::FxHashSet;

use page_model::NodeId;

/// How many references (labels, `aria-labelledby`) one name follows in a row.
const MAX_HOPS: u8 = 8;

/// Why text is collected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Purpose {
    /// The element that is being named or described.
    pub(crate) named: NodeId,
    /// Whether an `aria-labelledby` or `aria-describedby` was followed; it is once only.
    pub(crate) in_reference: bool,
    /// Whether hidden text counts, because what was referenced is hidden as a whole.
    pub(crate) shows_hidden: bool,
    /// References followed so far.
    pub(crate) hops: u8,
}

impl Purpose {
    pub(crate) fn naming(named: NodeId) -> Self {
        Self {
            named,
            in_reference: false,
            shows_hidden: false,
            hops: 0,
        }
    }

    /// The purpose one reference further, `None` where that is too far.
    pub(crate) fn next_hop(self) -> Option<Self> {
        let hops = self.hops + 1;
        (hops <= MAX_HOPS).then_some(Self { hops, ..self })
    }
}

/// Elements one name has already used, so that no text counts twice.
pub(crate) type Visited = FxHashSet<NodeId>;

/// White space as a person reads it: none at the ends, one space between words.
pub(crate) fn collapse(text: &str) -> String {
    if is_collapsed(text) {
        return text.to_owned();
    }
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

/// Whether an ASCII text needs no cleaning, as most do not.
fn is_collapsed(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_plain = bytes.iter().all(|byte| matches!(byte, b' '..=b'~'));
    is_plain
        && !bytes.starts_with(b" ")
        && !bytes.ends_with(b" ")
        && !bytes.windows(2).any(|two| two == b"  ")
}

/// HTML's white space, and the no-break space, which nobody can tell from one.
fn is_space(c: char) -> bool {
    c.is_ascii_whitespace() || c == '\u{a0}'
}
