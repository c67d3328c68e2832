//! A look at the whole page: the top document and, below their lines, its frames.

use std::collections::BTreeMap;

use perception::{FrameObservation, join, place_of};
use protocol::{Fault, Observation, ObserveOptions, Reply, Request};

use super::{Channel, Link, Place};

impl Channel {
    /// Reads all documents and joins what they show. All together keep to the budget: what frames need
    /// is taken from the top document, down to half.
    pub(crate) async fn observe(&self, options: &ObserveOptions) -> Result<Observation, Fault> {
        let below = self.below().await;
        let (top, frames) = self.look(options, &below.places, options.budget).await?;
        let cost = |frames: &[FrameObservation]| -> u32 {
            frames.iter().map(|frame| frame.observation.tokens).sum()
        };
        let needed = cost(&frames);
        let mut seen = if top.tokens + needed > options.budget {
            let for_frames = needed.min(options.budget / 2);
            let smaller = ObserveOptions {
                budget: options.budget - for_frames,
                ..options.clone()
            };
            let count = u32::try_from(below.places.len()).unwrap_or(1).max(1);
            let (top, frames) = self
                .look(&smaller, &below.places, for_frames / count)
                .await?;
            join(top, frames)
        } else {
            join(top, frames)
        };
        seen.notices.extend(below.notices);
        Ok(seen)
    }

    async fn look(
        &self,
        options: &ObserveOptions,
        places: &[Place],
        budget_of_a_frame: u32,
    ) -> Result<(Observation, Vec<FrameObservation>), Fault> {
        let top = self.numbered(0).await?;
        let top = self.observe_one(&top, options.clone()).await?;
        let mut places_in = BTreeMap::from([(0, top.frames.clone())]);
        let mut frames: Vec<FrameObservation> = Vec::new();
        for place in places {
            let Ok(welcome) = place.link.welcome() else {
                continue;
            };
            let around = places_in.get(&place.frame.parent_frame_id);
            let rect = around.and_then(|places| place_of(places, welcome.index, 1)?.rect);
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
            frames.push(FrameObservation {
                frame,
                parent: place.frame.parent_frame_id,
                index: welcome.index,
                observation: seen,
            });
        }
        Ok((top, frames))
    }

    async fn observe_one(
        &self,
        link: &Link,
        options: ObserveOptions,
    ) -> Result<Observation, Fault> {
        match self.ask_one(link, Request::Observe(options)).await? {
            Reply::Observed(observation) => Ok(observation),
            _ => Err(Fault::Malformed {
                message: "the engine answered something else".into(),
            }),
        }
    }
}
