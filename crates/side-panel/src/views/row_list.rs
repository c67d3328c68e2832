//! The rows of a batch, a few hundred at a time.
//!
//! Rows that were never near what is in view are not in the page: a gap of their height stands for
//! them. Of those that are, the browser lays out only what is in view (`content-visibility` in the
//! style sheet), and their details are there only when they are opened.

use batch::Mapping;
use leptos::html;
use leptos::prelude::*;
use skill::Skill;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};

use super::icons::{Glyph, Icon};
use super::row::{RowLine, Slots};
use crate::i18n::*;
use crate::state::RowSignal;

/// So many rows are put into the page in one go.
const CHUNK: usize = 200;

/// The height of a closed row, CSS px.
const ROW_HEIGHT: usize = 34;

/// How near a gap must be before its rows are put into the page: some screens.
const NEAR: &str = "1500px";

/// The list.
#[component]
pub(crate) fn RowList(
    /// The skill, whose slots name the values.
    skill: Skill,
    /// Which column fills which slot.
    mapping: Mapping,
    /// The rows, each drawn again alone when it changes.
    rows: Vec<RowSignal>,
    /// Whether rows are being run.
    is_active: Signal<bool>,
) -> impl IntoView {
    let locale = super::locale();
    let slots = StoredValue::new((skill, mapping));
    let chunks = rows.chunks(CHUNK).enumerate().map(|(at, rows)| {
        let rows = rows.to_vec();
        view! { <Chunk rows slots is_active is_first=at == 0 /> }
    });
    let chunks = chunks.collect_view();
    view! {
        <section id="rows-section" aria-labelledby="rows-title">
            <div class="card-head list-head">
                <Icon glyph=Glyph::Rows />
                <h2 id="rows-title">{td_string!(locale, row.title)}</h2>
            </div>
            <ul id="rows" class="list">{chunks}</ul>
        </section>
    }
}

/// Some rows, or a gap until they are near.
#[component]
fn Chunk(
    /// The rows.
    rows: Vec<RowSignal>,
    /// What their values are called.
    slots: Slots,
    /// Whether rows are being run.
    is_active: Signal<bool>,
    /// Whether they are the first, which are there at once.
    is_first: bool,
) -> impl IntoView {
    let is_near = RwSignal::new(is_first);
    let gap = NodeRef::<html::Li>::new();
    if !is_first {
        watch(gap, is_near);
    }
    move || {
        if is_near.get() {
            let lines = rows.iter().cloned();
            let lines = lines.map(|row| view! { <RowLine row slots is_active /> });
            return lines.collect_view().into_any();
        }
        let height = format!("{}px", rows.len() * ROW_HEIGHT);
        view! { <li class="gap" aria-hidden="true" node_ref=gap style:height=height></li> }
            .into_any()
    }
}

/// Sets `is_near` once the gap comes near what is in view.
fn watch(gap: NodeRef<html::Li>, is_near: RwSignal<bool>) {
    Effect::new(move || {
        let Some(gap) = gap.get() else {
            return;
        };
        let on_seen = Closure::<dyn FnMut(Vec<IntersectionObserverEntry>)>::new(
            move |seen: Vec<IntersectionObserverEntry>| {
                if seen.iter().any(IntersectionObserverEntry::is_intersecting) {
                    is_near.set(true);
                }
            },
        );
        let near = IntersectionObserverInit::new();
        near.set_root_margin(NEAR);
        let callback: &JsValue = on_seen.as_ref();
        match IntersectionObserver::new_with_options(callback.unchecked_ref(), &near) {
            Ok(observer) => {
                observer.observe(&gap);
                let watching = StoredValue::new_local((observer, on_seen));
                on_cleanup(move || {
                    _ = watching.try_with_value(|(observer, _)| observer.disconnect())
                });
            }
            // Without one, the rows are there at once.
            Err(_) => is_near.set(true),
        }
    });
}
