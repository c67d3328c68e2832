//! Files: into a file input, also a hidden one behind a button, or onto a drop zone.

use js_sys::Array;
use protocol::{Diagnosis, NotApplied};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DataTransfer, Element, File, FilePropertyBag, HtmlInputElement};

use super::{Adapter, Job, Tried};
use crate::setting::Setting;

const FILE_INPUT: &str = "input[type=file i]";

/// How long a list of files may take to drop one that was refused, ms.
const LIST_MS: u32 = 700;

/// How many levels around a button its file input is looked for.
const AROUND: usize = 5;

pub(super) struct Upload;

impl Adapter for Upload {
    fn detects(&self, job: &Job<'_>) -> bool {
        matches!(job.setting, Setting::Files(_))
    }

    /// A refused file leaves the page's list with an animation.
    fn settles_in(&self, _job: &Job<'_>) -> u32 {
        LIST_MS
    }

    /// Into the input, or where there is none dropped onto the control: done twice it would be there
    /// twice.
    fn apply<'a>(&'a self, job: &'a Job<'a>, _way: u8) -> Tried<'a> {
        Box::pin(async move {
            let Setting::Files(names) = &job.setting else {
                return Ok(());
            };
            let input = job.file_input();
            job.check_accepts(input.as_ref(), names)?;
            let data = job.with_files(names)?;
            match input {
                Some(input) => {
                    let input: &HtmlInputElement = input.unchecked_ref();
                    input.set_files(data.files().as_ref());
                    let sender = job.hand.live.sender(input);
                    sender.plain("input");
                    sender.plain("change");
                }
                None => {
                    let sender = job.hand.live.sender(&job.element);
                    for kind in ["dragenter", "dragover", "drop"] {
                        sender.drag(kind, job.reach.at, &data);
                    }
                }
            }
            Ok(())
        })
    }
}

impl Job<'_> {
    /// The control itself, the input that perception found behind it, or the only one near it.
    fn file_input(&self) -> Option<Element> {
        if self.matches(FILE_INPUT) {
            return Some(self.element.clone());
        }
        let behind = self
            .approved
            .upload
            .and_then(|node| self.approved.capture.live(node));
        behind.or_else(|| {
            let natives = self.hand.live.natives();
            let around =
                std::iter::successors(Some(self.element.clone()), |at| natives.composed_parent(at));
            let near = around.take(AROUND).find_map(|at| {
                let inputs = natives.query_in(&at, FILE_INPUT);
                (!inputs.is_empty()).then_some(inputs)
            })?;
            (near.len() == 1).then(|| near.into_iter().next()).flatten()
        })
    }

    fn check_accepts(&self, input: Option<&Element>, names: &[String]) -> Result<(), Diagnosis> {
        let refuse = |problem: String| Err(self.not_applied(NotApplied::File { problem }));
        let Some(input) = input else { return Ok(()) };
        let natives = self.hand.live.natives();
        if natives.matches(input, ":disabled") {
            return Err(Diagnosis::Disabled {
                target: self.approved.label.clone(),
            });
        }
        if names.len() > 1 && !natives.matches(input, "[multiple]") {
            return refuse(format!("it takes one file, not {}", names.len()));
        }
        let accept = natives.attribute(input, "accept").unwrap_or_default();
        let refused = names
            .iter()
            .find(|name| !accepts(&accept, name, &self.media_type(name)));
        refused.map_or(Ok(()), |name| {
            refuse(format!("it takes {accept}, not {name:?}"))
        })
    }

    fn media_type(&self, name: &str) -> String {
        let file = self.files.iter().find(|file| file.name == name);
        file.map_or(String::new(), |file| file.media_type.clone())
    }

    fn with_files(&self, names: &[String]) -> Result<DataTransfer, Diagnosis> {
        let refuse = |problem: String| self.not_applied(NotApplied::File { problem });
        let data = DataTransfer::new().map_err(|error| refuse(format!("{error:?}")))?;
        for name in names {
            let part = self.files.iter().find(|file| file.name == *name);
            let part =
                part.ok_or_else(|| refuse(format!("no file {name:?} is attached to this run")))?;
            let bytes = decode(&part.base64)
                .ok_or_else(|| refuse(format!("{name:?} could not be read")))?;
            let about = FilePropertyBag::new();
            about.set_type(&part.media_type);
            let file =
                File::new_with_u8_array_sequence_and_options(&Array::of1(&bytes), name, &about);
            let file = file.map_err(|error| refuse(format!("{error:?}")))?;
            // Adding a file to an own, writable transfer can't fail.
            let _ = data.items().add_with_file(&file);
        }
        Ok(data)
    }
}

/// `Uint8Array.fromBase64`, which decodes without going through text.
fn decode(base64: &str) -> Option<JsValue> {
    let array = js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str("Uint8Array")).ok()?;
    let from = js_sys::Reflect::get(&array, &JsValue::from_str("fromBase64")).ok()?;
    from.dyn_into::<js_sys::Function>()
        .ok()?
        .call1(&array, &JsValue::from_str(base64))
        .ok()
}

/// HTML, the `accept` attribute: extensions, media types, and `image/*` and the like.
fn accepts(accept: &str, name: &str, media_type: &str) -> bool {
    let name = name.to_lowercase();
    let mut tokens = accept
        .split(',')
        .map(|token| token.trim().to_lowercase())
        .filter(|t| !t.is_empty())
        .peekable();
    tokens.peek().is_none()
        || tokens.any(|token| match token.strip_suffix("/*") {
            Some(family) => media_type.split('/').next() == Some(family),
            None if token.starts_with('.') => name.ends_with(&token),
            None => media_type == token,
        })
}

#[cfg(test)]
mod tests {
    use super::accepts;

    #[test]
    fn a_file_is_accepted_by_extension_type_or_family() {
        assert!(accepts("", "a.txt", "text/plain"));
        assert!(accepts(".pdf, .TXT", "a.txt", ""));
        assert!(accepts("image/*", "a.png", "image/png"));
        assert!(accepts("application/pdf", "a", "application/pdf"));
        assert!(!accepts("image/*,.pdf", "a.txt", "text/plain"));
    }
}
