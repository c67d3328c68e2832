//! What a loaded table is, and what of it can't be run.

use batch::{Mapping, Preflight, RowProblem};
use leptos::prelude::*;
use skill::Skill;

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
    loaded: LoadedTable,
    /// The skill it will be run with.
    skill: Option<Skill>,
    /// What was found in the two.
    preflight: Option<Preflight>,
) -> impl IntoView {
    let locale = super::locale();
    let LoadedTable {
        name,
        table,
        mapping,
    } = loaded;
    let size = size(locale, table.rows.len(), table.headers.len());
    let columns = match skill {
        Some(skill) => view! { <Columns skill mapping headers=table.headers /> }.into_any(),
        None => view! { <p class="muted">{td_string!(locale, table.awaits_skill)}</p> }.into_any(),
    };
    view! {
        <p><span class="table-name">{name}</span>" "<span class="muted">{size}</span></p>
        {columns}
        {preflight.map(|found| view! { <Found found /> })}
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

/// For each slot the column that fills it.
#[component]
fn Columns(
    /// Whose slots.
    skill: Skill,
    /// Which column fills which.
    mapping: Mapping,
    /// The columns.
    headers: Vec<String>,
) -> impl IntoView {
    let locale = super::locale();
    let lines = skill.slots.iter().enumerate().map(|(at, slot)| {
        let column = mapping.columns.get(at).copied().flatten();
        let header = column.and_then(|column| headers.get(column)).cloned();
        let is_mapped = header.is_some();
        let words = header.unwrap_or_else(|| {
            let words = if slot.required {
                td_string!(locale, table.missing)
            } else {
                td_string!(locale, table.unmapped)
            };
            words.to_owned()
        });
        let from = td_string!(locale, table.from);
        view! {
            <li class:is-off=!is_mapped class:is-missing=!is_mapped && slot.required>
                <span class="slot">{slot.title().to_owned()}</span>
                <span class="arrow" role="img" aria-label=from>"←"</span>
                <span class="column">{words}</span>
            </li>
        }
    });
    view! {
        <ul class="mapping" aria-label=td_string!(locale, table.mapping)>{lines.collect_view()}</ul>
    }
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
