//! A card that takes a file, by its button or dropped onto it.

use leptos::ev;
use leptos::prelude::*;
use web_sys::{DragEvent, File, HtmlInputElement};

use super::icons::{Glyph, Icon};
use super::trouble::Note;
use crate::i18n::*;

/// The words on the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileCardWords {
    /// Its heading.
    pub(crate) title: &'static str,
    /// On the button while there is nothing.
    pub(crate) choose: &'static str,
    /// On the button afterwards.
    pub(crate) replace: &'static str,
    /// What the file is, while there is nothing.
    pub(crate) empty: &'static str,
}

/// A file that was taken.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    /// It.
    pub(crate) file: File,
    /// To be told when all was done with it; with its name if it can't be read.
    pub(crate) done: Callback<Option<String>>,
}

/// The card. The file input keeps its place, and so the focus, when a file was taken.
#[component]
pub(crate) fn FileCard(
    /// The section is `{id}-card`, the input `{id}-file`.
    id: &'static str,
    /// Which files the dialog offers.
    accept: &'static str,
    /// Beside the heading.
    glyph: Glyph,
    /// The words on it.
    words: FileCardWords,
    /// Whether there is nothing yet.
    is_empty: Signal<bool>,
    /// Whether no file may be taken now.
    is_locked: Signal<bool>,
    /// Takes a file.
    on_file: Callback<Taken>,
    /// What is shown of the file.
    children: Children,
) -> impl IntoView {
    let locale = super::locale();
    let is_over = RwSignal::new(false);
    let unreadable = RwSignal::new(None::<String>);
    let is_busy = RwSignal::new(false);
    let done = Callback::new(move |name| {
        unreadable.set(name);
        is_busy.set(false);
    });
    let take = move |file: Option<File>| {
        if let Some(file) = file.filter(|_| !is_locked.get_untracked()) {
            is_busy.set(true);
            on_file.run(Taken { file, done });
        }
    };
    let over = move |event: DragEvent| {
        event.prevent_default();
        is_over.set(!is_locked.get_untracked());
    };
    let drop = move |event: DragEvent| {
        event.prevent_default();
        is_over.set(false);
        take(dropped(&event));
    };
    let label = move || {
        if is_empty.get() {
            words.choose
        } else {
            words.replace
        }
    };

    view! {
        <section
            id=format!("{id}-card")
            class="card"
            class:is-over=move || is_over.get()
            aria-labelledby=format!("{id}-title")
            aria-busy=move || is_busy.get().to_string()
            on:dragover=over
            on:dragleave=move |_| is_over.set(false)
            on:drop=drop
        >
            <div class="card-head">
                <Icon glyph />
                <h2 id=format!("{id}-title")>{words.title}</h2>
                <label class="button" class:is-quiet=move || !is_empty.get()>
                    <input
                        type="file"
                        id=format!("{id}-file")
                        class="unseen"
                        accept=accept
                        aria-label=move || format!("{}: {}", words.title, label())
                        disabled=move || is_locked.get()
                        on:change:target=move |event| take(chosen(&event.target()))
                    />
                    <Icon glyph=Glyph::Open />
                    <span>{label}</span>
                </label>
            </div>
            <Show when=move || is_empty.get()>
                <p>{words.empty}</p>
                <p class="muted">{td_string!(locale, file.drop)}</p>
            </Show>
            {move || unreadable.get().map(|name| view! {
                <Note is_error=true is_alert=true>
                    <p>{td_string!(locale, file.unreadable, file = name)}</p>
                </Note>
            })}
            {children()}
        </section>
    }
}

/// The chosen file; the input is emptied, so that choosing the same file again counts too.
fn chosen(input: &HtmlInputElement) -> Option<File> {
    let file = input.files().and_then(|files| files.get(0));
    input.set_value("");
    file
}

fn dropped(event: &ev::DragEvent) -> Option<File> {
    event.data_transfer()?.files()?.get(0)
}
