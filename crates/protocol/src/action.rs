//! What is asked of a page: the closed set of actions.

use serde::{Deserialize, Serialize};

use crate::forms::two_forms;
use crate::{
    ElementState, Fingerprint, KeyPress, Manner, MapText, Modifier, NodeRef, ObservationId,
    PostCondition,
};

two_forms! {
    /// One thing done to a page. In a skill its texts are templates; bound per row before use.
    tag = "do", remote = "Action", wire = WireAction;
    pub enum Action {
        /// Loads an address, also when the page already shows it.
        Navigate {
            /// Absolute, or relative to the skill's start address.
            url: String,
        },
        /// Goes back to the page before, as the browser's button does.
        Back {},
        /// Loads the page again.
        Reload {},
        /// A click in the middle of an element.
        Click {
            /// What is clicked.
            target: Fingerprint,
            /// With which button.
            #[serde(default, skip_serializing_if = "Button::is_primary")]
            button: Button,
            /// Whether it is a double click.
            #[serde(default, skip_serializing_if = "is_false")]
            double: bool,
            /// Keys held down meanwhile.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            modifiers: Vec<Modifier>,
            /// Where in its box, percent of width and height; in the middle if not given. For what
            /// is drawn and has no elements of its own.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            at: Option<[u8; 2]>,
        },
        /// Moves the pointer over an element and leaves it there.
        Hover {
            /// The element.
            target: Fingerprint,
        },
        /// Sets what a field holds, whatever it is made of. Setting the same value again changes
        /// nothing.
        Fill {
            /// The field.
            target: Fingerprint,
            /// The whole new value.
            value: String,
            /// Whether Enter is pressed afterwards, in the field.
            #[serde(default, skip_serializing_if = "is_false")]
            enter: bool,
        },
        /// Fills several fields, in order.
        FillMany {
            /// Each field with its value.
            fields: Vec<FieldValue>,
        },
        /// Types text key by key where the caret stands, without replacing what is there.
        Type {
            /// The field.
            target: Fingerprint,
            /// What is typed; a line break is Enter.
            text: String,
        },
        /// Presses a key, or several at once, while an element has the focus.
        Press {
            /// The element.
            target: Fingerprint,
            /// Such as `Enter`, `Control+A`.
            key: KeyPress,
        },
        /// Chooses an option of a list, by its label or its value.
        Select {
            /// The list.
            target: Fingerprint,
            /// The option's label, or its value.
            option: String,
        },
        /// Chooses these options of a list and no others.
        SelectMany {
            /// The list.
            target: Fingerprint,
            /// Their labels, or values.
            options: Vec<String>,
        },
        /// Chooses in a cascader or tree, level by level.
        PickPath {
            /// The control.
            target: Fingerprint,
            /// The labels from the top level down.
            path: Vec<String>,
        },
        /// Sets a checkbox or switch, or chooses a radio button.
        SetChecked {
            /// The box.
            target: Fingerprint,
            /// Whether it is to be checked.
            checked: bool,
        },
        /// Moves a slider.
        SetSlider {
            /// The slider.
            target: Fingerprint,
            /// The number it is to show.
            value: String,
        },
        /// Sets a date.
        SetDate {
            /// The field.
            target: Fingerprint,
            /// As `2026-11-30`.
            date: String,
        },
        /// Sets the first and the last date of a range.
        SetDateRange {
            /// The field.
            target: Fingerprint,
            /// As `2026-11-30`.
            from: String,
            /// As `2026-12-04`.
            to: String,
        },
        /// Sets a time of day.
        SetTime {
            /// The field.
            target: Fingerprint,
            /// As `14:35` or `14:35:20`.
            time: String,
        },
        /// Gives files to a file input or drop zone.
        Upload {
            /// The input, its button or its drop zone.
            target: Fingerprint,
            /// Their names; what they hold is attached to the run.
            files: Vec<String>,
        },
        /// Drags an element onto another.
        Drag {
            /// What is dragged.
            target: Fingerprint,
            /// Where it is dropped.
            to: Box<Fingerprint>,
        },
        /// Scrolls until an element is in view.
        ScrollTo {
            /// The element.
            target: Fingerprint,
        },
        /// Scrolls the page, or a region of it.
        ScrollBy {
            /// The region; the page if not given.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            within: Option<Fingerprint>,
            /// How far.
            by: Distance,
        },
        /// Scrolls through the page and its regions until an element is there that lists draw only
        /// when they are scrolled to it.
        ScrollSearch {
            /// The element.
            target: Fingerprint,
        },
        /// Closes what lies over an element: a cookie notice, a dialog nobody asked for.
        CloseOverlay {
            /// The element; the topmost dialog is closed if not given.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            over: Option<Fingerprint>,
        },
        /// Scrolls through a list to its end and reads every item once.
        Collect {
            /// The list.
            target: Fingerprint,
            /// How many items at most.
            #[serde(default = "most_items")]
            most: u32,
            /// The name of the output.
            save_as: String,
        },
        /// Does nothing but wait for what the step expects.
        Wait {
            /// Whether the page must also be at rest.
            #[serde(default)]
            quiet: bool,
        },
        /// Reads something from the page.
        Extract {
            /// What is read.
            target: Fingerprint,
            /// What of it.
            #[serde(default)]
            what: Reading,
            /// The name of the output.
            save_as: String,
        },
    }
}

