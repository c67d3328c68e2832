//! The hard limit: what goes first, and how it is said.

use page_model::{Frame, Rect};
use protocol::FramePlace;

use super::Outline;
use super::line::{Line, Rank, Refs};
use crate::snapshot::Snapshot;
use crate::tokens::estimate_tokens;

/// Writes the lines that fit. The least useful go first, and of equals the one furthest down.
pub(super) fn fit(snapshot: &Snapshot, lines: &[Line], budget: u32) -> Outline {
    let costs: Vec<u32> = lines.iter().map(Line::tokens).collect();
    let needed = costs
        .iter()
        .fold(0, |sum: u32, cost| sum.saturating_add(*cost));
    let mut kept = vec![true; lines.len()];
    let mut dropped = Dropped::default();
    let mut left = needed;
    let order = if needed > budget {
        order(lines)
    } else {
        vec![]
    };
    let mut order = order.into_iter();
    let mut note = String::new();
    while left.saturating_add(estimate_tokens(&note)) > budget {
        let Some(next) = order.next() else {
            break;
        };
        kept[next] = false;
        left -= costs[next];
        dropped.add(&lines[next]);
        // The note is only worth writing once the lines alone fit.
        if left <= budget {
            note = dropped.note();
        }
    }
    if estimate_tokens(&note) > budget {
        note = if budget > 1 {
            "…\n".into()
        } else {
            String::new()
        };
    }
    let mut outline = write(snapshot, lines, &kept);
    outline.text.push_str(&note);
    outline.tokens = estimate_tokens(&outline.text);
    outline.needed = needed;
    outline.dropped = dropped.words();
    outline
}

/// All lines, the first to go first: what a dialog covers, then by rank, from the bottom up.
fn order(lines: &[Line]) -> Vec<usize> {
    let mut order = Vec::with_capacity(lines.len());
    for is_behind in [true, false] {
        for rank in Rank::ALL {
            let is_next = |at: &usize| lines[*at].is_behind == is_behind && lines[*at].rank == rank;
            order.extend((0..lines.len()).rev().filter(is_next));
        }
    }
    order
}

fn write(snapshot: &Snapshot, lines: &[Line], kept: &[bool]) -> Outline {
    let mut outline = Outline::default();
    let mut depths = vec![0; lines.len()];
    let mut number = 0;
    for (at, line) in lines.iter().enumerate() {
        // What hung on a dropped line hangs on the one around it.
        let parent = line.parent as usize;
        let outer = depths
            .get(parent)
            .map_or(0, |depth| depth + usize::from(kept[parent]));
        depths[at] = outer;
        if !kept[at] {
            continue;
        }
        line.push_to(&mut outline.text, outer);
        if let Some(frame) = line.frame {
            outline.frames.push(place(snapshot, frame, number, outer));
        }
        number += 1;
    }
    outline
}

fn place(snapshot: &Snapshot, frame: usize, line: u32, depth: usize) -> FramePlace {
    let node = &snapshot.nodes[frame];
    let Frame { window, inset } = node.frame.unwrap_or_default();
    let [left, top] = inset.map(f64::from);
    let inner = |r: Rect| [r.x + left, r.y + top, r.width - left, r.height - top];
    FramePlace {
        index: window,
        line,
        depth: u32::try_from(depth).unwrap_or(u32::MAX),
        label: node.name.clone(),
        rect: node.rect.map(inner),
    }
}

#[derive(Default)]
struct Dropped {
    texts: u32,
    folds: u32,
    structures: u32,
    controls: u32,
    refs: Refs,
}

impl Dropped {
    fn add(&mut self, line: &Line) {
        match line.rank {
            Rank::Text => self.texts += 1,
            Rank::Fold => self.folds += 1,
            Rank::Structure => self.structures += 1,
            Rank::Control => self.controls += line.refs.count.max(1),
        }
        if line.rank == Rank::Control {
            self.refs.join(line.refs);
        }
    }

    fn words(&self) -> String {
        let counts = [
            (self.texts, "text", "texts"),
            (self.folds, "folded group", "folded groups"),
            (
                self.structures,
                "heading or landmark",
                "headings or landmarks",
            ),
            (self.controls, "control", "controls"),
        ];
        let said = counts.iter().filter(|(count, ..)| *count > 0);
        let in_words = |(count, one, many): &(u32, &str, &str)| match count {
            1 => format!("1 {one}"),
            count => format!("{count} {many}"),
        };
        let mut words = said.map(in_words).collect::<Vec<_>>().join(", ");
        if self.refs.count > 0 {
            words.push_str(" in");
            self.refs.push_to(&mut words);
        }
        words
    }

    fn note(&self) -> String {
        format!("… left out: {}\n", self.words())
    }
}
