//! A page at a glance: dialogs, messages, groups, what it is for, what matters on it, what is left
//! to see, what stands in the way.

mod challenge;
mod groups;
mod key;
mod messages;
mod more;
mod place;
mod scene;
mod words;

use page_model::{ElementKey, Page};
use protocol::{Challenge, PageOverview, Scene};

use crate::facts::field_errors;
use crate::snapshot::Snapshot;
pub(crate) use challenge::is_captcha_address;
pub(crate) use groups::groups;
use place::Places;

/// What the page alone does not tell.
#[derive(Clone, Copy)]
pub struct OverviewInput<'a> {
    /// Texts of live regions seen since the last observation, also of those gone since.
    pub heard: &'a [String],
    /// How often an action on an element has failed.
    pub failures: &'a dyn Fn(ElementKey) -> u32,
}

/// Reads a page at a glance.
#[must_use]
pub fn overview(page: &Page, snapshot: &Snapshot, input: &OverviewInput<'_>) -> PageOverview {
    let places = Places::of(snapshot);
    let groups = groups(page, snapshot);
    let scene = scene::scene(page, snapshot, &places, &groups);
    PageOverview {
        dialogs: messages::dialogs(page, snapshot),
        toasts: messages::toasts(page, snapshot, input.heard),
        errors: field_errors(page, snapshot),
        scene,
        key_elements: key::elements(page, snapshot, &places, input.failures),
        has_more: more::more(page, snapshot, &places, &groups),
        challenge: challenge::challenge(page, snapshot, &places, scene),
        groups: groups::told(groups),
    }
}

/// What stands in the way of something that should be on the page and is not. A page to sign in does,
/// whatever it says.
#[must_use]
pub fn obstacle(page: &Page, snapshot: &Snapshot) -> Option<Challenge> {
    let places = Places::of(snapshot);
    let groups = groups(page, snapshot);
    let scene = scene::scene(page, snapshot, &places, &groups);
    challenge::challenge(page, snapshot, &places, scene)
        .or_else(|| (scene == Scene::Login).then_some(Challenge::LoginWall))
}

/// Names of the dialogs without whose end the rest of the page can't be used.
#[must_use]
pub fn modals(page: &Page, snapshot: &Snapshot) -> Vec<String> {
    let dialogs = messages::dialogs(page, snapshot).into_iter();
    let modal = dialogs.filter(|dialog| dialog.is_modal);
    modal.map(|dialog| dialog.label).collect()
}

#[cfg(test)]
mod tests;
