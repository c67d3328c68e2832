//! A page at a glance.

use protocol::{
    Challenge, FieldError, ItemGroup, KeyElement, More, OpenDialog, PageOverview, Scene, Toast,
};

use super::claim::role;
use crate::i18n::*;

/// What there is to say of a page, by title; the kind of page first, then what hinders, then the rest.
pub(crate) fn glance(locale: Locale, page: &PageOverview) -> Vec<(&'static str, Vec<String>)> {
    let challenge = page
        .challenge
        .map(|challenge| challenge_word(locale, challenge));
    let parts = [
        (
            td_string!(locale, glance.scene),
            vec![scene(locale, page.scene).to_owned()],
        ),
        (
            td_string!(locale, glance.challenge),
            challenge.map(str::to_owned).into_iter().collect(),
        ),
        (
            td_string!(locale, glance.dialogs),
            all(locale, &page.dialogs, dialog),
        ),
        (
            td_string!(locale, glance.errors),
            all(locale, &page.errors, error),
        ),
        (
            td_string!(locale, glance.toasts),
            all(locale, &page.toasts, toast),
        ),
        (
            td_string!(locale, glance.groups),
            all(locale, &page.groups, group),
        ),
        (
            td_string!(locale, glance.key),
            all(locale, &page.key_elements, key),
        ),
        (
            td_string!(locale, glance.more),
            all(locale, &page.has_more, more),
        ),
    ];
    let said = parts.into_iter().filter(|(_, items)| !items.is_empty());
    said.collect()
}

fn all<T>(locale: Locale, things: &[T], words: fn(Locale, &T) -> String) -> Vec<String> {
    things.iter().map(|thing| words(locale, thing)).collect()
}

fn scene(locale: Locale, scene: Scene) -> &'static str {
    match scene {
        Scene::Login => td_string!(locale, glance.login),
        Scene::Register => td_string!(locale, glance.register),
        Scene::SearchResults => td_string!(locale, glance.search_results),
        Scene::Checkout => td_string!(locale, glance.checkout),
        Scene::Form => td_string!(locale, glance.form),
        Scene::List => td_string!(locale, glance.list),
        Scene::Article => td_string!(locale, glance.article),
        Scene::Generic => td_string!(locale, glance.generic),
    }
}

pub(super) fn challenge_word(locale: Locale, challenge: Challenge) -> &'static str {
    match challenge {
        Challenge::Captcha => td_string!(locale, glance.captcha),
        Challenge::LoginWall => td_string!(locale, glance.login_wall),
        Challenge::SecondFactor => td_string!(locale, glance.second_factor),
    }
}

/// An element as its role and name.
fn named(locale: Locale, of_role: &str, name: &str) -> String {
    let role = role(locale, Some(of_role));
    if name.is_empty() {
        return td_string!(locale, element.plain, role = role);
    }
    td_string!(locale, element.named, role = role, name = name)
}

fn dialog(locale: Locale, dialog: &OpenDialog) -> String {
    let words = named(locale, &dialog.role, &dialog.label);
    if dialog.is_modal {
        td_string!(locale, glance.modal, dialog = words)
    } else {
        words
    }
}

fn error(locale: Locale, error: &FieldError) -> String {
    if error.field.is_empty() {
        return error.text.clone();
    }
    let (field, text) = (&error.field, &error.text);
    td_string!(locale, glance.field_error, field = field, text = text)
}

fn toast(locale: Locale, toast: &Toast) -> String {
    if toast.is_gone {
        td_string!(locale, glance.toast_gone, text = &toast.text)
    } else {
        toast.text.clone()
    }
}

fn group(locale: Locale, group: &ItemGroup) -> String {
    let item = role(locale, Some(&group.item));
    let words = match group.total {
        Some(total) => {
            td_string!(
                locale,
                glance.group_of,
                count = group.count,
                total = total,
                item = item
            )
        }
        None => td_string!(locale, glance.group, count = group.count, item = item),
    };
    if group.label.is_empty() {
        return words;
    }
    td_string!(locale, glance.group_in, group = words, label = &group.label)
}

fn key(locale: Locale, key: &KeyElement) -> String {
    let element = named(locale, &key.role, &key.name);
    td_string!(
        locale,
        glance.key_element,
        element = element,
        reference = key.reference
    )
}

fn more(locale: Locale, more: &More) -> String {
    match more {
        More::Below { pixels } => td_string!(locale, glance.below, count = pixels),
        More::Region { label, pixels } => {
            td_string!(locale, glance.region, count = pixels, label = label)
        }
        More::Control { reference, name } => {
            td_string!(locale, glance.control, name = name, reference = reference)
        }
        More::Rows {
            label,
            shown,
            total,
        } => {
            td_string!(
                locale,
                glance.rows,
                label = label,
                count = shown,
                total = total
            )
        }
    }
}
