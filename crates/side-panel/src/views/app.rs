//! The whole panel.

use leptos::prelude::*;

use super::batches::Batches;
use super::icons::Logo;
use super::look::Look;
use crate::i18n::*;
use crate::state::Panel;

/// The panel.
#[component]
pub(crate) fn App() -> impl IntoView {
    let panel = Panel::new();
    view! {
        <I18nContextProvider>
            <Shell panel />
        </I18nContextProvider>
    }
}

/// Header and views, drawn anew when the language changes.
#[component]
fn Shell(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        let locale = i18n.get_locale();
        view! {
            <header class="head">
                <Logo />
                <h1>{td_string!(locale, app.name)}</h1>
            </header>
            <main>
                <Batches panel />
                <Look />
            </main>
        }
    }
}
