//! Handles: who is meant, parsed once at the border.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Names one command for good: born in the ledger, repeated unchanged when asked again, so that
/// the engine can answer from memory instead of acting twice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommandId(pub String);

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Counts the observations of one document, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ObservationId(pub u32);

/// Handle of one element of one document: `e12`, in frame 2 `f2e12`. It lives while the element
/// keeps its role and name and is never given to another element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NodeRef {
    /// The frame, 0 for the main document.
    pub frame: u32,
    /// The element within its document, from 1.
    pub element: u32,
}

/// Text that is not a ref.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a ref: expected e12 or f2e12")]
pub struct InvalidRef(pub String);

impl fmt::Display for NodeRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.frame > 0 {
            write!(f, "f{}", self.frame)?;
        }
        write!(f, "e{}", self.element)
    }
}

impl FromStr for NodeRef {
    type Err = InvalidRef;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = || InvalidRef(text.to_owned());
        let number = |digits: &str| {
            let is_plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            is_plain
                .then(|| digits.parse::<u32>().ok())
                .flatten()
                .ok_or_else(invalid)
        };
        let (frame, rest) = match text.strip_prefix('f') {
            Some(rest) => {
                let (frame, element) = rest.split_once('e').ok_or_else(invalid)?;
                (number(frame)?, element)
            }
            None => (0, text.strip_prefix('e').ok_or_else(invalid)?),
        };
        Ok(Self {
            frame,
            element: number(rest)?,
        })
    }
}

impl TryFrom<String> for NodeRef {
    type Error = InvalidRef;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<NodeRef> for String {
    fn from(node: NodeRef) -> Self {
        node.to_string()
    }
}

/// The refs that a line of an outline marks, `[e4]` or of several `[e4-e9]`: each first one, with the
/// index right after its bracket. What stands in quotes is the page's own text and marks nothing.
#[must_use]
pub fn refs_in(line: &str) -> Vec<(usize, NodeRef)> {
    let mut refs = vec![];
    let mut is_quoted = false;
    let mut begun = None;
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            '[' if !is_quoted => begun = Some(at + 1),
            ']' if !is_quoted => refs.extend(begun.take().and_then(|from| {
                let first = line[from..at].split('-').next()?;
                Some((at + 1, first.parse().ok()?))
            })),
            _ => {}
        }
    }
    refs
}

#[cfg(test)]
mod tests {
    use super::{NodeRef, refs_in};

    fn check_refs(line: &str, expected: &[&str]) {
        let refs = refs_in(line);
        let found: Vec<String> = refs.iter().map(|(_, found)| found.to_string()).collect();
        assert_eq!(found, expected, "{line}");
        for (end, _) in refs {
            assert!(line[..end].ends_with(']'), "{line}");
        }
    }

    #[test]
    fn the_refs_of_a_line_are_found_in_order() {
        check_refs("  textbox \"Name\" [e4] = \"x\" required", &["e4"]);
        check_refs(
            "row \"A\" | button \"Edit\" [f2e5] button \"Delete\" [f2e6]",
            &["f2e5", "f2e6"],
        );
        check_refs(
            "… 97 more rows like this: \"K\" [e5-e9] [e28-e101]",
            &["e5", "e28"],
        );
        check_refs("… [e9] is not on this page", &["e9"]);
        check_refs("valid: e1-e14", &[]);
        check_refs("main \"王小明\" [e]", &[]);
    }

    #[test]
    fn text_of_the_page_marks_nothing() {
        check_refs(r#"button "Pay [e1]" [e2]"#, &["e2"]);
        check_refs(r#""a\" [e9] \\" link "b" [e3]"#, &["e3"]);
        check_refs(r#"link "b" [e3] css "a[e7]" to "/x""#, &["e3"]);
    }

    #[test]
    fn a_ref_reads_back_as_written() {
        for text in ["e1", "e12", "f2e12"] {
            assert_eq!(text.parse::<NodeRef>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "e",
            "12",
            "f2",
            "fe1",
            "e-1",
            "e+1",
            "f1e",
            "e99999999999",
            "é1",
        ] {
            assert!(text.parse::<NodeRef>().is_err(), "{text}");
        }
    }
}
