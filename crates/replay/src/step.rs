//! One step: its element found, its baselines taken, done once, and what it came to.

use guardrails::Consequence;
use protocol::{
    Baseline, CommandId, Diagnosis, Extracted, Fault, Fingerprint, GroundedAction, GroundedElement,
    Grounding, Judged, PostCondition,
};

use crate::effects::mark_inferred;
use crate::end::Commit;
use crate::infer::infer;
use crate::ports::{Clock, Journal, NetworkPort, PagePort};
use crate::readback::apart;
use crate::remedy::{Remedies, Remedy};
use crate::run::Step;
use crate::runner::{Broken, Filled, Runner, at_rest, claimed, exists, pair};
use crate::settle::{Awaited, Next, Seen, Settled};
use crate::trace::Event;
use crate::waits::Cause;

/// A page at rest for so long without what a step needs is given a remedy before more time, ms.
const MISSED_MS: f64 = 1_000.0;

/// What is known of an attempt before it.
#[derive(Clone, Copy, Default)]
struct Trying {
    /// Whether it is the first.
    is_first: bool,
    /// Whether it is made by the browser's own input.
    is_trusted: bool,
}

impl<P, N, C, J> Runner<'_, P, N, C, J>
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    /// Does a step and waits for what it must come to; where it does not, remedies are tried.
    pub(crate) async fn step(&mut self, at: usize, step: &Step) -> Result<(), Broken> {
        self.note(Event::began(at, step));
        let deadline = self.watch.ports.clock.now() + f64::from(step.limit_ms);
        let mut remedies = Remedies::until(deadline);
        loop {
            let id = match remedies.attempts() {
                0 => format!("{}/{at}", self.run.id),
                tries => format!("{}/{at}~{tries}", self.run.id),
            };
            let trying = Trying {
                is_first: remedies.is_first_try(),
                is_trusted: remedies.is_trusted(),
            };
            let Err(broken) = self.try_step(at, step, CommandId(id), trying).await else {
                return Ok(());
            };
            if !self.remedy(&broken, at, &mut remedies).await {
                return Err(broken);
            }
        }
    }

    /// One attempt. At the first it is given up early what a remedy may bring sooner than waiting.
    async fn try_step(
        &mut self,
        at: usize,
        step: &Step,
        id: CommandId,
        trying: Trying,
    ) -> Result<(), Broken> {
        let is_first = trying.is_first;
        let seen = self.ready(step, is_first).await?;
        let mut action = self.grounded(step, seen.looked.groundings.clone())?;
        action.manner.trusted |= trying.is_trusted;
        let elements = action.elements.clone();
        let before = seen.looked.verification;
        let mut judged = self.take_baselines(step, &elements, seen.looked.baselines);
        let inferred = infer(step);
        if !before.facts.errors.is_empty() {
            // Which complaints are the step's can't be told.
            judged.retain(|j| !inferred.contains(&j.condition) || !is_complaint(&j.condition));
        }
        let (judged, readbacks) = apart(judged);
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
            may_be_restless: !inferred.is_empty() && !step.is_commit,
            complaints_before: &before.facts.errors,
            limit_ms: step.limit_ms,
            next: next.as_ref(),
            after_request: Some(self.watch.ports.network.last()),
            gives_up_after_ms: (is_first && is_only_set(step)).then_some(MISSED_MS),
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
        let mut settled = self.watch.settle(&awaited, first).await;
        mark_inferred(&inferred, &mut settled.checks);
        self.note(Event::checked(&settled.checks));
        if !settled.holds() {
            return Err(self.broken_by(settled));
        }
        if step.action.leaves_page() {
            self.filled.clear();
        }
        let claimed = claimed(&step.action, &elements);
        self.filled
            .extend(claimed.map(|judged| Filled { at, judged }));
        self.ahead = settled.seen.ok().filter(|_| next.is_some());
        self.follow(&judged, at).await?;
        self.read_back(&readbacks, &format!("{at}-back")).await
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
        let mut conditions = expected(step);
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
    async fn ready(&mut self, step: &Step, is_first: bool) -> Result<Seen, Broken> {
        let ahead = self.ahead.take();
        if !step.is_commit {
            return match ahead.filter(is_enough) {
                Some(seen) => Ok(seen),
                None => self.find(step, is_first).await,
            };
        }
        let seen = self.rest_before_commit(step).await?;
        if is_found(&seen) {
            return Ok(seen);
        }
        self.find(step, is_first).await?;
        self.rest_before_commit(step).await
    }

    /// Waits until the target is there.
    async fn find(&mut self, step: &Step, is_first: bool) -> Result<Seen, Broken> {
        let next = self.next(step);
        let there: Vec<Judged> = next.targets.iter().map(exists).collect();
        let awaited = Awaited {
            judged: &there,
            limit_ms: step.limit_ms,
            gives_up_after_ms: is_first.then_some(MISSED_MS),
            next: Some(&next),
            ..Awaited::default()
        };
        let settled = self.watch.settle(&awaited, None).await;
        self.facts = settled.facts;
        Ok(settled.seen?)
    }

    /// The last look before something is sent: the page at rest, every field as it was filled. What the
    /// page has taken back is set again.
    async fn rest_before_commit(&mut self, step: &Step) -> Result<Seen, Broken> {
        let next = self.next(step);
        for is_last in [false, true] {
            let filled: Vec<Judged> = self.filled.iter().map(|f| f.judged.clone()).collect();
            let awaited = Awaited {
                judged: &filled,
                // A field that is gone belonged to an earlier page of the form.
                may_be_gone: true,
                next: Some(&next),
                ..at_rest()
            };
            let settled = self.watch.settle(&awaited, None).await;
            if settled.holds() {
                self.check_stopped()?;
                return Ok(settled.seen?);
            }
            let lost = self.taken_back(&settled);
            let broken = self.broken_by(settled);
            if is_last || lost.is_empty() {
                return Err(broken);
            }
            self.note_tried(broken.diagnosis, Remedy::SetAgain);
            self.set_again(lost).await?;
        }
        Err(Broken::of(Diagnosis::ChannelLost))
    }

    /// The steps whose values are not there any more, if all of them may be done again.
    fn taken_back(&self, settled: &Settled) -> Vec<usize> {
        let checks = settled.checks.iter().zip(&self.filled);
        let lost = checks.filter(|(check, _)| !settled.is_kept(check));
        let mut steps: Vec<usize> = lost.map(|(_, filled)| filled.at).collect();
        steps.dedup();
        let may_repeat = |at: &usize| self.run.steps[*at].may_repeat();
        if settled.seen.is_ok() && steps.iter().all(may_repeat) {
            steps
        } else {
            vec![]
        }
    }

    async fn set_again(&mut self, steps: Vec<usize>) -> Result<(), Broken> {
        let run = self.run;
        for at in steps {
            self.filled.retain(|filled| filled.at != at);
            let id = CommandId(format!("{}/{at}~again", run.id));
            Box::pin(self.try_step(at, &run.steps[at], id, Trying::default())).await?;
        }
        // What was seen ahead is of the step after those.
        self.ahead = None;
        Ok(())
    }

    /// The step's action on the elements it means.
    pub(crate) fn grounded(
        &mut self,
        step: &Step,
        groundings: Vec<Grounding>,
    ) -> Result<GroundedAction, Broken> {
        let mut elements = Vec::new();
        for (target, grounding) in step.action.targets().into_iter().zip(groundings) {
            let found = self.found(target, grounding);
            elements.push(found.map_err(|diagnosis| self.unfound(diagnosis))?);
        }
        Ok(GroundedAction {
            action: step.action.clone(),
            elements,
            manner: step.manner,
        })
    }

    /// Nothing was touched. What stands in the way of the whole page says more than what is missing.
    fn unfound(&self, diagnosis: Diagnosis) -> Broken {
        let challenge = self.facts.challenge;
        let challenge = challenge.map(|challenge| Diagnosis::Challenge { challenge });
        Broken {
            diagnosis: challenge.unwrap_or(diagnosis),
            is_certain: true,
        }
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
        // Only what begins after this can be the action's.
        let now = self.now();
        let mut baselines = baselines.into_iter();
        let mut judged = pair(&expected(step), &mut baselines, &now);
        if step.is_commit {
            self.success = pair(&self.run.success, &mut baselines, &now);
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
        self.commit_sends_from = Some(self.watch.ports.network.last());
        self.note(Event::CommitBegan);
        Ok(())
    }
}

/// What a step must come to, as its skill says; else as it is.
fn expected(step: &Step) -> Vec<PostCondition> {
    step.expect.iter().cloned().chain(infer(step)).collect()
}

fn is_complaint(condition: &PostCondition) -> bool {
    matches!(condition, PostCondition::NoValidationErrors { .. })
}

/// Whether the element the next action means was found, if it means one.
fn is_found(seen: &Seen) -> bool {
    let is_one = |grounding: &Grounding| matches!(grounding, Grounding::Found { .. });
    seen.looked.groundings.iter().all(is_one)
}

/// Whether a look that was made for another purpose serves the next action: its element was found, and
/// nothing had to be counted, which a page that is still being drawn anew would change.
fn is_enough(seen: &Seen) -> bool {
    let is_count = |baseline: &Baseline| {
        matches!(
            baseline,
            Baseline::Count { .. } | Baseline::NotThere | Baseline::Seen { .. }
        )
    };
    is_found(seen) && !seen.looked.baselines.iter().any(is_count)
}

/// Whether all that a step must come to is the value it sets.
fn is_only_set(step: &Step) -> bool {
    step.expect.is_empty() && step.may_repeat() && !step.action.claims().is_empty()
}
