//! What a person sees. Each component is a leaf: plain props in, one callback out; only [`App`]
//! and [`batches`] know the panel's state.

#![allow(unreachable_pub, reason = "the component macro writes pub")]

mod app;
mod batches;
mod file_card;
mod files;
mod icons;
mod look;
mod row;
mod row_detail;
mod row_list;
mod run_buttons;
mod run_card;
mod run_progress;
mod skill_details;
mod status;
mod steps;
mod table_details;
mod trouble;

pub(crate) use app::App;

use crate::i18n::*;

/// The language the view at hand is drawn in. [`App`] draws everything anew when it changes.
fn locale() -> Locale {
    use_i18n().get_locale_untracked()
}
