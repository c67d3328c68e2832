//! The page inspector: looks at the page the person is on, and marks elements on it.
//!
//! **Invariant:** nothing goes into a page before the person asks for a look at it, and a ref is only
//! ever asked of the very document it was read from.

use std::rc::Rc;
use std::sync::Arc;

use chrome_api::ChromeError;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{
    Fault, NodeRef, Observation, ObservationId, ObserveOptions, Reply, Request, View, Welcome,
};
use storage::Settings;

use crate::ports::Channel;

/// Which part of the page is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Part {
    Interactive,
    #[default]
    Outline,
    Full,
    Article,
    Changes,
    /// What is around the chosen element.
    Around,
    /// The table the chosen element is in.
    Table,
}

impl Part {
    /// In the order they are offered; the last two only where an element is chosen.
    pub(crate) const ALL: [Self; 7] = [
        Self::Interactive,
        Self::Outline,
        Self::Full,
        Self::Article,
        Self::Changes,
        Self::Around,
        Self::Table,
    ];

    /// Its name in the page.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Interactive => "interactive",
            Self::Outline => "outline",
            Self::Full => "full",
            Self::Article => "article",
            Self::Changes => "changes",
            Self::Around => "around",
            Self::Table => "table",
        }
    }

    /// Whether it is about one element.
    pub(crate) fn is_of_element(self) -> bool {
        matches!(self, Self::Around | Self::Table)
    }
}

/// A look that was taken.
#[derive(Debug)]
pub(crate) struct Look {
    pub(crate) part: Part,
    pub(crate) welcome: Welcome,
    pub(crate) observation: Observation,
    /// How long it took from here to the page and back, ms.
    pub(crate) ms: f64,
    /// Whether changes were asked for, and no earlier look is known to compare with.
    pub(crate) is_first: bool,
}

/// Why there is nothing to show.
#[derive(Clone, Debug)]
pub(crate) enum LookFault {
    NoTab,
    Chrome(ChromeError),
    Page(Fault),
}

/// What came of the last thing a person did with a line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Said {
    Marked(NodeRef),
    Gone(NodeRef),
    Cleared,
    Copied(bool),
}

/// What the inspector shows. Copies share it.
#[derive(Clone, Copy)]
pub(crate) struct Inspector {
    /// The part that is chosen.
    pub(crate) part: RwSignal<Part>,
    /// The last look.
    pub(crate) seen: RwSignal<Option<Result<Arc<Look>, LookFault>>>,
    /// Whether a look is being taken.
    pub(crate) is_looking: RwSignal<bool>,
    /// What is searched for in the lines.
    pub(crate) query: RwSignal<String>,
    /// The element a person chose last.
    pub(crate) chosen: RwSignal<Option<NodeRef>>,
    /// The element that is marked on the page.
    pub(crate) marked: RwSignal<Option<NodeRef>>,
    /// What is told of it.
    pub(crate) said: RwSignal<Option<Said>>,
    channel: StoredValue<Option<Rc<Channel>>, LocalStorage>,
    /// The last look at the whole page.
    last: StoredValue<Option<ObservationId>>,
}

impl Inspector {
    pub(crate) fn new() -> Self {
        let inspector = Self {
            part: RwSignal::new(Part::default()),
            seen: RwSignal::new(None),
            is_looking: RwSignal::new(false),
            query: RwSignal::new(String::new()),
            chosen: RwSignal::new(None),
            marked: RwSignal::new(None),
            said: RwSignal::new(None),
            channel: StoredValue::new_local(None),
            last: StoredValue::new(None),
        };
        // The panel goes: what it posts now still reaches the page.
        window_event_listener_untyped("pagehide", move |_| inspector.clear());
        inspector
    }

    /// Shows another part, at once if a look was taken before.
    pub(crate) fn choose(self, part: Part) {
        self.part.set(part);
        if self.seen.with_untracked(Option::is_some) {
            self.look();
        }
    }

    /// Looks at the page in the current tab.
    pub(crate) fn look(self) {
        if self.is_looking.get_untracked() {
            return;
        }
        self.is_looking.set(true);
        self.said.set(None);
        spawn_local(async move {
            let seen = loop {
                let part = self.part.get_untracked();
                let seen = self.looked(part).await;
                // Another part may have been chosen meanwhile.
                if self.part.get_untracked() == part {
                    break seen;
                }
            };
            self.seen.set(Some(seen.map(Arc::new)));
            self.is_looking.set(false);
        });
    }

