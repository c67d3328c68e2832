//! Which frames a skill means by the names it gives.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use protocol::{FrameMark, Reply, Request, glob_matches};

use super::{Channel, Place};

/// What a frame answers to: its mark in the document around it, the name of its window, a glob over
/// its address.
struct Names {
    parent: i32,
    mark: Option<String>,
    window: String,
    url: String,
}

impl Names {
    fn has(&self, name: &str) -> bool {
        self.mark.as_deref() == Some(name)
            || (self.window == name && !name.is_empty())
            || glob_matches(name, &self.url)
    }
}

impl Channel {
    /// The numbers of all documents that `path` does not name.
    pub(crate) async fn others_than(&self, path: &[String]) -> Vec<u32> {
        let places = self.below().await.places;
        let meant = self.named(path, &places).await;
        let below = places.iter().map(|place| place.link.frame);
        let all = std::iter::once(0).chain(below);
        all.filter(|number| !meant.contains(number)).collect()
    }

    /// The numbers of the documents that `path` names; of all, where it names none.
    pub(crate) async fn meant(&self, path: &[String]) -> Vec<u32> {
        let places = self.below().await.places;
        if !path.is_empty() {
            return self.named(path, &places).await;
        }
        let below = places.iter().map(|place| place.link.frame);
        std::iter::once(0).chain(below).collect()
    }

    /// The numbers of the frames that `path` names, outermost first.
    pub(super) async fn named(&self, path: &[String], places: &[Place]) -> Vec<u32> {
        let names = self.names(places).await;
        let is_meant = |place: &&Place| {
            let mut at = place.frame.frame_id;
            for name in path.iter().rev() {
                match names.get(&at) {
                    Some(names) if names.has(name) => at = names.parent,
                    _ => return false,
                }
            }
            at == 0
        };
        let meant = places.iter().filter(is_meant);
        meant.map(|place| place.link.frame).collect()
    }

    async fn names(&self, places: &[Place]) -> BTreeMap<i32, Names> {
        let mut names = BTreeMap::new();
        // What each document says of the frames in it, asked once.
        let mut marks_in: BTreeMap<u32, Vec<FrameMark>> = BTreeMap::new();
        for place in places {
            let parent = place.frame.parent_frame_id;
            let around = places.iter().find(|other| other.frame.frame_id == parent);
            let number = around.map_or(0, |around| around.link.frame);
            let Ok(welcome) = place.link.welcome() else {
                continue;
            };
            if let Entry::Vacant(first) = marks_in.entry(number) {
                let marks = match self.ask_numbered(number, Request::Frames).await {
                    Ok(Reply::Frames { marks }) => marks,
                    _ => vec![],
                };
                first.insert(marks);
            }
            let is_its = |mark: &&FrameMark| mark.index.is_some() && mark.index == welcome.index;
            let mark = marks_in[&number].iter().find(is_its);
            let own = Names {
                parent,
                mark: mark.map(|mark| mark.mark.clone()),
                window: welcome.window_name,
                url: place.frame.url.clone(),
            };
            names.insert(place.frame.frame_id, own);
        }
        names
    }
}
