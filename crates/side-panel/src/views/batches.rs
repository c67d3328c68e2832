//! The view of batches: a new one, or the open one, and those that were begun. Wired to the
//! panel's state.

use leptos::prelude::*;

use super::attach_card::AttachSection;
use super::batch_head::BatchHead;
use super::files;
use super::past_list::{PastAsked, PastList};
use super::row_list::RowList;
use super::run_card::{RunAsked, RunCard, RunState};
use super::skill_choice::SkillChoice;
use super::table_card::TableCard;
use super::trouble::{Place, TroubleAt};
use crate::history::{PastBatch, Reported};
use crate::run::Rows;
use crate::state::{Panel, View};

/// Everything about batches.
#[component]
pub(crate) fn BatchesView(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let has_batch = Memo::new(move |_| panel.batch.with(Option::is_some));
    view! {
        <div id="setup" class="view" hidden=move || has_batch.get()>
            <SkillSection panel />
            <TableCard panel />
        </div>
        {move || has_batch.get().then(|| view! { <HeadSection panel /> })}
        <AttachSection panel />
        <RunSection panel />
        <RowSection panel />
        <PastSection panel />
    }
}

#[component]
fn SkillSection(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let skills = Signal::derive(move || {
        let skills = panel.skills.get().unwrap_or_default();
        skills.into_iter().map(|saved| saved.skill).collect()
    });
    let on_chosen = Callback::new(move |skill| {
        panel.begin();
        panel.choose_skill(skill);
    });
    let on_import = Callback::new(move |()| panel.show_view(View::Skills));
    view! { <SkillChoice skills chosen=panel.skill on_chosen on_import /> }
}

#[component]
fn HeadSection(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let since = Signal::derive(move || panel.skill_since());
    let is_active = Signal::derive(move || panel.is_active());
    let on_new = Callback::new(move |()| {
        panel.new_batch();
        super::focus_on("skill-choice".into());
    });
    view! { <BatchHead batch=panel.batch since is_active on_new /> }
}

#[component]
fn RunSection(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let state = Signal::derive(move || RunState {
        is_blocked: panel.is_blocked.get(),
        has_skill: panel.skill.with(Option::is_some),
        has_table: panel.table.with(Option::is_some),
        has_batch: panel.batch.with(Option::is_some),
        can_start: panel.can_start(),
        has_rows_left: panel.has_rows_left(),
        phase: panel.phase.get(),
    });
    let save = move |which| {
        if let Some((name, csv)) = panel.export(which) {
            files::download(&name, &csv, files::CSV);
        }
    };
    let on_asked = Callback::new(move |asked| match asked {
        RunAsked::Start => panel.start(Rows::Left),
        RunAsked::Rerun => panel.start(Rows::LeftAndFailed),
        RunAsked::Stop => panel.stop(),
        RunAsked::Export => save(Reported::All),
        RunAsked::ExportOpen => save(Reported::Open),
        RunAsked::ExportTrace => panel.export_runs(),
    });
    view! {
        <RunCard state counts=panel.counts on_asked>
            <TroubleAt panel place=Place::Run />
        </RunCard>
    }
}

/// The rows are drawn anew only for another batch.
#[component]
fn RowSection(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let is_active = Signal::derive(move || panel.is_active());
    move || {
        let rows = panel.rows.get();
        let (skill, mapping) = panel.batch.with_untracked(|batch| {
            let batch = batch.as_ref()?;
            Some((batch.skill.clone(), batch.mapping.clone()))
        })?;
        Some(view! { <RowList skill mapping rows is_active /> })
    }
}

#[component]
fn PastSection(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let open = Memo::new(move |_| panel.batch.with(|batch| Some(batch.as_ref()?.id.clone())));
    let is_active = Signal::derive(move || panel.is_active());
    let on_asked = Callback::new(move |(asked, past): (PastAsked, PastBatch)| match asked {
        PastAsked::Open => panel.open_batch(past.record),
        PastAsked::Delete => panel.delete_batch(past.record),
    });
    view! { <PastList past=panel.past open is_active on_asked /> }
}
