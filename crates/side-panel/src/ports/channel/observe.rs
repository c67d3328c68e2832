//! A look at the whole page: the top document and, below their lines, its frames.

use std::collections::BTreeMap;
use std::rc::Rc;

use perception::{FrameObservation, join, place_of, quoted};
use protocol::{
    Fault, FramePlace, Observation, ObservationId, ObserveOptions, Reply, Request, View,
};

use super::{Channel, Link, Place};

/// No document has an observation of this number.
const NONE: ObservationId = ObservationId(0);

/// How long the title of a frame may get, Unicode scalar values.
const TITLE: usize = 80;

/// What the documents of a page showed, and whose it was.
struct Looked {
    top: Observation,
    frames: Vec<FrameObservation>,
    links: Vec<(Rc<Link>, ObservationId)>,
}

impl Channel {
    /// Reads all documents and joins what they show. All together keep to the budget: what frames need
    /// is taken from the top document, down to half. A view of one element is its own document's only.
    pub(crate) async fn observe(&self, options: &ObserveOptions) -> Result<Observation, Fault> {
        if let View::Around { reference } | View::Table { reference } = options.view {
            let link = self.numbered(reference.frame).await?;
            return self.observe_one(&link, options.clone()).await;
        }
        let below = self.below().await;
        let mut looked = self.look(options, &below.places, options.budget).await?;
        let frames = looked.frames.iter();
        let needed: u32 = frames.map(|frame| frame.observation.tokens).sum();
        if looked.top.tokens + needed > options.budget {
            let for_frames = needed.min(options.budget / 2);
            let smaller = ObserveOptions {
                budget: options.budget - for_frames,
                ..options.clone()
            };
            let count = u32::try_from(below.places.len()).unwrap_or(1).max(1);
            let share = for_frames / count;
            looked = self.look(&smaller, &below.places, share).await?;
        }
        for (link, own) in &looked.links {
            link.note_part(*own, looked.top.id);
        }
        if let View::Diff { .. } = options.view {
            name_frames(&mut looked.top, &mut looked.frames);
        }
        let mut seen = join(looked.top, looked.frames);
        seen.notices.extend(below.notices);
        Ok(seen)
    }

    /// Whether the documents of the page still know this observation, to tell what changed since.
    pub(crate) async fn knows(&self, observation: ObservationId) -> bool {
        let top = self.numbered(0).await;
        top.is_ok_and(|top| top.part_of(observation).is_some())
    }

    async fn look(
        &self,
        options: &ObserveOptions,
        places: &[Place],
        budget_of_a_frame: u32,
    ) -> Result<Looked, Fault> {
        let link = self.numbered(0).await?;
        let top = self.observe_one(&link, options.clone()).await?;
        let mut places_in = BTreeMap::from([(0, top.frames.clone())]);
        let mut looked = Looked {
            links: vec![(link, top.id)],
            frames: vec![],
            top,
        };
        for place in places {
            let Ok(welcome) = place.link.welcome() else {
                continue;
            };
            let around = places_in.get(&place.frame.parent_frame_id);
            let is_unplaced = |other: &&Place| {
                other.frame.parent_frame_id == place.frame.parent_frame_id
                    && other.link.welcome().is_ok_and(|w| w.index.is_none())
            };
            let unplaced = places.iter().filter(is_unplaced).count();
            let rect = around.and_then(|places| place_of(places, welcome.index, unplaced)?.rect);
            let [x, y, ..] = rect.unwrap_or_default();
            let options = ObserveOptions {
                budget: budget_of_a_frame,
                origin: Some([x, y]),
                ..options.clone()
            };
            // A frame that does not answer may have gone meanwhile.
            let Ok(seen) = self.observe_one(&place.link, options).await else {
                continue;
            };
            let frame = place.frame.frame_id;
            places_in.insert(frame, seen.frames.clone());
            looked.links.push((place.link.clone(), seen.id));
            looked.frames.push(FrameObservation {
                frame,
                parent: place.frame.parent_frame_id,
                index: welcome.index,
                observation: seen,
            });
        }
        Ok(looked)
    }

    async fn observe_one(
        &self,
        link: &Link,
        mut options: ObserveOptions,
    ) -> Result<Observation, Fault> {
        if let View::Diff { since } = &mut options.view {
            // Each document numbers its own observations.
            *since = link.part_of(*since).unwrap_or(NONE);
        }
        match self.ask_one(link, Request::Observe(options)).await? {
            Reply::Observed(observation) => {
                link.note(observation.id);
                Ok(observation)
            }
            _ => Err(Fault::Malformed {
                message: "the engine answered something else".into(),
            }),
        }
    }
}

/// Gives each frame a line of its own to stand below: a difference has none, as it shows no tree.
fn name_frames(top: &mut Observation, frames: &mut [FrameObservation]) {
    for at in 0..frames.len() {
        let index = u32::try_from(at).ok();
        let frame = &mut frames[at];
        frame.index = index;
        let (parent, title) = (frame.parent, quoted(&frame.observation.title, TITLE));
        let around = frames.iter_mut().find(|frame| frame.frame == parent);
        let around = around.map_or(&mut *top, |frame| &mut frame.observation);
        let line = around.outline.lines().count();
        around.outline.push_str(&format!("frame {title}\n"));
        around.frames.push(FramePlace {
            index,
            line: u32::try_from(line).unwrap_or(u32::MAX),
            ..FramePlace::default()
        });
    }
}
