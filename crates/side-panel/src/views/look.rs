//! What the engine sees on the person's current page.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Fault, Observation, Reply, Request, Welcome};

use crate::i18n::*;
use crate::ports::Channel;

/// A button that has the engine look at the current tab, and what it saw.
#[component]
pub(crate) fn Look() -> impl IntoView {
    let i18n = use_i18n();
    let seen = RwSignal::new(None::<Result<(Welcome, Observation), String>>);
    let look = move |_| {
        spawn_local(async move {
            seen.set(Some(look_at_active_tab().await));
        });
    };
    view! {
        <section aria-labelledby="look-title">
            <h2 id="look-title">{t!(i18n, look_title)}</h2>
            <button id="look" on:click=look>{t!(i18n, look_button)}</button>
            {move || seen.get().map(|seen| match seen {
                Ok((welcome, observation)) => view! {
                    <p class="engine">{t!(
                        i18n, look_engine,
                        version = welcome.version.clone(),
                        variant = format!("{:?}", welcome.variant),
                        protocol = welcome.protocol
                    )}</p>
                    <pre class="outline">{observation.outline}</pre>
                }.into_any(),
                Err(message) => view! { <p role="alert">{message}</p> }.into_any(),
            })}
        </section>
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
    match channel.ask(Request::Observe).await.map_err(said)? {
        Reply::Observed(observation) => Ok((welcome, observation)),
        _ => Err("the engine answered something else".into()),
    }
}
