//! The view of the saved skills, wired to the panel's state.

use leptos::prelude::*;
use leptos::task::spawn_local;
use storage::SavedSkill;

use super::file_card::{FileCard, FileCardWords, Taken};
use super::files;
use super::icons::{Glyph, Icon};
use super::skill_line::{SkillAsked, SkillLine};
use super::trouble::{Place, TroubleAt};
use crate::i18n::*;
use crate::state::{Panel, View};

/// Import, and everything that is saved.
#[component]
pub(crate) fn SkillsView(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let is_empty = Memo::new(move |_| {
        panel
            .skills
            .with(|skills| skills.as_ref().is_some_and(Vec::is_empty))
    });
    view! {
        {move || is_empty.get().then(|| view! { <Welcome /> })}
        <Import panel />
        <SkillList panel />
    }
}

/// What this is, for who opens it the first time.
#[component]
fn Welcome() -> impl IntoView {
    let locale = super::locale();
    view! {
        <section id="welcome" class="welcome" aria-labelledby="welcome-title">
            <h2 id="welcome-title">{td_string!(locale, welcome.title)}</h2>
            <p>{td_string!(locale, welcome.what)}</p>
            <ol class="steps">
                <li>{td_string!(locale, welcome.skill)}</li>
                <li>{td_string!(locale, welcome.table)}</li>
                <li>{td_string!(locale, welcome.run)}</li>
            </ol>
            <p class="muted">{td_string!(locale, welcome.local)}</p>
        </section>
    }
}

#[component]
fn Import(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let locale = super::locale();
    let words = FileCardWords {
        title: td_string!(locale, skill.import_title),
        choose: td_string!(locale, skill.import),
        replace: td_string!(locale, skill.import),
        empty: td_string!(locale, skill.empty),
    };
    let on_file = Callback::new(move |Taken { file, done }| {
        spawn_local(async move {
            match files::text(&file).await {
                Some(text) => {
                    panel.import_skill(file.name(), &text).await;
                    done.run(None);
                }
                None => done.run(Some(file.name())),
            }
        });
    });
    view! {
        <FileCard
            id="skill"
            accept=".json,application/json"
            glyph=Glyph::Open
            words
            is_empty=Signal::derive(move || panel.skills.with(|skills| skills.as_ref().is_none_or(Vec::is_empty)))
            is_locked=Signal::stored(false)
            on_file
        >
            <TroubleAt panel place=Place::Skill />
        </FileCard>
    }
}

#[component]
fn SkillList(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let locale = super::locale();
    let chosen = Memo::new(move |_| {
        panel
            .skill
            .with(|skill| skill.as_ref().map(|skill| skill.name.clone()))
    });
    // One is open at a time: the chosen one, until another is looked at.
    let open = RwSignal::new(None::<String>);
    Effect::new(move || open.set(chosen.get()));
    let is_active = Signal::derive(move || panel.is_active());
    let on_asked = Callback::new(
        move |(asked, saved): (SkillAsked, SavedSkill)| match asked {
            SkillAsked::Toggle => open.update(|open| {
                let name = saved.skill.name;
                *open = (open.as_ref() != Some(&name)).then_some(name);
            }),
            SkillAsked::Use => {
                panel.begin();
                panel.choose_skill(saved.skill);
                panel.show_view(View::Batches);
            }
            SkillAsked::RunOnce => panel.run_once(saved.skill),
            SkillAsked::Delete => panel.delete_skill(saved),
        },
    );
    // Drawn anew as a whole when a skill comes or goes: seldom, and they are few.
    let lines = move || {
        let skills = panel.skills.get().unwrap_or_default();
        let lines = skills.into_iter().map(|saved| {
            let name = saved.skill.name.clone();
            let is_chosen = {
                let name = name.clone();
                Signal::derive(move || chosen.get().as_ref() == Some(&name))
            };
            let is_open = Signal::derive(move || open.get().as_ref() == Some(&name));
            view! { <SkillLine saved is_chosen is_open is_active on_asked /> }
        });
        lines.collect_view()
    };
    let has_any = Memo::new(move |_| {
        panel
            .skills
            .with(|skills| skills.as_ref().is_some_and(|s| !s.is_empty()))
    });
    view! {
        <section aria-labelledby="skills-title" hidden=move || !has_any.get()>
            <div class="card-head list-head">
                <Icon glyph=Glyph::Skill />
                <h2 id="skills-title">{td_string!(locale, skill.list)}</h2>
            </div>
            <ul id="skills" class="list">{lines}</ul>
        </section>
    }
}
