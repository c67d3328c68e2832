//! The view of the page inspector, wired to its state.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::NodeRef;
use wasm_bindgen_futures::JsFuture;

use super::glance::{EngineLine, Glance, LookFacts};
use super::icons::{Glyph, Icon};
use super::outline_list::OutlineList;
use super::trouble::Note;
use crate::i18n::*;
use crate::inspect::{Inspector, Look, Part, Said};
use crate::state::{Panel, View};
use crate::words;

/// What the engine sees of the current page. The mark on the page goes when the view is left.
#[component]
pub(crate) fn InspectorView(
    /// What the panel holds.
    panel: Panel,
    /// What is seen.
    inspector: Inspector,
) -> impl IntoView {
    let locale = super::locale();
    Effect::new(move || {
        if panel.view.get() != View::Inspector {
            inspector.clear();
        }
    });
    let seen = move || {
        inspector.seen.get().map(|seen| match seen {
            Ok(look) => view! { <Seen inspector look /> }.into_any(),
            Err(fault) => {
                let words = words::look_fault(locale, &fault);
                view! { <Note is_error=true is_alert=true><p>{words}</p></Note> }.into_any()
            }
        })
    };
    view! {
        <section id="look-section" class="card" aria-labelledby="look-title">
            <div class="card-head">
                <Icon glyph=Glyph::Look />
                <h2 id="look-title">{td_string!(locale, look.title)}</h2>
            </div>
            <p class="muted">{td_string!(locale, look.hint)}</p>
            <Controls inspector />
            <div id="look-seen" aria-busy=move || inspector.is_looking.get().to_string()>{seen}</div>
        </section>
    }
}

/// Which part to show, and the button that looks.
#[component]
fn Controls(
    /// What is seen.
    inspector: Inspector,
) -> impl IntoView {
    let locale = super::locale();
    let options = move || {
        let (part, chosen) = (inspector.part.get(), inspector.chosen.get());
        let offered = Part::ALL.into_iter();
        let offered = offered.filter_map(|part| Some((part, part_words(locale, part, chosen)?)));
        let options = offered.map(|(offered, words)| {
            view! { <option value=offered.key() selected=offered == part>{words}</option> }
        });
        options.collect_view()
    };
    let choose = move |key: String| {
        let part = Part::ALL.into_iter().find(|part| part.key() == key);
        inspector.choose(part.unwrap_or_default());
    };
    let words = move || {
        if inspector.is_looking.get() {
            td_string!(locale, look.looking)
        } else if inspector.seen.with(Option::is_some) {
            td_string!(locale, look.again)
        } else {
            td_string!(locale, look.button)
        }
    };
    view! {
        <div class="look-controls">
            <label for="look-part">{td_string!(locale, look.view)}</label>
            <select id="look-part" on:change:target=move |event| choose(event.target().value())>
                {options}
            </select>
            <button
                id="look"
                class="button"
                aria-disabled=move || inspector.is_looking.get().to_string()
                on:click=move |_| inspector.look()
            >
                <Icon glyph=Glyph::Look />
                <span>{words}</span>
            </button>
        </div>
    }
}

/// A part in words; `None` where it needs an element and none is chosen.
fn part_words(locale: Locale, part: Part, chosen: Option<NodeRef>) -> Option<String> {
    let words = match part {
        Part::Interactive => td_string!(locale, look.interactive),
        Part::Outline => td_string!(locale, look.outline),
        Part::Full => td_string!(locale, look.full),
        Part::Article => td_string!(locale, look.article),
        Part::Changes => td_string!(locale, look.changes),
        Part::Around => return Some(td_string!(locale, look.around, reference = chosen?)),
        Part::Table => return Some(td_string!(locale, look.table, reference = chosen?)),
    };
    Some(words.to_owned())
}

/// What was seen.
#[component]
fn Seen(
    /// What is seen, and marked.
    inspector: Inspector,
    /// The look.
    look: Arc<Look>,
) -> impl IntoView {
    let locale = super::locale();
    let glance = look.observation.overview.as_ref();
    let glance = glance.map(|overview| {
        let parts = words::glance(locale, overview);
        view! { <Glance parts /> }
    });
    let lines = if look.is_first {
        view! { <p id="look-first">{td_string!(locale, look.first)}</p> }.into_any()
    } else {
        let look = look.clone();
        view! { <Lines inspector look /> }.into_any()
    };
    view! {
        <LookFacts look=look.clone() />
        {glance}
        {lines}
        <EngineLine look />
    }
}

/// Search, copy, what was marked, and the lines.
#[component]
fn Lines(
    /// What is seen, and marked.
    inspector: Inspector,
    /// The look.
    look: Arc<Look>,
) -> impl IntoView {
    let locale = super::locale();
    let total = look.observation.outline.lines().count();
    let count = RwSignal::new(total);
    let counted = move || match count.get() {
        count if inspector.query.with(|query| query.trim().is_empty()) => {
            td_string!(locale, look.lines, count = count)
        }
        count => td_string!(locale, look.matches, count = count, total = total),
    };
    let copied = look.clone();
    let copy = move |_| copy(inspector, &copied.observation.outline);
    let said = move || inspector.said.get().map(|said| said_words(locale, said));
    let on_chosen = Callback::new(move |reference| inspector.mark(reference));
    let search = td_string!(locale, look.search);
    view! {
        <div class="look-search">
            <input
                id="look-search"
                type="search"
                placeholder=search
                aria-label=search
                autocomplete="off"
                spellcheck="false"
                prop:value=inspector.query.get_untracked()
                on:input:target=move |event| inspector.query.set(event.target().value())
            />
            <button id="look-copy" class="button is-quiet" on:click=copy>
                <Icon glyph=Glyph::Paste />
                <span>{td_string!(locale, look.copy)}</span>
            </button>
        </div>
        <div class="look-said">
            <p id="look-count" class="muted" role="status">{counted}</p>
            <p id="look-said" role="status">{said}</p>
        </div>
        <p id="look-list-hint" class="unseen">{td_string!(locale, look.list_hint)}</p>
        <OutlineList look query=inspector.query marked=inspector.marked count on_chosen />
    }
}

fn said_words(locale: Locale, said: Said) -> String {
    match said {
        Said::Marked(reference) => td_string!(locale, look.marked, reference = reference),
        Said::Gone(reference) => td_string!(locale, look.gone, reference = reference),
        Said::Cleared => td_string!(locale, look.cleared).to_owned(),
        Said::Copied(true) => td_string!(locale, look.copied).to_owned(),
        Said::Copied(false) => td_string!(locale, look.not_copied).to_owned(),
    }
}

fn copy(inspector: Inspector, text: &str) {
    let written = window().navigator().clipboard().write_text(text);
    spawn_local(async move {
        let is_copied = JsFuture::from(written).await.is_ok();
        inspector.said.set(Some(Said::Copied(is_copied)));
    });
}
