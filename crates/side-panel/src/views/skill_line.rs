//! One saved skill.

use leptos::prelude::*;
use storage::SavedSkill;

use super::icons::{Glyph, Icon};
use super::skill_details::SkillDetails;
use crate::i18n::*;

/// What a person asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SkillAsked {
    /// Show or hide what it does.
    Toggle,
    /// Run it over a table.
    Use,
    /// Run it for one row.
    RunOnce,
    /// Delete it.
    Delete,
}

/// The skill: a button with its name; opened, what it does in words, and what can be done with it.
#[component]
pub(crate) fn SkillLine(
    /// The skill.
    saved: SavedSkill,
    /// Whether it is the one of the next batch.
    is_chosen: Signal<bool>,
    /// Whether it is opened.
    is_open: Signal<bool>,
    /// Whether rows are being run, so that no batch can be prepared.
    is_active: Signal<bool>,
    /// Told what a person asked for.
    on_asked: Callback<(SkillAsked, SavedSkill)>,
) -> impl IntoView {
    let locale = super::locale();
    let name = saved.skill.name.clone();
    let kept = StoredValue::new(saved);
    let ask = move |asked| on_asked.run((asked, kept.get_value()));
    let delete_words = td_string!(locale, skill.delete_named, name = name.clone());
    view! {
        <li class="line" data-name=name.clone() class:is-open=move || is_open.get()>
            <div class="line-head">
                <button
                    class="line-button"
                    aria-expanded=move || is_open.get().to_string()
                    on:click=move |_| ask(SkillAsked::Toggle)
                >
                    <Icon glyph=Glyph::Chevron />
                    <span class="line-name">{name.clone()}</span>
                    {move || is_chosen.get().then(|| view! {
                        <span class="tag">{td_string!(locale, skill.chosen)}</span>
                    })}
                </button>
                <button
                    class="icon-button is-delete"
                    aria-label=delete_words.clone()
                    title=delete_words
                    on:click=move |_| ask(SkillAsked::Delete)
                >
                    <Icon glyph=Glyph::Delete />
                </button>
            </div>
            {move || is_open.get().then(|| view! {
                <div class="line-body">
                    <SkillDetails skill=kept.with_value(|saved| saved.skill.clone()) />
                    <div class="buttons">
                        <button
                            class="button is-primary use-skill"
                            disabled=move || is_active.get()
                            on:click=move |_| ask(SkillAsked::Use)
                        >
                            <Icon glyph=Glyph::Table />
                            <span>{td_string!(locale, skill.run_table)}</span>
                        </button>
                        <button
                            class="button is-quiet run-once"
                            disabled=move || is_active.get()
                            on:click=move |_| ask(SkillAsked::RunOnce)
                        >
                            <Icon glyph=Glyph::Start />
                            <span>{td_string!(locale, skill.run_once)}</span>
                        </button>
                    </div>
                </div>
            })}
        </li>
    }
}
