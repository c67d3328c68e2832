//! Everything that is known of a row.

use batch::RowRecord;
use leptos::prelude::*;
use protocol::{Check, Verdict};
use replay::StepTrace;

use super::icons::{Glyph, Icon};
use super::row::Slots;
use crate::i18n::*;
use crate::words;

/// Step, checks, what the page said, attempts and values.
#[component]
pub(crate) fn RowDetail(
    /// The row.
    row: RowRecord,
    /// What its values are called.
    slots: Slots,
) -> impl IntoView {
    let locale = super::locale();
    let values = values(locale, slots, &row);
    let RowRecord {
        at_step,
        checks,
        notices,
        attempts,
        trace,
        ..
    } = row;
    let (has_checks, has_notices) = (!checks.is_empty(), !notices.is_empty());
    let checks = checks
        .into_iter()
        .map(|check| view! { <CheckLine check /> });
    let checks = checks.collect_view();
    let notices = notices
        .into_iter()
        .map(|notice| view! { <li>{notice}</li> });
    let notices = notices.collect_view();
    let is_untouched = attempts == 0 && !has_checks;
    view! {
        <div class="row-detail">
            <dl class="facts">
                {at_step.map(|step| view! {
                    <dt>{td_string!(locale, row.step)}</dt>
                    <dd class="at-step">{step}</dd>
                })}
                {(attempts > 0).then(|| view! {
                    <dt>{td_string!(locale, row.attempts)}</dt>
                    <dd class="attempts">{attempts}</dd>
                })}
            </dl>
            {is_untouched.then(|| view! {
                <p class="muted">{td_string!(locale, row.no_detail)}</p>
            })}
            {has_checks.then(|| view! {
                <h3>{td_string!(locale, row.checks)}</h3>
                <ul class="checks">{checks}</ul>
            })}
            {has_notices.then(|| view! {
                <h3>{td_string!(locale, row.notices)}</h3>
                <ul class="notices">{notices}</ul>
            })}
            <Effects trace />
            <h3>{td_string!(locale, row.values)}</h3>
            {values}
        </div>
    }
}

/// What the steps brought about beside the page; nothing where they did not.
#[component]
fn Effects(
    /// The row's steps.
    trace: Vec<StepTrace>,
) -> impl IntoView {
    let locale = super::locale();
    let effects = trace.iter().flat_map(|step| {
        let intent = step.intent.clone();
        let effects = step.effects.iter();
        effects.map(move |effect| {
            let words = words::effect(locale, effect);
            view! { <li><span class="muted">{intent.clone()}</span>" "{words}</li> }
        })
    });
    let effects = effects.collect::<Vec<_>>();
    (!effects.is_empty()).then(|| {
        view! {
            <h3>{td_string!(locale, row.effects)}</h3>
            <ul class="effects">{effects}</ul>
        }
    })
}

/// A check with its verdict.
#[component]
fn CheckLine(
    /// The check.
    check: Check,
) -> impl IntoView {
    let locale = super::locale();
    let (key, glyph) = match check.verdict {
        Verdict::Held => ("held", Glyph::Done),
        Verdict::Failed => ("failed", Glyph::Failed),
        Verdict::Unknown => ("unknown", Glyph::Unknown),
    };
    let verdict = words::verdict(locale, check.verdict);
    view! {
        <li class="check" data-verdict=key>
            <span class="verdict"><Icon glyph /><span>{verdict}</span></span>
            <CheckFacts check />
        </li>
    }
}

/// A check's claim, what was expected and what was there.
#[component]
pub(crate) fn CheckFacts(
    /// The check.
    check: Check,
) -> impl IntoView {
    let locale = super::locale();
    let inferred = check.is_inferred.then(|| {
        view! { " "<span class="muted inferred">{td_string!(locale, row.inferred)}</span> }
    });
    view! {
        <div class="check-facts">
            <p class="claim">{words::claim(locale, &check.condition)}{inferred}</p>
            <dl class="facts">
                <dt>{td_string!(locale, row.expected)}</dt>
                <dd class="expected">{words::fact(locale, &check.expected)}</dd>
                <dt>{td_string!(locale, row.actual)}</dt>
                <dd class="actual">{words::fact(locale, &check.actual)}</dd>
            </dl>
        </div>
    }
}

/// The row's values by slot; a sensitive one only by its length.
fn values(locale: Locale, slots: Slots, row: &RowRecord) -> impl IntoView + use<> {
    let lines = slots.with_value(|(skill, mapping)| {
        let mapped = skill
            .slots
            .iter()
            .enumerate()
            .filter(|(at, _)| mapping.columns.get(*at).copied().flatten().is_some());
        let lines = mapped.map(|(at, slot)| {
            let value = mapping.value(at, &row.cells);
            let words = if value.is_empty() {
                td_string!(locale, row.empty).to_owned()
            } else if slot.sensitive {
                td_string!(locale, row.masked, length = value.chars().count())
            } else {
                value.to_owned()
            };
            let is_off = value.is_empty() || slot.sensitive;
            view! {
                <dt>{slot.title().to_owned()}</dt>
                <dd class="value" class:is-off=is_off>{words}</dd>
            }
        });
        lines.collect_view()
    });
    view! { <dl class="facts values">{lines}</dl> }
}
