//! The view of one batch: skill, table, run and rows, wired to the panel's state.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

use super::file_card::{FileCard, FileCardWords};
use super::files;
use super::icons::Glyph;
use super::row_list::RowList;
use super::run_card::{RunAsked, RunCard, RunState};
use super::skill_details::SkillDetails;
use super::table_details::TableDetails;
use super::trouble::{Place, TroubleNote};
use crate::i18n::*;
use crate::state::Panel;

/// Everything about one batch.
#[component]
pub(crate) fn Batches(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    view! {
        <SkillSection panel />
        <TableSection panel />
        <RunSection panel />
        <RowSection panel />
    }
}

#[component]
fn SkillSection(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let locale = super::locale();
    let words = FileCardWords {
        title: td_string!(locale, skill.title),
        choose: td_string!(locale, skill.choose),
        replace: td_string!(locale, skill.replace),
        empty: td_string!(locale, skill.empty),
    };
    let on_file = Callback::new(move |(file, unreadable): (File, Callback<String>)| {
        spawn_local(async move {
            match files::text(&file).await {
                Some(text) => panel.import_skill(file.name(), &text),
                None => unreadable.run(file.name()),
            }
        });
    });
    view! {
        <FileCard
            id="skill"
            accept=".json,application/json"
            glyph=Glyph::Skill
            words
            is_empty=Signal::derive(move || panel.skill.with(Option::is_none))
            is_locked=Signal::derive(move || panel.phase.with(|phase| phase.is_active()))
            on_file
        >
            {trouble_at(panel, Place::Skill)}
            {move || panel.skill.get().map(|skill| view! { <SkillDetails skill /> })}
        </FileCard>
    }
}

#[component]
fn TableSection(
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
    let on_file = Callback::new(move |(file, unreadable): (File, Callback<String>)| {
        spawn_local(async move {
            match files::bytes(&file).await {
                Some(bytes) => panel.load_table(file.name(), &bytes),
                None => unreadable.run(file.name()),
            }
        });
    });
    view! {
        <FileCard
            id="table"
            accept=".csv,.tsv,text/csv"
            glyph=Glyph::Table
            words
            is_empty=Signal::derive(move || panel.table.with(Option::is_none))
            is_locked=Signal::derive(move || panel.phase.with(|phase| phase.is_active()))
            on_file
        >
            {trouble_at(panel, Place::Table)}
            {move || {
                let loaded = panel.table.get()?;
                let (skill, preflight) = (panel.skill.get(), panel.preflight.get());
                Some(view! { <TableDetails loaded skill preflight /> })
            }}
        </FileCard>
    }
}

#[component]
fn RunSection(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let state = Signal::derive(move || RunState {
        has_skill: panel.skill.with(Option::is_some),
        has_table: panel.table.with(Option::is_some),
        has_batch: panel.batch.with(Option::is_some),
        can_start: panel.can_start(),
        has_rows_left: panel.has_rows_left(),
        phase: panel.phase.get(),
    });
    let on_asked = Callback::new(move |asked| match asked {
        RunAsked::Start => panel.start(),
        RunAsked::Stop => panel.stop(),
        RunAsked::Export => {
            if let Some((name, csv)) = panel.export() {
                files::download(&name, &csv);
            }
        }
    });
    view! {
        <RunCard state counts=panel.counts on_asked>
            {trouble_at(panel, Place::Run)}
        </RunCard>
    }
}

#[component]
fn RowSection(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    move || {
        let batch = panel.batch.with(|batch| {
            let batch = batch.as_ref()?;
            Some((batch.skill.clone(), batch.mapping.clone()))
        });
        let (skill, mapping) = batch?;
        let rows = panel.rows.get();
        let is_active = Signal::derive(move || panel.phase.with(|phase| phase.is_active()));
        Some(view! { <RowList skill mapping rows is_active /> })
    }
}

/// The panel's trouble, if it belongs to this place.
fn trouble_at(panel: Panel, place: Place) -> impl IntoView {
    move || {
        let trouble = panel.trouble.get()?;
        (Place::of(&trouble) == place).then(|| view! { <TroubleNote trouble /> })
    }
}
