//! A picture of the page where a row failed: an artifact of its own, never a part of the trace.

use serde::{Deserialize, Serialize};

/// A picture, as it is kept apart from the trace.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// What the trace calls it by.
    pub named: Artifact,
    /// The picture, base64.
    pub base64: String,
}

impl std::fmt::Debug for Shot {
    /// A picture shows what the page shows, and is no text for a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Shot").field(&self.named).finish()
    }
}

/// What an artifact is, without its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Artifact {
    /// SHA-256 of its bytes, hexadecimal.
    pub sha256: String,
    /// How many they are.
    pub bytes: u32,
    /// Such as `image/jpeg`.
    pub media_type: String,
}

/// What became of a picture that was to be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picture {
    /// It was taken.
    Taken(Artifact),
    /// It was not.
    Missing(NoPicture),
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoPicture {
    /// The person did not turn pictures on.
    Off,
    /// Chrome allows pictures only with access to all sites.
    NotAllowed,
    /// Another tab is in front in the window of the run.
    Covered,
    /// It would have more bytes than are kept.
    TooLarge {
        /// How many.
        bytes: u32,
    },
    /// Chrome did not take it.
    Refused {
        /// Chrome's reason.
        why: String,
    },
}
