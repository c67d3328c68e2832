//! Repeated siblings that no role tells of: cards, tiles, results built of plain elements.

use page_model::{NodeKind, Page};
use protocol::ControlKind;

use crate::snapshot::{Cards, Snapshot};
use crate::walk::{Index, NONE, Visit, index};

/// So many alike make a group.
const LEAST: usize = 3;

/// A card holds at least so many nodes; less is just text.
const LEAST_INSIDE: u32 = 3;

/// Finds runs of siblings with the same structure that hold something to read.
pub(crate) fn find(page: &Page, snapshot: &Snapshot) -> Vec<Cards> {
    let visits = &snapshot.visits;
    let shapes = shapes(page, snapshot);
    let mut known = Index::default();
    let mut found: Vec<Cards> = vec![];
    for (at, visit) in visits.iter().enumerate() {
        let shape = &shapes[at];
        if visit.node == NONE && shape.is_card() {
            let key = u64::from(shape.outer) << 32 | u64::from(visit.parent);
            let place = *known.entry(key).or_insert(found.len());
            if place == found.len() {
                found.push(Cards { visits: vec![] });
            }
            found[place].visits.push(index(at));
        }
    }
    found.retain(|cards| cards.visits.len() >= LEAST);
    outermost(found, visits)
}

/// What a person calls a card is the outermost: groups within cards are parts of them.
fn outermost(groups: Vec<Cards>, visits: &[Visit]) -> Vec<Cards> {
    let mut in_card = vec![false; visits.len()];
    let mut is_card = vec![false; visits.len()];
    for group in &groups {
        for &at in &group.visits {
            is_card[at as usize] = true;
        }
    }
    for (at, visit) in visits.iter().enumerate() {
        if visit.parent != NONE {
            let parent = visit.parent as usize;
            in_card[at] = in_card[parent] || is_card[parent];
        }
    }
    groups
        .into_iter()
        .filter(|group| !in_card[group.visits[0] as usize])
        .collect()
}

#[derive(Clone, Default)]
struct Shape {
    is_element: bool,
    is_inline: bool,
    has_text: bool,
    has_node: bool,
    fields: u32,
    /// Controls that are no fields.
    others: u32,
    inside: u32,
    /// Tag and the shapes of the children, three levels deep; equal neighbors count once.
    levels: [u32; 3],
    outer: u32,
    last: u32,
}

impl Shape {
    fn is_card(&self) -> bool {
        self.is_element
            && !self.is_inline
            && self.has_text
            && self.has_node
            && self.inside >= LEAST_INSIDE
            && !self.is_form_item()
    }

    /// A field with its label is repeated in every form.
    fn is_form_item(&self) -> bool {
        self.fields > 0 && self.others == 0
    }
}

/// From the last visit to the first, so that children are done before their parents.
fn shapes(page: &Page, snapshot: &Snapshot) -> Vec<Shape> {
    let visits = &snapshot.visits;
    let mut shapes = vec![Shape::default(); visits.len()];
    for at in (0..visits.len()).rev() {
        close(page, visits[at], &mut shapes[at]);
        if let Some(node) = snapshot.nodes.get(visits[at].node as usize) {
            let is_field = node.kind.is_some_and(ControlKind::is_field);
            shapes[at].has_node = true;
            shapes[at].fields += u32::from(is_field);
            shapes[at].others += u32::from(!is_field && node.reference.is_some());
        }
        let parent = visits[at].parent;
        if parent != NONE {
            let (before, after) = shapes.split_at_mut(at);
            add(&mut before[parent as usize], &after[0]);
        }
    }
    shapes
}

fn close(page: &Page, visit: Visit, shape: &mut Shape) {
    match &page.node(visit.id).kind {
        NodeKind::Element(element) => {
            let tag = element
                .tag
                .bytes()
                .fold(7, |hash, byte| mix(hash, byte.into()));
            shape.is_element = !matches!(element.tag.as_str(), "body" | "html");
            shape.is_inline = element.style.is_inline;
            for level in &mut shape.levels {
                *level = mix(tag, *level);
            }
            shape.outer = shape.levels[2];
        }
        NodeKind::Text(text) => shape.has_text = !text.trim().is_empty(),
        _ => {}
    }
}

fn add(parent: &mut Shape, child: &Shape) {
    parent.has_text |= child.has_text;
    parent.has_node |= child.has_node;
    parent.fields += child.fields;
    parent.others += child.others;
    parent.inside = parent.inside.saturating_add(child.inside + 1);
    if !child.is_element || child.outer == parent.last {
        return;
    }
    parent.last = child.outer;
    let [_, one, two] = &mut parent.levels;
    *one = mix(*one, child.levels[0]);
    *two = mix(*two, child.levels[1]);
}

/// Two hashes in one, in order. Only shapes of one page are compared, so this need not be strong; of
/// 32 bits, because JavaScript has no larger whole numbers.
fn mix(one: u32, other: u32) -> u32 {
    (one.rotate_left(5) ^ other).wrapping_mul(0x9e37_79b1)
}
