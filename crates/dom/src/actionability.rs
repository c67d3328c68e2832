//! Whether an element can be acted on as a person would: attached, visible, at rest, enabled, and
//! the one that receives the events at its middle.

use page_model::{Element as Read, NodeId};
use protocol::Diagnosis;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition};

use crate::capture::{Capture, LiveDocument};
use crate::events::Point;
use crate::hand::{Approved, Hand};

/// How long an element may take to become one that can be acted on, ms.
const PATIENCE_MS: u32 = 2_000;

/// How long an element may move before it is taken as it is, ms: some never stop.
const MOVING_MS: u32 = 1_000;

/// How many levels around a field without a box of its own its visible part is looked for.
const AROUND: usize = 4;

/// Where and on what to act.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    pub(crate) at: Point,
    /// What gets the events: the element itself, or what stands for it on the screen.
    pub(crate) receiver: Element,
}

impl Hand<'_> {
    /// Waits until the action's element of this index can be acted on; it can in this very turn.
    pub(crate) async fn ready(&self, at: usize) -> Result<(Approved, Reach), Diagnosis> {
        let mut last = None;
        let reached = self.until(PATIENCE_MS, || match self.reach(at) {
            Ok(reached) => Some(Ok(reached)),
            Err(diagnosis) if is_lasting(&diagnosis) => Some(Err(diagnosis)),
            Err(diagnosis) => {
                // Many forms check a field when it is left, and enable what comes next then.
                if last.is_none() && matches!(diagnosis, Diagnosis::Disabled { .. }) {
                    self.live.unfocus();
                }
                last = Some(diagnosis);
                None
            }
        });
        let (approved, reach) = match reached.await {
            Some(reached) => reached?,
            None => return Err(last.unwrap_or(Diagnosis::ChannelLost)),
        };
        if !self.live.is_moving(&reach.receiver) {
            return Ok((approved, reach));
        }
        let receiver = reach.receiver;
        self.until(MOVING_MS, || {
            (!self.live.is_moving(&receiver)).then_some(())
        })
        .await;
        self.reach(at)
    }

    fn reach(&self, at: usize) -> Result<(Approved, Reach), Diagnosis> {
        let approved = self.eyes.element(at)?;
        let reach = self
            .live
            .reach(&approved.capture, approved.node, &approved.label)?;
        Ok((approved, reach))
    }
}

fn is_lasting(diagnosis: &Diagnosis) -> bool {
    matches!(
        diagnosis,
        Diagnosis::Stale { .. } | Diagnosis::Secret { .. }
    )
}

impl LiveDocument {
    /// Checks an element, scrolls it into view where it is not, and says where to act.
    pub(crate) fn reach(
        &self,
        capture: &Capture,
        node: NodeId,
        target: &str,
    ) -> Result<Reach, Diagnosis> {
        let target = || target.to_owned();
        let (Some(element), Some(read)) = (capture.live(node), capture.page.element(node)) else {
            return Err(Diagnosis::Stale { target: target() });
        };
        if is_disabled(capture, node, read) {
            return Err(Diagnosis::Disabled { target: target() });
        }
        let is_visible = read.style.is_rendered && read.style.is_visible;
        let seen = if is_visible {
            self.hit_in_view(&element)
        } else {
            Hit::Nothing
        };
        let hit = match seen {
            Hit::Receives(reach) => return Ok(reach),
            hit if is_field(read) => match self.stand_in(&element, &hit) {
                Some(reach) => return Ok(reach),
                None => hit,
            },
            hit => hit,
        };
        match hit {
            Hit::Covered(by) => Err(Diagnosis::Occluded {
                target: target(),
                by: self.in_words(capture, &by),
            }),
            _ => Err(Diagnosis::NotVisible { target: target() }),
        }
    }

    /// What a person clicks for a field that libraries hide: its label, or the box drawn around it.
    fn stand_in(&self, element: &Element, hit: &Hit) -> Option<Reach> {
        let up = |at: &Element| self.natives().composed_parent(at);
        let around = std::iter::successors(up(element), up).take(AROUND);
        let labels = self.labels_of(element);
        let mut stand_ins = labels
            .into_iter()
            .chain(around)
            .filter(|at| self.natives().is_shown(at));
        stand_ins.find_map(|stand_in| {
            // What lies over the field may be part of its drawing, but nothing else of use.
            let is_part =
                |by: &Element| self.natives().contains(&stand_in, by) && !self.is_useful(by);
            match hit {
                Hit::Covered(by) if !is_part(by) => None,
                _ => match self.hit_in_view(&stand_in) {
                    Hit::Receives(reach) => Some(reach),
                    _ => None,
                },
            }
        })
    }

