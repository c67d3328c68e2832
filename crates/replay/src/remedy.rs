//! What is tried about a step that did not come to its end: a bounded list, each remedy only where nothing
//! was done that may not be done twice.
//!
//! **Invariant:** a commit, and an action that is not replayable, is only tried again where the page
//! certainly was not touched; otherwise it is verified, never repeated.
//! **Invariant:** only an element that was not found is searched for; what is ambiguous never is.

use protocol::{Action, CommandId, Diagnosis, GroundedAction, Manner, NotApplied};
use serde::{Deserialize, Serialize};

use crate::ports::{Clock, Journal, NetworkPort, PagePort};
use crate::run::Step;
use crate::runner::{Broken, Runner};
use crate::settle::Awaited;
use crate::trace::Event;
use crate::waits::Cause;
use guardrails::Consequence;

/// How many remedies one row may take: a site that needs more is not the one the skill was made for.
const PER_ROW: usize = 16;

/// How long searching the page's regions may take, ms.
const SEARCH_LIMIT_MS: u32 = 30_000;

/// How long a page that is drawn anew all the time is waited for, ms.
const REST_LIMIT_MS: u32 = 1_000;

/// How long closing what lies over the page may take, ms.
const CLOSE_LIMIT_MS: u32 = 5_000;

/// What can be tried about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// The page was drawn anew between the look and the action: the element is looked for again.
    LookAgain,
    /// The control was not ready yet: it gets the rest of the step's time.
    Wait,
    /// The element may be further down in a list that draws only what is in view: scrolled to.
    ScrollSearch,
    /// Something lies over the element, or a dialog over the page: closed.
    CloseOverlay,
    /// The value did not stay: set again.
    SetAgain,
    /// The page took nothing from a script: done by the browser's own input.
    TrustedInput,
}

impl Remedy {
    /// How often it is tried in one step; waiting ends by the step's own limit.
    fn most(self) -> usize {
        match self {
            Self::ScrollSearch | Self::SetAgain | Self::TrustedInput => 1,
            Self::CloseOverlay => 2,
            Self::LookAgain => 4,
            Self::Wait => usize::MAX,
        }
    }
}

/// A remedy that was tried, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// What was wrong. Names elements, no values.
    pub diagnosis: Diagnosis,
    /// What was tried about it.
    pub remedy: Remedy,
}

/// The remedies of one step.
pub(crate) struct Remedies {
    /// When the step's own time is over, ms since the epoch.
    deadline: f64,
    tried: Vec<Remedy>,
}

impl Remedies {
    pub(crate) fn until(deadline: f64) -> Self {
        Self {
            deadline,
            tried: vec![],
        }
    }

    /// How the next attempt is made, where the skill does not say.
    pub(crate) fn is_trusted(&self) -> bool {
        self.tried.contains(&Remedy::TrustedInput)
    }

    /// Whether there may still be a better way than to wait.
    pub(crate) fn is_first_try(&self) -> bool {
        self.tried.is_empty()
    }

    pub(crate) fn attempts(&self) -> usize {
        self.tried.len()
    }

    /// Takes a remedy, unless it was tried often enough.
    fn take(&mut self, remedy: Remedy) -> Option<Remedy> {
        let before = self.tried.iter().filter(|tried| **tried == remedy).count();
        (before < remedy.most()).then(|| {
            self.tried.push(remedy);
            remedy
        })
    }
}

