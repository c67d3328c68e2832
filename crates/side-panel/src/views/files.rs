//! Files in and out: reading what a person chose, handing over what they asked for.

use std::time::Duration;

use js_sys::{Array, Uint8Array};
use leptos::prelude::{document, set_timeout};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, File, HtmlAnchorElement, Url};

/// How long a file that was handed over is kept for the browser.
const KEPT: Duration = Duration::from_secs(60);

/// The bytes of a file; `None` if it can't be read any more.
pub(crate) async fn bytes(file: &File) -> Option<Vec<u8>> {
    let buffer = JsFuture::from(file.array_buffer()).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

/// The text of a UTF-8 file; `None` if it can't be read any more.
pub(crate) async fn text(file: &File) -> Option<String> {
    let bytes = bytes(file).await?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Has the browser save a CSV text as a file of this name.
pub(crate) fn download(name: &str, csv: &str) {
    // A failure has nobody to be told to: the browser shows its own downloads.
    let _ = try_download(name, csv);
}

fn try_download(name: &str, csv: &str) -> Result<(), JsValue> {
    let parts = Array::of1(&JsValue::from_str(csv));
    let kind = BlobPropertyBag::new();
    kind.set_type("text/csv;charset=utf-8");
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
