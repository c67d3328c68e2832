//! The whole panel.

use leptos::prelude::*;

use super::look::Look;
use crate::i18n::I18nContextProvider;

/// The panel.
#[component]
pub(crate) fn App() -> impl IntoView {
    view! {
        <I18nContextProvider>
            <main>
                <Look />
            </main>
        </I18nContextProvider>
    }
}
