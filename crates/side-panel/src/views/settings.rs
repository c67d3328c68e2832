//! The view of the settings, wired to the panel's state.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::StorageEstimate;

use super::icons::{Glyph, Icon};
use super::pictures::Pictures;
use crate::i18n::*;
use crate::state::{Panel, View};
use crate::words;

/// Language, theme, engine and what is kept.
#[component]
pub(crate) fn SettingsView(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let locale = super::locale();
    let language = panel
        .settings
        .with_untracked(|settings| settings.language.clone());
    let theme = panel
        .settings
        .with_untracked(|settings| settings.theme.clone());
    let browser = td_string!(locale, settings.browser);
    let languages = [("", browser), ("en", "English"), ("zh", "中文")];
    let themes = [
        ("", browser),
        ("light", td_string!(locale, settings.light)),
        ("dark", td_string!(locale, settings.dark)),
    ];
    let engine = panel
        .settings
        .with_untracked(|settings| settings.engine.clone());
    let engines = [
        ("", td_string!(locale, settings.engine_auto)),
        ("wasm", "WebAssembly"),
        ("js", "JavaScript"),
    ];
    let set_engine = Callback::new(move |chosen| panel.set(|settings| settings.engine = chosen));
    let set_language = Callback::new(move |chosen| {
        panel.set(|settings| settings.language = chosen);
        // The whole panel is drawn anew; whoever chose by keyboard goes on where they were.
        super::focus_on("language".into());
    });
    let set_theme = Callback::new(move |chosen| panel.set(|settings| settings.theme = chosen));
    view! {
        <section class="card" aria-labelledby="look-and-feel">
            <div class="card-head">
                <Icon glyph=Glyph::Settings />
                <h2 id="look-and-feel">{td_string!(locale, settings.display)}</h2>
            </div>
            <Choice id="language" label=td_string!(locale, settings.language) options=languages chosen=language on_chosen=set_language />
            <Choice id="theme" label=td_string!(locale, settings.theme) options=themes chosen=theme on_chosen=set_theme />
        </section>
        <section class="card" aria-labelledby="engine-title">
            <div class="card-head">
                <Icon glyph=Glyph::Run />
                <h2 id="engine-title">{td_string!(locale, settings.engine)}</h2>
            </div>
            <Choice id="engine" label=td_string!(locale, settings.engine_use) options=engines chosen=engine on_chosen=set_engine />
            <p class="muted">{td_string!(locale, settings.engine_hint)}</p>
        </section>
        <Kept panel />
    }
}

/// A labeled list of which one is chosen.
#[component]
fn Choice(
    /// Of the list.
    id: &'static str,
    /// Its name.
    label: &'static str,
    /// Values with their words; the empty value is the browser's.
    options: [(&'static str, &'static str); 3],
    /// The value that is set.
    chosen: Option<String>,
    /// Told another value.
    on_chosen: Callback<Option<String>>,
) -> impl IntoView {
    let chosen = chosen.unwrap_or_default();
    let options = options.map(|(value, words)| {
        view! { <option value=value selected=value == chosen>{words}</option> }
    });
    let choose = move |value: String| on_chosen.run((!value.is_empty()).then_some(value));
    view! {
        <p class="setting">
            <label for=id>{label}</label>
            <select id=id on:change:target=move |event| choose(event.target().value())>
                {options.collect_view()}
            </select>
        </p>
    }
}

/// What is kept on this computer, and how to be rid of it.
#[component]
fn Kept(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let locale = super::locale();
    let used = RwSignal::new(None::<f64>);
    let is_asking = RwSignal::new(false);
    Effect::new(move || {
        let is_shown = panel.view.get() == View::Settings;
        panel.past.track();
        is_asking.set(false);
        if is_shown {
            spawn_local(async move { used.set(used_bytes().await) });
        }
    });
    let batches = move || panel.past.with(Vec::len);
    let facts = move || {
        let skills = panel
            .skills
            .with(|skills| skills.as_ref().map_or(0, Vec::len));
        let mut facts = vec![
            td_string!(locale, settings.skills, count = skills),
            td_string!(locale, settings.batches, count = batches()),
        ];
        facts.extend(used.get().map(|bytes| {
            let size = words::size(bytes);
            td_string!(locale, settings.used, size = size)
        }));
        words::listed(locale, &facts)
    };
    let delete = move |_| {
        is_asking.set(false);
        panel.delete_all_batches();
    };
    let keep = move |_| {
        is_asking.set(false);
        super::focus_on("delete-all".into());
    };
    let is_locked = move || panel.is_active() || batches() == 0;
    view! {
        <section class="card" aria-labelledby="kept-title">
            <div class="card-head">
                <Icon glyph=Glyph::Save />
                <h2 id="kept-title">{td_string!(locale, settings.storage)}</h2>
            </div>
            <p id="storage-used">{facts}</p>
            <p class="muted">{td_string!(locale, settings.storage_hint)}</p>
            <Pictures panel />
            {move || if is_asking.get() {
                view! {
                    <div class="note is-error" role="group" aria-labelledby="delete-question">
                        <Icon glyph=Glyph::Warning />
                        <div class="note-text">
                            <p id="delete-question">{td_string!(locale, settings.delete_question, count = batches())}</p>
                            <div class="buttons">
                                <button id="delete-all-yes" class="button is-danger" on:click=delete>
                                    <Icon glyph=Glyph::Delete />
                                    <span>{td_string!(locale, settings.delete_yes)}</span>
                                </button>
                                <button id="delete-all-no" class="button is-quiet" on:click=keep>
                                    <span>{td_string!(locale, settings.delete_no)}</span>
                                </button>
                            </div>
                        </div>
                    </div>
                }.into_any()
            } else {
                view! {
                    <div class="buttons">
                        <button
                            id="delete-all"
                            class="button is-quiet"
                            disabled=is_locked
                            on:click=move |_| {
                                is_asking.set(true);
                                super::focus_on("delete-all-no".into());
                            }
                        >
                            <Icon glyph=Glyph::Delete />
                            <span>{td_string!(locale, settings.delete_all)}</span>
                        </button>
                    </div>
                }.into_any()
            }}
        </section>
    }
}

/// What the extension's stores take on disk, where the browser tells.
async fn used_bytes() -> Option<f64> {
    let estimate = window().navigator().storage().estimate().ok()?;
    let estimate = JsFuture::from(estimate).await.ok()?;
    estimate.unchecked_into::<StorageEstimate>().get_usage()
}
