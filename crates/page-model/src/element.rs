//! What is read of one element.

use crate::{Attributes, Text};

/// Identity of a live element over the captures of one document: the same element has the same
/// key in every capture, and a key is never given to another element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementKey(pub u32);

/// The vocabulary an element belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Namespace {
    /// HTML.
    #[default]
    Html,
    /// SVG.
    Svg,
    /// MathML.
    MathMl,
    /// Anything else.
    Other,
}

/// A box in CSS px, relative to the top left of the viewport at the time of the capture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Rect {
    /// Whether it covers any area.
    #[must_use]
    pub fn has_area(&self) -> bool {
        self.width > 0.0 && self.height > 0.0
    }
}

/// The layer above the page an element was opened on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// A dialog that blocks what lies under it (`showModal`).
    Modal,
    /// An open popover.
    Popover,
}

/// A scrolled view on something larger, CSS px.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scroll {
    /// How far it is scrolled to the right.
    pub left: f64,
    /// How far it is scrolled down.
    pub top: f64,
    /// Width of all there is.
    pub width: f64,
    /// Height of all there is.
    pub height: f64,
    /// Width of what is shown.
    pub view_width: f64,
    /// Height of what is shown.
    pub view_height: f64,
}

/// The computed style that decides what a person perceives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether the element generates boxes: neither it nor an ancestor is `display: none`.
    pub is_rendered: bool,
    /// Whether `visibility` computes to `visible`.
    pub is_visible: bool,
    /// Whether it is laid out inline, so that no space parts its text from its neighbours'.
    pub is_inline: bool,
    /// Text of `::before`, where `content` holds any.
    pub before: Option<String>,
    /// Text of `::after`, where `content` holds any.
    pub after: Option<String>,
    /// Alternative text that stands in for all the element holds, where its own `content` is an
    /// image with one: `content: url(…) / "…"`.
    pub replaced_by: Option<String>,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            is_rendered: true,
            is_visible: true,
            is_inline: false,
            before: None,
            after: None,
            replaced_by: None,
        }
    }
}

/// What a form control holds right now, which its attributes do not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ControlState {
    /// The current value: of an input or textarea its text, of a select the chosen option's value.
    pub value: Option<String>,
    /// Whether a checkbox, radio or option is chosen.
    pub checked: Option<bool>,
    /// Whether a checkbox shows neither.
    pub is_indeterminate: bool,
    /// Whether the control is disabled, also through its fieldset.
    pub is_disabled: bool,
    /// Whether text in it can be changed by a person: an editable input or an editing host.
    pub is_editable: bool,
    /// What the browser itself would complain about (`validationMessage`), `None` if nothing.
    pub complaint: Option<String>,
}

/// An element with all that was read of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Who it is, over captures.
    pub key: ElementKey,
    /// Local name, in lower case.
    pub tag: Text,
    /// Its vocabulary.
    pub namespace: Namespace,
    /// Attributes in document order.
    pub attributes: Attributes,
    /// Computed style.
    pub style: Style,
    /// Its border box; `None` where layout was not asked (native fixtures, unrendered elements).
    pub rect: Option<Rect>,
    /// State of a form control; the default for anything else.
    pub control: ControlState,
    /// The layer above the page it was opened on, if any.
    pub layer: Option<Layer>,
    /// How far it is scrolled, if it holds more than it shows and can be scrolled.
    pub scroll: Option<Scroll>,
    /// What is known of an `iframe` or `frame`.
    pub frame: Option<Frame>,
}

/// An element that shows another document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The index of its window in the document's window (`window[index]`). `None` where it has none,
    /// as in a shadow tree.
    pub window: Option<u32>,
    /// Where the viewport in it begins, from the corner of its border box: right and down, CSS px.
    pub inset: [i16; 2],
}

impl Element {
    /// An element of which nothing but its tag is known yet, rendered and visible.
    #[must_use]
    pub fn new(key: ElementKey, namespace: Namespace, tag: impl Into<Text>) -> Self {
        Self {
            key,
            tag: tag.into(),
            namespace,
            attributes: Attributes::default(),
            style: Style::default(),
            rect: None,
            control: ControlState::default(),
            layer: None,
            scroll: None,
            frame: None,
        }
    }

    /// An attribute's value.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attribute_text(name).map(Text::as_str)
    }

    /// The same, to be kept.
    #[must_use]
    pub fn attribute_text(&self, name: &str) -> Option<&Text> {
        self.attributes.get(name)
    }

    /// Whether the attribute is there at all, as for `disabled` or `hidden`.
    #[must_use]
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }
}
