//! The browser's own getters and methods, taken from the prototypes, so that no element can hide
//! what it is (`<form><input name=tagName>` answers `form.tagName` with the input).

use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element};

use crate::collector;

/// Functions of the document's realm.
#[derive(Clone, Debug)]
pub(crate) struct Natives {
    local_name: Function,
    parent_element: Function,
    root: Function,
    host: Function,
    text_content: Function,
    at_point: Function,
    at_point_inside: Function,
    has_focus: Function,
    attribute: Function,
    matches: Function,
    query_all: Function,
    query_in_element: Function,
    query_in_fragment: Function,
    closest: Function,
    contains: Function,
    check_visibility: Function,
    animations: Function,
    request_submit: Function,
    title: Function,
    scrolling_element: Function,
    active_element: Function,
    shadow_active_element: Function,
}

impl Natives {
    /// Looks the functions up once.
    pub(crate) fn new() -> Result<Self, JsValue> {
        Ok(Self {
            local_name: getter("Element", "localName")?,
            parent_element: getter("Node", "parentElement")?,
            root: method("Node", "getRootNode")?,
            host: getter("ShadowRoot", "host")?,
            text_content: getter("Node", "textContent")?,
            at_point: method("Document", "elementFromPoint")?,
            at_point_inside: method("ShadowRoot", "elementFromPoint")?,
            has_focus: method("Document", "hasFocus")?,
            attribute: method("Element", "getAttribute")?,
            matches: method("Element", "matches")?,
            query_all: method("Document", "querySelectorAll")?,
            query_in_element: method("Element", "querySelectorAll")?,
            query_in_fragment: method("DocumentFragment", "querySelectorAll")?,
            closest: method("Element", "closest")?,
            contains: method("Node", "contains")?,
            check_visibility: method("Element", "checkVisibility")?,
            animations: method("Document", "getAnimations")?,
            request_submit: method("HTMLFormElement", "requestSubmit")?,
            title: getter("Document", "title")?,
            scrolling_element: getter("Document", "scrollingElement")?,
            active_element: getter("Document", "activeElement")?,
            shadow_active_element: getter("ShadowRoot", "activeElement")?,
        })
    }

    pub(crate) fn local_name(&self, element: &Element) -> String {
        text(self.local_name.call0(element))
    }

    /// The parent element, out of a shadow tree the host.
    pub(crate) fn composed_parent(&self, element: &Element) -> Option<Element> {
        some(self.parent_element.call0(element)).or_else(|| {
            let root = self.root.call0(element).ok()?;
            // Only a shadow root has a host: of a document the getter throws.
            some(self.host.call0(&root))
        })
    }

    pub(crate) fn text_content(&self, element: &Element) -> String {
        text(self.text_content.call0(element))
    }

    pub(crate) fn has_focus(&self, document: &Document) -> bool {
        let has = self.has_focus.call0(document);
        has.is_ok_and(|has| has.is_truthy())
    }

    /// The innermost element at a point of the viewport, CSS px, through shadow roots.
    pub(crate) fn deepest_at(&self, document: &Document, x: f64, y: f64) -> Option<Element> {
        let (x, y) = (JsValue::from_f64(x), JsValue::from_f64(y));
        let mut hit: Element = some(self.at_point.call2(document, &x, &y))?;
        while let Some(root) = collector::shadow_root(&hit) {
            match some::<Element>(self.at_point_inside.call2(&root, &x, &y)) {
                Some(inner) if !Object::is(&inner, &hit) => hit = inner,
                _ => break,
            }
        }
        Some(hit)
    }

    pub(crate) fn attribute(&self, element: &Element, name: &str) -> Option<String> {
        self.attribute
            .call1(element, &JsValue::from_str(name))
            .ok()?
            .as_string()
    }

    pub(crate) fn matches(&self, element: &Element, selector: &str) -> bool {
        let matches = self.matches.call1(element, &JsValue::from_str(selector));
        matches.is_ok_and(|matches| matches.is_truthy())
    }

    /// The document's elements that match, in tree order.
    pub(crate) fn query_all(&self, document: &Document, selector: &str) -> Vec<Element> {
        listed(self.query_all.call1(document, &JsValue::from_str(selector)))
    }

    /// The elements below one that match, in tree order; not those in shadow trees.
    pub(crate) fn query_in(&self, element: &Element, selector: &str) -> Vec<Element> {
        listed(
            self.query_in_element
                .call1(element, &JsValue::from_str(selector)),
        )
    }

    /// The elements that match in the tree an element is in: its shadow tree, and the document.
    pub(crate) fn query_around(&self, element: &Element, selector: &str) -> Vec<Element> {
        let selector = JsValue::from_str(selector);
        let root = self.root.call0(element).unwrap_or_default();
        // A root is a document or the fragment of a shadow tree; the wrong method throws.
        let inside = listed(self.query_in_fragment.call1(&root, &selector));
        let document = element.owner_document();
        let outside = document.map(|document| listed(self.query_all.call1(&document, &selector)));
        inside
            .into_iter()
            .chain(outside.unwrap_or_default())
            .collect()
    }

