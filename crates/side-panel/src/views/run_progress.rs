//! How far a run is, for eye and ear.

use batch::Counts;
use leptos::prelude::*;

use super::icons::{Glyph, Icon};
use crate::i18n::*;

/// A bar of three colors, and the counts in words.
#[component]
pub(crate) fn RunProgress(
    /// How many rows stand where.
    counts: Signal<Counts>,
) -> impl IntoView {
    let locale = super::locale();
    // A row that was only claimed changes nothing here.
    let counts = Memo::new(move |_| counts.get());
    let said = move || counts.with(|counts| said(locale, counts));
    let width = move |count: fn(&Counts) -> usize| {
        move || counts.with(|counts| share(count(counts), counts.total))
    };
    view! {
        <div
            id="progress"
            class="bar"
            role="progressbar"
            aria-label=td_string!(locale, run.progress)
            aria-valuemin="0"
            aria-valuemax=move || counts.with(|counts| counts.total)
            aria-valuenow=move || counts.with(Counts::ended)
            aria-valuetext=said
        >
            <span class="is-done" style:width=width(|counts| counts.done)></span>
            <span class="is-failed" style:width=width(|counts| counts.failed)></span>
            <span class="is-unknown" style:width=width(|counts| counts.unknown)></span>
        </div>
        <p id="counts" class="counts">
            {move || counts.with(|counts| view! {
                <span class="ended">
                    {td_string!(locale, run.counts, ended = counts.ended(), total = counts.total)}
                </span>
                <span class="count is-done">
                    <Icon glyph=Glyph::Done />
                    {td_string!(locale, run.done, count = counts.done)}
                </span>
                <span class="count is-failed" class:is-none=counts.failed == 0>
                    <Icon glyph=Glyph::Failed />
                    {td_string!(locale, run.failed, count = counts.failed)}
                </span>
                <span class="count is-unknown" class:is-none=counts.unknown == 0>
                    <Icon glyph=Glyph::Unknown />
                    {td_string!(locale, run.unknown, count = counts.unknown)}
                </span>
            })}
        </p>
    }
}

/// How far it is, as a sentence.
pub(crate) fn said(locale: Locale, counts: &Counts) -> String {
    td_string!(
        locale,
        run.announce,
        ended = counts.ended(),
        total = counts.total,
        done = counts.done,
        failed = counts.failed,
        unknown = counts.unknown
    )
}

fn share(count: usize, total: usize) -> String {
    let percent = 100.0 * count as f64 / total.max(1) as f64;
    format!("{percent:.3}%")
}
