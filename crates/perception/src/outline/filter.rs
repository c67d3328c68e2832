//! The interactive view: lines to act on, and what tells where they are.

use super::line::{Line, Rank};
use crate::walk::{NONE, index};

/// Keeps lines with refs, the lines they hang on, and the heading right before them.
pub(super) fn keep_controls(lines: &mut Vec<Line>) {
    let kept = kept(lines);
    // Where each kept line stands among the kept ones.
    let mut moved = vec![NONE; lines.len()];
    let places = (0..lines.len()).filter(|&at| kept[at]).enumerate();
    for (place, at) in places {
        moved[at] = index(place);
    }
    let mut is_kept = kept.into_iter();
    lines.retain(|_| is_kept.next() == Some(true));
    for line in lines {
        line.parent = moved.get(line.parent as usize).copied().unwrap_or(NONE);
    }
}

/// From the last line to the first, so that what a line holds is known before it.
fn kept(lines: &[Line]) -> Vec<bool> {
    let mut kept = vec![false; lines.len()];
    let mut is_led_to = false;
    for at in (0..lines.len()).rev() {
        let line = &lines[at];
        kept[at] |= line.rank == Rank::Control || line.refs.count > 0;
        if line.is_heading {
            kept[at] |= std::mem::take(&mut is_led_to);
        } else {
            is_led_to |= kept[at];
        }
        if kept[at] && line.parent != NONE {
            kept[line.parent as usize] = true;
        }
    }
    kept
}
