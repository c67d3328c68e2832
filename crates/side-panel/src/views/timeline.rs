//! What happened in a row's runs: step by step, how long, what was waited for, and what did not hold.
//!
//! A trace holds `{{slot}}` where a value stood; here it reads as the slot's name in brackets.

use batch::{BatchId, RunTrace, Stage, StageKind, stages};
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::Fact;
use replay::{Event, Picture};

use super::icons::{Glyph, Icon};
use super::picture::PictureView;
use super::row::Slots;
use super::row_detail::CheckFacts;
use crate::i18n::*;
use crate::runs::{self, Left};
use crate::words;

/// What a shorter part of a run waited for is not worth a line, ms.
const LONG_MS: u32 = 100;

/// The runs of a row, read from the records; nothing until they are there.
#[component]
pub(crate) fn Timeline(
    /// The row's batch.
    batch: BatchId,
    /// Its place in the table, from 0.
    row: u32,
    /// What its values are called.
    slots: Slots,
    /// Whether the last run is unfolded.
    is_open: bool,
) -> impl IntoView {
    let left = RwSignal::new(Left::default());
    spawn_local(async move {
        // Without its traces a row is told as well as before there were any.
        if let Ok(read) = runs::of_row(&batch, row).await {
            // The row may have been closed meanwhile.
            let _ = left.try_set(read);
        }
    });
    move || {
        let Left { runs, shots } = left.get();
        let last = runs.len().checked_sub(1)?;
        let told = runs.clone().into_iter().enumerate().map(|(at, run)| {
            let shot = shots.iter().find(|shot| shot.attempt == run.attempt);
            let shot = shot.map(|kept| kept.shot.clone());
            view! {
                <RunFold run slots is_open=is_open && at == last is_only=last == 0 />
                {shot.map(|shot| view! { <PictureView shot row /> })}
            }
        });
        Some(view! {
            <div class="timeline">
                {told.collect_view()}
                <Export row runs slots />
            </div>
        })
    }
}

/// Saves the traces as a file.
#[component]
fn Export(
    /// The row's place in the table, from 0.
    row: u32,
    /// The traces.
    runs: Vec<RunTrace>,
    /// Whose skill.
    slots: Slots,
) -> impl IntoView {
    let locale = super::locale();
    let save = move |_| {
        let name = format!("row-{}-trace.json", row + 1);
        slots.with_value(|(skill, _)| runs::download(&name, &skill.name, &runs));
    };
    view! {
        <div class="buttons">
            <button class="button is-quiet export-row-trace" title=td_string!(locale, run.export_trace_hint) on:click=save>
                <Icon glyph=Glyph::Save />
                <span>{td_string!(locale, trace.export)}</span>
            </button>
        </div>
    }
}

/// One attempt, folded.
#[component]
fn RunFold(
    /// It.
    run: RunTrace,
    /// What the row's values are called.
    slots: Slots,
    /// Whether it is unfolded.
    is_open: bool,
    /// Whether there is no other.
    is_only: bool,
) -> impl IntoView {
    let locale = super::locale();
    let date = words::date(locale, run.began_at);
    let title = if is_only {
        td_string!(locale, trace.title, date = date)
    } else {
        td_string!(locale, trace.attempt, count = run.attempt, date = date)
    };
    let stages = stages(&run.entries).into_iter();
    let stages = stages.map(|stage| view! { <StageLine stage slots /> });
    view! {
        <details class="fold run-fold" data-attempt=run.attempt open=is_open>
            <summary><Icon glyph=Glyph::Chevron />{title}</summary>
            <ol class="stages">{stages.collect_view()}</ol>
        </details>
    }
}

/// One part of a run.
#[component]
fn StageLine(
    /// It.
    stage: Stage,
    /// What the row's values are called.
    slots: Slots,
) -> impl IntoView {
    let locale = super::locale();
    let is_bad = stage.is_bad();
    let (mark, name, is_commit) = match &stage.kind {
        StageKind::Start => (None, td_string!(locale, trace.start).to_owned(), false),
        StageKind::Step {
            step,
            intent,
            is_commit,
        } => (Some(step + 1), intent.clone(), *is_commit),
        StageKind::End => (None, td_string!(locale, trace.end).to_owned(), false),
    };
    let time = stage.took_ms.map(|ms| words::duration(locale, ms));
    let is_long = stage.took_ms.is_some_and(|ms| ms >= LONG_MS);
    let waits = words::waits(locale, &stage.waits).filter(|_| is_long);
    let is_step = mark.is_some();
    let lines = stage.events.into_iter();
    let lines = lines.map(|event| line(locale, slots, event, is_step));
    view! {
        <li class="stage" class:is-bad=is_bad class:is-commit=is_commit>
            <span class="stage-mark" aria-hidden="true">{mark}</span>
            <div class="stage-text">
                <p class="stage-head">
                    <span class="stage-name">{name}</span>
                    {is_commit.then(|| view! { <span class="tag">{td_string!(locale, skill.commit)}</span> })}
                    <span class="stage-time">{time}</span>
                </p>
                {lines.collect_view()}
                {waits.map(|waits| view! { <p class="muted stage-waits">{waits}</p> })}
            </div>
        </li>
    }
}

