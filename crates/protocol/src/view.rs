//! How a page is to be shown in text.

use serde::{Deserialize, Serialize};

use crate::{NodeRef, ObservationId};

/// Which part of a page is written, and how fully.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum View {
    /// Only what a person can act on, with what is needed to tell where it is.
    Interactive,
    /// Every meaningful node, equal rows folded.
    #[default]
    Outline,
    /// Everything, with box and CSS path, nothing folded.
    Full,
    /// The section around one element.
    Around {
        /// Which.
        reference: NodeRef,
    },
    /// What became different since an observation.
    Diff {
        /// Which.
        since: ObservationId,
    },
    /// A table as CSV.
    Table {
        /// The table, or anything in it.
        reference: NodeRef,
    },
    /// The text to read, without the page around it.
    Article,
}

/// Where a frame's own lines belong in an outline.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FramePlace {
    /// Index of its window in the document's (`window[index]`), if it has one.
    pub index: Option<u32>,
    /// Its line in the outline, from 0; the frame's lines go right below.
    pub line: u32,
    /// How deep its line is indented, in levels.
    pub depth: u32,
    /// Its accessible name.
    pub label: String,
    /// Where its viewport lies in the page, CSS px: x, y, width, height.
    pub rect: Option<[f64; 4]>,
}
