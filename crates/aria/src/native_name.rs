//! The text HTML and SVG themselves give an element (HTML-AAM 1.0 section 4.1): labels, legends,
//! captions, alternatives, the words on buttons.

use page_model::{Element, Namespace, NodeId};

use crate::Aria;
use crate::name::filled;
use crate::purpose::{Purpose, Visited};

impl Aria<'_> {
    // accname-1.2 2E.
    pub(crate) fn native_text(
        &self,
        node: NodeId,
        purpose: Purpose,
        visited: &mut Visited,
    ) -> Option<String> {
        let element = self.page.element(node)?;
        match element.namespace {
            Namespace::Html => self.html_text(node, element, purpose, visited),
            Namespace::Svg => self.svg_text(node, element),
            Namespace::MathMl | Namespace::Other => None,
        }
    }

    fn html_text(
        &self,
        node: NodeId,
        element: &Element,
        purpose: Purpose,
        visited: &mut Visited,
    ) -> Option<String> {
        let attribute = |name| self.filled_attribute(node, name).map(str::to_owned);
        let mut child = |tag| self.child_text(node, tag, purpose, visited);
        match element.tag.as_str() {
            "input" => self
                .label_text(node, purpose, visited)
                .or_else(|| self.input_text(node, element)),
            "button" | "meter" | "output" | "progress" | "select" | "textarea" => {
                self.label_text(node, purpose, visited)
            }
            // html-aam 4.1.7 fieldset, 4.1.9 figure, 4.1.12 table.
            "fieldset" => child("legend"),
            "figure" => child("figcaption"),
            "table" => child("caption").or_else(|| attribute("summary")),
            "area" | "img" => attribute("alt"),
            "optgroup" | "option" => attribute("label"),
            tag if tag.contains('-') => self.label_text(node, purpose, visited),
            _ => None,
        }
    }

    // html-aam 4.1.2, 4.1.3 and Chromium for files.
    fn input_text(&self, node: NodeId, element: &Element) -> Option<String> {
        let attribute = |name| self.filled_attribute(node, name);
        let kind = element.attribute("type").unwrap_or("text");
        let text = match kind.to_ascii_lowercase().as_str() {
            "button" => attribute("value"),
            "submit" => button_text(element, "Submit"),
            "reset" => button_text(element, "Reset"),
            "image" => attribute("alt")
                .or_else(|| attribute("value"))
                .or_else(|| attribute("title"))
                .or(Some("Submit")),
            "file" => attribute("title").or(Some("Choose File")),
            _ => None,
        };
        text.map(str::to_owned)
    }

    /// The control's labels, in tree order.
    fn label_text(
        &self,
        control: NodeId,
        purpose: Purpose,
        visited: &mut Visited,
    ) -> Option<String> {
        let purpose = purpose.next_hop()?;
        let labels = self.references.labels(control);
        let texts: Vec<_> = labels
            .iter()
            .map(|&label| {
                let shows_hidden = purpose.shows_hidden || self.is_hidden(label);
                let purpose = Purpose {
                    shows_hidden,
                    ..purpose
                };
                self.text_of(label, purpose, visited)
            })
            .collect();
        filled(texts.join(" "))
    }

    fn child_text(
        &self,
        node: NodeId,
        tag: &str,
        purpose: Purpose,
        visited: &mut Visited,
    ) -> Option<String> {
        let child = self.first_child(node, tag)?;
        filled(self.text_of(child, purpose.next_hop()?, visited))
    }

    // svg-aam 8.1: a title child, and on links xlink:title.
    fn svg_text(&self, node: NodeId, element: &Element) -> Option<String> {
        let title = self.svg_title(node);
        title.or_else(|| match element.tag.as_str() {
            "a" => self
                .filled_attribute(node, "xlink:title")
                .map(str::to_owned),
            _ => None,
        })
    }

    /// The text of the element's `<title>` child, `None` where that is blank.
    pub(crate) fn svg_title(&self, node: NodeId) -> Option<String> {
        let title = self.first_child(node, "title")?;
        let children = &self.page.node(title).children;
        filled(children.iter().filter_map(|&c| self.page.text(c)).collect())
    }
}

/// An empty `value` leaves a button without words; a missing one gives it the browser's.
fn button_text<'a>(element: &'a Element, default: &'a str) -> Option<&'a str> {
    let value = element.attribute("value").unwrap_or(default);
    (!value.trim().is_empty()).then_some(value)
}
