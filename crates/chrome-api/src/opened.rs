//! Tabs and windows that pages open, and that close.

use std::rc::Rc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::call::from_js;
use crate::listener::{ChromeEvent, Listener};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["chrome", "webNavigation"], js_name = onCreatedNavigationTarget, thread_local_v2)]
    static ON_TARGET: ChromeEvent;

    #[wasm_bindgen(js_namespace = ["chrome", "webNavigation"], js_name = onCommitted, thread_local_v2)]
    static ON_COMMITTED: ChromeEvent;

    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = onCreated, thread_local_v2)]
    static ON_CREATED: ChromeEvent;

    #[wasm_bindgen(js_namespace = ["chrome", "tabs"], js_name = onRemoved, thread_local_v2)]
    static ON_REMOVED: ChromeEvent;
}

const API: &str = "webNavigation";

/// Something that happened to a tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TabEvent {
    /// A page opened it. Told up to twice: by its page and by its opener.
    Opened {
        /// Chrome's id of the tab of that page.
        opener: i32,
        /// Chrome's id of the new tab.
        tab: i32,
        /// Where it goes, as far as that is known.
        url: String,
    },
    /// Any tab shows a new document.
    Committed {
        /// Chrome's id of it.
        tab: i32,
        /// The document's address.
        url: String,
    },
    /// A tab is gone.
    Closed {
        /// Chrome's id of it.
        tab: i32,
    },
}

/// Keeps the watch on; ends it when dropped.
pub struct TabWatch {
    _listeners: [Listener; 4],
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Target {
    source_tab_id: i32,
    tab_id: i32,
    url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Committed {
    tab_id: i32,
    frame_id: i32,
    url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    id: Option<i32>,
    opener_tab_id: Option<i32>,
    #[serde(default)]
    url: String,
    #[serde(default)]
    pending_url: String,
}

/// Watches which tabs and windows pages open, where those go, and which tabs close.
pub fn watch_tabs(on_event: impl Fn(TabEvent) + 'static) -> TabWatch {
    let on_event: Rc<dyn Fn(TabEvent)> = Rc::new(on_event);
    let target = listen(&on_event, ON_TARGET.with(Clone::clone), |it: Target| {
        Some(TabEvent::Opened {
            opener: it.source_tab_id,
            tab: it.tab_id,
            url: it.url,
        })
    });
    let created = listen(&on_event, ON_CREATED.with(Clone::clone), opened);
    let committed = listen(
        &on_event,
        ON_COMMITTED.with(Clone::clone),
        |it: Committed| {
            let is_top = it.frame_id == 0;
            is_top.then_some(TabEvent::Committed {
                tab: it.tab_id,
                url: it.url,
            })
        },
    );
    let removed = listen(&on_event, ON_REMOVED.with(Clone::clone), |tab: i32| {
        Some(TabEvent::Closed { tab })
    });
    TabWatch {
        _listeners: [target, created, committed, removed],
    }
}

/// A tab with an opener, unless the person opened an empty one beside it.
fn opened(created: Created) -> Option<TabEvent> {
    let Created {
        id,
        opener_tab_id,
        url,
        pending_url,
    } = created;
    let url = if pending_url.is_empty() {
        url
    } else {
        pending_url
    };
    let is_of_page = !url.starts_with("chrome:");
    Some(TabEvent::Opened {
        opener: opener_tab_id.filter(|_| is_of_page)?,
        tab: id?,
        url,
    })
}

fn listen<T: DeserializeOwned>(
    on_event: &Rc<dyn Fn(TabEvent)>,
    event: ChromeEvent,
    read: impl Fn(T) -> Option<TabEvent> + 'static,
) -> Listener {
    let on_event = on_event.clone();
    Listener::new(event, move |details| {
        let details = from_js::<T>(API, details).ok();
        if let Some(event) = details.and_then(&read) {
            on_event(event);
        }
    })
}
