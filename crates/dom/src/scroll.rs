//! Scrolling: the page, a region, and through a list that shows a part of itself.

use protocol::{Diagnosis, Distance, Extracted};
use web_sys::Element;

use crate::act::live;
use crate::capture::LiveDocument;
use crate::hand::Hand;

/// How much of what is in view a page of scrolling is, so that nothing is skipped.
const PAGE: f64 = 0.8;

/// How long a list may take to show more after it was scrolled, ms.
const MORE_MS: u32 = 1_500;

/// How often a list is scrolled at most.
const MOST_SCROLLS: usize = 2_000;

impl LiveDocument {
    /// The element that scrolls what is in `region`: itself, the first in it, or one around it.
    pub(crate) fn scroller_of(&self, region: &Element) -> Option<Element> {
        let natives = self.natives();
        let scrolls = |at: &Element| is_scroller(at) && self.is_scrolled_by_hand(at);
        let up = |at: &Element| natives.composed_parent(at);
        if scrolls(region) {
            return Some(region.clone());
        }
        let inside = natives
            .query_in(region, "*")
            .into_iter()
            .take(500)
            .find(scrolls);
        inside.or_else(|| std::iter::successors(up(region), up).find(scrolls))
    }

    /// The scroller around `inner`, up to `outer`.
    pub(crate) fn scroller_between(&self, inner: &Element, outer: &Element) -> Option<Element> {
        let up = |at: &Element| self.natives().composed_parent(at);
        let around = std::iter::successors(up(inner), up);
        let mut around = around.take_while(|at| self.natives().contains(outer, at));
        around.find(|at| is_scroller(at) && self.is_scrolled_by_hand(at))
    }

    fn is_scrolled_by_hand(&self, element: &Element) -> bool {
        let style = self.window().get_computed_style(element).ok().flatten();
        let overflow = style.and_then(|style| style.get_property_value("overflow-y").ok());
        overflow.is_some_and(|overflow| matches!(overflow.as_str(), "auto" | "scroll"))
            // What libraries scroll by script: they listen for the wheel.
            || self.natives().matches(element, ".ant-select-dropdown-list-holder, .rc-virtual-list-holder")
    }

    /// Scrolls a region; whether it moved.
    pub(crate) fn scroll_region(&self, region: &Element, by: Distance) -> bool {
        let before = region.scroll_top();
        let page = f64::from(region.client_height()) * PAGE;
        #[allow(clippy::cast_possible_truncation)] // less than a viewport
        let page = page as i32;
        let to = match by {
            Distance::PageDown => before.saturating_add(page),
            Distance::PageUp => before.saturating_sub(page).max(0),
            Distance::Top => 0,
            Distance::Bottom => region.scroll_height(),
        };
        region.set_scroll_top(to);
        // The browser's own event waits for a frame, which a hidden page never gets.
        self.sender(region).plain("scroll");
        region.scroll_top() != before
    }
}

fn is_scroller(element: &Element) -> bool {
    element.scroll_height() > element.client_height() + 4 && element.client_height() > 0
}

impl Hand<'_> {
    /// Scrolls a list from its beginning to its end and keeps each item once.
    pub(crate) async fn collect(&self, most: u32) -> Result<Extracted, Diagnosis> {
        let most = most as usize;
        let mut items: Vec<String> = Vec::new();
        let list = live(&self.eyes.element(0)?)?;
        let scroller = self.live.scroller_of(&list);
        let scroller =
            scroller.or_else(|| self.live.natives().scrolling_element(self.live.document()));
        if let Some(scroller) = &scroller {
            self.live.scroll_region(scroller, Distance::Top);
        }
        for _ in 0..MOST_SCROLLS {
            merge(&mut items, self.eyes.items(0)?);
            let Some(scroller) = scroller.as_ref().filter(|_| items.len() < most) else {
                break;
            };
            let before = self.eyes.items(0)?;
            let moved = self.live.scroll_region(scroller, Distance::PageDown);
            // At the end an endless list loads more, which takes its time.
            let more = self.until(MORE_MS, || {
                let now = self.eyes.items(0).ok()?;
                (now != before).then_some(())
            });
            if more.await.is_none() && !moved {
                break;
            }
            if self.is_over() {
                return Err(Diagnosis::Timeout {
                    what: "reading the list to its end".into(),
                    limit_ms: self.limit_ms,
                });
            }
        }
        items.truncate(most);
        Ok(Extracted::List(items))
    }
}

/// Appends what is new: the longest end of `items` that `shown` begins with is the same part of the
/// list, seen again. Equal items that really are two stay two.
fn merge(items: &mut Vec<String>, shown: Vec<String>) {
    let longest = items.len().min(shown.len());
    let overlap = (0..=longest)
        .rev()
        .find(|&length| items[items.len() - length..] == shown[..length]);
    items.extend(shown.into_iter().skip(overlap.unwrap_or(0)));
}

#[cfg(test)]
mod tests {
    use super::merge;

    #[test]
    fn a_part_of_a_list_that_is_seen_again_is_kept_once() {
        let list = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut items = list("a b c");
        merge(&mut items, list("b c d e"));
        merge(&mut items, list("d e"));
        merge(&mut items, list("x x"));
        assert_eq!(items, list("a b c d e x x"));
    }
}
