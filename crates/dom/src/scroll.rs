//! Scrolling: the page, a region, and through a list that shows a part of itself.

use protocol::{Diagnosis, Distance, Extracted, Fingerprint};
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

/// How long a list may take to draw what it was scrolled to, ms.
const DRAWN_MS: u32 = 250;

/// How many regions of a page are searched.
const MOST_REGIONS: usize = 8;

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

    /// What can be scrolled on the page, the tallest content first, and the page itself last.
    fn regions(&self) -> Vec<Element> {
        let natives = self.natives();
        let all = natives.query_all(self.document(), "body *");
        let scrolls =
            |at: &Element| is_scroller(at) && self.is_scrolled_by_hand(at) && natives.is_shown(at);
        let mut regions: Vec<Element> = all.into_iter().filter(scrolls).collect();
        regions.sort_by_key(|at| std::cmp::Reverse(at.scroll_height()));
        regions.truncate(MOST_REGIONS);
        let page = natives.scrolling_element(self.document());
        regions.extend(page.filter(is_scroller));
        regions
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

/// What was drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drawn {
    Nothing,
    /// What is searched for.
    Target,
    /// Something else.
    Other,
}

impl Hand<'_> {
    /// Scrolls through the page's regions, each from its beginning, until an element is found. One
    /// that was searched in vain is put back.
    pub(crate) async fn scroll_search(&self, target: &Fingerprint) {
        for region in self.live.regions() {
            let before = region.scroll_top();
            if self.search_region(&region, target).await || self.is_over() {
                return;
            }
            region.set_scroll_top(before);
            self.live.sender(&region).plain("scroll");
        }
    }

    /// Page by page as long as something is drawn by that; what draws nothing new has all it shows at
    /// once, or more only at its end.
    async fn search_region(&self, region: &Element, target: &Fingerprint) -> bool {
        let mut draws = true;
        let mut next = Distance::Top;
        for _ in 0..MOST_SCROLLS {
            let moved = self.live.scroll_region(region, next);
            let drawn = self.drawn(target).await;
            if drawn == Drawn::Target {
                return true;
            }
            let is_end =
                matches!(next, Distance::Bottom) || (!moved && !matches!(next, Distance::Top));
            if self.is_over() || (is_end && drawn == Drawn::Nothing) {
                return false;
            }
            draws &= drawn == Drawn::Other || !moved;
            next = if draws {
                Distance::PageDown
            } else {
                Distance::Bottom
            };
        }
        false
    }

    /// What the page draws after it was scrolled.
    async fn drawn(&self, target: &Fingerprint) -> Drawn {
        let before = self.eyes.changes();
        let drawn = self.until(DRAWN_MS, || {
            if self.eyes.finds(target) {
                return Some(Drawn::Target);
            }
            (self.eyes.changes() != before).then_some(Drawn::Other)
        });
        drawn.await.unwrap_or(Drawn::Nothing)
    }

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
