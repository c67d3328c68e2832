//! What went wrong outside any row, near the thing it concerns.

use batch::LedgerFault;
use leptos::prelude::*;

use super::icons::{Glyph, Icon};
use crate::i18n::*;
use crate::state::{Panel, Trouble};
use crate::words;

/// Which card a trouble belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Skill,
    Table,
    Files,
    Run,
    /// None: it is shown above them all.
    Top,
}

impl Place {
    /// The card it concerns.
    pub(crate) fn of(trouble: &Trouble) -> Self {
        match trouble {
            Trouble::Skill { .. } => Self::Skill,
            Trouble::Table { .. } => Self::Table,
            Trouble::Attach { .. } => Self::Files,
            Trouble::NotAllowed { .. } | Trouble::Chrome(_) | Trouble::Ledger(_) => Self::Run,
            Trouble::Records(_) => Self::Top,
        }
    }
}

/// The panel's trouble, if it belongs here.
#[component]
pub(crate) fn TroubleAt(
    /// What the panel holds.
    panel: Panel,
    /// Here.
    place: Place,
) -> impl IntoView {
    move || {
        let trouble = panel.trouble.get()?;
        (Place::of(&trouble) == place).then(|| view! { <TroubleNote trouble /> })
    }
}

/// A framed note with an icon.
#[component]
pub(crate) fn Note(
    /// Whether it is an error; else a warning.
    #[prop(optional)]
    is_error: bool,
    /// Whether it is read out at once.
    #[prop(optional)]
    is_alert: bool,
    /// What it says.
    children: Children,
) -> impl IntoView {
    let glyph = if is_error {
        Glyph::Failed
    } else {
        Glyph::Warning
    };
    view! {
        <div class="note" class:is-error=is_error role=is_alert.then_some("alert")>
            <Icon glyph />
            <div class="note-text">{children()}</div>
        </div>
    }
}

/// A trouble in words.
#[component]
pub(crate) fn TroubleNote(
    /// What went wrong.
    trouble: Trouble,
) -> impl IntoView {
    let locale = super::locale();
    let (title, text) = match &trouble {
        Trouble::Skill { file, fault } => (
            Some(td_string!(locale, skill_fault.title, file = file)),
            words::skill_fault(locale, fault),
        ),
        Trouble::Table { file, fault } => (
            Some(td_string!(locale, table_fault.title, file = file)),
            words::table_fault(locale, fault),
        ),
        Trouble::Attach { files } => {
            let files = words::listed(locale, files);
            (None, td_string!(locale, files.refused, files = files))
        }
        Trouble::NotAllowed { origins } => {
            let sites = words::listed(locale, origins);
            (None, td_string!(locale, trouble.not_allowed, sites = sites))
        }
        Trouble::Chrome(error) => (None, words::chrome_error(locale, error)),
        Trouble::Ledger(fault) => (None, words::ledger_fault(locale, fault)),
        Trouble::Records(LedgerFault::Store(message)) => {
            (None, td_string!(locale, ledger.records, message = message))
        }
        Trouble::Records(fault) => (None, words::ledger_fault(locale, fault)),
    };
    let places = match &trouble {
        Trouble::Skill { fault, .. } => words::skill_places(locale, fault),
        _ => vec![],
    };
    view! {
        <Note is_error=true is_alert=true>
            {title.map(|title| view! { <p class="note-title">{title}</p> })}
            <p>{text}</p>
            {(!places.is_empty()).then(|| view! { <Places places /> })}
        </Note>
    }
}

/// Places in a file, each with what is wrong there.
#[component]
fn Places(
    /// Path and words.
    places: Vec<(String, String)>,
) -> impl IntoView {
    let lines = places.into_iter().map(|(path, what)| {
        view! { <li><code>{path}</code>" "<span lang="en">{what}</span></li> }
    });
    view! { <ul class="places">{lines.collect_view()}</ul> }
}