    /// A look changes nothing, so one that lost its engine on the way is taken again by a fresh one.
    async fn looked(self, part: Part) -> Result<Look, LookFault> {
        match self.look_once(part).await {
            Err(LookFault::Page(Fault::EngineCrashed { .. } | Fault::ChannelLost))
                if !part.is_of_element() =>
            {
                self.look_once(part).await
            }
            looked => looked,
        }
    }

    async fn look_once(self, part: Part) -> Result<Look, LookFault> {
        let tab = chrome_api::active_tab().await;
        let tab = tab.map_err(LookFault::Chrome)?.ok_or(LookFault::NoTab)?;
        let channel = self.channel_to(tab.id);
        let chosen = self.chosen.get_untracked();
        if let Some(chosen) = chosen.filter(|_| part.is_of_element()) {
            let document = channel.open(chosen.frame);
            document.ok_or(LookFault::Page(Fault::ChannelLost))?;
        }
        let welcome = channel.welcome().await.map_err(LookFault::Page)?;
        let mut since = self.last.get_value();
        if let Some(last) = since
            && !channel.knows(last).await
        {
            since = None;
        }
        let options = ObserveOptions {
            view: view(part, chosen, since),
            with_overview: !part.is_of_element(),
            ..ObserveOptions::default()
        };
        let began = now();
        let seen = channel.observe(&options).await;
        let observation = seen.map_err(LookFault::Page)?;
        let ms = now() - began;
        if !part.is_of_element() {
            self.last.set_value(Some(observation.id));
        }
        Ok(Look {
            part,
            welcome,
            observation,
            ms,
            is_first: part == Part::Changes && since.is_none(),
        })
    }

    /// The way to a tab: the one there is, unless the tab or the engine to use is another.
    fn channel_to(self, tab: i32) -> Rc<Channel> {
        let known = self.channel.get_value();
        let settings = Settings::read();
        if let Some(known) = known.filter(|known| known.tab() == tab && known.is_of(&settings)) {
            return known;
        }
        self.clear();
        self.chosen.set(None);
        self.last.set_value(None);
        let channel = Rc::new(Channel::new(tab));
        self.channel.set_value(Some(channel.clone()));
        channel
    }

    /// Marks an element on the page and no other; one that is marked, no more.
    pub(crate) fn mark(self, reference: NodeRef) {
        let before = self.marked.get_untracked();
        if before == Some(reference) {
            self.clear();
            return;
        }
        let Some(channel) = self.channel.get_value() else {
            return;
        };
        self.chosen.set(Some(reference));
        self.marked.set(Some(reference));
        spawn_local(async move {
            let elsewhere = before.filter(|before| before.frame != reference.frame);
            if let Some(before) = elsewhere {
                highlight(&channel, before.frame, None).await;
            }
            // Another may have been chosen meanwhile: it is shown by its own task.
            if self.marked.get_untracked() != Some(reference) {
                return;
            }
            let is_shown = highlight(&channel, reference.frame, Some(reference)).await;
            if self.marked.get_untracked() == Some(reference) {
                self.tell(reference, is_shown);
            }
        });
    }

    fn tell(self, reference: NodeRef, is_shown: bool) {
        if is_shown {
            self.said.set(Some(Said::Marked(reference)));
        } else {
            self.marked.set(None);
            self.said.set(Some(Said::Gone(reference)));
        }
    }

    /// Takes the mark away, if there is one.
    pub(crate) fn clear(self) {
        let (marked, channel) = (self.marked.get_untracked(), self.channel.get_value());
        let (Some(marked), Some(channel)) = (marked, channel) else {
            return;
        };
        self.marked.set(None);
        self.said.set(Some(Said::Cleared));
        spawn_local(async move {
            highlight(&channel, marked.frame, None).await;
        });
    }
}

/// Says whether the element is marked now. A document that has gone took its mark along.
async fn highlight(channel: &Channel, frame: u32, reference: Option<NodeRef>) -> bool {
    let Some(link) = channel.open(frame) else {
        return false;
    };
    let reply = channel
        .ask_one(&link, Request::Highlight { reference })
        .await;
    matches!(reply, Ok(Reply::Highlighted { is_shown: true }))
}

fn view(part: Part, chosen: Option<NodeRef>, since: Option<ObservationId>) -> View {
    match (part, chosen, since) {
        (Part::Interactive, ..) => View::Interactive,
        (Part::Full, ..) => View::Full,
        (Part::Article, ..) => View::Article,
        (Part::Changes, _, Some(since)) => View::Diff { since },
        (Part::Around, Some(reference), _) => View::Around { reference },
        (Part::Table, Some(reference), _) => View::Table { reference },
        _ => View::Outline,
    }
}

/// Milliseconds since the panel was opened.
fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}
