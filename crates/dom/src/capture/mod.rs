//! One read of the live page into a [`Page`].

mod records;
mod style;
mod wants;

use std::cell::RefCell;

use js_sys::{Array, Object, Reflect};
use page_model::{NodeId, Page, PageBuilder, Rect, Scroll};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, Node, Window};

use crate::collector::{self, Collected};
use crate::natives::Natives;
use crate::watch::ChangeWatch;

/// The document the engine lives in, over all its captures.
#[derive(Debug)]
pub struct LiveDocument {
    window: Window,
    document: Document,
    natives: Natives,
    /// The element that was last told to have the focus.
    told_focus: RefCell<Option<Element>>,
    /// What the collector is told to read.
    wants: JsValue,
}

/// A captured page and, for each of its nodes, the live element.
#[derive(Debug)]
pub struct Capture {
    /// The value everything is computed from.
    pub page: Page,
    /// What could not be read, in words.
    pub notices: Vec<String>,
    nodes: Array,
}

impl Capture {
    /// The live element of a node.
    #[must_use]
    pub fn live(&self, node: NodeId) -> Option<Element> {
        let index = u32::try_from(node.index()).ok()?;
        let live = self.nodes.get(index);
        live.is_object().then(|| live.unchecked_into())
    }

    /// The node of a live element.
    #[must_use]
    pub fn node_of(&self, element: &Element) -> Option<NodeId> {
        self.page.nth(index(self.nodes.index_of(element, 0))?)
    }

    /// Measures the boxes of these elements, in this same turn.
    pub fn measure(&mut self, nodes: impl IntoIterator<Item = NodeId>) {
        let is_element = |node: &NodeId| self.page.element(*node).is_some();
        let nodes: Vec<NodeId> = nodes.into_iter().filter(is_element).collect();
        let wanted = nodes.iter().filter_map(|node| node.index().try_into().ok());
        let boxes = collector::measure(&self.nodes, wanted.collect());
        for (node, sides) in nodes.into_iter().zip(boxes.chunks_exact(4)) {
            let rect = Rect {
                x: sides[0],
                y: sides[1],
                width: sides[2],
                height: sides[3],
            };
            self.page.set_rect(node, rect);
        }
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
            told_focus: RefCell::default(),
            wants: wants::wants(),
        })
    }

    /// The document's address.
    #[must_use]
    pub fn url(&self) -> String {
        self.window.location().href().unwrap_or_default()
    }

    /// The name of its window.
    #[must_use]
    pub fn window_name(&self) -> String {
        self.window.name().unwrap_or_default()
    }

    /// The index of its window in the parent's: of all ways to tell a frame its place, the only one
    /// that the page can't see. `None` for the top document and for a frame in a shadow tree.
    #[must_use]
    pub fn index_in_parent(&self) -> Option<u32> {
        let parent = self.window.parent().ok().flatten()?;
        if parent == self.window {
            return None;
        }
        // Another origin's window answers nothing but its length and its frames.
        let is_ours = |&at: &u32| {
            let frame = Reflect::get_u32(&parent, at);
            frame.is_ok_and(|frame| Object::is(&frame, &self.window))
        };
        (0..parent.length()).find(is_ours)
    }

    /// The order in which readers of the page's language write dates, if it says its language.
    pub(crate) fn date_order(&self) -> Option<values::DateOrder> {
        let root = self.document.document_element()?;
        values::DateOrder::of_language(&self.natives.attribute(&root, "lang")?)
    }

    pub(crate) fn document(&self) -> &Document {
        &self.document
    }

    pub(crate) fn window(&self) -> &Window {
        &self.window
    }

    pub(crate) fn told_focus(&self) -> &RefCell<Option<Element>> {
        &self.told_focus
    }

    pub(crate) fn natives(&self) -> &Natives {
        &self.natives
    }

    /// Reads the whole document, shadow trees included, and has `watch` watch what was found.
    /// Boxes are not read: see [`Capture::measure`].
    pub fn capture(&self, watch: &ChangeWatch) -> Capture {
        let mut builder = PageBuilder::new(self.url(), self.natives.title(&self.document));
        let mut capture = match collector::collect(&self.document, &self.wants) {
            Ok(collected) => {
                watch.observe(&self.document);
                for root in collected.roots() {
                    watch.observe(root.unchecked_ref::<Node>());
                }
                records::read(
                    &mut builder,
                    &collected.numbers().to_vec(),
                    &collected.texts(),
                );
                read(builder, &collected)
            }
            // A document without a window, as of a frame that was taken out of the page.
            Err(error) => Capture {
                page: builder.finish(),
                notices: vec![format!("the page could not be read: {error:?}")],
                nodes: Array::new(),
            },
        };
        self.read_viewport(&mut capture.page);
        capture
    }

    /// Has captures leave out an element of ours; `None`: nothing any more.
    pub(crate) fn leave_out(&self, element: Option<&Element>) {
        let element = element.map_or(JsValue::NULL, |element| element.clone().into());
        // A plain object takes any property.
        let _ = Reflect::set(&self.wants, &JsValue::from_str("skip"), &element);
    }

    fn read_viewport(&self, page: &mut Page) {
        let size = |value: Result<JsValue, JsValue>| {
            value.ok().and_then(|value| value.as_f64()).unwrap_or(0.0)
        };
        page.viewport = (
            size(self.window.inner_width()),
            size(self.window.inner_height()),
        );
        let Some(root) = self.natives.scrolling_element(&self.document) else {
            return;
        };
        page.scroll = Scroll {
            left: root.scroll_left().into(),
            top: root.scroll_top().into(),
            width: root.scroll_width().into(),
            height: root.scroll_height().into(),
            view_width: root.client_width().into(),
            view_height: root.client_height().into(),
        };
    }
}

fn read(builder: PageBuilder, collected: &Collected) -> Capture {
    let mut page = builder.finish();
    page.active = index(collected.active()).and_then(|at| page.nth(at));
    let mut notices = Vec::new();
    if collected.is_cut() {
        notices.push(format!(
            "the page is too large: only its first {} nodes were read",
            page.len() - 1
        ));
    }
    Capture {
        page,
        notices,
        nodes: collected.nodes(),
    }
}

fn index(found: i32) -> Option<usize> {
    usize::try_from(found).ok()
}
