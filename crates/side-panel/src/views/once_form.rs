//! One row entered by hand.

use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;
use skill::{Skill, Slot, SlotType};

use super::icons::{Glyph, Icon};
use crate::i18n::*;

/// A form with a field for each slot, folded away until it is wanted.
#[component]
pub(crate) fn OnceForm(
    /// The skill.
    skill: Skill,
    /// Whether it is unfolded.
    is_open: RwSignal<bool>,
    /// Told the values, one for each slot.
    on_row: Callback<Vec<String>>,
) -> impl IntoView {
    let locale = super::locale();
    let fold = NodeRef::<html::Details>::new();
    let values = RwSignal::new(vec![String::new(); skill.slots.len()]);
    Effect::new(move || {
        let is_open = is_open.get();
        let Some(fold) = fold.get() else {
            return;
        };
        if is_open && !fold.open() {
            fold.set_open(true);
            // Once the view is shown.
            request_animation_frame(focus_first);
        } else if !is_open {
            fold.set_open(false);
        }
    });
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        on_row.run(values.get_untracked());
    };
    let toggled = move |_| {
        if let Some(fold) = fold.get_untracked() {
            is_open.set(fold.open());
        }
    };
    let fields = skill.slots.iter().enumerate().map(|(at, slot)| {
        let on_value = Callback::new(move |value: String| {
            values.update(|values| {
                if let Some(kept) = values.get_mut(at) {
                    *kept = value;
                }
            });
        });
        field(locale, slot, on_value)
    });
    view! {
        <details id="once-fold" class="fold" node_ref=fold on:toggle=toggled>
            <summary><Icon glyph=Glyph::Chevron />{td_string!(locale, table.once_title)}</summary>
            <form id="once" class="fold-body fields" autocomplete="off" on:submit=submit>
                {fields.collect_view()}
                <div class="buttons">
                    <button id="once-use" type="submit" class="button is-quiet">
                        <Icon glyph=Glyph::Row />
                        <span>{td_string!(locale, table.once_use)}</span>
                    </button>
                </div>
            </form>
        </details>
    }
}

fn field(locale: Locale, slot: &Slot, on_value: Callback<String>) -> impl IntoView + use<> {
    let id = format!("once-{}", slot.name);
    let kind = match slot.kind {
        _ if slot.sensitive => "password",
        SlotType::Date => "date",
        SlotType::Email => "email",
        _ => "text",
    };
    let mode = (slot.kind == SlotType::Number).then_some("decimal");
    let required = slot.required;
    let control = if slot.kind == SlotType::Multiline {
        view! {
            <textarea id=id.clone() rows="3" required=required on:input:target=move |event| on_value.run(event.target().value())></textarea>
        }
        .into_any()
    } else {
        view! {
            <input
                id=id.clone()
                type=kind
                inputmode=mode
                required=required
                autocomplete="off"
                on:input:target=move |event| on_value.run(event.target().value())
            />
        }
        .into_any()
    };
    let mark = (!required).then(|| td_string!(locale, table.optional));
    view! {
        <p class="field">
            <label for=id>{slot.title().to_owned()}" "<span class="muted">{mark}</span></label>
            {control}
        </p>
    }
}

fn focus_first() {
    let first = document().query_selector("#once input, #once textarea");
    if let Ok(Some(first)) = first {
        use wasm_bindgen::JsCast;
        let _ = first.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}
