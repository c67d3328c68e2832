//! Start, stop, once more, and the report.

use batch::Counts;
use leptos::html;
use leptos::prelude::*;
use web_sys::{FocusOptions, HtmlButtonElement};

use super::icons::{Glyph, Icon};
use super::run_card::{RunAsked, RunState};
use crate::i18n::*;
use crate::state::Phase;

/// The buttons, in the order in which the focus looks for one.
type Buttons = [NodeRef<html::Button>; 6];

/// The buttons.
#[component]
pub(crate) fn RunButtons(
    /// Where the run stands.
    state: Memo<RunState>,
    /// How many rows stand where.
    counts: Signal<Counts>,
    /// Told what a person asked for.
    on_asked: Callback<RunAsked>,
) -> impl IntoView {
    let locale = super::locale();
    let is_active = Memo::new(move |_| state.with(|state| state.phase.is_active()));
    let is_ended = move || state.with(|state| state.has_batch && !state.has_rows_left);
    let has_failed = Memo::new(move |_| counts.with(|counts| counts.failed > 0));
    let has_open = Memo::new(move |_| counts.with(|counts| counts.failed + counts.unknown > 0));
    let has_batch = move || state.with(|state| state.has_batch);
    let buttons: Buttons = [(); 6].map(|()| NodeRef::new());
    Effect::new(move |was_active: Option<bool>| {
        let is_active = is_active.get();
        if was_active.is_some_and(|was_active| was_active != is_active) {
            request_animation_frame(move || keep_focus(buttons));
        }
        is_active
    });
    let [start, stop, export, export_open, rerun, export_trace] = buttons;
    let start_words = move || {
        if state.with(|state| state.has_rows_left) {
            td_string!(locale, run.go_on)
        } else {
            td_string!(locale, run.start)
        }
    };
    let ask = move |asked| move |_| on_asked.run(asked);
    view! {
        <div class="buttons">
            <button
                id="start"
                class="button is-primary"
                node_ref=start
                hidden=move || is_active.get() || is_ended()
                disabled=move || !state.with(|state| state.can_start)
                on:click=ask(RunAsked::Start)
            >
                <Icon glyph=Glyph::Start />
                <span>{start_words}</span>
            </button>
            <button
                id="stop"
                class="button is-primary"
                node_ref=stop
                hidden=move || !is_active.get()
                disabled=move || state.with(|state| state.phase == Phase::Stopping)
                on:click=ask(RunAsked::Stop)
            >
                <Icon glyph=Glyph::Stop />
                <span>{td_string!(locale, run.stop)}</span>
            </button>
            <button
                id="rerun"
                class="button is-quiet"
                node_ref=rerun
                title=td_string!(locale, run.rerun_hint)
                hidden=move || is_active.get() || !has_batch() || !has_failed.get()
                on:click=ask(RunAsked::Rerun)
            >
                <Icon glyph=Glyph::Again />
                <span>{td_string!(locale, run.rerun)}</span>
            </button>
            <button
                id="export"
                class="button is-quiet"
                node_ref=export
                hidden=move || !has_batch()
                on:click=ask(RunAsked::Export)
            >
                <Icon glyph=Glyph::Save />
                <span>{td_string!(locale, run.export)}</span>
            </button>
            <button
                id="export-open"
                class="button is-quiet"
                node_ref=export_open
                hidden=move || !has_batch() || !has_open.get()
                on:click=ask(RunAsked::ExportOpen)
            >
                <Icon glyph=Glyph::Save />
                <span>{td_string!(locale, run.export_open)}</span>
            </button>
            <button
                id="export-trace"
                class="button is-quiet"
                node_ref=export_trace
                title=td_string!(locale, run.export_trace_hint)
                hidden=move || is_active.get() || !has_batch()
                on:click=ask(RunAsked::ExportTrace)
            >
                <Icon glyph=Glyph::Save />
                <span>{td_string!(locale, run.export_trace)}</span>
            </button>
        </div>
    }
}

/// A button that goes away must not lose a keyboard user's place: the focus moves to the first
/// that can be pressed now, if it was on one of them or is nowhere.
fn keep_focus(buttons: Buttons) {
    let buttons: Vec<HtmlButtonElement> = buttons
        .iter()
        .filter_map(|button| button.get_untracked())
        .collect();
    let is_ours = document().active_element().is_none_or(|at| {
        at.tag_name() == "BODY" || buttons.iter().any(|button| button.is_same_node(Some(&at)))
    });
    let mut pressable = buttons
        .iter()
        .filter(|button| !button.hidden() && !button.disabled());
    if let Some(button) = pressable.next().filter(|_| is_ours) {
        let still = FocusOptions::new();
        still.set_prevent_scroll(true);
        let _ = button.focus_with_options(&still);
    }
}