/// A field and what it is to hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldValue {
    /// The field.
    pub target: Fingerprint,
    /// The whole new value.
    pub value: String,
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Button {
    /// The left one, usually.
    #[default]
    Primary,
    /// The one that opens context menus.
    Secondary,
}

impl Button {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks it so")]
    fn is_primary(&self) -> bool {
        *self == Self::Primary
    }
}

/// How far to scroll: a page is 0.8 of what is in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Distance {
    /// One page down.
    PageDown,
    /// One page up.
    PageUp,
    /// To the beginning.
    Top,
    /// To the end.
    Bottom,
}

/// What is read of an element.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// The text a person reads in it.
    #[default]
    Text,
    /// What a control holds.
    Value,
    /// An attribute, or the absolute address behind `href` and `src`.
    Attribute(String),
    /// The rows of a table, its header first.
    Table,
    /// The items of a list.
    List,
}

/// What was read from a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Extracted {
    /// A text.
    Text(String),
    /// The items of a list.
    List(Vec<String>),
    /// Rows of cells, the header first.
    Table(Vec<Vec<String>>),
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks it so")]
fn is_false(value: &bool) -> bool {
    !value
}

fn most_items() -> u32 {
    1_000
}

/// What an action may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Risk {
    /// It only looks.
    Read,
    /// It changes the page.
    Act,
}

impl Action {
    /// A plain click.
    #[must_use]
    pub fn click(target: Fingerprint) -> Self {
        Self::Click {
            target,
            button: Button::Primary,
            double: false,
            modifiers: vec![],
            at: None,
        }
    }

    /// Sets a field's value.
    #[must_use]
    pub fn fill(target: Fingerprint, value: impl Into<String>) -> Self {
        Self::Fill {
            target,
            value: value.into(),
            enter: false,
        }
    }

    /// The elements it needs, in the order it uses them.
    #[must_use]
    pub fn targets(&self) -> Vec<&Fingerprint> {
        match self {
            // What is searched for has no element yet.
            Self::Navigate { .. }
            | Self::Back {}
            | Self::Reload {}
            | Self::Wait { .. }
            | Self::ScrollSearch { .. } => vec![],
            Self::FillMany { fields } => fields.iter().map(|field| &field.target).collect(),
            Self::Drag { target, to } => vec![target, to],
            Self::ScrollBy { within: place, .. } | Self::CloseOverlay { over: place } => {
                place.iter().collect()
            }
            Self::Click { target, .. }
            | Self::Hover { target }
            | Self::Fill { target, .. }
            | Self::Type { target, .. }
            | Self::Press { target, .. }
            | Self::Select { target, .. }
            | Self::SelectMany { target, .. }
            | Self::PickPath { target, .. }
            | Self::SetChecked { target, .. }
            | Self::SetSlider { target, .. }
            | Self::SetDate { target, .. }
            | Self::SetDateRange { target, .. }
            | Self::SetTime { target, .. }
            | Self::Upload { target, .. }
            | Self::ScrollTo { target }
            | Self::Collect { target, .. }
            | Self::Extract { target, .. } => vec![target],
        }
    }

