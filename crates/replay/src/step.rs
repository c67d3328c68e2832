//! One step: its element found, its baselines taken, done once, and what it came to.

use guardrails::Consequence;
use protocol::{
    Baseline, CommandId, Diagnosis, Extracted, Fault, Fingerprint, GroundedAction, GroundedElement,
    Grounding, Judged,
};

use crate::end::Commit;
use crate::ports::{Clock, Journal, NetworkPort, PagePort};
use crate::remedy::{Remedy, Tried};
use crate::run::Step;
use crate::runner::{Broken, Runner, at_rest, claimed, exists, pair};
use crate::settle::{Awaited, Next, Seen};
use crate::trace::Event;
use crate::waits::Cause;

/// How often an element is looked for that is another by the time of the action.
const TRIES: u32 = 3;

impl<P, N, C, J> Runner<'_, P, N, C, J>
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    /// Does a step and waits for what it must come to. Where the page was drawn anew between the look
    /// and the action nothing was touched, so the element is looked for again.
    pub(crate) async fn step(&mut self, at: usize, step: &Step) -> Result<(), Broken> {
        self.note(Event::began(at, step));
        let mut tries = 0;
        loop {
            let id = match tries {
                0 => format!("{}/{at}", self.run.id),
                tries => format!("{}/{at}~{tries}", self.run.id),
            };
            tries += 1;
            match self.try_step(at, step, CommandId(id)).await {
                Err(broken) if broken.is_stale() && tries < TRIES => {
                    self.note(Event::Tried(Tried {
                        diagnosis: broken.diagnosis,
                        remedy: Remedy::GroundAgain,
                    }));
                }
                done => return done,
            }
        }
    }

    async fn try_step(&mut self, at: usize, step: &Step, id: CommandId) -> Result<(), Broken> {
        let seen = self.ready(step).await?;
        let action = self.grounded(step, seen.looked.groundings.clone())?;
        let elements = action.elements.clone();
        let judged = self.take_baselines(step, &elements, seen.looked.baselines);
        let before = seen.looked.verification;
        let consequence = if step.is_commit {
            Consequence::Commit {
                once_proof: step.once_proof,
            }
        } else {
            Consequence::None
        };
        let approved = self
            .run
            .policy
            .review(action, &before.url, consequence)
            .map_err(Broken::of)?;
        if step.is_commit {
            self.begin_commit(&id, step).await?;
        }
        let next = self.run.steps.get(at + 1).map(|step| self.next(step));
        let awaited = Awaited {
            judged: &judged,
            complaints_before: &before.facts.errors,
            limit_ms: step.limit_ms,
            next: next.as_ref(),
            ..Awaited::default()
        };
        let (done, first) = self.watch.act(&id, approved, &awaited).await;
        let fault = done.as_ref().err();
        self.note(Event::Acted {
            why: fault.cloned().map(Fault::diagnosis),
            is_refused: fault.is_some_and(Fault::is_certain),
        });
        let extracted = self.must_have_begun(&id, done)?;
        self.keep(step, extracted);
        let settled = self.watch.settle(&awaited, first).await;
        self.note(Event::checked(&settled.checks));
        if !settled.holds() {
            return Err(self.broken_by(settled));
        }
        if step.action.leaves_page() {
            self.filled.clear();
        }
        self.filled.extend(claimed(&step.action, &elements));
        self.ahead = settled.seen.ok().filter(|_| next.is_some());
        Ok(())
    }

    /// Ends the step where nothing was touched; else what was read. Where it is open whether it
    /// happened, the page tells.
    fn must_have_begun(
        &mut self,
        id: &CommandId,
        done: Result<Option<Extracted>, Fault>,
    ) -> Result<Option<Extracted>, Broken> {
        match done {
            Err(fault) if fault.is_certain() => {
                // If this was the commit, nothing was sent.
                self.commit = self.commit.take().filter(|commit| commit.command != *id);
                Err(fault.into())
            }
            Ok(extracted) => Ok(extracted),
            Err(_) => Ok(None),
        }
    }

    /// What a step needs to be known before it. Before a commit also the end's baselines.
    pub(crate) fn next(&self, step: &Step) -> Next {
        let mut conditions = step.expect.clone();
        if step.is_commit {
            conditions.extend(self.run.success.iter().cloned());
        }
        Next {
            targets: step.action.targets().into_iter().cloned().collect(),
            conditions,
        }
    }

    /// The look that a step acts by: its target is there. The look that proved the step before is as
    /// good as a new one, unless something is counted on it; a commit needs a page at rest.
    async fn ready(&mut self, step: &Step) -> Result<Seen, Broken> {
        let ahead = self.ahead.take();
        if !step.is_commit {
            return match ahead.filter(is_enough) {
                Some(seen) => Ok(seen),
                None => self.find(step).await,
            };
        }
        let seen = self.rest_before_commit(step).await?;
        if is_found(&seen) {
            return Ok(seen);
        }
        self.find(step).await?;
        self.rest_before_commit(step).await
    }

    /// Waits until the target is there.
    async fn find(&mut self, step: &Step) -> Result<Seen, Broken> {
        let next = self.next(step);
        let there: Vec<Judged> = next.targets.iter().map(exists).collect();
        let awaited = Awaited {
            judged: &there,
            limit_ms: step.limit_ms,
            next: Some(&next),
            ..Awaited::default()
        };
        let settled = self.watch.settle(&awaited, None).await;
        self.facts = settled.facts;
        Ok(settled.seen?)
    }

    /// The last look before something is sent: the page at rest, every field as it was filled.
    async fn rest_before_commit(&mut self, step: &Step) -> Result<Seen, Broken> {
        let next = self.next(step);
        let awaited = Awaited {
            judged: &self.filled,
            // A field that is gone belonged to an earlier page of the form.
            may_be_gone: true,
            next: Some(&next),
            ..at_rest()
        };
        let settled = self.watch.settle(&awaited, None).await;
        if !settled.holds() {
            return Err(self.broken_by(settled));
        }
        self.check_stopped()?;
        Ok(settled.seen?)
    }

    /// The step's action on the elements it means.
    fn grounded(
        &mut self,
        step: &Step,
        groundings: Vec<Grounding>,
    ) -> Result<GroundedAction, Broken> {
        let mut elements = Vec::new();
        for (target, grounding) in step.action.targets().into_iter().zip(groundings) {
            elements.push(self.found(target, grounding).map_err(Broken::of)?);
        }
        Ok(GroundedAction {
            action: step.action.clone(),
            elements,
        })
    }

    fn found(
        &mut self,
        target: &Fingerprint,
        grounding: Grounding,
    ) -> Result<GroundedElement, Diagnosis> {
        let target = target.to_string();
        match grounding {
            Grounding::Found {
                element,
                confidence,
                runner_up,
            } => {
                self.note(Event::Grounded {
                    target: format!("{} {:?}", element.role, element.name),
                    confidence,
                    runner_up,
                });
                Ok(element)
            }
            Grounding::Ambiguous { candidates } => Err(Diagnosis::Ambiguous { target, candidates }),
            Grounding::NotFound { nearest } => Err(Diagnosis::NotFound { target, nearest }),
        }
    }

    /// Puts the baselines beside their conditions; those of the end are kept.
    fn take_baselines(
        &mut self,
        step: &Step,
        elements: &[GroundedElement],
        baselines: Vec<Baseline>,
    ) -> Vec<Judged> {
        // Only requests that begin after this can be the action's.
        let after = self.watch.ports.network.last();
        let mut baselines = baselines.into_iter();
        let mut judged = pair(&step.expect, &mut baselines, after);
        if step.is_commit {
            self.success = pair(&self.run.success, &mut baselines, after);
        }
        judged.extend(claimed(&step.action, elements));
        judged
    }

    /// Puts the commit on record, on disk, before it begins.
    async fn begin_commit(&mut self, id: &CommandId, step: &Step) -> Result<(), Broken> {
        let commit = Commit {
            command: id.clone(),
            intent: step.intent.clone(),
            acted: self.acted(),
            key_baseline: self.key_baseline.clone(),
        };
        let written = self.watch.ports.journal.committing(&commit);
        let written = self.watch.timed(Cause::Ledger, written).await;
        written.map_err(|fault| {
            Broken::of(Diagnosis::Internal {
                message: fault.to_string(),
            })
        })?;
        self.commit = Some(commit);
        self.note(Event::CommitBegan);
        Ok(())
    }
}

/// Whether the element the next action means was found, if it means one.
fn is_found(seen: &Seen) -> bool {
    let is_one = |grounding: &Grounding| matches!(grounding, Grounding::Found { .. });
    seen.looked.groundings.iter().all(is_one)
}

/// Whether a look that was made for another purpose serves the next action: its element was found, and
/// nothing had to be counted, which a page that is still being drawn anew would change.
fn is_enough(seen: &Seen) -> bool {
    let is_count =
        |baseline: &Baseline| matches!(baseline, Baseline::Count { .. } | Baseline::NotThere);
    is_found(seen) && !seen.looked.baselines.iter().any(is_count)
}
