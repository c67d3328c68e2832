//! The collector's numbers, read back into a page.
//!
//! A record begins with `depth * 4 + kind`. A text's goes on with its words; an element's with
//! key, tag, namespace, the attributes by count, and `parts`, whose bits say which parts follow, in
//! the order of [`part`]. A shadow root is nothing more. Words are indices into the texts.

use page_model::{
    Attribute, Attributes, ControlState, Element, ElementKey, Frame, Layer, Namespace, NodeId,
    PageBuilder, Scroll, Style, Text,
};

use super::style::{generated, is_inline, replacement};

const TEXT: i32 = 0;
const ROOT: i32 = 2;

/// What may follow an element's attributes.
mod part {
    /// Display, visibility.
    pub(super) const STYLE: i32 = 1;
    /// Own content; content and display of `::before` and of `::after`.
    pub(super) const CONTENT: i32 = 2;
    /// Left, top, full and shown width and height; shown and full as in [`page_model::Scroll`].
    pub(super) const SCROLL: i32 = 4;
    /// Value, bits of [`super::control`], complaint.
    pub(super) const CONTROL: i32 = 8;
    pub(super) const EDITABLE: i32 = 16;
    pub(super) const MODAL: i32 = 32;
    pub(super) const POPOVER: i32 = 64;
    /// Window index; where the viewport begins in the element's box, CSS px.
    pub(super) const FRAME: i32 = 128;
}

/// The bits of a control's state.
mod control {
    pub(super) const CAN_BE_CHECKED: i32 = 1;
    pub(super) const CHECKED: i32 = 2;
    pub(super) const INDETERMINATE: i32 = 4;
    pub(super) const DISABLED: i32 = 8;
    pub(super) const EDITABLE: i32 = 16;
}

/// Reads all records into `builder`. Ends early, without harm, where the numbers do.
pub(super) fn read(builder: &mut PageBuilder, numbers: &[i32], texts: &str) {
    let texts: Vec<Text> = texts.split('\0').map(Text::from).collect();
    let mut reader = Reader { numbers, texts };
    // The nodes open at each depth; children of depth 0 are the document's.
    let mut open = vec![builder.document()];
    while reader.record(builder, &mut open).is_some() {}
}

struct Reader<'n> {
    numbers: &'n [i32],
    texts: Vec<Text>,
}

impl Reader<'_> {
    fn record(&mut self, builder: &mut PageBuilder, open: &mut Vec<NodeId>) -> Option<()> {
        let head = self.next()?;
        let depth = usize::try_from(head / 4).ok()?;
        open.truncate(depth + 1);
        let parent = *open.last()?;
        let node = match head % 4 {
            TEXT => builder.text(parent, self.text()?),
            ROOT => builder.shadow_root(parent),
            _ => builder.element(parent, self.element()?),
        };
        open.push(node);
        Some(())
    }

    fn element(&mut self) -> Option<Element> {
        let key = ElementKey(u32::try_from(self.next()?).ok()?);
        let tag = self.text()?;
        let namespace = match self.text()?.as_str() {
            "http://www.w3.org/1999/xhtml" => Namespace::Html,
            "http://www.w3.org/2000/svg" => Namespace::Svg,
            "http://www.w3.org/1998/Math/MathML" => Namespace::MathMl,
            _ => Namespace::Other,
        };
        let tag = if tag.bytes().any(|byte| byte.is_ascii_uppercase()) {
            tag.to_ascii_lowercase().into()
        } else {
            tag
        };
        let mut element = Element::new(key, namespace, tag);
        let count = usize::try_from(self.next()?).ok()?;
        element.attributes = Attributes::with_capacity(count.min(64));
        for _ in 0..count {
            let (name, value) = (self.text()?, self.text()?);
            element.attributes.push(Attribute { name, value });
        }
        self.parts(&mut element)?;
        Some(element)
    }

    fn parts(&mut self, element: &mut Element) -> Option<()> {
        let parts = self.next()?;
        let has = |part| parts & part != 0;
        element.style = if has(part::STYLE) {
            self.style()?
        } else {
            Style {
                is_rendered: false,
                is_visible: false,
                ..Style::default()
            }
        };
        if has(part::CONTENT) {
            self.content(&mut element.style)?;
        }
        if has(part::SCROLL) {
            element.scroll = Some(self.scroll()?);
        }
        if has(part::CONTROL) {
            element.control = self.control()?;
        }
        element.control.is_editable |= has(part::EDITABLE);
        if has(part::MODAL) {
            element.layer = Some(Layer::Modal);
        } else if has(part::POPOVER) {
            element.layer = Some(Layer::Popover);
        }
        if has(part::FRAME) {
            element.frame = Some(Frame {
                window: u32::try_from(self.next()?).ok(),
                inset: [self.next()?, self.next()?].map(|px| px.try_into().unwrap_or(0)),
            });
        }
        Some(())
    }

    fn style(&mut self) -> Option<Style> {
        let (display, visibility) = (self.text()?, self.text()?);
        Some(Style {
            is_rendered: display != "none",
            is_visible: visibility == "visible",
            is_inline: is_inline(&display),
            ..Style::default()
        })
    }

    fn content(&mut self, style: &mut Style) -> Option<()> {
        style.replaced_by = replacement(&self.text()?);
        style.before = generated(&self.text()?, &self.text()?);
        style.after = generated(&self.text()?, &self.text()?);
        Some(())
    }

    fn scroll(&mut self) -> Option<Scroll> {
        let mut px = || self.next().map(f64::from);
        Some(Scroll {
            left: px()?,
            top: px()?,
            width: px()?,
            height: px()?,
            view_width: px()?,
            view_height: px()?,
        })
    }

    fn control(&mut self) -> Option<ControlState> {
        let value = self.some_text()?;
        let bits = self.next()?;
        let complaint = self.some_text()?;
        let has = |bit| bits & bit != 0;
        Some(ControlState {
            value,
            checked: has(control::CAN_BE_CHECKED).then_some(has(control::CHECKED)),
            is_indeterminate: has(control::INDETERMINATE),
            is_disabled: has(control::DISABLED),
            is_editable: has(control::EDITABLE),
            complaint: complaint.filter(|said| !said.is_empty()),
        })
    }

    fn next(&mut self) -> Option<i32> {
        let (first, rest) = self.numbers.split_first()?;
        self.numbers = rest;
        Some(*first)
    }

    fn text(&mut self) -> Option<Text> {
        let index = usize::try_from(self.next()?).ok()?;
        self.texts.get(index).cloned()
    }

    /// A text that may not be there at all.
    #[allow(clippy::option_option)] // the numbers may end too
    fn some_text(&mut self) -> Option<Option<String>> {
        let index = usize::try_from(self.next()?).ok();
        let text = index.and_then(|index| self.texts.get(index));
        Some(text.map(|text| text.as_str().to_owned()))
    }
}