    /// Its name in a skill file.
    #[must_use]
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Navigate { .. } => "navigate",
            Self::Back {} => "back",
            Self::Reload {} => "reload",
            Self::Click { .. } => "click",
            Self::Hover { .. } => "hover",
            Self::Fill { .. } => "fill",
            Self::FillMany { .. } => "fill_many",
            Self::Type { .. } => "type",
            Self::Press { .. } => "press",
            Self::Select { .. } => "select",
            Self::SelectMany { .. } => "select_many",
            Self::PickPath { .. } => "pick_path",
            Self::SetChecked { .. } => "set_checked",
            Self::SetSlider { .. } => "set_slider",
            Self::SetDate { .. } => "set_date",
            Self::SetDateRange { .. } => "set_date_range",
            Self::SetTime { .. } => "set_time",
            Self::Upload { .. } => "upload",
            Self::Drag { .. } => "drag",
            Self::ScrollTo { .. } => "scroll_to",
            Self::ScrollBy { .. } => "scroll_by",
            Self::ScrollSearch { .. } => "scroll_search",
            Self::CloseOverlay { .. } => "close_overlay",
            Self::Collect { .. } => "collect",
            Self::Wait { .. } => "wait",
            Self::Extract { .. } => "extract",
        }
    }

    /// What it may do.
    #[must_use]
    pub fn risk(&self) -> Risk {
        match self {
            Self::Hover { .. }
            | Self::ScrollTo { .. }
            | Self::ScrollBy { .. }
            | Self::ScrollSearch { .. }
            | Self::Collect { .. }
            | Self::Wait { .. }
            | Self::Extract { .. } => Risk::Read,
            _ => Risk::Act,
        }
    }

    /// Whether doing it twice is as good as doing it once, so that it may be tried again.
    #[must_use]
    pub fn is_replayable(&self) -> bool {
        match self {
            Self::Fill { enter, .. } => !enter,
            Self::Back {}
            | Self::Click { .. }
            | Self::Type { .. }
            | Self::Press { .. }
            | Self::Upload { .. }
            | Self::Drag { .. } => false,
            _ => true,
        }
    }

    /// Whether another document may take the page's place by it alone.
    #[must_use]
    pub fn leaves_page(&self) -> bool {
        matches!(
            self,
            Self::Navigate { .. } | Self::Back {} | Self::Reload {}
        )
    }

    /// The name under which what it reads is kept.
    #[must_use]
    pub fn output(&self) -> Option<&str> {
        match self {
            Self::Extract { save_as, .. } | Self::Collect { save_as, .. } => Some(save_as),
            _ => None,
        }
    }

    /// What the page must show if it took effect, where the action itself says so.
    #[must_use]
    pub fn claims(&self) -> Vec<PostCondition> {
        let value = |target: &Fingerprint, value: &String| PostCondition::ValueEquals {
            target: target.clone(),
            value: value.clone(),
        };
        let values = |target: &Fingerprint, values: Vec<String>| PostCondition::ValuesEqual {
            target: target.clone(),
            values,
        };
        match self {
            Self::Fill { enter: true, .. } => vec![],
            Self::FillMany { fields } => {
                let fields = fields.iter();
                fields
                    .map(|field| value(&field.target, &field.value))
                    .collect()
            }
            Self::Fill {
                target,
                value: text,
                ..
            }
            | Self::Select {
                target,
                option: text,
            }
            | Self::SetSlider {
                target,
                value: text,
            }
            | Self::SetDate { target, date: text }
            | Self::SetTime { target, time: text } => vec![value(target, text)],
            Self::SelectMany { target, options } => vec![values(target, options.clone())],
            Self::PickPath { target, path } => vec![PostCondition::PathEquals {
                target: target.clone(),
                path: path.clone(),
            }],
            Self::Upload { target, files } => vec![values(target, files.clone())],
            Self::SetDateRange { target, from, to } => {
                vec![values(target, vec![from.clone(), to.clone()])]
            }
            Self::SetChecked { target, checked } => vec![PostCondition::ElementState {
                target: target.clone(),
                state: if *checked {
                    ElementState::Checked
                } else {
                    ElementState::Unchecked
                },
            }],
            _ => vec![],
        }
    }
}

