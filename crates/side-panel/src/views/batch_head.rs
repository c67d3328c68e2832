//! Which batch is open.

use batch::BatchRecord;
use leptos::prelude::*;

use super::icons::{Glyph, Icon};
use crate::i18n::*;
use crate::library::SkillSince;
use crate::words;

/// A card with its table, skill and time, and the way to a new one.
#[component]
pub(crate) fn BatchHead(
    /// The batch.
    #[prop(into)]
    batch: Signal<Option<BatchRecord>>,
    /// What became of its skill.
    since: Signal<SkillSince>,
    /// Whether rows are being run.
    is_active: Signal<bool>,
    /// Told that a person wants a new one.
    on_new: Callback<()>,
) -> impl IntoView {
    let locale = super::locale();
    let title = move || batch.with(|batch| batch.as_ref().map(|batch| batch.table_name.clone()));
    let about = move || {
        batch.with(|batch| {
            let batch = batch.as_ref()?;
            let names = [
                batch.skill.name.clone(),
                words::date(locale, batch.created_at),
            ];
            Some(names.join(" · "))
        })
    };
    let note = move || match since.get() {
        SkillSince::Same => None,
        SkillSince::Changed => Some(td_string!(locale, batch.skill_changed)),
        SkillSince::Deleted => Some(td_string!(locale, batch.skill_deleted)),
    };
    view! {
        <section id="batch-head" class="card" aria-labelledby="batch-title">
            <div class="card-head">
                <Icon glyph=Glyph::Table />
                <h2 id="batch-title">{title}</h2>
                <button
                    id="new-batch"
                    class="button is-quiet"
                    hidden=move || is_active.get()
                    on:click=move |_| on_new.run(())
                >
                    <Icon glyph=Glyph::New />
                    <span>{td_string!(locale, batch.new)}</span>
                </button>
            </div>
            <p class="muted">{about}</p>
            {move || note().map(|note| view! { <p class="muted skill-since">{note}</p> })}
        </section>
    }
}
