//! Where a row stands: icon and word.

use batch::RowStatus;
use leptos::prelude::*;

use super::icons::{Glyph, Icon};
use crate::i18n::*;

/// Its name in the page, for tests and styles.
pub(crate) fn status_key(status: RowStatus) -> &'static str {
    match status {
        RowStatus::Pending => "pending",
        RowStatus::Claimed => "claimed",
        RowStatus::Committing => "committing",
        RowStatus::Done => "done",
        RowStatus::Failed => "failed",
        RowStatus::Unknown => "unknown",
    }
}

/// Icon and word.
#[component]
pub(crate) fn StatusWord(
    /// Where the row stands.
    status: RowStatus,
    /// Whether rows are being run; else a row in work was cut.
    is_active: bool,
) -> impl IntoView {
    let locale = super::locale();
    let (glyph, words) = match (status, is_active) {
        (RowStatus::Pending, _) => (Glyph::Waiting, td_string!(locale, status.pending)),
        (RowStatus::Claimed, true) => (Glyph::Working, td_string!(locale, status.claimed)),
        (RowStatus::Claimed | RowStatus::Committing, false) => {
            (Glyph::Cut, td_string!(locale, status.cut))
        }
        (RowStatus::Committing, true) => (Glyph::Sending, td_string!(locale, status.committing)),
        (RowStatus::Done, _) => (Glyph::Done, td_string!(locale, status.done)),
        (RowStatus::Failed, _) => (Glyph::Failed, td_string!(locale, status.failed)),
        (RowStatus::Unknown, _) => (Glyph::Unknown, td_string!(locale, status.unknown)),
    };
    let is_working = glyph == Glyph::Working;
    view! {
        <span class="status" class:is-working=is_working>
            <Icon glyph />
            <span>{words}</span>
        </span>
    }
}
