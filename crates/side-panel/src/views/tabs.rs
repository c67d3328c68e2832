//! The tabs that part the panel.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::icons::{Glyph, Icon};
use crate::i18n::*;
use crate::state::View;

/// A tab for each view. Arrow keys, Home and End open the others, as tabs do.
#[component]
pub(crate) fn Tabs(
    /// The one that is open.
    #[prop(into)]
    open: Signal<View>,
    /// Whether rows are being run.
    is_active: Signal<bool>,
    /// Told which one a person wants.
    on_open: Callback<View>,
) -> impl IntoView {
    let locale = super::locale();
    let tabs = View::ALL.map(|view| (view, NodeRef::<html::Button>::new()));
    let on_key = move |event: KeyboardEvent| {
        let at = tabs
            .iter()
            .position(|(view, _)| *view == open.get_untracked());
        let (at, count) = (at.unwrap_or_default(), tabs.len());
        let to = match event.key().as_str() {
            "ArrowRight" => (at + 1) % count,
            "ArrowLeft" => (at + count - 1) % count,
            "Home" => 0,
            "End" => count - 1,
            _ => return,
        };
        event.prevent_default();
        if let Some((view, tab)) = tabs.get(to) {
            on_open.run(*view);
            tab.get_untracked().map(|tab| tab.focus());
        }
    };
    let tabs = tabs.map(|(view, tab)| {
        let (glyph, words) = match view {
            View::Skills => (Glyph::Skill, td_string!(locale, app.skills)),
            View::Batches => (Glyph::Table, td_string!(locale, app.batches)),
            View::Inspector => (Glyph::Look, td_string!(locale, app.inspector)),
            View::Settings => (Glyph::Settings, td_string!(locale, app.settings)),
        };
        let is_open = move || open.get() == view;
        let is_busy = move || view == View::Batches && is_active.get();
        view! {
            <button
                id=format!("view-{}", view.key())
                role="tab"
                class="tab"
                node_ref=tab
                aria-selected=move || is_open().to_string()
                aria-controls=format!("{}-view", view.key())
                tabindex=move || if is_open() { "0" } else { "-1" }
                on:click=move |_| on_open.run(view)
            >
                <Icon glyph />
                <span>{words}</span>
                {move || is_busy().then(|| view! {
                    <span class="busy" role="img" aria-label=td_string!(locale, app.running)></span>
                })}
            </button>
        }
    });
    view! {
        <div class="tabs" role="tablist" aria-label=td_string!(locale, app.views) on:keydown=on_key>
            {tabs.collect_view()}
        </div>
    }
}
