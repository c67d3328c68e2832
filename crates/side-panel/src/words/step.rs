//! What a skill's steps do, their templates read as `[Email]`.

use protocol::{Action, MapText};
use skill::{Bindings, Skill};

use super::{element, joined, quoted};
use crate::i18n::*;

/// What a step does.
pub(crate) fn action(locale: Locale, action: &Action) -> String {
    let first = action.targets().into_iter().next();
    let target = first
        .map(|target| element(locale, target))
        .unwrap_or_default();
    let set = |value: &str| {
        let value = quoted(locale, value);
        td_string!(locale, action.fill, value = value, target = target.clone())
    };
    let choose = |options: &[String]| {
        let options: Vec<String> = options
            .iter()
            .map(|option| quoted(locale, option))
            .collect();
        let value = joined(locale, &options);
        td_string!(
            locale,
            action.select,
            value = value,
            target = target.clone()
        )
    };
    match action {
        Action::Navigate { url } => td_string!(locale, action.navigate, url = url),
        Action::Back {} => td_string!(locale, action.back).to_owned(),
        Action::Reload {} => td_string!(locale, action.reload).to_owned(),
        Action::Click { .. } => td_string!(locale, action.click, target = target),
        Action::Hover { .. } => td_string!(locale, action.hover, target = target),
        Action::Fill { value, .. } => set(value),
        Action::FillMany { fields } => {
            let filled = fields.iter().map(|field| {
                let (value, target) =
                    (quoted(locale, &field.value), element(locale, &field.target));
                td_string!(locale, action.fill, value = value, target = target)
            });
            joined(locale, &filled.collect::<Vec<_>>())
        }
        Action::Type { text, .. } => {
            let value = quoted(locale, text);
            td_string!(locale, action.type_text, value = value, target = target)
        }
        Action::Press { key, .. } => {
            td_string!(locale, action.press, key = key.to_string(), target = target)
        }
        Action::Select { option, .. } => choose(std::slice::from_ref(option)),
        Action::SelectMany { options, .. } => choose(options),
        Action::PickPath { path, .. } => choose(std::slice::from_ref(&path.join(" / "))),
        Action::SetChecked { checked: true, .. } => {
            td_string!(locale, action.check, target = target)
        }
        Action::SetChecked { .. } => td_string!(locale, action.uncheck, target = target),
        Action::SetSlider { value: text, .. }
        | Action::SetDate { date: text, .. }
        | Action::SetTime { time: text, .. } => set(text),
        Action::SetDateRange { from, to, .. } => set(&format!("{from} – {to}")),
        Action::Upload { files, .. } => {
            let files = joined(locale, files);
            td_string!(locale, action.upload, files = files, target = target)
        }
        Action::Drag { to, .. } => {
            let to = element(locale, to);
            td_string!(locale, action.drag, target = target, to = to)
        }
        Action::ScrollTo { .. } => td_string!(locale, action.scroll_to, target = target),
        Action::ScrollBy { .. } => td_string!(locale, action.scroll_by).to_owned(),
        Action::ScrollSearch { target } => {
            td_string!(
                locale,
                action.scroll_search,
                target = element(locale, target)
            )
        }
        Action::CloseOverlay { .. } => td_string!(locale, action.close_overlay).to_owned(),
        Action::Wait { .. } => td_string!(locale, action.wait).to_owned(),
        Action::Collect { .. } | Action::Extract { .. } => {
            td_string!(locale, action.read, target = target)
        }
    }
}

/// The same with every `{{slot}}` replaced by the slot's name for a person, in brackets.
pub(crate) fn in_words<T: MapText + Clone>(skill: &Skill, template: &T) -> T {
    let names = Bindings::new(
        skill
            .slots
            .iter()
            .map(|slot| (slot.name.clone(), format!("[{}]", slot.title()))),
    );
    let filled = template.map_text(&mut |text| names.fill(text));
    filled.unwrap_or_else(|_| template.clone())
}

/// A text with every `{{slot}}` replaced by the slot's name for a person, in brackets.
pub(crate) fn slots_named(skill: &Skill, text: &str) -> String {
    in_words(skill, &Some(text.to_owned())).unwrap_or_default()
}
