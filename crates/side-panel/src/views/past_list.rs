//! The batches that were begun.

use batch::{BatchId, Counts};
use leptos::prelude::*;

use super::icons::{Glyph, Icon};
use crate::history::PastBatch;
use crate::i18n::*;
use crate::words;

/// What a person asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PastAsked {
    /// Show it.
    Open,
    /// Delete it with its rows.
    Delete,
}

/// The list, the newest first; nothing while there is none.
#[component]
pub(crate) fn PastList(
    /// The batches.
    #[prop(into)]
    past: Signal<Vec<PastBatch>>,
    /// The open one.
    #[prop(into)]
    open: Signal<Option<BatchId>>,
    /// Whether rows are being run, so that no other can be opened.
    is_active: Signal<bool>,
    /// Told what a person asked for.
    on_asked: Callback<(PastAsked, PastBatch)>,
) -> impl IntoView {
    let locale = super::locale();
    // Drawn anew as a whole when a batch comes, ends or goes: seldom.
    let lines = move || {
        let lines = past.get().into_iter();
        let lines = lines.map(|past| view! { <PastLine past open is_active on_asked /> });
        lines.collect_view()
    };
    view! {
        <section aria-labelledby="past-title" hidden=move || past.with(Vec::is_empty)>
            <div class="card-head list-head">
                <Icon glyph=Glyph::Past />
                <h2 id="past-title">{td_string!(locale, batch.past)}</h2>
            </div>
            <ul id="past" class="list">{lines}</ul>
        </section>
    }
}

/// One of them.
#[component]
fn PastLine(
    /// It.
    past: PastBatch,
    /// The open one.
    open: Signal<Option<BatchId>>,
    /// Whether rows are being run.
    is_active: Signal<bool>,
    /// Told what a person asked for.
    on_asked: Callback<(PastAsked, PastBatch)>,
) -> impl IntoView {
    let locale = super::locale();
    let PastBatch { record, counts } = past.clone();
    let id = record.id.clone();
    let is_open = Memo::new(move |_| open.with(|open| open.as_ref() == Some(&id)));
    let date = words::date(locale, record.created_at);
    let delete_words = td_string!(
        locale,
        batch.delete_named,
        table = record.table_name.clone(),
        date = date.clone()
    );
    let kept = StoredValue::new(past);
    let ask = move |asked| on_asked.run((asked, kept.get_value()));
    view! {
        <li class="line" data-batch=record.id.0.clone() class:is-open=move || is_open.get()>
            <div class="line-head">
                <button
                    class="line-button past-open"
                    aria-current=move || is_open.get().then_some("true")
                    disabled=move || is_active.get()
                    on:click=move |_| ask(PastAsked::Open)
                >
                    <span class="line-text">
                        <span class="line-name">{record.table_name}</span>
                        <span class="muted">{format!("{} · {date}", record.skill.name)}</span>
                        <Tally counts />
                    </span>
                </button>
                <button
                    class="icon-button is-delete"
                    aria-label=delete_words.clone()
                    title=delete_words
                    disabled=move || is_active.get()
                    on:click=move |_| ask(PastAsked::Delete)
                >
                    <Icon glyph=Glyph::Delete />
                </button>
            </div>
        </li>
    }
}

/// Its counts, in words and colors; what is none is left out.
#[component]
fn Tally(
    /// How many rows stand where.
    counts: Counts,
) -> impl IntoView {
    let locale = super::locale();
    let left = counts.total - counts.ended();
    let parts = [
        (
            "is-done",
            counts.done,
            td_string!(locale, run.done, count = counts.done),
        ),
        (
            "is-failed",
            counts.failed,
            td_string!(locale, run.failed, count = counts.failed),
        ),
        (
            "is-unknown",
            counts.unknown,
            td_string!(locale, run.unknown, count = counts.unknown),
        ),
        (
            "is-none",
            left,
            td_string!(locale, batch.left, count = left),
        ),
    ];
    let parts = parts.into_iter().filter(|(_, count, _)| *count > 0);
    let parts = parts
        .map(|(class, _, words)| view! { <span class=format!("count {class}")>{words}</span> });
    view! { <span class="counts">{parts.collect_view()}</span> }
}
