//! The observations of a page's documents as one: what a frame shows stands below the line of the
//! frame.

use std::collections::BTreeMap;

use protocol::{FramePlace, Observation};

/// What one frame showed, and what is known of where it is.
#[derive(Clone, Debug)]
pub struct FrameObservation {
    /// The frame as Chrome numbers it.
    pub frame: i32,
    /// The same of the frame around it; 0 for the top document.
    pub parent: i32,
    /// The index of its window in its parent's, if it has one.
    pub index: Option<u32>,
    /// What it showed.
    pub observation: Observation,
}

/// Which line of its parent a frame belongs to: by the index of its window; one in a shadow tree has
/// none, and is placed only where nothing else is left.
#[must_use]
pub fn place_of(places: &[FramePlace], index: Option<u32>, unplaced: usize) -> Option<&FramePlace> {
    if index.is_some() {
        return places.iter().find(|place| place.index == index);
    }
    let mut without = places.iter().filter(|place| place.index.is_none());
    let only = without.next()?;
    (unplaced == 1 && without.next().is_none()).then_some(only)
}

/// Joins what the frames showed into what the top document did. Frames come after those around
/// them; one that can't be placed is written at the end, and a notice says so, as one says how many
/// were not read.
#[must_use]
pub fn join(top: Observation, frames: Vec<FrameObservation>) -> Observation {
    let mut top = top;
    let mut frames = frames;
    let unplaced = unplaced(&frames);
    // The innermost first, so that each is whole when it goes into the one around it.
    while let Some(inner) = frames.pop() {
        let count = unplaced.get(&inner.parent).copied().unwrap_or(0);
        let outer = frames.iter_mut().find(|frame| frame.frame == inner.parent);
        let outer = outer.map_or(&mut top, |outer| &mut outer.observation);
        put(outer, inner, count);
    }
    tell_unread(&mut top);
    top
}

/// How many frames of each frame do not tell their place.
fn unplaced(frames: &[FrameObservation]) -> BTreeMap<i32, usize> {
    let mut count = BTreeMap::new();
    for frame in frames.iter().filter(|frame| frame.index.is_none()) {
        *count.entry(frame.parent).or_insert(0) += 1;
    }
    count
}

/// Places that nothing was put in.
fn tell_unread(seen: &mut Observation) {
    match seen.frames.len() {
        0 => {}
        1 => seen
            .notices
            .push("1 frame on this page was not read".into()),
        count => {
            let notice = format!("{count} frames on this page were not read");
            seen.notices.push(notice);
        }
    }
}

fn put(outer: &mut Observation, inner: FrameObservation, unplaced: usize) {
    let place = place_of(&outer.frames, inner.index, unplaced).cloned();
    // One that can't be placed leaves a place open, but was read.
    let filled = place.as_ref();
    let filled = filled.or_else(|| outer.frames.iter().find(|other| other.index.is_none()));
    let filled = filled.and_then(|filled| outer.frames.iter().position(|other| other == filled));
    filled.map(|at| outer.frames.remove(at));
    let mut inner = inner.observation;
    tell_unread(&mut inner);
    outer.tokens = outer.tokens.saturating_add(inner.tokens);
    outer.needed = outer.needed.saturating_add(inner.needed);
    outer.nodes += inner.nodes;
    outer.interactive += inner.interactive;
    if !inner.dropped.is_empty() {
        let address = &inner.url;
        outer.notices.push(format!(
            "of the frame {address} was left out: {}",
            inner.dropped
        ));
    }
    outer.notices.extend(inner.notices);
    let (line, depth) = match place {
        Some(place) => (place.line as usize + 1, place.depth as usize + 1),
        None => {
            let address = &inner.url;
            outer.notices.push(format!(
                "where the frame {address} stands on the page can't be told"
            ));
            (outer.outline.lines().count(), 0)
        }
    };
    let added = insert(&mut outer.outline, line, depth, &inner.outline);
    for place in &mut outer.frames {
        if place.line as usize >= line {
            place.line += added;
        }
    }
}

/// Inserts lines before line `at`, indented; says how many.
fn insert(text: &mut String, at: usize, depth: usize, lines: &str) -> u32 {
    let offset = text
        .split_inclusive('\n')
        .take(at)
        .map(str::len)
        .sum::<usize>();
    let indent = "  ".repeat(depth);
    let inserted: String = lines
        .lines()
        .map(|line| format!("{indent}{line}\n"))
        .collect();
    text.insert_str(offset, &inserted);
    u32::try_from(lines.lines().count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use protocol::{FramePlace, Observation, ObservationId};

    use super::{FrameObservation, join};

    fn observation(outline: &str, frames: &[(Option<u32>, u32, u32)]) -> Observation {
        let place = |&(index, line, depth): &(Option<u32>, u32, u32)| FramePlace {
            index,
            line,
            depth,
            ..FramePlace::default()
        };
        Observation {
            id: ObservationId(1),
            url: "https://example.test/".into(),
            title: String::new(),
            outline: outline.into(),
            tokens: 1,
            needed: 1,
            dropped: String::new(),
            frames: frames.iter().map(place).collect(),
            overview: None,
            notices: vec![],
            nodes: 1,
            interactive: 1,
        }
    }

    fn frame(number: i32, parent: i32, index: Option<u32>, shown: Observation) -> FrameObservation {
        FrameObservation {
            frame: number,
            parent,
            index,
            observation: shown,
        }
    }

    #[test]
    fn frames_stand_below_their_lines_however_deep() {
        let top = observation(
            "main\n  iframe \"a\"\n  button\n  iframe \"b\"\n",
            &[(Some(0), 1, 1), (Some(1), 3, 1)],
        );
        let a = observation("heading\niframe \"inner\"\nlink\n", &[(Some(0), 1, 0)]);
        let b = observation("textbox\n", &[]);
        let inner = observation("checkbox\n", &[]);
        let frames = vec![
            frame(5, 0, Some(0), a),
            frame(6, 0, Some(1), b),
            frame(7, 5, Some(0), inner),
        ];
        let joined = join(top, frames);
        assert_eq!(
            joined.outline,
            "main\n  iframe \"a\"\n    heading\n    iframe \"inner\"\n      checkbox\n    link\n  \
             button\n  iframe \"b\"\n    textbox\n"
        );
        assert_eq!((joined.nodes, joined.tokens), (4, 4));
        assert!(joined.notices.is_empty());
    }

    #[test]
    fn a_frame_in_a_shadow_tree_is_placed_where_nothing_else_is_left() {
        let outline = "iframe\niframe\n";
        let one = observation(outline, &[(None, 0, 0), (Some(0), 1, 0)]);
        let shadowed = frame(5, 0, None, observation("button\n", &[]));
        let joined = join(one, vec![shadowed.clone()]);
        assert_eq!(joined.outline, "iframe\n  button\niframe\n");
        assert_eq!(joined.notices, ["1 frame on this page was not read"]);

        let two = observation(outline, &[(None, 0, 0), (None, 1, 0)]);
        let joined = join(two, vec![shadowed.clone()]);
        assert_eq!(joined.outline, "iframe\niframe\nbutton\n");
        assert_eq!(joined.notices.len(), 2);

        // Of two that do not tell their place, neither is put where only one can be.
        let one = observation(outline, &[(None, 0, 0)]);
        let other = frame(6, 0, None, observation("textbox\n", &[]));
        let joined = join(one, vec![shadowed, other]);
        assert_eq!(joined.outline, "iframe\niframe\ntextbox\nbutton\n");
        assert_eq!(joined.notices.len(), 2);
    }
}
