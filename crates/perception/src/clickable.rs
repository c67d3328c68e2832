//! Elements without a control's role that a person can click all the same.
//!
//! **Absent on purpose:** listeners added by script; no capture can tell of them.

use aria::{Aria, Role};
use page_model::{Element, NodeKind, Page};

use crate::walk::{NONE, Visit};

/// How long the text of something to click may be, Unicode scalar values; what holds more is a
/// region that takes the focus to be scrolled.
const LABEL_LIMIT: usize = 200;

/// How many image maps of one page are looked at.
const MAPS: usize = 100;

/// What can be clicked, by index of the visit.
#[derive(Debug, Default)]
pub(crate) struct Clickables {
    plain: Vec<bool>,
    areas: Vec<usize>,
}

impl Clickables {
    pub(crate) fn has(&self, visit: usize) -> bool {
        self.plain.get(visit) == Some(&true)
    }

    /// Whether an image on the page uses the map the area is in.
    pub(crate) fn has_area(&self, visit: usize) -> bool {
        self.areas.binary_search(&visit).is_ok()
    }
}

/// Finds them: focusable by Tab or with an `onclick`, labeled, and not around a real control.
pub(crate) fn find(aria: &Aria<'_>, visits: &[Visit]) -> Clickables {
    let page = aria.page();
    let is_candidate = |visit: &Visit| {
        page.element(visit.id)
            .is_some_and(|element| asks_for_clicks(element) && !aria.is_hidden(visit.id))
            && is_without_control_role(aria.intended_role(visit.id))
    };
    let candidates: Vec<bool> = visits.iter().map(is_candidate).collect();
    let mut found = Clickables {
        areas: used_areas(page, visits),
        ..Clickables::default()
    };
    if candidates.contains(&true) {
        let inside = Inside::of(aria, visits, &candidates);
        let is_found = |at: usize| candidates[at] && inside.is_clickable(aria, visits, at);
        found.plain = (0..visits.len()).map(is_found).collect();
    }
    found
}

fn asks_for_clicks(element: &Element) -> bool {
    let takes_tab = |index: &str| index.trim().parse::<i32>().is_ok_and(|index| index >= 0);
    let is_asked =
        element.attribute("tabindex").is_some_and(takes_tab) || element.has_attribute("onclick");
    is_asked && !matches!(element.tag.as_str(), "html" | "body" | "label" | "iframe")
}

/// Roles of content. A landmark, dialog or composite takes the focus for its own reasons.
fn is_without_control_role(role: Role) -> bool {
    matches!(
        role,
        Role::Article
            | Role::Cell
            | Role::ColumnHeader
            | Role::Definition
            | Role::Emphasis
            | Role::Figure
            | Role::Generic
            | Role::Heading
            | Role::Image
            | Role::ListItem
            | Role::None
            | Role::Paragraph
            | Role::Row
            | Role::RowHeader
            | Role::Strong
            | Role::Term
            | Role::Time
    )
}

/// What lies in each visit.
struct Inside {
    has_control: Vec<bool>,
    /// Characters of text, as far as they matter.
    text: Vec<usize>,
}

impl Inside {
    /// From the last to the first, so that children are done before their parents.
    fn of(aria: &Aria<'_>, visits: &[Visit], candidates: &[bool]) -> Self {
        let page = aria.page();
        let mut inside = Self {
            has_control: vec![false; visits.len()],
            text: vec![0; visits.len()],
        };
        for at in (0..visits.len()).rev() {
            let visit = visits[at];
            let mut is_control = inside.has_control[at] || candidates[at];
            match &page.node(visit.id).kind {
                NodeKind::Text(text) => inside.text[at] = text.trim().len(),
                NodeKind::Element(element) => {
                    is_control |= element.control.is_editable
                        || aria.intended_role(visit.id).is_interactive();
                }
                _ => {}
            }
            if visit.parent != NONE {
                let parent = visit.parent as usize;
                inside.has_control[parent] |= is_control;
                inside.text[parent] += inside.text[at];
            }
        }
        inside
    }

    fn is_clickable(&self, aria: &Aria<'_>, visits: &[Visit], at: usize) -> bool {
        let text = self.text[at];
        !self.has_control[at]
            && text <= 4 * LABEL_LIMIT
            && (text > 0 || !aria.name(visits[at].id).is_empty())
    }
}

/// Areas of maps that an image on the page uses.
fn used_areas(page: &Page, visits: &[Visit]) -> Vec<usize> {
    let is_area = |at: &usize| page.tag(visits[*at].id) == "area";
    let areas: Vec<usize> = (0..visits.len()).filter(is_area).collect();
    if areas.is_empty() {
        return areas;
    }
    let used = |visit: &Visit| page.attribute(visit.id, "usemap")?.trim().strip_prefix('#');
    let used: Vec<&str> = visits.iter().filter_map(used).take(MAPS).collect();
    let mut in_use = areas;
    in_use.retain(|&at| {
        let parents = std::iter::successors(visits.get(at), |v| visits.get(v.parent as usize));
        let map = parents.take(8).find(|v| page.tag(v.id) == "map");
        let name = |v: &Visit| page.attribute(v.id, "name").or(page.attribute(v.id, "id"));
        map.and_then(name).is_some_and(|name| used.contains(&name))
    });
    in_use
}
