//! Doing it: one action on elements that were approved, each checked again in the turn in which it
//! is touched.

use protocol::{Action, Diagnosis, Distance, Extracted, FilePart, Reading};
use web_sys::Element;

use crate::adapter;
use crate::events::Point;
use crate::hand::{Approved, Hand};
use crate::mouse::Clicking;
use crate::setting::Setting;

impl Hand<'_> {
    /// Does an action as a person would; gives what was read, where it reads something.
    ///
    /// Whether it achieved anything is not told: only a later look at the page can tell.
    ///
    /// # Errors
    /// When it can't be done. Nothing was touched then that the action does not name, except that
    /// the page may have been scrolled or a list opened.
    pub async fn act(
        &self,
        action: &Action,
        files: &[FilePart],
    ) -> Result<Option<Extracted>, Diagnosis> {
        let settings = Setting::all_of(action)?;
        for (at, setting) in settings.iter().enumerate() {
            adapter::set(self, at, setting, files).await?;
        }
        if settings.is_empty() {
            return self.gesture(action).await;
        }
        if let Action::Fill { enter: true, .. } = action {
            let element = live(&self.eyes.element(0)?)?;
            self.press(&element, &protocol::KeyPress::enter()).await;
        }
        Ok(None)
    }

    async fn gesture(&self, action: &Action) -> Result<Option<Extracted>, Diagnosis> {
        match action {
            Action::Click {
                button,
                double,
                modifiers,
                at,
                ..
            } => {
                let (_, reach) = self.ready(0).await?;
                let clicking = Clicking {
                    at: at.map_or(reach.at, |at| inside(&reach.receiver, at)),
                    button: *button,
                    is_double: *double,
                    modifiers,
                };
                self.click(&reach.receiver, clicking).await;
            }
            Action::Hover { .. } => {
                let (_, reach) = self.ready(0).await?;
                self.hover(&reach.receiver, reach.at).await;
            }
            Action::Type { text, .. } => {
                let (approved, _) = self.ready(0).await?;
                let element = live(&approved)?;
                self.live.focus(&element);
                self.type_text(&element, text).await;
            }
            Action::Press { key, .. } => {
                let (approved, _) = self.ready(0).await?;
                self.press(&live(&approved)?, key).await;
            }
            Action::Drag { .. } => self.drag().await?,
            Action::ScrollTo { .. } => self.live.scroll_into_view(&live(&self.eyes.element(0)?)?),
            Action::ScrollBy { within, by } => self.scroll_by(within.is_some(), *by)?,
            Action::ScrollSearch { target } => self.scroll_search(target).await,
            Action::CloseOverlay { over } => self.close_overlay(over.is_some()).await?,
            Action::Collect { most, .. } => return self.collect(*most).await.map(Some),
            Action::Extract { what, .. } => return self.extract(what).map(Some),
            _ => {
                return Err(Diagnosis::Internal {
                    message: format!("a page can't {} by itself", action.verb()),
                });
            }
        }
        Ok(None)
    }

    async fn drag(&self) -> Result<(), Diagnosis> {
        self.ready(1).await?;
        // What is dragged is looked at last: where it lies may have changed by scrolling.
        let (_, from) = self.ready(0).await?;
        let onto = self.eyes.element(1)?;
        let onto = live(&onto)?;
        let to = self.live.middle(&onto).unwrap_or(from.at);
        self.drag_onto(&from.receiver, from.at, &onto, to).await;
        Ok(())
    }

    fn scroll_by(&self, is_within: bool, by: Distance) -> Result<(), Diagnosis> {
        let region = if is_within {
            let region = live(&self.eyes.element(0)?)?;
            self.live.scroller_of(&region).unwrap_or(region)
        } else {
            let root = self.live.natives().scrolling_element(self.live.document());
            root.ok_or(Diagnosis::ChannelLost)?
        };
        self.live.scroll_region(&region, by);
        Ok(())
    }

    fn extract(&self, what: &Reading) -> Result<Extracted, Diagnosis> {
        self.eyes.read(0, what)
    }
}

/// The live element.
pub(crate) fn live(approved: &Approved) -> Result<Element, Diagnosis> {
    let element = approved.capture.live(approved.node);
    element.ok_or_else(|| Diagnosis::Stale {
        target: approved.label.clone(),
    })
}

/// A point of an element's box, percent of its width and height.
fn inside(element: &Element, [x, y]: [u8; 2]) -> Point {
    let rect = element.get_bounding_client_rect();
    let part = |from: f64, length: f64, percent: u8| {
        // The edge itself belongs to the neighbor.
        from + (length * f64::from(percent.min(100)) / 100.0).min((length - 1.0).max(0.0))
    };
    Point {
        x: part(rect.x(), rect.width(), x),
        y: part(rect.y(), rect.height(), y),
    }
}
