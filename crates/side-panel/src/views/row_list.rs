//! The rows of a batch.
//!
//! Every row is in the page, so that it can be searched and read out, but a few hundred are put
//! there at a time, their details only when they are opened, and the browser lays out only what
//! is in view (`content-visibility` in the style sheet).

use std::time::Duration;

use batch::Mapping;
use leptos::prelude::*;
use skill::Skill;

use super::icons::{Glyph, Icon};
use super::row::RowLine;
use crate::i18n::*;
use crate::state::RowSignal;

/// So many rows are put into the page in one go.
const CHUNK: usize = 200;

/// Between two goes, so that the panel answers in the meantime.
const PAUSE: Duration = Duration::from_millis(16);

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
    let chunks = rows.len().div_ceil(CHUNK);
    let drawn = RwSignal::new(1);
    Effect::new(move || {
        if drawn.get() < chunks {
            set_timeout(move || drawn.update(|drawn| *drawn += 1), PAUSE);
        }
    });
    let slots = StoredValue::new((skill, mapping));
    let rows = StoredValue::new(rows);
    let chunk = move |at: usize| {
        let of_chunk = rows.with_value(|rows| {
            let start = at * CHUNK;
            let end = rows.len().min(start + CHUNK);
            rows.get(start..end).unwrap_or_default().to_vec()
        });
        let lines = of_chunk
            .into_iter()
            .map(|row| view! { <RowLine row slots is_active /> });
        lines.collect_view()
    };
    view! {
        <section id="rows-section" class="rows-section" aria-labelledby="rows-title">
            <div class="card-head"><Icon glyph=Glyph::Rows /><h2 id="rows-title">{td_string!(locale, row.title)}</h2></div>
            <ul id="rows">
                <For each=move || 0..drawn.get().min(chunks) key=|at| *at children=chunk />
            </ul>
        </section>
    }
}
