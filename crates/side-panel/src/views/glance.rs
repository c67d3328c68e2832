//! What a look tells beside its lines: counts, what was left out, and the page at a glance.

use std::sync::Arc;

use leptos::prelude::*;

use super::icons::{Glyph, Icon};
use super::trouble::Note;
use crate::i18n::*;
use crate::inspect::Look;

/// Counts and cost, then what could not be read or was left out.
#[component]
pub(crate) fn LookFacts(
    /// The look.
    look: Arc<Look>,
) -> impl IntoView {
    let locale = super::locale();
    let seen = &look.observation;
    let ms = format!("{:.0}", look.ms);
    let facts = [
        td_string!(locale, look.nodes, count = seen.nodes),
        td_string!(locale, look.interactive_count, count = seen.interactive),
        td_string!(locale, look.tokens, count = seen.tokens),
        td_string!(locale, look.ms, count = ms),
    ];
    let facts = facts.map(|fact| view! { <li>{fact}</li> });
    let what = &seen.dropped;
    let left_out = (!what.is_empty())
        .then(|| td_string!(locale, look.left_out, what = what, count = seen.needed));
    let notices: Vec<String> = left_out.into_iter().chain(seen.notices.clone()).collect();
    let notices = (!notices.is_empty()).then(|| {
        let lines = notices
            .into_iter()
            .map(|notice| view! { <li>{notice}</li> });
        view! { <Note><ul id="look-notices">{lines.collect_view()}</ul></Note> }
    });
    view! {
        <ul id="look-facts">{facts.collect_view()}</ul>
        {notices}
    }
}

/// The page at a glance.
#[component]
pub(crate) fn Glance(
    /// Title and what there is to say, for each part.
    parts: Vec<(&'static str, Vec<String>)>,
) -> impl IntoView {
    let locale = super::locale();
    let parts = parts.into_iter().map(|(title, items)| {
        let items = items.into_iter().map(|item| view! { <dd>{item}</dd> });
        view! { <div><dt>{title}</dt>{items.collect_view()}</div> }
    });
    view! {
        <details id="look-glance" class="fold">
            <summary><Icon glyph=Glyph::Chevron />{td_string!(locale, glance.title)}</summary>
            <dl class="glance">{parts.collect_view()}</dl>
        </details>
    }
}

/// The build that read the page.
#[component]
pub(crate) fn EngineLine(
    /// The look.
    look: Arc<Look>,
) -> impl IntoView {
    let locale = super::locale();
    let welcome = &look.welcome;
    let words = td_string!(
        locale,
        look.engine,
        version = &welcome.version,
        variant = format!("{:?}", welcome.variant),
        protocol = welcome.protocol
    );
    view! { <p class="engine muted">{words}</p> }
}
