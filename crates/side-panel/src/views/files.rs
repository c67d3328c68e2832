//! Files in and out: reading what a person chose, handing over what they asked for.

use std::time::Duration;

use js_sys::{Array, Uint8Array};
use leptos::prelude::{document, set_timeout};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::ports::from_base64;
use web_sys::{Blob, BlobPropertyBag, File, HtmlAnchorElement, Url};

/// How long a file that was handed over is kept for the browser.
const KEPT: Duration = Duration::from_secs(60);

/// The bytes of a file; `None` if it can't be read any more.
pub(crate) async fn bytes(file: &File) -> Option<Vec<u8>> {
    Some(array(file).await?.to_vec())
}

/// The same, left in the browser.
pub(crate) async fn array(file: &File) -> Option<Uint8Array> {
    let buffer = JsFuture::from(file.array_buffer()).await.ok()?;
    Some(Uint8Array::new(&buffer))
}

/// The text of a UTF-8 file; `None` if it can't be read any more.
pub(crate) async fn text(file: &File) -> Option<String> {
    let bytes = bytes(file).await?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// An address for bytes in base64, good until it is forgotten.
pub(crate) fn object_url(base64: &str, media_type: &str) -> Option<String> {
    let parts = Array::of1(&from_base64(base64)?.into());
    let kind = BlobPropertyBag::new();
    kind.set_type(media_type);
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &kind).ok()?;
    Url::create_object_url_with_blob(&blob).ok()
}

/// Lets the bytes behind an address go.
pub(crate) fn forget_url(url: &str) {
    // Only an address of another kind is refused.
    let _ = Url::revoke_object_url(url);
}

/// Media type of a report.
pub(crate) const CSV: &str = "text/csv;charset=utf-8";

/// Media type of a trace.
pub(crate) const JSON: &str = "application/json";

/// Has the browser save a text as a file of this name.
pub(crate) fn download(name: &str, text: &str, media_type: &str) {
    // A failure has nobody to be told to: the browser shows its own downloads.
    let _ = try_download(name, text, media_type);
}

fn try_download(name: &str, text: &str, media_type: &str) -> Result<(), JsValue> {
    let parts = Array::of1(&JsValue::from_str(text));
    let kind = BlobPropertyBag::new();
    kind.set_type(media_type);
    let blob = Blob::new_with_str_sequence_and_options(&parts, &kind)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let anchor: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    // Not at once: the browser may not have begun to read it.
    set_timeout(move || drop(Url::revoke_object_url(&url)), KEPT);
    Ok(())
}
