//! One read of the live page into a [`Page`].

use js_sys::{Reflect, WeakMap};
use page_model::{
    Attribute, ControlState, Element as PageElement, ElementKey, Namespace, NodeId, Page,
    PageBuilder, Rect, Style,
};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CssStyleDeclaration, Document, Element, HtmlInputElement, Node, TreeWalker, Window};

use crate::natives::Natives;
use crate::watch::ChangeWatch;

/// Tags whose text no person reads.
const UNREAD: [&str; 5] = ["script", "style", "template", "noscript", "head"];

/// Tags that are named by their content, so that generated content counts.
const NAMED_BY_CONTENT: [&str; 12] = [
    "a", "button", "label", "summary", "legend", "option", "h1", "h2", "h3", "h4", "h5", "h6",
];

/// The document the engine lives in, over all its captures.
#[derive(Debug)]
pub struct LiveDocument {
    window: Window,
    document: Document,
    natives: Natives,
    /// Element -> its [`ElementKey`].
    keys: WeakMap,
    last_key: u32,
}

/// A captured page and, for each of its nodes, the live element.
#[derive(Debug)]
pub struct Capture {
    /// The value everything is computed from.
    pub page: Page,
    elements: Vec<Option<Element>>,
}

impl Capture {
    /// The live element of a node.
    #[must_use]
    pub fn live(&self, node: NodeId) -> Option<&Element> {
        self.elements.get(node.index())?.as_ref()
    }

    /// The node of a live element.
    pub(crate) fn node_of(&self, element: &Element) -> Option<NodeId> {
        self.page.all().find(|&id| {
            self.live(id)
                .is_some_and(|live| live.is_same_node(Some(element)))
        })
    }
}

impl LiveDocument {
    /// Binds to the current document.
    ///
    /// # Errors
    /// When the global object is not a window.
    pub fn new() -> Result<Self, JsValue> {
        let window = web_sys::window().ok_or("there is no window here")?;
        let document = window.document().ok_or("the window has no document")?;
        Ok(Self {
            window,
            document,
            natives: Natives::new()?,
            keys: WeakMap::new(),
            last_key: 0,
        })
    }

    /// The document's address.
    #[must_use]
    pub fn url(&self) -> String {
        self.window.location().href().unwrap_or_default()
    }

    pub(crate) fn document(&self) -> &Document {
        &self.document
    }

    pub(crate) fn window(&self) -> &Window {
        &self.window
    }

    pub(crate) fn natives(&self) -> &Natives {
        &self.natives
    }

    /// Reads the whole document, shadow trees included, and has `watch` watch what was found.
    pub fn capture(&mut self, watch: &ChangeWatch) -> Capture {
        let title = self.natives.title(&self.document);
        let mut reader = Reader {
            builder: PageBuilder::new(self.url(), title),
            elements: vec![None],
            shadow_roots: Vec::new(),
        };
        let root: Node = self.document.clone().into();
        watch.observe(&root);
        let document = reader.builder.document();
        self.read_tree(&mut reader, &root, document, true);
        while let Some((host, root, is_rendered)) = reader.shadow_roots.pop() {
            watch.observe(&root);
            let id = reader.builder.shadow_root(host);
            reader.elements.push(None);
            self.read_tree(&mut reader, &root, id, is_rendered);
        }
        self.finish(reader)
    }

    fn finish(&self, mut reader: Reader) -> Capture {
        let size = |value: Result<JsValue, JsValue>| {
            value.ok().and_then(|value| value.as_f64()).unwrap_or(0.0)
        };
        reader.builder.viewport(
            size(self.window.inner_width()),
            size(self.window.inner_height()),
        );
        let active = self.natives.active_element(&self.document);
        let mut capture = Capture {
            page: reader.builder.finish(),
            elements: reader.elements,
        };
        if let Some(active) = active {
            capture.page.active = capture.node_of(&active);
        }
        capture
    }

    /// Reads everything below `root` under `parent`, in tree order, without recursion.
    fn read_tree(&mut self, reader: &mut Reader, root: &Node, parent: NodeId, is_rendered: bool) {
        let Some(walker) = self.natives.tree_walker(&self.document, root) else {
            return;
        };
        let mut parents = vec![(parent, is_rendered)];
        let mut current = walker.first_child().ok().flatten();
        while let Some(node) = current {
            let (parent, is_rendered) = parents[parents.len() - 1];
            let inner = self.read_node(reader, &node, parent, is_rendered);
            current = match inner {
                Some(inner) => match walker.first_child().ok().flatten() {
                    Some(child) => {
                        parents.push(inner);
                        Some(child)
                    }
                    None => next(&walker, &mut parents),
                },
                None => next(&walker, &mut parents),
            };
        }
    }

    /// Reads one node; gives itself as parent, if its children are to be read.
    fn read_node(
        &mut self,
        reader: &mut Reader,
        node: &Node,
        parent: NodeId,
        is_rendered: bool,
    ) -> Option<(NodeId, bool)> {
        if !self.natives.is_element(node) {
            reader.builder.text(parent, self.natives.data(node));
            reader.elements.push(None);
            return None;
        }
        let element: &Element = node.unchecked_ref();
        let read = self.read_element(element, is_rendered);
        let is_rendered = read.style.is_rendered;
        let is_read = !UNREAD.contains(&read.tag.as_str());
        let id = reader.builder.element(parent, read);
        reader.elements.push(Some(element.clone()));
        if let Some(root) = self.natives.shadow_root(element) {
            reader.shadow_roots.push((id, root, is_rendered));
        }
        is_read.then_some((id, is_rendered))
    }

