//! The page where a row failed, as a picture: small, and large in a tab of its own.

use leptos::prelude::*;
use replay::{Artifact, Shot};

use super::files;
use crate::i18n::*;
use crate::words;

/// The picture with its size, which opens large and can be saved.
#[component]
pub(crate) fn PictureView(
    /// It.
    shot: Shot,
    /// The row's place in the table, from 0.
    row: u32,
) -> impl IntoView {
    let locale = super::locale();
    let Artifact {
        bytes, media_type, ..
    } = &shot.named;
    let size = words::size(f64::from(*bytes));
    let url = files::object_url(&shot.base64, media_type)?;
    let shown = url.clone();
    on_cleanup(move || files::forget_url(&url));
    let words = td_string!(locale, picture.title);
    let name = format!("row-{}.jpg", row + 1);
    Some(view! {
        <figure class="picture">
            <a href=shown.clone() target="_blank" title=td_string!(locale, picture.open)>
                <img src=shown.clone() alt=words />
            </a>
            <figcaption class="muted">
                {words}
                {td_string!(locale, picture.hint)}
                " "
                <a href=shown download=name>{td_string!(locale, picture.save, size = size)}</a>
            </figcaption>
        </figure>
    })
}
