//! What a loaded table is, and what of it can't be run.

use std::sync::Arc;

use batch::{Mapping, Preflight, RowProblem};
use leptos::prelude::*;
use skill::Skill;

use super::mapping_editor::MappingEditor;
use super::trouble::Note;
use crate::i18n::*;
use crate::state::LoadedTable;
use crate::words;

/// So many problems are listed one by one.
const LISTED: usize = 50;

/// Name and size, which column fills what, faults and problems.
#[component]
pub(crate) fn TableDetails(
    /// The table.
    loaded: Arc<LoadedTable>,
    /// The skill it will be run with.
    skill: Option<Skill>,
    /// Which column fills which slot.
    #[prop(into)]
    mapping: Signal<Mapping>,
    /// What was found in them.
    #[prop(into)]
    preflight: Signal<Option<Preflight>>,
    /// Told a slot and the column that is to fill it.
    on_mapped: Callback<(usize, Option<usize>)>,
) -> impl IntoView {
    let locale = super::locale();
    let size = size(locale, loaded.table.rows.len(), loaded.table.headers.len());
    let name = loaded.name.clone();
    let columns = match skill {
        Some(skill) => view! { <MappingEditor skill loaded mapping on_mapped /> }.into_any(),
        None => view! { <p class="muted">{td_string!(locale, table.awaits_skill)}</p> }.into_any(),
    };
    view! {
        <p><span class="table-name">{name}</span>" "<span class="muted">{size}</span></p>
        {columns}
        {move || preflight.get().map(|found| view! { <Found found /> })}
    }
}

fn size(locale: Locale, rows: usize, columns: usize) -> String {
    let rows = match rows {
        1 => td_string!(locale, table.one_row).to_owned(),
        count => td_string!(locale, table.rows, count = count),
    };
    let columns = match columns {
        1 => td_string!(locale, table.one_column).to_owned(),
        count => td_string!(locale, table.columns, count = count),
    };
    words::listed(locale, &[rows, columns])
}

/// Faults, which block, and problems of rows, which don't.
#[component]
fn Found(
    /// What was found.
    found: Preflight,
) -> impl IntoView {
    let locale = super::locale();
    let faults = found.faults.iter().map(|fault| {
        let words = words::preflight_fault(locale, fault);
        view! { <li>{words}</li> }
    });
    let faults = faults.collect_view();
    let rows = found.rows;
    view! {
        {(!faults.is_empty()).then(|| view! {
            <Note is_error=true is_alert=true>
                <p class="note-title">{td_string!(locale, table.blocked)}</p>
                <ul class="places" id="preflight-faults">{faults}</ul>
            </Note>
        })}
        {(!rows.is_empty()).then(|| view! { <Problems rows /> })}
    }
}

/// Rows that can't be run.
#[component]
fn Problems(
    /// Them.
    rows: Vec<RowProblem>,
) -> impl IntoView {
    let locale = super::locale();
    let title = match rows.len() {
        1 => td_string!(locale, table.one_problem).to_owned(),
        count => td_string!(locale, table.problems, count = count),
    };
    let more = rows.len().saturating_sub(LISTED);
    let lines = rows.into_iter().take(LISTED).map(move |problem| {
        let row = problem.row + 1;
        let what = words::diagnosis(locale, &problem.diagnosis());
        view! { <li>{td_string!(locale, table.problem, row = row, what = what)}</li> }
    });
    view! {
        <Note>
            <p class="note-title">{title}</p>
            <p>{td_string!(locale, table.problems_hint)}</p>
            <ul class="places" id="row-problems">
                {lines.collect_view()}
                {(more > 0).then(|| view! {
                    <li class="muted">{td_string!(locale, table.more, count = more)}</li>
                })}
            </ul>
        </Note>
    }
}
