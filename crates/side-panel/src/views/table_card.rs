//! The table of a new batch: a file, pasted cells, or one row entered by hand.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::file_card::{FileCard, FileCardWords, Taken};
use super::files;
use super::icons::Glyph;
use super::once_form::OnceForm;
use super::paste_box::PasteBox;
use super::table_details::TableDetails;
use super::trouble::{Place, TroubleAt};
use crate::i18n::*;
use crate::state::Panel;

/// The card, wired to the panel's state.
#[component]
pub(crate) fn TableCard(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let locale = super::locale();
    let words = FileCardWords {
        title: td_string!(locale, table.title),
        choose: td_string!(locale, table.choose),
        replace: td_string!(locale, table.replace),
        empty: td_string!(locale, table.empty),
    };
    let on_file = Callback::new(move |Taken { file, done }| {
        spawn_local(async move {
            match files::bytes(&file).await {
                Some(bytes) => {
                    panel.load_table(file.name(), &bytes);
                    done.run(None);
                }
                None => done.run(Some(file.name())),
            }
        });
    });
    let was_put_aside = move || {
        panel.was_put_aside.get().then(|| {
            view! { <p id="put-aside" class="muted">{td_string!(locale, batch.put_aside)}</p> }
        })
    };
    view! {
        <FileCard
            id="table"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            glyph=Glyph::Table
            words
            is_empty=Signal::derive(move || panel.table.with(Option::is_none))
            is_locked=Signal::derive(move || panel.is_active())
            on_file
        >
            <TroubleAt panel place=Place::Table />
            {was_put_aside}
            <Details panel />
            <Others panel />
        </FileCard>
    }
}

#[component]
fn Details(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let on_mapped = Callback::new(move |(slot, column)| panel.map_slot(slot, column));
    move || {
        let loaded = panel.table.get()?;
        let skill = panel.skill.get();
        let (mapping, preflight) = (panel.mapping, panel.preflight);
        Some(view! { <TableDetails loaded skill mapping preflight on_mapped /> })
    }
}

/// The other ways to a table.
#[component]
fn Others(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let locale = super::locale();
    let on_cells = Callback::new(move |text: String| {
        let name = td_string!(locale, table.pasted).to_owned();
        panel.load_table(name, text.as_bytes());
    });
    let on_row = Callback::new(move |values| {
        if let Some(skill) = panel.skill.get_untracked() {
            let name = td_string!(locale, table.one_row_name).to_owned();
            panel.enter_row(name, &skill, values);
        }
    });
    view! {
        <PasteBox on_cells />
        {move || panel.skill.get().map(|skill| view! {
            <OnceForm skill is_open=panel.is_entering on_row />
        })}
    }
}
