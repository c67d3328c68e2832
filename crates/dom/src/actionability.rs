//! Whether an element can be acted on as a person would: visible, enabled, and the one that
//! receives the events at its middle.

use page_model::NodeId;
use protocol::Diagnosis;
use web_sys::{Element, ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition};

use crate::capture::{Capture, LiveDocument};
use crate::events::Point;

impl LiveDocument {
    /// Checks an element, scrolls it into view where it is not, and gives the point to act at.
    pub(crate) fn actionable_point(
        &self,
        capture: &Capture,
        node: NodeId,
        target: &str,
    ) -> Result<Point, Diagnosis> {
        let not_visible = || Diagnosis::NotVisible {
            target: target.to_owned(),
        };
        let (Some(element), Some(read)) = (capture.live(node), capture.page.element(node)) else {
            return Err(Diagnosis::Stale {
                target: target.to_owned(),
            });
        };
        if !read.style.is_rendered || !read.style.is_visible {
            return Err(not_visible());
        }
        let is_disabled =
            read.control.is_disabled || read.attribute("aria-disabled") == Some("true");
        if is_disabled {
            return Err(Diagnosis::Disabled {
                target: target.to_owned(),
            });
        }
        let point = self.point_in_view(&element).ok_or_else(not_visible)?;
        match self.hit(&element, point) {
            Hit::Receives => Ok(point),
            Hit::Nothing => Err(not_visible()),
            Hit::Covered(by) => Err(Diagnosis::Occluded {
                target: target.to_owned(),
                by: self.in_words(capture, &by),
            }),
        }
    }

    /// The middle of the element's box, scrolled into the viewport if it lies outside.
    fn point_in_view(&self, element: &Element) -> Option<Point> {
        let middle = self.middle(element)?;
        if self.is_in_viewport(middle) && matches!(self.hit(element, middle), Hit::Receives) {
            return Some(middle);
        }
        self.scroll_into_view(element);
        self.middle(element)
    }

    /// Scrolls an element to the middle of the viewport, through scrollers around it.
    pub(crate) fn scroll_into_view(&self, element: &Element) {
        let options = ScrollIntoViewOptions::new();
        options.set_behavior(ScrollBehavior::Instant);
        options.set_block(ScrollLogicalPosition::Center);
        options.set_inline(ScrollLogicalPosition::Nearest);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }

    fn middle(&self, element: &Element) -> Option<Point> {
        // The first line box: the middle of a link broken over two lines may lie outside it.
        let rects = element.get_client_rects();
        let rect = (0..rects.length())
            .filter_map(|at| rects.item(at))
            .find(|rect| rect.width() > 0.0 && rect.height() > 0.0)?;
        Some(Point {
            x: rect.x() + rect.width() / 2.0,
            y: rect.y() + rect.height() / 2.0,
        })
    }

    fn is_in_viewport(&self, point: Point) -> bool {
        let size = |value: Result<wasm_bindgen::JsValue, _>| {
            value.ok().and_then(|value| value.as_f64()).unwrap_or(0.0)
        };
        let (width, height) = (
            size(self.window().inner_width()),
            size(self.window().inner_height()),
        );
        (0.0..width).contains(&point.x) && (0.0..height).contains(&point.y)
    }

    fn hit(&self, element: &Element, point: Point) -> Hit {
        let natives = self.natives();
        let Some(hit) = natives.deepest_at(self.document(), point.x, point.y) else {
            return Hit::Nothing;
        };
        let receives = std::iter::successors(Some(hit.clone()), |at| natives.composed_parent(at))
            .any(|at| js_sys::Object::is(&at, element) || self.labels(&at, element));
        if receives {
            Hit::Receives
        } else {
            Hit::Covered(hit)
        }
    }

    /// What covers, by the best name there is: the covering box a person would name, not the
    /// innermost element of it.
    fn in_words(&self, capture: &Capture, element: &Element) -> String {
        let up = |at: &Element| self.natives().composed_parent(at);
        let named = std::iter::successors(Some(element.clone()), up).find_map(|at| {
            let label = self.natives().attribute(&at, "aria-label");
            let id = self.natives().attribute(&at, "id");
            let role = self.natives().attribute(&at, "role");
            let tag = self.natives().local_name(&at);
            match (label, role, id) {
                (Some(label), role, _) => Some(format!("{} {label:?}", role.unwrap_or(tag))),
                (None, Some(role), _) => Some(role),
                (None, None, Some(id)) => Some(format!("{tag}#{id}")),
                _ => None,
            }
        });
        named.unwrap_or_else(|| {
            let tag = capture
                .node_of(element)
                .map(|node| capture.page.tag(node).to_owned());
            format!(
                "<{}>",
                tag.unwrap_or_else(|| self.natives().local_name(element))
            )
        })
    }

    /// Whether `label` is a `<label>` of `control`: a click on it reaches the control.
    fn labels(&self, label: &Element, control: &Element) -> bool {
        if self.natives().local_name(label) != "label" {
            return false;
        }
        let labeled = js_sys::Reflect::get(label, &wasm_bindgen::JsValue::from_str("control"));
        labeled.is_ok_and(|labeled| js_sys::Object::is(&labeled, control))
    }
}

enum Hit {
    Receives,
    Covered(Element),
    /// The point lies outside the viewport.
    Nothing,
}
