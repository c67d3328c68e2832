//! What a person sees. Each component is a leaf: plain props in, one callback out; only [`App`], the
//! four views ([`skills`], [`batches`] with [`table_card`], [`inspector`], [`settings`]) and
//! [`trouble::TroubleAt`] know the panel's state.

#![allow(unreachable_pub, reason = "the component macro writes pub")]

mod app;
mod attach_card;
mod batch_head;
mod batches;
mod file_card;
pub(crate) mod files;
mod glance;
mod icons;
mod inspector;
mod mapping_editor;
mod once_form;
mod outline_list;
mod past_list;
mod paste_box;
mod picture;
mod pictures;
mod row;
mod row_detail;
mod row_list;
mod run_buttons;
mod run_card;
mod run_progress;
mod settings;
mod skill_choice;
mod skill_details;
mod skill_line;
mod skills;
mod status;
mod steps;
mod table_card;
mod table_details;
mod tabs;
mod timeline;
mod trouble;
mod undo_bar;

pub(crate) use app::App;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::i18n::*;

/// Gives an element the focus once what was just changed is drawn: whoever works by keyboard keeps
/// their place when the button they pressed goes away.
fn focus_on(id: String) {
    request_animation_frame(move || {
        if let Some(element) = document().get_element_by_id(&id) {
            // Refused only where it is hidden by now.
            let _ = element.unchecked_into::<HtmlElement>().focus();
        }
    });
}

/// The language the view at hand is drawn in. [`App`] draws everything anew when it changes.
fn locale() -> Locale {
    use_i18n().get_locale_untracked()
}
