//! Whether pictures are taken of pages where rows fail.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::i18n::*;
use crate::ports::ALL_SITES;
use crate::state::Panel;

/// A box to turn pictures on, which asks Chrome for what they need.
#[component]
pub(crate) fn Pictures(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let locale = super::locale();
    let is_on = move || panel.settings.with(|settings| settings.pictures);
    let turn = move |is_on: bool| {
        panel.set(|settings| settings.pictures = is_on);
        if !is_on {
            return;
        }
        let permission = chrome_api::request_now(&[ALL_SITES.to_owned()], &[]);
        spawn_local(async move {
            if permission.await != Ok(true) {
                panel.set(|settings| settings.pictures = false);
            }
        });
    };
    view! {
        <p class="tick">
            <input
                type="checkbox"
                id="pictures"
                aria-describedby="pictures-hint"
                prop:checked=is_on
                on:change:target=move |event| turn(event.target().checked())
            />
            <label for="pictures">{td_string!(locale, picture.setting)}</label>
        </p>
        <p class="muted" id="pictures-hint">{td_string!(locale, picture.setting_hint)}</p>
    }
}