    /// The element or the nearest one around it that matches, within its tree.
    pub(crate) fn closest(&self, element: &Element, selector: &str) -> Option<Element> {
        some(self.closest.call1(element, &JsValue::from_str(selector)))
    }

    /// Whether one lies in the other, or is it.
    pub(crate) fn contains(&self, outer: &Element, inner: &Element) -> bool {
        let contains = self.contains.call1(outer, inner);
        contains.is_ok_and(|contains| contains.is_truthy())
    }

    /// Whether it is rendered, visible and has a box of some size.
    pub(crate) fn is_shown(&self, element: &Element) -> bool {
        let options = Object::new();
        for name in ["visibilityProperty", "contentVisibilityAuto"] {
            // A plain object takes any property.
            let _ = Reflect::set(&options, &JsValue::from_str(name), &JsValue::TRUE);
        }
        let visible = self.check_visibility.call1(element, &options);
        let rect = element.get_bounding_client_rect();
        visible.is_ok_and(|visible| visible.is_truthy())
            && rect.width() > 1.0
            && rect.height() > 1.0
    }

    /// What is animated at this moment and not without end.
    pub(crate) fn running_animations(&self, document: &Document) -> Vec<Element> {
        let running = listed(self.animations.call0(document));
        let of = |value: &JsValue, name: &str| {
            Reflect::get(value, &JsValue::from_str(name)).unwrap_or_default()
        };
        let is_running = |animation: &JsValue| {
            let is_running = of(animation, "playState")
                .as_string()
                .is_some_and(|s| s == "running");
            let timing = Reflect::get(
                &of(animation, "effect"),
                &JsValue::from_str("getComputedTiming"),
            );
            let timing = timing
                .ok()
                .and_then(|timing| timing.dyn_into::<Function>().ok());
            let timing = timing.and_then(|timing| timing.call0(&of(animation, "effect")).ok());
            let end = timing.and_then(|timing| of(&timing, "endTime").as_f64());
            is_running && end.is_some_and(f64::is_finite)
        };
        let target = |animation: &JsValue| of(&of(animation, "effect"), "target");
        let running = running.iter().map(AsRef::<JsValue>::as_ref);
        let targets = running
            .filter(|animation| is_running(animation))
            .map(target);
        targets
            .filter(JsValue::is_object)
            .map(JsCast::unchecked_into)
            .collect()
    }

    /// Its text with white space collapsed.
    pub(crate) fn words(&self, element: &Element) -> String {
        let text = self.text_content(element);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Submits a form as its button would, with validation and the submit event.
    pub(crate) fn request_submit(&self, form: &Element) {
        // A form that left the document can't be submitted; nothing happens then.
        let _ = self.request_submit.call0(form);
    }

    /// Calls a method of an element that takes nothing; an element without such a method is left so.
    pub(crate) fn call(&self, element: &Element, name: &str) {
        let method = Reflect::get(element, &JsValue::from_str(name)).ok();
        if let Some(method) = method.and_then(|method| method.dyn_into::<Function>().ok()) {
            // What the page's own code throws in it is the page's.
            let _ = method.call0(element);
        }
    }

    pub(crate) fn title(&self, document: &Document) -> String {
        text(self.title.call0(document))
    }

    /// The element that scrolls when the page does.
    pub(crate) fn scrolling_element(&self, document: &Document) -> Option<Element> {
        some(self.scrolling_element.call0(document))
    }

    /// The focused element, through shadow roots.
    pub(crate) fn active_element(&self, document: &Document) -> Option<Element> {
        let mut active: Element = some(self.active_element.call0(document))?;
        while let Some(root) = collector::shadow_root(&active) {
            match some(self.shadow_active_element.call0(&root)) {
                Some(inner) => active = inner,
                None => break,
            }
        }
        Some(active)
    }
}

fn prototype(interface: &str) -> Result<JsValue, JsValue> {
    let constructor = Reflect::get(&js_sys::global(), &JsValue::from_str(interface))?;
    Reflect::get(&constructor, &JsValue::from_str("prototype"))
}

fn method(interface: &str, name: &str) -> Result<Function, JsValue> {
    Reflect::get(&prototype(interface)?, &JsValue::from_str(name))?.dyn_into()
}

fn getter(interface: &str, name: &str) -> Result<Function, JsValue> {
    let prototype: Object = prototype(interface)?.unchecked_into();
    let descriptor = Object::get_own_property_descriptor(&prototype, &JsValue::from_str(name));
    Reflect::get(&descriptor, &JsValue::from_str("get"))?.dyn_into()
}

fn listed(found: Result<JsValue, JsValue>) -> Vec<Element> {
    let found = found.ok().filter(JsValue::is_object);
    let found = found.map(|found| Array::from(&found).to_vec());
    found
        .unwrap_or_default()
        .into_iter()
        .map(JsCast::unchecked_into)
        .collect()
}

fn text(value: Result<JsValue, JsValue>) -> String {
    value
        .ok()
        .and_then(|value| value.as_string())
        .unwrap_or_default()
}

/// A page object, without asking which realm it is of.
fn some<T: JsCast>(value: Result<JsValue, JsValue>) -> Option<T> {
    value
        .ok()
        .filter(|value| value.is_object())
        .map(JsCast::unchecked_into)
}
