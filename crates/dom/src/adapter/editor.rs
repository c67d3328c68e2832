//! Rich text and program text: what is edited in place.

use web_sys::Element;

use super::{Adapter, Job, Tried};
use crate::setting::Setting;

/// The element that is edited, in or around the one that carries the name.
const EDITED: &str = "[contenteditable]:read-write, .cm-content, .monaco-editor textarea, .monaco-editor .native-edit-context";

pub(super) struct Editor;

impl Adapter for Editor {
    fn detects(&self, job: &Job<'_>) -> bool {
        matches!(job.setting, Setting::Text(_)) && job.edited().is_some()
    }

    /// By the browser's own editing commands; pasted; key by key.
    fn ways(&self) -> u8 {
        3
    }

    fn by_hand(&self) -> u8 {
        2
    }

    fn apply<'a>(&'a self, job: &'a Job<'a>, way: u8) -> Tried<'a> {
        Box::pin(async move {
            let (Setting::Text(text), Some(edited)) = (&job.setting, job.edited()) else {
                return Ok(());
            };
            let live = job.hand.live;
            if job.hand.is_trusted() {
                job.hand.click_in_view(&edited).await;
            }
            live.focus(&edited);
            job.select_everything(&edited).await;
            match way {
                0 if live.is_editor(&edited) => {
                    if text.is_empty() {
                        live.edit("delete", "");
                    } else {
                        live.edit("insertText", text);
                    }
                }
                0 | 1 => drop(live.paste(&edited, text)),
                _ => job.hand.type_text(&edited, text).await,
            }
            Ok(())
        })
    }
}

impl Job<'_> {
    fn edited(&self) -> Option<Element> {
        let natives = self.hand.live.natives();
        if self.matches(EDITED) {
            return Some(self.element.clone());
        }
        if self.matches("input, select, textarea") && self.around(".monaco-editor").is_none() {
            return None;
        }
        let inside = natives.query_in(&self.element, EDITED).into_iter().next();
        inside.or_else(|| {
            let editor = self.around(".monaco-editor, .cm-editor, .ql-container, .CodeMirror")?;
            natives.query_in(&editor, EDITED).into_iter().next()
        })
    }

    /// By the selection, and by the keys an editor that keeps its own selection listens to.
    async fn select_everything(&self, edited: &Element) {
        let live = self.hand.live;
        if let Ok(all) = "Control+a".parse() {
            self.hand.press_here(edited, &all).await;
        }
        live.select_all(edited);
        // Editors hear of a new selection in a task of its own.
        self.hand.let_page_work(50).await;
    }
}