impl MapText for Action {
    #[allow(clippy::too_many_lines, reason = "one arm for each action")]
    fn map_text<E>(&self, f: &mut impl FnMut(&str) -> Result<String, E>) -> Result<Self, E> {
        let mut mapped = self.clone();
        match &mut mapped {
            Self::Navigate { url } => replace(url, f)?,
            Self::Back {} | Self::Reload {} | Self::Wait { .. } => {}
            Self::Click { target, .. }
            | Self::Hover { target }
            | Self::Press { target, .. }
            | Self::SetChecked { target, .. }
            | Self::ScrollTo { target }
            | Self::ScrollSearch { target }
            | Self::Collect { target, .. }
            | Self::Extract { target, .. } => *target = target.map_text(f)?,
            Self::Fill {
                target,
                value: text,
                ..
            }
            | Self::Type { target, text }
            | Self::Select {
                target,
                option: text,
            }
            | Self::SetSlider {
                target,
                value: text,
            }
            | Self::SetDate { target, date: text }
            | Self::SetTime { target, time: text } => {
                *target = target.map_text(f)?;
                replace(text, f)?;
            }
            Self::FillMany { fields } => {
                for field in fields {
                    field.target = field.target.map_text(f)?;
                    replace(&mut field.value, f)?;
                }
            }
            Self::SelectMany {
                target,
                options: texts,
            }
            | Self::PickPath {
                target,
                path: texts,
            }
            | Self::Upload {
                target,
                files: texts,
            } => {
                *target = target.map_text(f)?;
                for text in texts {
                    replace(text, f)?;
                }
            }
            Self::SetDateRange { target, from, to } => {
                *target = target.map_text(f)?;
                replace(from, f)?;
                replace(to, f)?;
            }
            Self::Drag { target, to } => {
                *target = target.map_text(f)?;
                **to = to.map_text(f)?;
            }
            Self::ScrollBy { within: place, .. } | Self::CloseOverlay { over: place } => {
                *place = place.as_ref().map(|place| place.map_text(f)).transpose()?;
            }
        }
        Ok(mapped)
    }
}

fn replace<E>(text: &mut String, f: &mut impl FnMut(&str) -> Result<String, E>) -> Result<(), E> {
    *text = f(text)?;
    Ok(())
}

/// The one element a fingerprint was resolved to, as it was seen then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundedElement {
    /// Its handle.
    pub reference: NodeRef,
    /// The address of the document it is in, for the site policy: in a frame another one than the
    /// page's.
    pub url: String,
    /// The observation it was chosen from.
    pub observation: ObservationId,
    /// Its role then.
    pub role: String,
    /// Its accessible name then.
    pub name: String,
    /// Whether it takes a password or a one-time code, which only the person types.
    pub is_secret: bool,
}

/// An action with its elements resolved: what the door reviews and the page executes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundedAction {
    /// What to do.
    #[serde(with = "WireAction")]
    pub action: Action,
    /// To which elements, in the order of [`Action::targets`].
    pub elements: Vec<GroundedElement>,
    /// How.
    #[serde(default)]
    pub manner: Manner,
}

/// A file on its way to a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilePart {
    /// Its name, without a folder.
    pub name: String,
    /// Its media type, such as `image/png`.
    pub media_type: String,
    /// What it holds, base64.
    pub base64: String,
}
