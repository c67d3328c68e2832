//! What the engine sees on the person's current page.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Fault, Observation, ObserveOptions, Welcome};

use super::icons::{Glyph, Icon};
use super::trouble::Note;
use crate::i18n::*;
use crate::ports::Channel;

/// A button that has the engine look at the current tab, and what it saw.
#[component]
pub(crate) fn Look() -> impl IntoView {
    let locale = super::locale();
    let seen = RwSignal::new(None::<Result<(Welcome, Observation), String>>);
    let look = move |_| {
        spawn_local(async move {
            seen.set(Some(look_at_active_tab().await));
        });
    };
    view! {
        <details id="look-section" class="fold look">
            <summary><Icon glyph=Glyph::Chevron />{td_string!(locale, look.title)}</summary>
            <p class="muted">{td_string!(locale, look.hint)}</p>
            <button id="look" class="button is-quiet" on:click=look>
                <Icon glyph=Glyph::Look />
                <span>{td_string!(locale, look.button)}</span>
            </button>
            {move || seen.get().map(|seen| match seen {
                Ok((welcome, observation)) => view! {
                    <p class="engine muted">{td_string!(
                        locale, look.engine,
                        version = welcome.version,
                        variant = format!("{:?}", welcome.variant),
                        protocol = welcome.protocol
                    )}</p>
                    <pre class="outline" tabindex="0">{observation.outline}</pre>
                }.into_any(),
                Err(message) => view! {
                    <Note is_error=true is_alert=true><p>{message}</p></Note>
                }.into_any(),
            })}
        </details>
    }
}

async fn look_at_active_tab() -> Result<(Welcome, Observation), String> {
    let tab = chrome_api::active_tab()
        .await
        .map_err(|error| error.to_string())?;
    let tab = tab.ok_or("there is no tab")?;
    let channel = Channel::new(tab.id);
    let said = |fault: Fault| fault.to_string();
    let welcome = channel.welcome().await.map_err(said)?;
    let observation = channel
        .observe(&ObserveOptions::default())
        .await
        .map_err(said)?;
    Ok((welcome, observation))
}
