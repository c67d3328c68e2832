//! From a captured page to its snapshot.

use aria::{Aria, Role};
use page_model::{Element, NodeId, Page};
use protocol::ControlKind;

use crate::cards;
use crate::clickable::{self, Clickables};
use crate::kind;
use crate::reading::readable_text;
use crate::refs::RefTable;
use crate::snapshot::{Perceived, Snapshot, SnapshotNode};
use crate::upload;
use crate::walk::{NONE, Visit, Walk, index};

/// Reads a captured page.
#[must_use]
pub fn perceive(page: &Page, refs: &mut RefTable) -> Perceived {
    let aria = Aria::new(page);
    let walk = Walk::of(page);
    let clickables = clickable::find(&aria, &walk.visits);
    let uploads = upload::stand_ins(&aria, &walk);
    let mut reader = Reader {
        aria: &aria,
        clickables,
        uploads,
        refs,
        inner: Vec::with_capacity(walk.visits.len()),
        heading: None,
        snapshot: Snapshot::default(),
    };
    for (at, visit) in walk.visits.iter().enumerate() {
        reader.visit(at, *visit);
    }
    let mut snapshot = reader.snapshot;
    snapshot.cards = cards::find(page, &snapshot);
    Perceived {
        notices: notices(&aria, &snapshot),
        snapshot,
    }
}

struct Reader<'p, 'a> {
    aria: &'a Aria<'p>,
    clickables: Clickables,
    /// Which visits stand for hidden file inputs.
    uploads: Vec<(usize, NodeId)>,
    refs: &'a mut RefTable,
    /// Of each visit, the snapshot node it is or lies in.
    inner: Vec<u32>,
    heading: Option<usize>,
    snapshot: Snapshot,
}

impl Reader<'_, '_> {
    fn visit(&mut self, at: usize, visit: Visit) {
        let outer = self.inner.get(visit.parent as usize).copied();
        let outer = outer.filter(|&outer| outer != NONE);
        let mut node = NONE;
        if let Some(mut read) = self.read(at, visit.id) {
            node = index(self.snapshot.nodes.len());
            read.parent = outer.map(|outer| outer as usize);
            read.depth = outer.map_or(0, |o| self.snapshot.nodes[o as usize].depth + 1);
            read.heading = self.heading;
            if read.role == Role::Heading {
                self.heading = Some(node as usize);
            }
            self.snapshot.nodes.push(read);
        }
        self.inner.push(if node == NONE {
            outer.unwrap_or(NONE)
        } else {
            node
        });
        self.snapshot.visits.push(Visit { node, ..visit });
    }

    /// One element as a node, or `None` if it means nothing by itself.
    fn read(&mut self, at: usize, id: NodeId) -> Option<SnapshotNode> {
        let aria = self.aria;
        let element = aria.page().element(id)?;
        if aria.is_hidden(id) || (element.tag == "area" && !self.clickables.has_area(at)) {
            return None;
        }
        // An option or tree item outside its container is still one to a person.
        let role = aria.intended_role(id);
        let upload = self.uploads.iter().find(|(visit, _)| *visit == at);
        let upload = upload.map(|(_, input)| *input);
        let is_control = role.is_interactive() || element.control.is_editable;
        let is_clickable = !is_control && (upload.is_some() || self.clickables.has(at));
        let can_act = is_control || is_clickable;
        let is_plain = matches!(role, Role::Generic | Role::None) || element.tag == "html";
        if !can_act && is_plain && element.layer.is_none() {
            return None;
        }
        let mut name = aria.name(id);
        let is_named_by_content = !name.is_empty() && is_named_by_content(element, role);
        if is_clickable && name.is_empty() {
            name = readable_text(aria.page(), id);
        }
        let kind = match upload {
            Some(_) => Some(ControlKind::FileUpload),
            None if is_clickable => Some(ControlKind::Clickable),
            None => kind::of(aria, id, role),
        };
        let has_ref = can_act || matches!(kind, Some(ControlKind::Table | ControlKind::Grid));
        let reference = has_ref.then(|| self.refs.assign(element.key, role.as_str(), &name));
        Some(SnapshotNode {
            node: id,
            key: element.key,
            parent: None,
            depth: 0,
            role,
            value: value(aria, id, element, role),
            states: aria.states(id),
            rect: element.rect,
            reference,
            is_secret: is_secret(element),
            heading: None,
            kind,
            total: total(element),
            layer: element.layer,
            frame: element.frame,
            upload,
            is_named_by_content: is_named_by_content || (is_clickable && !name.is_empty()),
            name,
        })
    }
}

fn is_named_by_content(element: &Element, role: Role) -> bool {
    let is_filled = |name| {
        element
            .attribute(name)
            .is_some_and(|v| !v.trim().is_empty())
    };
    role.name_from_content() && !is_filled("aria-label") && !is_filled("aria-labelledby")
}

/// What a control that holds text or a choice holds; of a button or a box to check, `value` is only
/// what a form would send.
fn value(aria: &Aria<'_>, id: NodeId, element: &Element, role: Role) -> Option<String> {
    let control = &element.control;
    if control.checked.is_some() || role == Role::Button || is_secret(element) {
        return None;
    }
    let own = control.value.clone();
    own.or_else(|| {
        let said = |name| element.attribute(name).map(str::to_owned);
        if role.is_range() {
            said("aria-valuetext").or_else(|| said("aria-valuenow"))
        } else if control.is_editable || role == Role::Combobox {
            Some(readable_text(aria.page(), id))
        } else {
            None
        }
    })
}

/// Whether a field takes a password or a one-time code.
fn is_secret(element: &Element) -> bool {
    let is_password = |kind: &str| kind.eq_ignore_ascii_case("password");
    if element.tag != "input" || element.attribute("type").is_some_and(is_password) {
        return element.tag == "input";
    }
    let tokens = element.attribute("autocomplete").unwrap_or("");
    let has = |secret: &str| {
        let mut tokens = tokens.split_whitespace();
        tokens.any(|token| token.eq_ignore_ascii_case(secret))
    };
    // Libraries write `new-password` on search boxes, to keep the browser's own suggestions away.
    let is_choice = element.attribute("role") == Some("combobox")
        || element
            .attribute("type")
            .is_some_and(|kind| kind.eq_ignore_ascii_case("search"));
    has("one-time-code") || (!is_choice && (has("current-password") || has("new-password")))
}

/// wai-aria-1.3 aria-rowcount, aria-setsize; -1 says that nobody knows.
fn total(element: &Element) -> Option<u32> {
    let said = |name| element.attribute(name)?.trim().parse().ok();
    said("aria-rowcount").or_else(|| said("aria-setsize"))
}

fn notices(aria: &Aria<'_>, snapshot: &Snapshot) -> Vec<String> {
    let nodes = snapshot.nodes.iter();
    let canvases = nodes.filter(|n| n.role == Role::HtmlCanvas).count();
    let mut notices = Vec::new();
    if canvases > 0 {
        notices.push(format!("{canvases} drawings (canvas) can't be read"));
    }
    if aria.has_cut_names() {
        notices.push("the page's names take too long to read: some are cut".into());
    }
    if aria.page().is_empty() {
        notices.push("the page is empty".into());
    }
    notices
}

#[cfg(test)]
mod tests;
