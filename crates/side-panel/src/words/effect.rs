//! What steps bring about beside their page.

use replay::Effect;

use super::quoted;
use crate::i18n::*;

/// A tab that opened, a file that was saved.
pub(crate) fn effect(locale: Locale, effect: &Effect) -> String {
    match effect {
        Effect::Tab { url } => {
            let url = quoted(locale, url);
            td_string!(locale, effect.tab, url = url)
        }
        Effect::Download { name, state } => super::claim::saved(locale, name, state),
    }
}
