//! Cells pasted from a spreadsheet.

use leptos::html;
use leptos::prelude::*;

use super::icons::{Glyph, Icon};
use crate::i18n::*;

/// A box for cells, folded away until it is wanted.
#[component]
pub(crate) fn PasteBox(
    /// Told the text of the cells.
    on_cells: Callback<String>,
) -> impl IntoView {
    let locale = super::locale();
    let fold = NodeRef::<html::Details>::new();
    let cells = RwSignal::new(String::new());
    let is_empty = move || cells.with(|cells| cells.trim().is_empty());
    let take = move |_| {
        on_cells.run(cells.get_untracked());
        cells.set(String::new());
        if let Some(fold) = fold.get_untracked() {
            fold.set_open(false);
        }
    };
    view! {
        <details id="paste-fold" class="fold" node_ref=fold>
            <summary><Icon glyph=Glyph::Chevron />{td_string!(locale, table.paste_title)}</summary>
            <div class="fold-body">
                <label class="muted" for="paste">{td_string!(locale, table.paste_hint)}</label>
                <textarea
                    id="paste"
                    rows="5"
                    spellcheck="false"
                    autocomplete="off"
                    prop:value=cells
                    on:input:target=move |event| cells.set(event.target().value())
                ></textarea>
                <div class="buttons">
                    <button id="paste-use" class="button is-quiet" disabled=is_empty on:click=take>
                        <Icon glyph=Glyph::Paste />
                        <span>{td_string!(locale, table.paste_use)}</span>
                    </button>
                </div>
            </div>
        </details>
    }
}
