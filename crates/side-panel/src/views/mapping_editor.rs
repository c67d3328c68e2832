//! Which column fills which slot, and the first rows as they will be filled.

use std::sync::Arc;

use batch::Mapping;
use leptos::prelude::*;
use skill::{Skill, Slot};

use crate::i18n::*;
use crate::state::LoadedTable;

/// So many rows are shown.
const SHOWN: usize = 3;

/// For each slot a list of the columns.
#[component]
pub(crate) fn MappingEditor(
    /// Whose slots.
    skill: Skill,
    /// Whose columns.
    loaded: Arc<LoadedTable>,
    /// Which column fills which.
    #[prop(into)]
    mapping: Signal<Mapping>,
    /// Told a slot and the column that is to fill it.
    on_mapped: Callback<(usize, Option<usize>)>,
) -> impl IntoView {
    let locale = super::locale();
    let headers = &loaded.table.headers;
    let lines = skill.slots.iter().enumerate().map(|(at, slot)| {
        let column = Signal::derive(move || {
            mapping.with(|mapping| mapping.columns.get(at).copied().flatten())
        });
        let on_column = Callback::new(move |column| on_mapped.run((at, column)));
        line(locale, slot, headers, column, on_column)
    });
    let lines = lines.collect_view();
    view! {
        <ul id="mapping" class="mapping" aria-label=td_string!(locale, table.mapping)>{lines}</ul>
        <Preview skill loaded mapping />
    }
}

fn line(
    locale: Locale,
    slot: &Slot,
    headers: &[String],
    column: Signal<Option<usize>>,
    on_column: Callback<Option<usize>>,
) -> impl IntoView + use<> {
    let id = format!("map-{}", slot.name);
    let chosen = column.get_untracked();
    let options = headers.iter().enumerate().map(|(at, header)| {
        view! { <option value=at.to_string() selected=chosen == Some(at)>{header.clone()}</option> }
    });
    let options = options.collect_view();
    let required = slot.required;
    let none = if required {
        td_string!(locale, table.missing)
    } else {
        td_string!(locale, table.unmapped)
    };
    let is_missing = move || required && column.get().is_none();
    view! {
        <li class:is-off=move || column.get().is_none() class:is-missing=is_missing>
            <label class="slot" for=id.clone()>{slot.title().to_owned()}</label>
            <span class="arrow" aria-hidden="true">"←"</span>
            <select
                id=id
                aria-invalid=move || is_missing().then_some("true")
                on:change:target=move |event| on_column.run(event.target().value().parse().ok())
            >
                <option value="" selected=chosen.is_none()>{format!("— {none}")}</option>
                {options}
            </select>
        </li>
    }
}

/// The first rows, slot by slot, as they will be filled; a sensitive value only by its length.
#[component]
fn Preview(
    /// Whose slots.
    skill: Skill,
    /// Whose rows.
    loaded: Arc<LoadedTable>,
    /// Which column fills which.
    mapping: Signal<Mapping>,
) -> impl IntoView {
    let locale = super::locale();
    let heads = skill
        .slots
        .iter()
        .map(|slot| view! { <th scope="col">{slot.title().to_owned()}</th> });
    let heads = heads.collect_view();
    let rows = move || {
        let mapping = mapping.get();
        let rows = loaded
            .table
            .rows
            .iter()
            .take(SHOWN)
            .enumerate()
            .map(|(at, cells)| {
                let cells = skill.slots.iter().enumerate().map(|(slot_at, slot)| {
                    let value = mapping.value(slot_at, cells).trim();
                    let words = if value.is_empty() {
                        "–".to_owned()
                    } else if slot.sensitive {
                        td_string!(locale, row.masked, length = value.chars().count())
                    } else {
                        value.to_owned()
                    };
                    view! { <td class:is-off=value.is_empty() || slot.sensitive>{words}</td> }
                });
                view! { <tr><th scope="row">{at + 1}</th>{cells.collect_view()}</tr> }
            });
        rows.collect_view()
    };
    view! {
        <div class="preview" role="region" tabindex="0" aria-label=td_string!(locale, table.preview)>
            <table id="preview">
                <caption>{td_string!(locale, table.preview)}</caption>
                <thead><tr><th scope="col"><span class="unseen">{td_string!(locale, table.row_number)}</span></th>{heads}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
