//! What a skill's steps do, their templates read as `[Email]`.

use protocol::{Action, MapText};
use skill::{Bindings, Skill};

use super::{element, quoted};
use crate::i18n::*;

/// What a step does.
pub(crate) fn action(locale: Locale, action: &Action) -> String {
    match action {
        Action::Navigate { url } => td_string!(locale, action.navigate, url = url),
        Action::Fill { target, value } => {
            let target = element(locale, target);
            let value = quoted(locale, value);
            td_string!(locale, action.fill, value = value, target = target)
        }
        Action::Select { target, option } => {
            let (target, value) = (element(locale, target), quoted(locale, option));
            td_string!(locale, action.select, value = value, target = target)
        }
        Action::SetChecked { target, checked } => {
            let target = element(locale, target);
            if *checked {
                td_string!(locale, action.check, target = target)
            } else {
                td_string!(locale, action.uncheck, target = target)
            }
        }
        Action::Press { target, key } => {
            let target = element(locale, target);
            td_string!(locale, action.press, key = key.as_str(), target = target)
        }
        Action::Click { target } => {
            td_string!(locale, action.click, target = element(locale, target))
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
