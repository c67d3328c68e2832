//! The whole panel.

use leptos::ev::DragEvent;
use leptos::prelude::*;
use storage::Settings;

use super::batches::BatchesView;
use super::icons::Logo;
use super::inspector::InspectorView;
use super::settings::SettingsView;
use super::skills::SkillsView;
use super::tabs::Tabs;
use super::trouble::{Place, TroubleAt};
use super::undo_bar::UndoBar;
use crate::i18n::*;
use crate::inspect::Inspector;
use crate::state::{Panel, Phase, View};

/// The panel.
#[component]
pub(crate) fn App() -> impl IntoView {
    let panel = Panel::new();
    let inspector = Inspector::new();
    view! {
        <I18nContextProvider>
            <Localized panel inspector />
        </I18nContextProvider>
    }
}

/// Everything in the language and theme a person set, drawn anew when the language changes.
#[component]
fn Localized(
    /// What the panel holds.
    panel: Panel,
    /// What is seen of the current page.
    inspector: Inspector,
) -> impl IntoView {
    let i18n = use_i18n();
    let of_browser = i18n.get_locale_untracked();
    let language = Memo::new(move |_| panel.settings.with(|settings| settings.language.clone()));
    let locale = Memo::new(move |_| match language.get().as_deref() {
        Some("en") => Locale::en,
        Some("zh") => Locale::zh,
        _ => of_browser,
    });
    i18n.set_locale(locale.get_untracked());
    Effect::new(move || i18n.set_locale(locale.get()));
    let theme = Memo::new(move |_| panel.settings.with(|settings| settings.theme.clone()));
    Effect::new(move || show_theme(theme.get().as_deref()));
    panel
        .settings
        .with_untracked(|Settings { theme, .. }| show_theme(theme.as_deref()));
    move || {
        i18n.get_locale();
        view! { <Shell panel inspector /> }
    }
}

/// Tabs, views and what concerns them all.
#[component]
fn Shell(
    /// What the panel holds.
    panel: Panel,
    /// What is seen of the current page.
    inspector: Inspector,
) -> impl IntoView {
    let locale = super::locale();
    let on_open = Callback::new(move |view| panel.show_view(view));
    let on_undo = Callback::new(move |back| {
        if back {
            panel.take_back();
        } else {
            panel.undo.set(None);
        }
        super::focus_on(format!("view-{}", panel.view.get_untracked().key()));
    });
    // A file dropped beside a card would take the panel's place.
    let refuse = |event: DragEvent| event.prevent_default();
    view! {
        <div class="shell" on:dragover=refuse on:drop=refuse>
            <header class="head">
                <Logo />
                <h1 class="unseen">{td_string!(locale, app.name)}</h1>
                <Tabs open=panel.view is_active=Signal::derive(move || panel.is_active()) on_open />
            </header>
            <main>
                <TroubleAt panel place=Place::Top />
                <ViewPanel panel view=View::Skills><SkillsView panel /></ViewPanel>
                <ViewPanel panel view=View::Batches><BatchesView panel /></ViewPanel>
                <ViewPanel panel view=View::Inspector><InspectorView panel inspector /></ViewPanel>
                <ViewPanel panel view=View::Settings><SettingsView panel /></ViewPanel>
            </main>
            <Announcer panel />
            <UndoBar undo=panel.undo on_asked=on_undo />
        </div>
    }
}

/// A view below its tab. All stay in the page, so that a run and half-filled forms go on.
#[component]
fn ViewPanel(
    /// What the panel holds.
    panel: Panel,
    /// Which.
    view: View,
    /// What is in it.
    children: Children,
) -> impl IntoView {
    view! {
        <div
            id=format!("{}-view", view.key())
            class="view"
            role="tabpanel"
            aria-labelledby=format!("view-{}", view.key())
            hidden=move || panel.view.get() != view
        >
            {children()}
        </div>
    }
}

/// Reads out how far a run is, whatever view is open.
#[component]
fn Announcer(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let locale = super::locale();
    // A row that was only claimed changes nothing here.
    let counts = Memo::new(move |_| panel.counts.get());
    let said = move || {
        let counts = counts.get();
        let is_told = counts.total > 0 && panel.phase.with(|phase| *phase != Phase::Idle);
        if is_told {
            super::run_progress::said(locale, &counts)
        } else {
            String::new()
        }
    };
    view! { <p id="announce" class="unseen" role="status" aria-live="polite">{said}</p> }
}

/// The style sheet follows this attribute; without it, the browser.
fn show_theme(theme: Option<&str>) {
    let Some(root) = document().document_element() else {
        return;
    };
    // Neither fails for a fixed name.
    let _ = match theme {
        Some(theme) => root.set_attribute("data-theme", theme),
        None => root.remove_attribute("data-theme"),
    };
}
