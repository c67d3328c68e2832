//! Post-conditions: claims about the page after a step.

mod templates;
mod words;

use serde::{Deserialize, Serialize};

use crate::forms::two_forms;
use crate::{Baseline, Fact, Fingerprint};

two_forms! {
    /// A claim about the page after a step. In a skill its texts are templates.
    tag = "check", remote = "PostCondition", wire = WireCondition;
    pub enum PostCondition {
        /// A control holds exactly this value.
        ValueEquals {
            /// The control.
            target: Fingerprint,
            /// Its whole value; line breaks count as `\n`.
            value: String,
        },
        /// A control holds exactly these values: the chosen options in any order, the two dates of a
        /// range, the names of files.
        ValuesEqual {
            /// The control.
            target: Fingerprint,
            /// Its values.
            values: Vec<String>,
        },
        /// A cascader or tree shows this choice: its whole path, or where it shows no more the last
        /// level.
        PathEquals {
            /// The control.
            target: Fingerprint,
            /// The labels from the top level down.
            path: Vec<String>,
        },
        /// A text can be read on the page.
        TextPresent {
            /// The text; white space is collapsed, a word is never matched in the middle.
            text: String,
            /// Only within this element.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            within: Option<Fingerprint>,
            /// Whether it must not have been there before the step.
            #[serde(default)]
            absent_before: bool,
        },
        /// Exactly one element answers the fingerprint.
        ElementExists {
            /// The element.
            target: Fingerprint,
            /// Whether it must not have been there before the step.
            #[serde(default)]
            absent_before: bool,
        },
        /// No element answers the fingerprint, on a page at rest.
        ElementGone {
            /// The element.
            target: Fingerprint,
        },
        /// The element is in this state.
        ElementState {
            /// The element.
            target: Fingerprint,
            /// The state.
            state: ElementState,
        },
        /// A text can't be read on the page, at rest.
        TextAbsent {
            /// The text.
            text: String,
            /// Only within this element, which must be there.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            within: Option<Fingerprint>,
        },
        /// The document's address matches.
        UrlMatches {
            /// Glob over the whole address; one that starts with `/` is held against path and query.
            pattern: String,
        },
        /// A list, table or grid has so many more (or fewer) items than before the step.
        ListCountDelta {
            /// The list.
            list: Fingerprint,
            /// Items after minus items before.
            delta: i32,
        },
        /// A request that began with the step was answered with success (2xx or 3xx).
        RequestSucceeded {
            /// HTTP method; any if not given.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            method: Option<String>,
            /// Glob over its address; one that starts with `/` is held against path and query.
            url: String,
        },
        /// Exactly one row, list item or the like holds the key, and none did before.
        KeyPresent {
            /// The row's key.
            key: String,
            /// The list that is searched; the whole page if not given.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            within: Option<Fingerprint>,
        },
        /// An attribute of an element is exactly this text; an address also where it is written
        /// relative to the page's own.
        AttributeEquals {
            /// The element.
            target: Fingerprint,
            /// Its name, such as `href`.
            attribute: String,
            /// Its whole value.
            value: String,
        },
        /// Exactly one row or item of the list holds the key, and it holds all values too.
        RowContains {
            /// The list, table or grid.
            list: Fingerprint,
            /// The text that only this row has.
            key: String,
            /// What else it holds: whole texts; a cell that is nothing but a number or a date by its
            /// value. An empty one claims nothing.
            values: Vec<String>,
            /// Whether no row may have held the key before the step.
            #[serde(default = "yes")]
            absent_before: bool,
        },
        /// The list has exactly so many items: as many as the page says there are, where it shows
        /// a part of them.
        CountEquals {
            /// The list, table or grid.
            list: Fingerprint,
            /// How many.
            count: u32,
        },
        /// Nothing is complained about: no field is wrong, on a page at rest.
        NoValidationErrors {
            /// Only fields within this element, which must be there.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            within: Option<Fingerprint>,
        },
        /// A dialog that was open before the step is not there any more. Where none was, that none is
        /// there proves nothing.
        DialogClosed {
            /// Which; all that were open if not given.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            dialog: Option<Fingerprint>,
        },
        /// Something a person can perceive is not as it was before the step, or a request that sends
        /// something began with it and was answered with success. It says that *something* came of
        /// the step, never that the right thing did.
        SomethingChanged {},
        /// The browser saved a file, in a download that began with the step.
        DownloadCompleted {
            /// Glob over the file's name, without its folder.
            name: String,
            /// How many bytes it has at least.
            #[serde(default = "one")]
            min_bytes: u32,
        },
        /// The page opened a tab or window with the step.
        TabOpened {
            /// Glob over its address; one that starts with `/` is held against path and query.
            url: String,
        },
    }
    written {
        /// All of these hold where the record is looked at again: at an address, behind a link or
        /// row that is clicked, or both in this order.
        Readback {
            /// Where; the page as it is if not given.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            url: Option<String>,
            /// What opens the record there.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            open: Option<Fingerprint>,
            /// What must hold there; none of them a readback.
            then: Vec<PostCondition>,
        },
    }
    sent {
        Readback {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            url: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            open: Option<Fingerprint>,
            #[serde(with = "claims")]
            then: Vec<PostCondition>,
        },
    }
}

