//! The browser's own getters and methods, taken from the prototypes, so that no element can hide
//! what it is (`<form><input name=tagName>` answers `form.tagName` with the input).

use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, Node, TreeWalker};

/// Functions of the document's realm.
#[derive(Debug)]
pub(crate) struct Natives {
    local_name: Function,
    namespace_uri: Function,
    node_type: Function,
    node_value: Function,
    shadow_root: Function,
    attribute_names: Function,
    attribute: Function,
    bounding_rect: Function,
    matches: Function,
    query_all: Function,
    request_submit: Function,
    tree_walker: Function,
    title: Function,
    active_element: Function,
    shadow_active_element: Function,
}

impl Natives {
    /// Looks the functions up once.
    pub(crate) fn new() -> Result<Self, JsValue> {
        Ok(Self {
            local_name: getter("Element", "localName")?,
            namespace_uri: getter("Element", "namespaceURI")?,
            node_type: getter("Node", "nodeType")?,
            node_value: getter("Node", "nodeValue")?,
            shadow_root: getter("Element", "shadowRoot")?,
            attribute_names: method("Element", "getAttributeNames")?,
            attribute: method("Element", "getAttribute")?,
            bounding_rect: method("Element", "getBoundingClientRect")?,
            matches: method("Element", "matches")?,
            query_all: method("Document", "querySelectorAll")?,
            request_submit: method("HTMLFormElement", "requestSubmit")?,
            tree_walker: method("Document", "createTreeWalker")?,
            title: getter("Document", "title")?,
            active_element: getter("Document", "activeElement")?,
            shadow_active_element: getter("ShadowRoot", "activeElement")?,
        })
    }

    pub(crate) fn local_name(&self, element: &Element) -> String {
        text(self.local_name.call0(element))
    }

    pub(crate) fn namespace_uri(&self, element: &Element) -> String {
        text(self.namespace_uri.call0(element))
    }

    pub(crate) fn is_element(&self, node: &Node) -> bool {
        let kind = self
            .node_type
            .call0(node)
            .ok()
            .and_then(|kind| kind.as_f64());
        kind == Some(f64::from(Node::ELEMENT_NODE))
    }

    pub(crate) fn data(&self, node: &Node) -> String {
        text(self.node_value.call0(node))
    }

    pub(crate) fn shadow_root(&self, element: &Element) -> Option<Node> {
        some(self.shadow_root.call0(element))
    }

    pub(crate) fn attribute_names(&self, element: &Element) -> Vec<String> {
        let names = self.attribute_names.call0(element).unwrap_or_default();
        names
            .unchecked_into::<Array>()
            .iter()
            .filter_map(|name| name.as_string())
            .collect()
    }

    pub(crate) fn attribute(&self, element: &Element, name: &str) -> Option<String> {
        self.attribute
            .call1(element, &JsValue::from_str(name))
            .ok()?
            .as_string()
    }

    pub(crate) fn bounding_rect(&self, element: &Element) -> Option<web_sys::DomRect> {
        some(self.bounding_rect.call0(element))
    }

    pub(crate) fn matches(&self, element: &Element, selector: &str) -> bool {
        let matches = self.matches.call1(element, &JsValue::from_str(selector));
        matches.is_ok_and(|matches| matches.is_truthy())
    }

    /// The document's elements that match, in tree order.
    pub(crate) fn query_all(&self, document: &Document, selector: &str) -> Vec<Element> {
        let found = self.query_all.call1(document, &JsValue::from_str(selector));
        let found: Option<Array> = found.ok().map(|found| Array::from(&found));
        found
            .into_iter()
            .flat_map(|found| found.to_vec())
            .map(JsCast::unchecked_into)
            .collect()
    }

    /// Submits a form as its button would, with validation and the submit event.
    pub(crate) fn request_submit(&self, form: &Element) {
        // A form that left the document can't be submitted; nothing happens then.
        let _ = self.request_submit.call0(form);
    }

    /// A walker over the elements and texts below `root`.
    pub(crate) fn tree_walker(&self, document: &Document, root: &Node) -> Option<TreeWalker> {
        const ELEMENTS_AND_TEXTS: f64 = 5.0;
        let what = JsValue::from_f64(ELEMENTS_AND_TEXTS);
        some(self.tree_walker.call2(document, root, &what))
    }

    pub(crate) fn title(&self, document: &Document) -> String {
        text(self.title.call0(document))
    }

    /// The focused element, through open shadow roots.
    pub(crate) fn active_element(&self, document: &Document) -> Option<Element> {
        let mut active: Element = some(self.active_element.call0(document))?;
        while let Some(root) = self.shadow_root(&active) {
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
