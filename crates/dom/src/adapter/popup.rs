//! What a control opens: a list, tree, grid or dialog above the page, and what can be chosen in it.
//!
//! ARIA patterns first; class names only where a library leaves them. This is the only place that
//! knows those.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use super::Job;

/// What opens above a page, most telling first.
const POPUPS: &str = "[role=listbox], [role=tree], [role=grid], [role=menu], [role=dialog], \
    .ant-select-dropdown, .ant-picker-dropdown, .ant-cascader-dropdown, .el-popper, .v-overlay__content, \
    .flatpickr-calendar, .ts-dropdown, .choices__list--dropdown, .cdk-overlay-pane, .ag-popup, .dropdown-menu";

/// Options that have no role, or one that is not on the screen.
const OPTIONS: [&str; 3] = [
    "[role=option], [role=menuitemradio], [role=menuitemcheckbox]",
    ".ant-select-item-option, .el-select-dropdown__item, .v-list-item, .choices__item--choice, .ts-dropdown .option, .ts-dropdown .create, \
     .ag-rich-select-row, .ag-list-item, .dropdown-item",
    "[role=menuitem], [role=treeitem], li",
];

/// How long a popup may take to show after it was opened, ms.
const OPEN_MS: u32 = 700;

/// How long it may be in motion, ms.
const MOVING_MS: u32 = 600;

/// How long a page may take to listen to what it has drawn, ms.
const DRAWN_MS: u32 = 50;

/// How many levels around an element that has no box its popup is looked for.
const AROUND: usize = 5;

/// The ways to have a control open its list, in the order they are tried: the whole click where a
/// person sees it, the same on the element itself, the key of the ARIA pattern.
#[derive(Clone, Copy)]
enum Opening {
    ClickShown,
    ClickSelf,
    ArrowDown,
}

