//! A mark over an element, for the person to see which one is meant.
//!
//! **Invariant:** the page is left as it was: one element of ours at its end, without pointer events,
//! its inside closed to the page, never part of a capture, and no change that anybody waits for.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, ShadowRootInit, ShadowRootMode};

use crate::capture::LiveDocument;
use crate::watch::ChangeWatch;

/// How the host lies over the page: as large as nothing, in the top layer, scrolling with the page.
const HOST: [(&str, &str); 10] = [
    ("all", "initial"),
    ("position", "absolute"),
    ("margin", "0"),
    ("padding", "0"),
    ("border", "0"),
    ("width", "0"),
    ("height", "0"),
    ("overflow", "visible"),
    ("pointer-events", "none"),
    ("z-index", "2147483647"),
];

const BOX: [(&str, &str); 6] = [
    ("position", "absolute"),
    ("box-sizing", "border-box"),
    ("border", "2px solid #0b7a53"),
    ("border-radius", "4px"),
    ("background", "rgb(11 122 83 / 12%)"),
    ("box-shadow", "0 0 0 2px rgb(255 255 255 / 80%)"),
];

const TAG: [(&str, &str); 10] = [
    ("position", "absolute"),
    ("left", "-2px"),
    ("top", "100%"),
    ("margin-top", "4px"),
    ("padding", "2px 6px"),
    ("border-radius", "4px"),
    ("background", "#0b7a53"),
    ("color", "#fff"),
    ("font", "12px/1.4 system-ui, sans-serif"),
    ("white-space", "nowrap"),
];

/// The mark of one document.
#[derive(Debug, Default)]
pub struct Overlay {
    host: Option<HtmlElement>,
}

impl Overlay {
    /// Marks an element with its name, scrolled into view, and nothing else.
    pub fn show(
        &mut self,
        live: &LiveDocument,
        watch: &ChangeWatch,
        element: &Element,
        name: &str,
    ) {
        self.clear(live, watch);
        live.scroll_into_view(element);
        // Without a document to stand in there is nothing to mark.
        self.host = watch.unseen(|| mark(live, element, name).ok());
        live.leave_out(self.host.as_deref());
    }

    /// Takes the mark away.
    pub fn clear(&mut self, live: &LiveDocument, watch: &ChangeWatch) {
        if let Some(host) = self.host.take() {
            watch.unseen(|| host.remove());
            live.leave_out(None);
        }
    }
}

fn mark(live: &LiveDocument, element: &Element, name: &str) -> Result<HtmlElement, JsValue> {
    let document = live.document();
    let host: HtmlElement = document.create_element("div")?.unchecked_into();
    paint(&host, &HOST)?;
    let inside = host.attach_shadow(&ShadowRootInit::new(ShadowRootMode::Closed))?;
    let frame: HtmlElement = document.create_element("div")?.unchecked_into();
    paint(&frame, &BOX)?;
    let rect = element.get_bounding_client_rect();
    let window = live.window();
    let sides = [
        ("left", rect.x() + window.scroll_x()? - 3.0),
        ("top", rect.y() + window.scroll_y()? - 3.0),
        ("width", rect.width() + 6.0),
        ("height", rect.height() + 6.0),
    ];
    for (side, px) in sides {
        #[allow(clippy::cast_possible_truncation)] // places on a page
        let px = px.round() as i32;
        frame.style().set_property(side, &format!("{px}px"))?;
    }
    let tag: HtmlElement = document.create_element("div")?.unchecked_into();
    paint(&tag, &TAG)?;
    tag.set_text_content(Some(name));
    frame.append_child(&tag)?;
    inside.append_child(&frame)?;
    let root = document.document_element().ok_or("the document is empty")?;
    root.append_child(&host)?;
    // The top layer lies over open dialogs too.
    host.set_popover(Some("manual"))?;
    host.show_popover()?;
    Ok(host)
}

fn paint(element: &HtmlElement, style: &[(&str, &str)]) -> Result<(), JsValue> {
    let own = element.style();
    style
        .iter()
        .try_for_each(|(name, value)| own.set_property(name, value))
}