    fn read_element(&mut self, element: &Element, is_rendered: bool) -> PageElement {
        let natives = &self.natives;
        let tag = natives.local_name(element).to_ascii_lowercase();
        let attributes: Vec<Attribute> = natives
            .attribute_names(element)
            .into_iter()
            .filter_map(|name| {
                let value = natives.attribute(element, &name)?;
                Some(Attribute {
                    name: name.into(),
                    value: value.into(),
                })
            })
            .collect();
        let namespace = match natives.namespace_uri(element).as_str() {
            "http://www.w3.org/1999/xhtml" => Namespace::Html,
            "http://www.w3.org/2000/svg" => Namespace::Svg,
            "http://www.w3.org/1998/Math/MathML" => Namespace::MathMl,
            _ => Namespace::Other,
        };
        let has_role = attributes.iter().any(|attribute| attribute.name == "role");
        let style = self.read_style(element, &tag, is_rendered, has_role);
        let rect = style
            .is_rendered
            .then(|| self.natives.bounding_rect(element))
            .flatten();
        PageElement {
            control: self.read_control(element, &tag),
            attributes,
            rect: rect.map(|rect| Rect {
                x: rect.x(),
                y: rect.y(),
                width: rect.width(),
                height: rect.height(),
            }),
            style,
            ..PageElement::new(self.key(element), namespace, tag)
        }
    }

    fn read_style(&self, element: &Element, tag: &str, is_rendered: bool, has_role: bool) -> Style {
        let unrendered = Style {
            is_rendered: false,
            is_visible: false,
            ..Style::default()
        };
        if !is_rendered {
            return unrendered;
        }
        let Ok(Some(computed)) = self.window.get_computed_style(element) else {
            return unrendered;
        };
        let display = property(&computed, "display");
        let generates = has_role || NAMED_BY_CONTENT.contains(&tag);
        let generated = |pseudo| {
            let computed = generates
                .then(|| {
                    self.window
                        .get_computed_style_with_pseudo_elt(element, pseudo)
                })?
                .ok()??;
            let text = generated_text(&property(&computed, "content"))?;
            // What is not inline stands apart from the text beside it.
            Some(if is_inline(&property(&computed, "display")) {
                text
            } else {
                format!(" {text} ")
            })
        };
        let own_content = generates.then(|| property(&computed, "content"));
        Style {
            is_rendered: display != "none",
            is_visible: property(&computed, "visibility") == "visible",
            is_inline: is_inline(&display),
            replaced_by: own_content
                .filter(|content| content.starts_with("url("))
                .and_then(|content| generated_text(&content)),
            before: generated("::before"),
            after: generated("::after"),
        }
    }

    fn read_control(&self, element: &Element, tag: &str) -> ControlState {
        let is_control = matches!(
            tag,
            "input" | "textarea" | "select" | "button" | "option" | "fieldset"
        );
        let mut state = ControlState {
            is_disabled: is_control && self.natives.matches(element, ":disabled"),
            ..ControlState::default()
        };
        // Typed as inputs, for their properties only: no check of class, which would fail for the
        // nodes of another realm.
        let control: &HtmlInputElement = element.unchecked_ref();
        match tag {
            "input" | "textarea" | "select" => {
                state.value = Some(control.value());
                state.is_editable = self.natives.matches(element, ":read-write");
                if tag == "input" && matches!(control.type_().as_str(), "checkbox" | "radio") {
                    state.checked = Some(control.checked());
                    state.is_indeterminate = self.natives.matches(element, ":indeterminate");
                }
                state.complaint = control
                    .validation_message()
                    .ok()
                    .filter(|said| !said.is_empty());
            }
            "option" => state.checked = Some(selected(element)),
            _ => {
                state.is_editable = self
                    .natives
                    .matches(element, "[contenteditable]:read-write")
            }
        }
        state
    }

    fn key(&mut self, element: &Element) -> ElementKey {
        let known = self.keys.get(element).as_f64();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // we put it there
        match known {
            Some(key) => ElementKey(key as u32),
            None => {
                self.last_key += 1;
                self.keys.set(element, &JsValue::from(self.last_key));
                ElementKey(self.last_key)
            }
        }
    }
}

struct Reader {
    builder: PageBuilder,
    elements: Vec<Option<Element>>,
    shadow_roots: Vec<(NodeId, Node, bool)>,
}

/// The next node in tree order that is not a child of the current one.
fn next(walker: &TreeWalker, parents: &mut Vec<(NodeId, bool)>) -> Option<Node> {
    loop {
        if let Some(sibling) = walker.next_sibling().ok().flatten() {
            return Some(sibling);
        }
        parents.pop();
        if parents.is_empty() || walker.parent_node().ok().flatten().is_none() {
            return None;
        }
    }
}

fn property(style: &CssStyleDeclaration, name: &str) -> String {
    style.get_property_value(name).unwrap_or_default()
}

/// Whether text runs on from the neighbours into the element and out of it.
fn is_inline(display: &str) -> bool {
    matches!(display, "inline" | "contents")
}

fn selected(option: &Element) -> bool {
    Reflect::get(option, &JsValue::from_str("selected")).is_ok_and(|value| value.is_truthy())
}

/// The text of a computed `content`: its strings, `None` for `none`, `normal` and empty ones.
fn generated_text(content: &str) -> Option<String> {
    // The alternative text after a slash is what is read, where it is given.
    let content = content
        .rsplit_once(" / ")
        .map_or(content, |(_, alternative)| alternative);
    let text: String = content.split('"').skip(1).step_by(2).collect();
    (!text.is_empty()).then_some(text)
}
