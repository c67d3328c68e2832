//! Start, stop, how far it is, how it ended, and the report.

use batch::{BatchEnd, Counts};
use leptos::prelude::*;

use super::icons::{Glyph, Icon};
use super::run_buttons::RunButtons;
use super::run_progress::RunProgress;
use super::trouble::Note;
use crate::i18n::*;
use crate::state::Phase;
use crate::words;

/// What the card needs to know.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RunState {
    /// Whether there is a skill.
    pub(crate) has_skill: bool,
    /// Whether there is a table.
    pub(crate) has_table: bool,
    /// Whether a batch was begun.
    pub(crate) has_batch: bool,
    /// Whether it can start now.
    pub(crate) can_start: bool,
    /// Whether a batch was begun that has rows left.
    pub(crate) has_rows_left: bool,
    /// Where it stands.
    pub(crate) phase: Phase,
    /// Whether the page waits for the person.
    pub(crate) is_blocked: bool,
}

/// What a person asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunAsked {
    /// Start, or go on.
    Start,
    /// Stop after the row at hand.
    Stop,
    /// Go on, and run the failed rows once more.
    Rerun,
    /// Save the report.
    Export,
    /// Save the report of the failed and unknown rows.
    ExportOpen,
    /// Save the traces of all rows.
    ExportTrace,
}

/// The card.
#[component]
pub(crate) fn RunCard(
    /// Where it stands.
    state: Signal<RunState>,
    /// How many rows stand where.
    #[prop(into)]
    counts: Signal<Counts>,
    /// Told what a person asked for.
    on_asked: Callback<RunAsked>,
    /// What went wrong.
    children: Children,
) -> impl IntoView {
    let locale = super::locale();
    let state = Memo::new(move |_| state.get());
    let has_batch = Memo::new(move |_| state.with(|state| state.has_batch));
    view! {
        <section id="run-card" class="card" aria-labelledby="run-title">
            <div class="card-head"><Icon glyph=Glyph::Run /><h2 id="run-title">{td_string!(locale, run.title)}</h2></div>
            {children()}
            {move || has_batch.get().then(|| view! { <RunProgress counts /> })}
            <div id="standing" role="status">
                {move || state.with(|state| standing(locale, state, counts))}
            </div>
            <RunButtons state counts on_asked />
        </section>
    }
}

/// Where it stands, in words.
fn standing(locale: Locale, state: &RunState, counts: Signal<Counts>) -> AnyView {
    let plain = |text: String| view! { <p class="muted">{text}</p> }.into_any();
    match &state.phase {
        Phase::Running | Phase::Stopping if state.is_blocked => {
            let todo = td_string!(locale, run.blocked);
            view! { <Note><p>{todo}</p></Note> }.into_any()
        }
        Phase::Idle => plain(before(locale, state, &counts.get())),
        Phase::Running => plain(td_string!(locale, run.running).to_owned()),
        Phase::Stopping => plain(td_string!(locale, run.stopping).to_owned()),
        Phase::Ended(end) => {
            let is_all_done = counts.with(|counts| counts.done == counts.total);
            let (text, todo) = words::batch_end(locale, end, is_all_done);
            let has_todo = !todo.is_empty();
            let text = view! {
                <p>{text}</p>
                {has_todo.then(|| view! { <p>{todo}</p> })}
            };
            match end {
                BatchEnd::Paused(_) => view! { <Note>{text}</Note> }.into_any(),
                BatchEnd::Finished | BatchEnd::Stopped => text.into_any(),
            }
        }
    }
}

/// What is needed before it can start.
fn before(locale: Locale, state: &RunState, counts: &Counts) -> String {
    let words = match (state.has_skill, state.has_table) {
        _ if state.has_batch && state.has_rows_left => {
            let left = counts.total - counts.ended();
            return td_string!(locale, run.left, left = left, total = counts.total);
        }
        _ if state.has_batch && counts.done == counts.total => td_string!(locale, end.all_done),
        _ if state.has_batch => td_string!(locale, end.finished),
        (false, false) => td_string!(locale, run.needs_both),
        (false, true) => td_string!(locale, run.needs_skill),
        (true, false) => td_string!(locale, run.needs_table),
        _ if !state.can_start => td_string!(locale, run.needs_fix),
        _ => td_string!(locale, run.ready),
    };
    words.to_owned()
}
