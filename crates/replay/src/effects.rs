//! What steps bring about beside their page: tabs that open, files that are saved.

use protocol::{Action, BrowserFacts, Check, Judged, PostCondition, SaveState};
use serde::{Deserialize, Serialize};

use crate::ports::{Clock, Journal, NetworkPort, PagePort};
use crate::runner::{Broken, Runner};

/// Something that came of a step beside its page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// A tab or window opened.
    Tab {
        /// Its address, without query and fragment.
        url: String,
    },
    /// The browser began to save a file.
    Download {
        /// Its name, without its folder; empty while the browser had chosen none.
        name: String,
        /// How far it had come when the row ended.
        state: SaveState,
    },
}

/// Each tab and download with the step that was the last to have begun before it, in their order.
/// `began_after` has for each step the number of the last one that was there before.
pub(crate) fn attributed(began_after: &[u32], facts: &BrowserFacts) -> Vec<(Option<u32>, Effect)> {
    let tabs = facts.tabs.iter().map(|tab| {
        let url = tab.url.split(['?', '#']).next().unwrap_or_default();
        let url = url.to_owned();
        (tab.sequence, Effect::Tab { url })
    });
    let downloads = facts.downloads.iter().flatten().map(|file| {
        let (name, state) = (file.name.clone(), file.state.clone());
        (file.sequence, Effect::Download { name, state })
    });
    let mut effects: Vec<(u32, Effect)> = tabs.chain(downloads).collect();
    effects.sort_by_key(|(sequence, _)| *sequence);
    // What was there before the first step is of an earlier row.
    let of_row = effects.into_iter().filter_map(|(sequence, effect)| {
        let step = began_after.iter().rposition(|after| *after < sequence)?;
        Some((u32::try_from(step).ok(), effect))
    });
    of_row.collect()
}

impl<P, N, C, J> Runner<'_, P, N, C, J>
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    /// Goes on in the tab that a step claimed to open, if it did claim one and the row has more to do or
    /// to look at there: a tab with a file in it can't be looked into.
    pub(crate) async fn follow(&mut self, judged: &[Judged], at: usize) -> Result<(), Broken> {
        let is_tab = |judged: &&Judged| matches!(judged.condition, PostCondition::TabOpened { .. });
        let Some(opened) = judged.iter().find(is_tab) else {
            return Ok(());
        };
        let goes_on = match self.run.steps.get(at + 1) {
            Some(next) => !matches!(next.action, Action::Navigate { .. }),
            None => self
                .run
                .success
                .iter()
                .any(|condition| !condition.is_beyond_page()),
        };
        let followed = self.watch.ports.page.follow(opened, goes_on).await;
        // The step itself was done.
        followed.map_err(|fault| Broken {
            is_certain: false,
            ..Broken::from(fault)
        })?;
        if goes_on {
            self.forget_page();
            self.watch.left();
        }
        Ok(())
    }

    /// The page is left: what was done to it can't be looked at any more.
    pub(crate) fn forget_page(&mut self) {
        self.filled.clear();
        self.ahead = None;
        self.rest = None;
    }
}

/// Marks the checks that a step made for want of any that its skill asks for.
pub(crate) fn mark_inferred(inferred: &[PostCondition], checks: &mut [Check]) {
    for check in checks {
        check.is_inferred = inferred.contains(&check.condition);
    }
}

#[cfg(test)]
mod tests {
    use protocol::{BrowserFacts, DownloadFact, SaveState, TabFact};

    use super::{Effect, attributed};

    #[test]
    fn each_effect_is_told_with_the_last_step_that_had_begun() {
        let tab = |sequence, url: &str| TabFact {
            sequence,
            url: url.into(),
        };
        let state = SaveState::Complete { bytes: 7 };
        let facts = BrowserFacts {
            tabs: vec![tab(1, "https://h/old"), tab(3, "https://h/a?b=c#d")],
            downloads: Some(vec![DownloadFact {
                sequence: 2,
                name: "r.csv".into(),
                state: state.clone(),
            }]),
        };
        let file = Effect::Download {
            name: "r.csv".into(),
            state,
        };
        let url = "https://h/a".into();
        let of_second = [(Some(1), file), (Some(1), Effect::Tab { url })];
        // Nothing came after the last step began.
        assert_eq!(attributed(&[1, 1, 3], &facts), of_second);
    }
}
