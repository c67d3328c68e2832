//! One row of a batch.

use batch::{Mapping, RowRecord, RowStatus};
use leptos::prelude::*;
use protocol::Check;
use skill::Skill;

use super::icons::{Glyph, Icon};
use super::row_detail::{CheckFacts, RowDetail};
use super::status::{StatusWord, status_key};
use crate::i18n::*;
use crate::state::RowSignal;
use crate::words;

/// The skill and its mapping, shared by all rows.
pub(crate) type Slots = StoredValue<(Skill, Mapping)>;

/// The row: a button with number, label and status; below it why it is not done; and, opened,
/// everything that is known of it.
#[component]
pub(crate) fn RowLine(
    /// The row.
    row: RowSignal,
    /// What its values are called.
    slots: Slots,
    /// Whether rows are being run.
    is_active: Signal<bool>,
) -> impl IntoView {
    let locale = super::locale();
    let is_open = RwSignal::new(false);
    let (index, label) = row.with_untracked(|row| (row.index, label(slots, row)));
    let key = {
        let row = row.clone();
        move || row.with(|row| status_key(row.status))
    };
    let status = {
        let row = row.clone();
        move || {
            let status = row.with(|row| row.status);
            let is_cuttable = matches!(status, RowStatus::Claimed | RowStatus::Committing);
            let is_active = is_cuttable && is_active.get();
            view! { <StatusWord status is_active /> }
        }
    };
    let why = {
        let row = row.clone();
        move || {
            let is_sending = row.with(|row| row.status == RowStatus::Committing);
            if is_sending && !is_active.get() {
                return Some(view! { <Cut /> }.into_any());
            }
            row.with(|row| why(locale, row))
        }
    };
    let detail = move || {
        is_open.get().then(|| {
            let row = row.get();
            view! { <RowDetail row slots /> }
        })
    };
    view! {
        <li class="row" data-index=index data-status=key>
            <button
                class="row-head"
                aria-expanded=move || is_open.get().to_string()
                on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)
            >
                <Icon glyph=Glyph::Chevron />
                <span class="row-number">{index + 1}</span>
                <span class="row-label">{label}</span>
                {status}
            </button>
            {why}
            {detail}
        </li>
    }
}

/// What becomes of a row that was cut while it was sent.
#[component]
fn Cut() -> impl IntoView {
    let locale = super::locale();
    view! { <div class="why"><p class="todo">{td_string!(locale, row.hint_cut)}</p></div> }
}

/// Its first two values that may be shown.
fn label(slots: Slots, row: &RowRecord) -> String {
    slots.with_value(|(skill, mapping)| {
        let open = skill
            .slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| !slot.sensitive);
        let values = open
            .map(|(at, _)| mapping.value(at, &row.cells).trim())
            .filter(|value| !value.is_empty());
        values.take(2).collect::<Vec<_>>().join(" · ")
    })
}

/// Why it is not done: the reason, the first check that did not hold, and what a person should do.
fn why(locale: Locale, row: &RowRecord) -> Option<AnyView> {
    if row.status == RowStatus::Done {
        return None;
    }
    let reason = row.reason.as_ref()?;
    let is_ended = row.status.is_ended();
    let failed = row.checks.iter().find(|check| !check.is_held());
    let failed: Option<Check> = failed.filter(|_| is_ended).cloned();
    let reason = words::diagnosis(locale, reason);
    let is_unknown = row.status == RowStatus::Unknown;
    let why = view! {
        <div class="why">
            <p class="reason">{reason}</p>
            {failed.map(|check| view! { <CheckFacts check /> })}
            {is_unknown.then(|| view! { <p class="todo">{td_string!(locale, row.hint_unknown)}</p> })}
        </div>
    };
    Some(why.into_any())
}
