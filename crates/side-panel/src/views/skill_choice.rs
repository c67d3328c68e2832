//! Which skill a new batch runs.

use leptos::prelude::*;
use skill::Skill;

use super::icons::{Glyph, Icon};
use crate::i18n::*;

/// A card with a list of the saved skills, or the way to import one.
#[component]
pub(crate) fn SkillChoice(
    /// The saved skills.
    skills: Signal<Vec<Skill>>,
    /// The chosen one.
    #[prop(into)]
    chosen: Signal<Option<Skill>>,
    /// Told of another choice.
    on_chosen: Callback<Skill>,
    /// Told that a person wants to import one.
    on_import: Callback<()>,
) -> impl IntoView {
    let locale = super::locale();
    let has_any = Memo::new(move |_| skills.with(|skills| !skills.is_empty()));
    let choose = move |name: String| {
        let skill =
            skills.with_untracked(|skills| skills.iter().find(|skill| skill.name == name).cloned());
        if let Some(skill) = skill {
            on_chosen.run(skill);
        }
    };
    let options = move || {
        let chosen = chosen.with(|chosen| chosen.as_ref().map(|skill| skill.name.clone()));
        let names = skills.with(|skills| {
            skills
                .iter()
                .map(|skill| skill.name.clone())
                .collect::<Vec<_>>()
        });
        let options = names.into_iter().map(|name| {
            let is_chosen = chosen.as_ref() == Some(&name);
            view! { <option value=name.clone() selected=is_chosen>{name.clone()}</option> }
        });
        view! {
            <option value="" selected=chosen.is_none() disabled=true>{td_string!(locale, skill.none)}</option>
            {options.collect_view()}
        }
    };
    let about = move || {
        chosen
            .with(|chosen| Some(chosen.as_ref()?.description.clone()))
            .filter(|about| !about.is_empty())
            .map(|about| view! { <p class="muted">{about}</p> })
    };
    view! {
        <section class="card" aria-labelledby="skill-choice-title">
            <div class="card-head">
                <Icon glyph=Glyph::Skill />
                <h2 id="skill-choice-title">{td_string!(locale, skill.title)}</h2>
            </div>
            {move || if has_any.get() {
                view! {
                    <select
                        id="skill-choice"
                        aria-labelledby="skill-choice-title"
                        on:change:target=move |event| choose(event.target().value())
                    >{options}</select>
                    {about}
                }.into_any()
            } else {
                view! {
                    <p>{td_string!(locale, skill.none_saved)}</p>
                    <div class="buttons">
                        <button class="button is-quiet" on:click=move |_| on_import.run(())>
                            <Icon glyph=Glyph::Open />
                            <span>{td_string!(locale, skill.import)}</span>
                        </button>
                    </div>
                }.into_any()
            }}
        </section>
    }
}
