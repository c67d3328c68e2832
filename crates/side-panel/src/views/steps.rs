//! A skill's steps in words.

use leptos::prelude::*;
use protocol::PostCondition;
use skill::{Skill, Step};

use super::icons::{Glyph, Icon};
use crate::i18n::*;
use crate::words;

/// The steps in order, then what must show at the end.
#[component]
pub(crate) fn Steps(
    /// The skill.
    skill: Skill,
) -> impl IntoView {
    let locale = super::locale();
    let steps = skill
        .steps
        .iter()
        .map(|step| step_line(locale, &skill, step));
    let key = skill.row_key.as_ref().map(|key| {
        let key = words::in_words(&skill, &Some(key.key.clone())).unwrap_or_default();
        view! { <p class="muted">{td_string!(locale, skill.key, key = key)}</p> }
    });
    let end = claims(locale, &skill, &skill.success);
    let has_end = !skill.success.is_empty();
    view! {
        <ol class="steps">{steps.collect_view()}</ol>
        {has_end.then(|| view! { <p class="muted">{td_string!(locale, skill.at_end)}</p>{end} })}
        {key}
    }
}

fn step_line(locale: Locale, skill: &Skill, step: &Step) -> impl IntoView + use<> {
    let does = words::action(locale, &words::in_words(skill, &step.action));
    let expects = claims(locale, skill, &step.expect);
    let has_expects = !step.expect.is_empty();
    let commit = step.commit.then(|| {
        view! {
            <span class="tag" title=td_string!(locale, skill.commit_hint)>
                <Icon glyph=Glyph::Sending />
                {td_string!(locale, skill.commit)}
            </span>
        }
    });
    view! {
        <li class:is-commit=step.commit>
            <p class="step-intent">{step.intent.clone()}" "{commit}</p>
            <p class="muted">{does}</p>
            {step.commit.then(|| view! { <p class="muted">{td_string!(locale, skill.commit_hint)}</p> })}
            {has_expects.then(|| view! {
                <p class="muted">{td_string!(locale, skill.expects)}</p>
                {expects}
            })}
        </li>
    }
}

fn claims(locale: Locale, skill: &Skill, conditions: &[PostCondition]) -> impl IntoView + use<> {
    let claims = conditions.iter().map(|condition| {
        let claim = words::claim(locale, &words::in_words(skill, condition));
        view! { <li>{claim}</li> }
    });
    view! { <ul class="claims">{claims.collect_view()}</ul> }
}
