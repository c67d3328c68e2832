//! What a skill is and does.

use leptos::prelude::*;
use skill::Skill;

use super::icons::{Glyph, Icon};
use super::steps::Steps;
use crate::i18n::*;

/// What it is for, sites and steps.
#[component]
pub(crate) fn SkillDetails(
    /// The skill.
    skill: Skill,
) -> impl IntoView {
    let locale = super::locale();
    let count = skill.steps.len();
    let steps = if count == 1 {
        td_string!(locale, skill.one_step).to_owned()
    } else {
        td_string!(locale, skill.steps, count = count)
    };
    let sites: Vec<String> = skill.sites.iter().map(ToString::to_string).collect();
    let sites = sites
        .into_iter()
        .map(|site| view! { <code>{site}</code>" " });
    let about = skill.description.clone();
    view! {
        {(!about.is_empty()).then(|| view! { <p class="muted">{about}</p> })}
        <p class="sites">
            <span class="muted">{td_string!(locale, skill.sites)}</span>" "
            {sites.collect_view()}
        </p>
        <details class="fold">
            <summary><Icon glyph=Glyph::Chevron />{steps}</summary>
            <Steps skill />
        </details>
    }
}
