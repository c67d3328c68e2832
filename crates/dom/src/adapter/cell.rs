//! Cells of a grid that become fields when they are edited.

use protocol::{ControlKind, Diagnosis};
use web_sys::Element;

use super::{Adapter, Job, Tried};
use crate::setting::Setting;

/// How long an editor may take to show in the cell, ms.
const EDITOR_MS: u32 = 1_000;

const FIELD: &str = "input:not([type=checkbox i], [type=hidden i]), textarea, select, [contenteditable], [role=combobox]";

pub(super) struct Cell;

impl Adapter for Cell {
    fn detects(&self, job: &Job<'_>) -> bool {
        job.kind == Some(ControlKind::Cell)
            && matches!(job.setting, Setting::Text(_) | Setting::Options(_))
    }

    fn apply<'a>(&'a self, job: &'a Job<'a>, _way: u8) -> Tried<'a> {
        Box::pin(async move {
            let (Setting::Text(text), live) = (&job.setting, job.hand.live) else {
                return Ok(());
            };
            let clicking = crate::mouse::Clicking {
                is_double: true,
                ..crate::mouse::Clicking::plainly(job.reach.at)
            };
            job.hand.click(&job.element, clicking).await;
            let mut field = job.hand.until(EDITOR_MS, || job.field_in_cell()).await;
            if field.is_none()
                && let Ok(f2) = "F2".parse()
            {
                job.hand.press(&job.element, &f2).await;
                field = job.hand.until(EDITOR_MS, || job.field_in_cell()).await;
            }
            match field {
                Some(field) if live.natives().matches(&field, "select") => {
                    job.choose_native(&field, text)
                }
                Some(field) if live.natives().matches(&field, "[role=combobox]") => {
                    if job.shown_popups().is_empty() {
                        job.hand.click_in_view(&field).await;
                    }
                    job.pick_in_popup(text).await?;
                }
                Some(field) => job.enter_text(&field, text).await,
                None => job.pick_in_popup(text).await?,
            }
            Ok(())
        })
    }
}

impl Job<'_> {
    fn field_in_cell(&self) -> Option<Element> {
        let natives = self.hand.live.natives();
        natives
            .query_in(&self.element, FIELD)
            .into_iter()
            .find(|field| natives.is_shown(field))
    }

    /// Picks from the list that the cell's editor opened.
    async fn pick_in_popup(&self, text: &str) -> Result<(), Diagnosis> {
        let opened = self
            .hand
            .until(EDITOR_MS, || self.shown_popups().pop())
            .await;
        let Some(list) = opened else { return Ok(()) };
        if let Some(option) = self.find_option(&list, text).await? {
            self.pick(&option).await;
        }
        Ok(())
    }

    fn choose_native(&self, field: &Element, wanted: &str) {
        use wasm_bindgen::JsCast;
        let natives = self.hand.live.natives();
        let options = natives.query_in(field, "option");
        let value = options
            .iter()
            .find(|option| natives.words(option) == wanted);
        let value = value.map(|option| {
            natives
                .attribute(option, "value")
                .unwrap_or_else(|| wanted.to_owned())
        });
        field
            .unchecked_ref::<web_sys::HtmlSelectElement>()
            .set_value(value.as_deref().unwrap_or(wanted));
        let sender = self.hand.live.sender(field);
        sender.plain("input");
        sender.plain("change");
        if let Ok(enter) = "Enter".parse() {
            sender.key("keydown", &enter);
        }
    }
}