/// An event in words; nothing for what the stage itself tells.
fn line(locale: Locale, slots: Slots, event: Event, is_step: bool) -> Option<AnyView> {
    let plain = |text: String| {
        let text = shown(slots, &text);
        Some(view! { <p class="muted">{text}</p> }.into_any())
    };
    let bad = |text: String| {
        let text = shown(slots, &text);
        Some(view! { <p class="stage-bad">{text}</p> }.into_any())
    };
    match event {
        Event::Began { reconciles: true } => plain(td_string!(locale, trace.reconciles).to_owned()),
        Event::Opened { url, why: None } => plain(td_string!(locale, trace.opened, url = url)),
        Event::Opened { why: Some(why), .. } => bad(words::diagnosis(locale, &why)),
        Event::KeyLookedFor { is_proof, found } => plain(key(locale, is_proof, &found)),
        Event::Grounded {
            target,
            confidence,
            runner_up,
        } => {
            let target = words::named(locale, &target);
            let percent = (confidence * 100.0).round();
            let found = if percent < 100.0 {
                td_string!(locale, trace.found_like, target = target, percent = percent)
            } else {
                td_string!(locale, trace.found, target = target)
            };
            let near = runner_up.map(|near| {
                let (percent, near) = ((near.confidence * 100.0).round(), near.label);
                let near = words::named(locale, &near);
                td_string!(locale, trace.near, target = near, percent = percent)
            });
            plain(
                [found]
                    .into_iter()
                    .chain(near)
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        }
        Event::CommitBegan => plain(td_string!(locale, trace.commit_began).to_owned()),
        Event::Acted { why: Some(why), .. } => bad(words::diagnosis(locale, &why)),
        Event::Checked { held, of, checks } => checked(locale, slots, held, of, checks, is_step),
        Event::Tried(tried) => {
            let why = words::diagnosis(locale, &tried.diagnosis);
            let remedy = words::remedy(locale, tried.remedy);
            plain(td_string!(locale, trace.tried, why = why, remedy = remedy))
        }
        Event::Extracted { output, texts } => plain(td_string!(
            locale,
            trace.read,
            output = output,
            count = texts
        )),
        Event::CameOf { effect, .. } => plain(words::effect(locale, &effect)),
        Event::HandedOver { why } => {
            let why = words::diagnosis(locale, &why);
            bad(td_string!(locale, trace.handed_over, why = why))
        }
        Event::Pictured {
            picture: Picture::Missing(why),
        } => plain(words::no_picture(locale, &why)),
        Event::Ended { outcome, .. } => {
            let outcome = words::outcome(locale, outcome);
            plain(td_string!(locale, trace.ended, outcome = outcome))
        }
        Event::Pictured { .. }
        | Event::Acted { why: None, .. }
        | Event::Began { reconciles: false }
        | Event::StepBegan { .. }
        | Event::Waited { .. } => None,
    }
}

fn key(locale: Locale, is_proof: bool, found: &Fact) -> String {
    let found = words::fact(locale, found);
    if is_proof {
        td_string!(locale, trace.key_proof, found = found)
    } else {
        td_string!(locale, trace.key_before, found = found)
    }
}

/// How many checks hold; of a step also what did not. What decided at the end is told with the row.
fn checked(
    locale: Locale,
    slots: Slots,
    held: u32,
    of: u32,
    checks: Vec<protocol::Check>,
    is_step: bool,
) -> Option<AnyView> {
    if of == 0 {
        return None;
    }
    let failed = checks
        .into_iter()
        .filter(|check| is_step && !check.is_held());
    let failed = failed.map(|check| view! { <CheckFacts check slots with_evidence=true /> });
    let failed = failed.collect_view();
    let view = view! {
        <p class="muted">{td_string!(locale, trace.checked, held = held, of = of)}</p>
        {failed}
    };
    Some(view.into_any())
}

/// A text of a trace with the slots' names for a person.
pub(crate) fn shown(slots: Slots, text: &str) -> String {
    slots.with_value(|(skill, _)| words::slots_named(skill, text))
}
