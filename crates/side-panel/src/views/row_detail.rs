//! Everything that is known of a row.

use batch::{RowRecord, RowStatus};
use leptos::prelude::*;
use protocol::{Check, Fact, Verdict};
use replay::Changed;

use super::icons::{Glyph, Icon};
use super::row::Slots;
use super::timeline::{Timeline, shown};
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
        changed,
        outputs,
        batch,
        index,
        status,
        ..
    } = row;
    let is_done = status == RowStatus::Done;
    let has_outputs = !outputs.is_empty();
    let outputs = outputs.into_iter().map(|output| {
        let value = words::extracted(locale, &output.value);
        view! { <dt>{output.name}</dt><dd class="value">{value}</dd> }
    });
    let outputs = outputs.collect_view();
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
            {(!is_done && !changed.is_nothing()).then(|| view! { <AlreadyDone changed is_failed=status == RowStatus::Failed /> })}
            {has_checks.then(|| view! {
                <h3>{td_string!(locale, row.checks)}</h3>
                <ul class="checks">{checks}</ul>
            })}
            {has_notices.then(|| view! {
                <h3>{td_string!(locale, row.notices)}</h3>
                <ul class="notices">{notices}</ul>
            })}
            {has_outputs.then(|| view! {
                <h3>{td_string!(locale, row.outputs)}</h3>
                <dl class="facts outputs">{outputs}</dl>
            })}
            <h3>{td_string!(locale, row.values)}</h3>
            {values}
            {(attempts > 0).then(|| view! {
                <Timeline batch row=index slots is_open=!is_done />
            })}
        </div>
    }
}

/// What the last run did nevertheless; nothing of it is undone.
#[component]
fn AlreadyDone(
    /// It.
    changed: Changed,
    /// Whether the site shows that it came to nothing.
    is_failed: bool,
) -> impl IntoView {
    let locale = super::locale();
    let Changed { steps, commit } = changed;
    let steps = steps.into_iter().map(|step| view! { <li>{step}</li> });
    let end = match commit {
        Some(step) if is_failed => td_string!(locale, row.commit_failed, step = step),
        Some(step) => td_string!(locale, row.commit_begun, step = step),
        None => td_string!(locale, row.not_sent).to_owned(),
    };
    view! {
        <div class="already-done">
            <h3>{td_string!(locale, row.already_done)}</h3>
            <ul class="notices">{steps.collect_view()}</ul>
            <p class="todo">{end}</p>
        </div>
    }
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
    /// What the slots are called that it names, where it is a trace's.
    #[prop(optional)]
    slots: Option<Slots>,
    /// Whether what the verdict rests on is told too.
    #[prop(optional)]
    with_evidence: bool,
) -> impl IntoView {
    let locale = super::locale();
    let inferred = check.is_inferred.then(|| {
        view! { " "<span class="muted inferred">{td_string!(locale, row.inferred)}</span> }
    });
    let say = |text: String| slots.map_or(text.clone(), |slots| shown(slots, &text));
    let fact = |fact: &Fact| say(words::fact(locale, fact));
    // What was found is often all the evidence there is.
    let others = check.evidence.iter().filter(|fact| **fact != check.actual);
    let others: Vec<String> = others.filter(|_| with_evidence).map(fact).collect();
    let has_others = !others.is_empty();
    view! {
        <div class="check-facts">
            <p class="claim">{say(words::claim(locale, &check.condition))}{inferred}</p>
            <dl class="facts">
                <dt>{td_string!(locale, row.expected)}</dt>
                <dd class="expected">{fact(&check.expected)}</dd>
                <dt>{td_string!(locale, row.actual)}</dt>
                <dd class="actual">{fact(&check.actual)}</dd>
                {has_others.then(|| view! {
                    <dt>{td_string!(locale, row.evidence)}</dt>
                    <dd class="evidence">{words::joined(locale, &others)}</dd>
                })}
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