    fn labels_of(&self, control: &Element) -> Vec<Element> {
        let labels = js_sys::Reflect::get(control, &JsValue::from_str("labels"));
        let labels = labels.ok().filter(JsValue::is_object);
        let labels = labels.map(|labels| js_sys::Array::from(&labels).to_vec());
        labels
            .unwrap_or_default()
            .into_iter()
            .map(JsCast::unchecked_into)
            .collect()
    }

    fn is_useful(&self, element: &Element) -> bool {
        const USEFUL: &str =
            "a[href], button, input, select, textarea, dialog, [role=button], [role=dialog]";
        self.natives().matches(element, USEFUL)
    }

    /// What is at the middle of the element's box, which is scrolled into the viewport if it lies
    /// outside.
    fn hit_in_view(&self, element: &Element) -> Hit {
        let Some(middle) = self.middle(element) else {
            return Hit::Nothing;
        };
        if self.is_in_viewport(middle)
            && let hit @ Hit::Receives(_) = self.hit(element, middle)
        {
            return hit;
        }
        self.scroll_into_view(element);
        match self.middle(element) {
            Some(middle) => self.hit(element, middle),
            None => Hit::Nothing,
        }
    }

    /// Scrolls an element to the middle of the viewport, through scrollers around it.
    pub(crate) fn scroll_into_view(&self, element: &Element) {
        let options = ScrollIntoViewOptions::new();
        options.set_behavior(ScrollBehavior::Instant);
        options.set_block(ScrollLogicalPosition::Center);
        options.set_inline(ScrollLogicalPosition::Nearest);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }

    pub(crate) fn middle(&self, element: &Element) -> Option<Point> {
        // The first line box: the middle of a link broken over two lines may lie outside it.
        let rects = element.get_client_rects();
        let rect = (0..rects.length())
            .filter_map(|at| rects.item(at))
            // What is scaled to nothing has a rest of a pixel.
            .find(|rect| rect.width() > 0.5 && rect.height() > 0.5)?;
        Some(Point {
            x: rect.x() + rect.width() / 2.0,
            y: rect.y() + rect.height() / 2.0,
        })
    }

    fn is_in_viewport(&self, point: Point) -> bool {
        let size =
            |value: Result<JsValue, _>| value.ok().and_then(|value| value.as_f64()).unwrap_or(0.0);
        let (width, height) = (
            size(self.window().inner_width()),
            size(self.window().inner_height()),
        );
        (0.0..width).contains(&point.x) && (0.0..height).contains(&point.y)
    }

    fn hit(&self, element: &Element, at: Point) -> Hit {
        let natives = self.natives();
        let Some(hit) = natives.deepest_at(self.document(), at.x, at.y) else {
            return Hit::Nothing;
        };
        let receives = std::iter::successors(Some(hit.clone()), |at| natives.composed_parent(at))
            .any(|at| js_sys::Object::is(&at, element) || self.labels(&at, element));
        if receives {
            Hit::Receives(Reach {
                at,
                receiver: element.clone(),
            })
        } else {
            Hit::Covered(hit)
        }
    }

    /// Whether an animation or a transition moves it now, or something around it.
    pub(crate) fn is_moving(&self, element: &Element) -> bool {
        self.natives()
            .running_animations(self.document())
            .iter()
            .any(|animated| {
                let up = |at: &Element| self.natives().composed_parent(at);
                std::iter::successors(Some(element.clone()), up)
                    .any(|at| js_sys::Object::is(&at, animated))
            })
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
        let labeled = js_sys::Reflect::get(label, &JsValue::from_str("control"));
        labeled.is_ok_and(|labeled| js_sys::Object::is(&labeled, control))
    }
}

fn is_disabled(capture: &Capture, node: NodeId, read: &Read) -> bool {
    let says_so = |at: NodeId| {
        let element = capture.page.element(at);
        element.is_some_and(|element| element.attribute("aria-disabled") == Some("true"))
    };
    // ARIA: a disabled group disables what is in it.
    read.control.is_disabled || says_so(node) || capture.page.ancestors(node).any(says_so)
}

fn is_field(read: &Read) -> bool {
    let has_role = read.attribute("role").is_some();
    matches!(read.tag.as_str(), "input" | "select" | "textarea") || has_role
}

enum Hit {
    Receives(Reach),
    Covered(Element),
    /// It has no box, or the point lies outside the viewport.
    Nothing,
}