fn yes() -> bool {
    true
}

fn one() -> u32 {
    1
}

/// Several conditions between programs.
mod claims {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{Claim, PostCondition};

    pub(super) fn serialize<S: Serializer>(
        conditions: &[PostCondition],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(conditions.iter().cloned().map(Claim))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<PostCondition>, D::Error> {
        let claims = Vec::<Claim>::deserialize(deserializer)?;
        Ok(claims
            .into_iter()
            .map(|Claim(condition)| condition)
            .collect())
    }
}

impl PostCondition {
    /// Whether a still page is needed to judge it: what must be absent, or an exact count, may
    /// hold for a moment only because the page is not ready.
    #[must_use]
    pub fn needs_quiet(&self) -> bool {
        matches!(
            self,
            Self::ListCountDelta { .. }
                | Self::KeyPresent { .. }
                | Self::RowContains { .. }
                | Self::CountEquals { .. }
                | Self::ElementGone { .. }
                | Self::TextAbsent { .. }
                | Self::NoValidationErrors { .. }
                | Self::DialogClosed { .. }
        )
    }

    /// Its name in skill files.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::ValueEquals { .. } => "value_equals",
            Self::ValuesEqual { .. } => "values_equal",
            Self::PathEquals { .. } => "path_equals",
            Self::TextPresent { .. } => "text_present",
            Self::ElementExists { .. } => "element_exists",
            Self::ElementGone { .. } => "element_gone",
            Self::ElementState { .. } => "element_state",
            Self::TextAbsent { .. } => "text_absent",
            Self::UrlMatches { .. } => "url_matches",
            Self::ListCountDelta { .. } => "list_count_delta",
            Self::RequestSucceeded { .. } => "request_succeeded",
            Self::KeyPresent { .. } => "key_present",
            Self::AttributeEquals { .. } => "attribute_equals",
            Self::RowContains { .. } => "row_contains",
            Self::CountEquals { .. } => "count_equals",
            Self::NoValidationErrors { .. } => "no_validation_errors",
            Self::DialogClosed { .. } => "dialog_closed",
            Self::SomethingChanged {} => "something_changed",
            Self::DownloadCompleted { .. } => "download_completed",
            Self::TabOpened { .. } => "tab_opened",
            Self::Readback { .. } => "readback",
        }
    }

    /// The element, place or list it is about, if it names one.
    #[must_use]
    pub fn target(&self) -> Option<&Fingerprint> {
        match self {
            Self::ValueEquals { target, .. }
            | Self::ValuesEqual { target, .. }
            | Self::PathEquals { target, .. }
            | Self::ElementExists { target, .. }
            | Self::ElementGone { target }
            | Self::ElementState { target, .. }
            | Self::AttributeEquals { target, .. }
            | Self::ListCountDelta { list: target, .. }
            | Self::RowContains { list: target, .. }
            | Self::CountEquals { list: target, .. } => Some(target),
            Self::TextPresent { within, .. }
            | Self::TextAbsent { within, .. }
            | Self::KeyPresent { within, .. }
            | Self::NoValidationErrors { within }
            | Self::DialogClosed { dialog: within }
            | Self::Readback { open: within, .. } => within.as_ref(),
            Self::UrlMatches { .. }
            | Self::RequestSucceeded { .. }
            | Self::SomethingChanged {}
            | Self::DownloadCompleted { .. }
            | Self::TabOpened { .. } => None,
        }
    }

    /// The frames it names, outermost first; none means any.
    #[must_use]
    pub fn frames(&self) -> &[String] {
        self.target().map_or(&[], |target| &target.frame)
    }

    /// Whether it claims that something *appeared*: a notice that is gone again by the time the rest
    /// holds did appear.
    #[must_use]
    pub fn is_about_appearing(&self) -> bool {
        matches!(
            self,
            Self::TextPresent {
                absent_before: true,
                ..
            } | Self::ElementExists {
                absent_before: true,
                ..
            }
        )
    }

    /// Whether it is about what was there before, so that a look before is needed to judge it.
    #[must_use]
    pub fn needs_baseline(&self) -> bool {
        match self {
            Self::TextPresent { absent_before, .. }
            | Self::ElementExists { absent_before, .. }
            | Self::RowContains { absent_before, .. } => *absent_before,
            Self::ListCountDelta { .. } | Self::KeyPresent { .. } => true,
            _ => self.is_about_step(),
        }
    }

    /// Whether it is about what happened with the step, so that no look at the record later tells it.
    #[must_use]
    pub fn is_about_step(&self) -> bool {
        matches!(
            self,
            Self::DialogClosed { .. }
                | Self::SomethingChanged {}
                | Self::RequestSucceeded { .. }
                | Self::DownloadCompleted { .. }
                | Self::TabOpened { .. }
        )
    }

    /// Whether it is judged by requests, so that a host without permission leaves it unknown.
    #[must_use]
    pub fn is_about_network(&self) -> bool {
        matches!(self, Self::RequestSucceeded { .. })
    }

    /// Whether it is about the browser or about a page looked at later, so that no engine can judge
    /// it.
    #[must_use]
    pub fn is_beyond_page(&self) -> bool {
        matches!(
            self,
            Self::DownloadCompleted { .. } | Self::TabOpened { .. } | Self::Readback { .. }
        )
    }

    /// Whether it needs to see the browser's downloads, for which a person must allow it.
    #[must_use]
    pub fn needs_downloads(&self) -> bool {
        match self {
            Self::DownloadCompleted { .. } => true,
            Self::Readback { then, .. } => then.iter().any(Self::needs_downloads),
            _ => false,
        }
    }

    /// What a page that satisfies it would show.
    #[must_use]
    pub fn expected(&self, baseline: &Baseline) -> Fact {
        match self {
            Self::ValueEquals { value, .. } => Fact::Text {
                text: value.clone(),
            },
            Self::ValuesEqual { values, .. } => Fact::Texts {
                texts: values.clone(),
            },
            Self::PathEquals { path, .. } => Fact::Text {
                text: path.join(" / "),
            },
            Self::TextPresent { .. } | Self::ElementExists { .. } => Fact::Present,
            Self::TextAbsent { .. }
            | Self::ElementGone { .. }
            | Self::NoValidationErrors { .. }
            | Self::DialogClosed { .. } => Fact::Absent,
            Self::ElementState { state, .. } => Fact::State { state: *state },
            Self::UrlMatches { pattern } => Fact::Text {
                text: pattern.clone(),
            },
            Self::ListCountDelta { delta, .. } => {
                let before = baseline.count().unwrap_or(0);
                Fact::Count {
                    count: before.saturating_add_signed(*delta),
                }
            }
            Self::RequestSucceeded { .. } | Self::Readback { .. } => Fact::Success,
            Self::KeyPresent { .. } => Fact::Count { count: 1 },
            Self::AttributeEquals { value: text, .. }
            | Self::DownloadCompleted { name: text, .. }
            | Self::TabOpened { url: text } => Fact::Text { text: text.clone() },
            Self::RowContains { key, values, .. } => Fact::Texts {
                texts: std::iter::once(key).chain(values).cloned().collect(),
            },
            Self::CountEquals { count, .. } => Fact::Count { count: *count },
            Self::SomethingChanged {} => Fact::Changed,
        }
    }
}

/// A state an element can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ElementState {
    /// A box that is checked, a switch that is on.
    Checked,
    /// A box that is not checked, a switch that is off.
    Unchecked,
    /// A control that can't be used.
    Disabled,
    /// A control that can be used.
    Enabled,
    /// Something that shows what it holds.
    Expanded,
    /// Something that hides what it holds.
    Collapsed,
    /// An option or tab that is chosen.
    Selected,
    /// A field the page complains about.
    Invalid,
    /// A field the page does not complain about.
    Valid,
}

/// A condition on its way to an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Claim(#[serde(with = "WireCondition")] pub PostCondition);
