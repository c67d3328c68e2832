//! The files that rows upload: how many are attached, and which are missing.

use leptos::prelude::*;
use web_sys::{DragEvent, File, FileList};

use super::icons::{Glyph, Icon};
use super::trouble::{Note, Place, TroubleAt};
use crate::attach::Needed;
use crate::i18n::*;
use crate::state::Panel;

/// So many missing files are listed by name.
const LISTED: usize = 50;

/// The card, wired to the panel's state; there only where rows upload files.
#[component]
pub(crate) fn AttachSection(
    /// What the panel holds.
    panel: Panel,
) -> impl IntoView {
    let needed = Memo::new(move |_| panel.files_needed());
    let is_there = Memo::new(move |_| needed.with(Option::is_some));
    let of_card = Signal::derive(move || needed.get().unwrap_or_default());
    let is_locked = Signal::derive(move || panel.is_active());
    let on_files = Callback::new(move |files| panel.attach(files));
    move || {
        is_there.get().then(|| {
            view! {
                <AttachCard needed=of_card is_locked on_files>
                    <TroubleAt panel place=Place::Files />
                </AttachCard>
            }
        })
    }
}

/// The card.
#[component]
fn AttachCard(
    /// What is needed and missing.
    needed: Signal<Needed>,
    /// Whether nothing may be attached now.
    is_locked: Signal<bool>,
    /// Takes files.
    on_files: Callback<Vec<File>>,
    /// What went wrong.
    children: Children,
) -> impl IntoView {
    let locale = super::locale();
    let is_over = RwSignal::new(false);
    let over = move |event: DragEvent| {
        event.prevent_default();
        is_over.set(!is_locked.get_untracked());
    };
    let drop = move |event: DragEvent| {
        event.prevent_default();
        is_over.set(false);
        let files = event.data_transfer().and_then(|data| data.files());
        on_files.run(all(files));
    };
    let standing = move || {
        needed.with(|needed| {
            let attached = needed.count - needed.missing.len();
            td_string!(
                locale,
                files.standing,
                attached = attached,
                count = needed.count
            )
        })
    };
    view! {
        <section
            id="files-card"
            class="card"
            class:is-over=move || is_over.get()
            aria-labelledby="files-title"
            on:dragover=over
            on:dragleave=move |_| is_over.set(false)
            on:drop=drop
        >
            <div class="card-head">
                <Icon glyph=Glyph::File />
                <h2 id="files-title">{td_string!(locale, files.title)}</h2>
                <label class="button is-quiet">
                    <input
                        type="file"
                        id="files-file"
                        class="unseen"
                        multiple=true
                        aria-label=td_string!(locale, files.attach)
                        disabled=move || is_locked.get()
                        on:change:target=move |event| {
                            let input = event.target();
                            let files = all(input.files());
                            input.set_value("");
                            on_files.run(files);
                        }
                    />
                    <Icon glyph=Glyph::Open />
                    <span>{td_string!(locale, files.attach)}</span>
                </label>
            </div>
            {children()}
            <p id="files-standing" role="status">{standing}</p>
            {move || needed.with(|needed| missing(locale, &needed.missing))}
        </section>
    }
}

/// The names of the missing files, if there are any.
fn missing(locale: Locale, names: &[String]) -> Option<AnyView> {
    if names.is_empty() {
        return None;
    }
    let more = names.len().saturating_sub(LISTED);
    let lines = names.iter().take(LISTED).cloned();
    let lines = lines.map(|name| view! { <li>{name}</li> }).collect_view();
    let note = view! {
        <Note>
            <p class="note-title">{td_string!(locale, files.missing)}</p>
            <p>{td_string!(locale, files.missing_hint)}</p>
            <ul class="places" id="files-missing">
                {lines}
                {(more > 0).then(|| view! {
                    <li class="muted">{td_string!(locale, files.more, count = more)}</li>
                })}
            </ul>
        </Note>
    };
    Some(note.into_any())
}

fn all(files: Option<FileList>) -> Vec<File> {
    let Some(files) = files else {
        return vec![];
    };
    (0..files.length()).filter_map(|at| files.get(at)).collect()
}