impl<P, N, C, J> Runner<'_, P, N, C, J>
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    /// Tries the next remedy for what broke a step; false where none is left, or it did not work.
    pub(crate) async fn remedy(
        &mut self,
        broken: &Broken,
        at: usize,
        remedies: &mut Remedies,
    ) -> bool {
        let run = self.run;
        let step = &run.steps[at];
        if self.log.tried() >= PER_ROW || self.check_stopped().is_err() {
            return false;
        }
        let Some(remedy) = self.choose(broken, at, remedies) else {
            return false;
        };
        self.note_tried(broken.diagnosis.clone(), remedy);
        let id = CommandId(format!("{}/{at}~{}", run.id, remedies.attempts()));
        match remedy {
            Remedy::LookAgain => {
                if remedies.attempts() > 1 {
                    self.let_page_rest().await;
                }
                true
            }
            Remedy::Wait | Remedy::SetAgain | Remedy::TrustedInput => true,
            Remedy::ScrollSearch => self.search(step, &id).await,
            Remedy::CloseOverlay => self.close(step, &id).await.is_ok(),
        }
    }

    /// A page that is still being drawn anew would only be seen too early again.
    async fn let_page_rest(&mut self) {
        let awaited = Awaited {
            needs_quiet: true,
            limit_ms: REST_LIMIT_MS,
            ..Awaited::default()
        };
        self.watch.settle(&awaited, None).await;
    }

    pub(crate) fn note_tried(&mut self, diagnosis: Diagnosis, remedy: Remedy) {
        self.note(Event::Tried(Tried { diagnosis, remedy }));
    }

    fn choose(&self, broken: &Broken, at: usize, remedies: &mut Remedies) -> Option<Remedy> {
        use Diagnosis as D;
        let step = &self.run.steps[at];
        let has_time = self.watch.ports.clock.now() < remedies.deadline;
        match &broken.diagnosis {
            D::Stale { .. } if broken.is_certain => remedies.take(Remedy::LookAgain),
            D::Occluded { .. } if broken.is_certain => remedies.take(Remedy::CloseOverlay),
            D::NotFound { .. } if broken.is_certain => {
                let search = remedies.take(Remedy::ScrollSearch);
                let close = || {
                    let may = self.may_close_modal(at);
                    may.then(|| remedies.take(Remedy::CloseOverlay)).flatten()
                };
                search.or_else(close)
            }
            D::Disabled { .. } | D::NotVisible { .. } | D::NotEditable { .. }
                if broken.is_certain && has_time =>
            {
                remedies.take(Remedy::Wait)
            }
            // Two of them may be there while one takes the other's place.
            D::Ambiguous { .. } if has_time => remedies.take(Remedy::Wait),
            D::ValueNotApplied {
                why: NotApplied::Refused,
                ..
            } if step.may_repeat() => self.set_otherwise(step, remedies),
            D::ChecksFailed { .. } if step.may_repeat() && self.lacks_only_values(step) => {
                self.set_otherwise(step, remedies)
            }
            _ => None,
        }
    }

    /// Once more; then by the browser's own input, where there is any.
    fn set_otherwise(&self, step: &Step, remedies: &mut Remedies) -> Option<Remedy> {
        let has_other = self.watch.ports.page.has_trusted_input() && !step.manner.trusted;
        remedies.take(Remedy::SetAgain).or_else(|| {
            let other = has_other.then(|| remedies.take(Remedy::TrustedInput));
            other.flatten()
        })
    }

    /// Whether a modal dialog that is open may be closed to find what is behind it: one that the step
    /// before may have opened belongs to the flow.
    fn may_close_modal(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| &self.run.steps[before]);
        let may_open = before.is_some_and(|step| !step.action.is_replayable());
        !self.facts.modals.is_empty() && !may_open
    }

    /// Whether all that did not hold is what the action itself set.
    fn lacks_only_values(&self, step: &Step) -> bool {
        let claims = step.action.claims();
        let mut missing = self.checks.iter().filter(|check| !check.is_held());
        missing.all(|check| claims.contains(&check.condition))
    }

    /// Scrolls through the page for each element of the step. Whether that helped, the next look tells.
    async fn search(&mut self, step: &Step, id: &CommandId) -> bool {
        for (at, target) in step.action.targets().into_iter().enumerate() {
            let action = GroundedAction {
                action: Action::ScrollSearch {
                    target: target.clone(),
                },
                elements: vec![],
                manner: Manner::default(),
            };
            let id = CommandId(format!("{}/search{at}", id.0));
            if self.aside(action, &id, SEARCH_LIMIT_MS).await.is_err() {
                return false;
            }
        }
        true
    }

    /// Closes what lies over the step's elements, or over the page.
    async fn close(&mut self, step: &Step, id: &CommandId) -> Result<(), Broken> {
        let next = self.next(step);
        let seen = self.watch.see(&[], Some(&next)).await?;
        let targets = step.action.targets();
        let grounded = self.grounded(step, seen.looked.groundings);
        let actions: Vec<GroundedAction> = match grounded {
            Ok(grounded) => {
                let over = targets.into_iter().zip(grounded.elements);
                over.map(|(over, element)| GroundedAction {
                    action: Action::CloseOverlay {
                        over: Some(over.clone()),
                    },
                    elements: vec![element],
                    manner: Manner::default(),
                })
                .collect()
            }
            Err(_) => vec![GroundedAction {
                action: Action::CloseOverlay { over: None },
                elements: vec![],
                manner: Manner::default(),
            }],
        };
        for (at, action) in actions.into_iter().enumerate() {
            let id = CommandId(format!("{}/close{at}", id.0));
            self.aside(action, &id, CLOSE_LIMIT_MS).await?;
        }
        Ok(())
    }

    /// Does something that is no step of the skill, through the same door.
    async fn aside(
        &mut self,
        action: GroundedAction,
        id: &CommandId,
        limit_ms: u32,
    ) -> Result<(), Broken> {
        let seen = self.watch.see(&[], None).await?;
        let url = seen.looked.verification.url;
        let reviewed = self.run.policy.review(action, &url, Consequence::None);
        let approved = reviewed.map_err(Broken::of)?;
        let acting = self.watch.ports.page.act(id, approved, limit_ms);
        self.watch.timed(Cause::Action, acting).await?;
        Ok(())
    }
}