impl Job<'_> {
    /// Opens what the control opens, unless it is open.
    pub(crate) async fn open_popup(&self) -> Option<Element> {
        if let Some(open) = self.controlled_popup() {
            return Some(open);
        }
        let before = self.shown_popups();
        self.hand.live.focus(&self.element);
        if let Some(opened) = self.opened(&before) {
            return self.at_rest(opened).await;
        }
        for press in [Opening::ClickShown, Opening::ClickSelf, Opening::ArrowDown] {
            if !self.press_to_open(press).await {
                continue;
            }
            if let Some(opened) = self.hand.until(OPEN_MS, || self.opened(&before)).await {
                return self.at_rest(opened).await;
            }
        }
        None
    }

    /// One try to open; `false` where it would be the same as the one before.
    async fn press_to_open(&self, press: Opening) -> bool {
        let is_shown_itself = js_sys::Object::is(&self.reach.receiver, &self.element);
        match press {
            Opening::ClickShown => self.click().await,
            Opening::ClickSelf if is_shown_itself => return false,
            Opening::ClickSelf => {
                let clicking = crate::mouse::Clicking::plainly(self.reach.at);
                self.hand.click(&self.element, clicking).await;
            }
            Opening::ArrowDown => {
                if let Ok(down) = "ArrowDown".parse() {
                    self.hand.press_here(&self.element, &down).await;
                }
            }
        }
        true
    }

    async fn at_rest(&self, popup: Element) -> Option<Element> {
        let live = self.hand.live;
        self.hand
            .until(MOVING_MS, || (!live.is_moving(&popup)).then_some(()))
            .await;
        // No hand is faster: pages begin to listen after they have drawn.
        self.hand.let_page_work(DRAWN_MS).await;
        Some(popup)
    }

    /// The popup this control opened: the one it names, else one that was not there before.
    pub(crate) fn opened(&self, before: &[Element]) -> Option<Element> {
        let is_new = |popup: &Element| !before.iter().any(|known| js_sys::Object::is(known, popup));
        self.controlled_popup()
            .or_else(|| self.shown_popups().into_iter().find(is_new))
    }

    /// The popup named by `aria-controls` or `aria-owns`, or the box around it where it has none.
    fn controlled_popup(&self) -> Option<Element> {
        let natives = self.hand.live.natives();
        let names = |element: &Element| {
            let ids = ["aria-controls", "aria-owns"].map(|name| natives.attribute(element, name));
            ids.into_iter().flatten().collect::<Vec<_>>()
        };
        let mut named = names(&self.element);
        if named.is_empty() {
            let inside = natives.query_in(&self.element, "[aria-controls], [aria-owns]");
            named = inside.iter().take(4).flat_map(names).collect();
        }
        let ids = named.iter().flat_map(|ids| ids.split_whitespace());
        ids.filter_map(|id| {
            let selector = format!("[id={}]", quoted(id));
            let popup = natives
                .query_around(&self.element, &selector)
                .into_iter()
                .next()?;
            let up = |at: &Element| natives.composed_parent(at);
            let around = std::iter::successors(Some(popup), up).take(AROUND);
            let mut shown = around.filter(|at| !natives.matches(at, "body, html, form, main"));
            shown.find(|at| natives.is_shown(at) && !natives.contains(at, &self.element))
        })
        .next()
    }

    pub(crate) fn shown_popups(&self) -> Vec<Element> {
        let natives = self.hand.live.natives();
        let mut shown = natives.query_around(&self.element, POPUPS);
        shown.retain(|popup| natives.is_shown(popup) && !natives.contains(popup, &self.element));
        shown
    }

    /// What can be chosen in a popup, as far as it shows.
    pub(crate) fn options_in(&self, popup: &Element) -> Vec<Element> {
        let natives = self.hand.live.natives();
        let shown = |selector: &&'static str| {
            let mut options = natives.query_in(popup, selector);
            options.retain(|option| natives.is_shown(option));
            options
        };
        OPTIONS
            .iter()
            .map(shown)
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }

    /// Closes what is open by leaving it: the focus goes away, then a press beside everything, then
    /// Escape in the popup itself.
    pub(crate) async fn close_popup(&self, popup: &Element) {
        const CLOSING_MS: u32 = 400;
        let is_closed = || (!self.hand.is_shown(popup)).then_some(());
        self.leave();
        if self.hand.until(CLOSING_MS / 2, is_closed).await.is_some() {
            return;
        }
        let natives = self.hand.live.natives();
        let backdrops = natives.query_around(
            &self.element,
            ".MuiBackdrop-root, .cdk-overlay-backdrop, .v-overlay__scrim",
        );
        let body = || natives.query_all(self.hand.live.document(), "body").pop();
        if let Some(beside) = backdrops
            .into_iter()
            .rfind(|at| natives.is_shown(at))
            .or_else(body)
        {
            let corner = crate::events::Point { x: 1.0, y: 1.0 };
            let clicking = crate::mouse::Clicking::plainly(corner);
            self.hand.click(&beside, clicking).await;
        }
        if self.hand.until(CLOSING_MS, is_closed).await.is_none()
            && let Ok(escape) = "Escape".parse()
        {
            self.hand.press_here(popup, &escape).await;
        }
    }

    /// The field in which one types to search the popup's options, if there is one.
    pub(crate) fn search_field(&self, popup: &Element) -> Option<Element> {
        const TYPED: &str =
            "input:not([type]):read-write, input:is([type=text i], [type=search i]):read-write";
        let natives = self.hand.live.natives();
        if natives.matches(&self.element, TYPED) {
            return Some(self.element.clone());
        }
        let in_popup = || natives.query_in(popup, TYPED).into_iter().next();
        in_popup().or_else(|| natives.query_in(&self.element, TYPED).into_iter().next())
    }

    /// Types into a popup's search field over what is there.
    pub(crate) async fn search(&self, field: &Element, text: &str) {
        let live = self.hand.live;
        live.focus(field);
        if self.hand.is_trusted() {
            live.select_all(field);
            self.hand.type_text(field, text).await;
            return;
        }
        let input: &HtmlInputElement = field.unchecked_ref();
        let sender = live.sender(field);
        input.set_value(text);
        sender.input("input", "insertText", Some(text));
        // Some search only when a key comes up.
        if let Some(last) = text.chars().last() {
            sender.key("keyup", &protocol::KeyPress::plain(last));
        }
    }
}

/// A text as a string of a selector.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
