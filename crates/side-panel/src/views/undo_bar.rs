//! What was just deleted or replaced, with a way back.

use leptos::prelude::*;

use super::icons::{Glyph, Icon};
use crate::i18n::*;
use crate::undo::Undo;

/// A bar at the bottom edge, there until another thing is done.
#[component]
pub(crate) fn UndoBar(
    /// What can be taken back.
    #[prop(into)]
    undo: Signal<Option<Undo>>,
    /// Told to take it back (`true`), or to forget it.
    on_asked: Callback<bool>,
) -> impl IntoView {
    let locale = super::locale();
    Effect::new(move || {
        let is_nowhere = || {
            document()
                .active_element()
                .is_none_or(|at| at.tag_name() == "BODY")
        };
        if undo.with(Option::is_some) && is_nowhere() {
            super::focus_on("undo".into());
        }
    });
    let said = move |undo: &Undo| match undo {
        Undo::DeletedSkill(saved) => {
            td_string!(locale, undo.deleted_skill, name = saved.skill.name.clone())
        }
        Undo::ReplacedSkill(saved) => {
            td_string!(locale, undo.replaced_skill, name = saved.skill.name.clone())
        }
        Undo::DeletedBatch(deleted) => {
            let batch = &deleted.batch;
            td_string!(locale, undo.deleted_batch, table = batch.table_name.clone())
        }
    };
    view! {
        <div class="undo-place" role="status">
            {move || undo.with(|undo| undo.as_ref().map(said)).map(|said| view! {
                <div id="undo-bar" class="undo">
                    <p>{said}</p>
                    <button id="undo" class="button is-quiet" on:click=move |_| on_asked.run(true)>
                        <Icon glyph=Glyph::Undo />
                        <span>{td_string!(locale, undo.take_back)}</span>
                    </button>
                    <button
                        class="icon-button"
                        aria-label=td_string!(locale, undo.dismiss)
                        title=td_string!(locale, undo.dismiss)
                        on:click=move |_| on_asked.run(false)
                    >
                        <Icon glyph=Glyph::Close />
                    </button>
                </div>
            })}
        </div>
    }
}
