//! Conditions judged where the record is looked at again: at an address, behind what opens it there, or
//! both.
//!
//! **Invariant:** what a readback claims and already showed there before the row began proves nothing.
//! **Invariant:** nothing is done there but the one click that opens the record.

use guardrails::Consequence;
use protocol::{
    Baseline, Check, CommandId, Fact, Fingerprint, GroundedAction, Grounding, Judged, Manner,
    PostCondition, Verdict,
};

use crate::ports::{Clock, Journal, NetworkPort, PagePort};
use crate::runner::{Broken, Runner, at_rest, exists, pair};
use crate::settle::{Awaited, Next};
use crate::trace::Event;
use crate::waits::Cause;

/// How often what opens the record is looked for that is another by the time it is clicked.
const TRIES: u32 = 3;

/// What a readback showed before the row began.
pub(crate) struct Before {
    readback: PostCondition,
    /// Whether all that it claims held there.
    is_held: bool,
    /// Of what it claims, in the same order.
    baselines: Vec<Baseline>,
}

/// A readback taken apart.
#[derive(Clone, Copy)]
struct Place<'a> {
    url: Option<&'a str>,
    open: Option<&'a Fingerprint>,
    then: &'a [PostCondition],
}

impl<'a> Place<'a> {
    fn of(condition: &'a PostCondition) -> Option<Self> {
        match condition {
            PostCondition::Readback { url, open, then } => Some(Self {
                url: url.as_deref(),
                open: open.as_ref(),
                then,
            }),
            _ => None,
        }
    }
}

/// When it is looked there: what is not there before is not waited for.
#[derive(Clone, Copy)]
enum When {
    Before,
    After,
}

/// Why the record is not in sight.
enum Shut {
    /// What opens it can't be clicked; its check says why.
    Unopened(Box<Check>),
    Broken(Broken),
}

impl From<Broken> for Shut {
    fn from(broken: Broken) -> Self {
        Self::Broken(broken)
    }
}

impl<P, N, C, J> Runner<'_, P, N, C, J>
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    /// Looks before the first step where the row's readbacks will look, if what is there now matters:
    /// some claim is about what is new, or a readback is all that can prove the row. `shown` is the
    /// address that was just loaded; gives the one that is shown then.
    pub(crate) async fn look_before_readbacks<'u>(
        &mut self,
        mut shown: Option<&'u str>,
    ) -> Result<Option<&'u str>, Broken> {
        let run = self.run;
        let steps = run.steps.iter().flat_map(|step| &step.expect);
        let is_proof = run.row_key.is_none() && run.steps.iter().any(|step| step.is_commit);
        for readback in steps.chain(&run.success) {
            let Some(place) = Place::of(readback).filter(|place| place.url.is_some()) else {
                continue;
            };
            let is_known = self.before.iter().any(|known| known.readback == *readback);
            if is_known || !(is_proof || place.then.iter().any(PostCondition::needs_baseline)) {
                continue;
            }
            let is_there = place.url == shown && place.open.is_none();
            if !is_there {
                shown = None;
            }
            let before = self.look_before(readback, place, is_there).await?;
            self.before.push(before);
        }
        Ok(shown)
    }

    async fn look_before(
        &mut self,
        readback: &PostCondition,
        place: Place<'_>,
        is_there: bool,
    ) -> Result<Before, Broken> {
        let name = format!("before-{}", self.before.len());
        let went = match is_there {
            true => Ok(()),
            false => self.go_to(place, &name, When::Before).await,
        };
        let (is_held, baselines) = match went {
            Ok(()) => self.held_before(place.then).await?,
            // What can't be opened yet is not there yet.
            Err(Shut::Unopened(_)) => (false, vec![Baseline::NotThere; place.then.len()]),
            Err(Shut::Broken(broken)) => return Err(broken),
        };
        Ok(Before {
            readback: readback.clone(),
            is_held,
            baselines,
        })
    }

    /// Whether all of this holds on the page at rest, and the baselines for later.
    async fn held_before(
        &mut self,
        then: &[PostCondition],
    ) -> Result<(bool, Vec<Baseline>), Broken> {
        // An empty list is often not there at all; then the whole page must not hold the key.
        let anywhere = then.iter().map(|condition| match condition {
            PostCondition::KeyPresent { key, .. } | PostCondition::RowContains { key, .. } => {
                PostCondition::KeyPresent {
                    key: key.clone(),
                    within: None,
                }
            }
            other => other.clone(),
        });
        let next = Next {
            targets: vec![],
            conditions: then.iter().cloned().chain(anywhere).collect(),
        };
        let awaited = Awaited {
            next: Some(&next),
            ..at_rest()
        };
        let settled = self.watch.settle(&awaited, None).await;
        let mut baselines = settled.seen?.looked.baselines;
        let anywhere = baselines.split_off(then.len().min(baselines.len()));
        for (baseline, anywhere) in baselines.iter_mut().zip(anywhere) {
            let is_nowhere = anywhere == Baseline::Count { count: 0 };
            if *baseline == Baseline::NotThere && is_nowhere {
                *baseline = anywhere;
            }
        }
        let judged = self.paired(then, baselines.clone());
        let seen = self.watch.see(&judged, None).await?;
        let is_held = seen.looked.verification.checks.iter().all(Check::is_held);
        Ok((is_held, baselines))
    }

    /// Reads back all that is asked for, in order; gives the checks of each, its own first. What does
    /// not hold breaks the row, with all checks so far.
    pub(crate) async fn read_back(
        &mut self,
        readbacks: &[Judged],
        name: &str,
    ) -> Result<(), Broken> {
        for (at, judged) in readbacks.iter().enumerate() {
            self.forget_page();
            let checks = self.read_one(judged, &format!("{name}-{at}")).await;
            let (checks, broken) = match checks {
                Ok(checks) => (checks, None),
                Err(broken) => (vec![Check::not_seen(judged)], Some(broken)),
            };
            self.note(Event::checked(&checks));
            let is_held = checks.iter().all(Check::is_held);
            self.read.extend(checks);
            if let Some(broken) = broken {
                self.checks.append(&mut self.read);
                return Err(broken);
            }
            if !is_held {
                self.checks.append(&mut self.read);
                let diagnosis = crate::conclude::diagnosis(&self.checks, &self.facts);
                return Err(Broken::of(diagnosis));
            }
        }
        Ok(())
    }

    async fn read_one(&mut self, judged: &Judged, name: &str) -> Result<Vec<Check>, Broken> {
        let Some(place) = Place::of(&judged.condition) else {
            return Ok(vec![Check::not_seen(judged)]);
        };
        let mut before = self.before.iter();
        let before = before.find(|known| known.readback == judged.condition);
        let (baseline, baselines) = match before {
            Some(before) => (
                Baseline::Count {
                    count: u32::from(before.is_held),
                },
                before.baselines.clone(),
            ),
            None => (Baseline::Nothing, vec![Baseline::Nothing; place.then.len()]),
        };
        let inner = self.paired(place.then, baselines);
        let judged = Judged {
            baseline,
            ..judged.clone()
        };
        match self.go_to(place, name, When::After).await {
            Ok(()) => {}
            Err(Shut::Unopened(check)) => {
                return Ok(vec![Check::of(&judged, check.verdict, check.actual)]);
            }
            Err(Shut::Broken(broken)) => return Err(broken),
        }
        let awaited = Awaited {
            judged: &inner,
            ..at_rest()
        };
        let settled = self.watch.settle(&awaited, None).await;
        self.facts = settled.facts;
        settled.seen?;
        let summary = summary(&judged, &settled.checks);
        Ok(std::iter::once(summary).chain(settled.checks).collect())
    }

    fn paired(&self, then: &[PostCondition], baselines: Vec<Baseline>) -> Vec<Judged> {
        pair(then, &mut baselines.into_iter(), &self.now())
    }

    /// Has the page show the record.
    async fn go_to(&mut self, place: Place<'_>, name: &str, when: When) -> Result<(), Shut> {
        if let Some(url) = place.url {
            self.open(url, name).await?;
        }
        match place.open {
            Some(target) => self.open_record(target, name, when).await,
            None => Ok(()),
        }
    }

    /// Clicks what opens the record. Where it was drawn anew between the look and the click nothing was
    /// touched, so it is looked for again.
    async fn open_record(
        &mut self,
        target: &Fingerprint,
        name: &str,
        when: When,
    ) -> Result<(), Shut> {
        let mut tries = 0;
        loop {
            tries += 1;
            let id = CommandId(format!("{}/{name}-open~{tries}", self.run.id));
            match self.try_to_open(target, &id, when).await {
                Err(Shut::Broken(broken)) if broken.is_stale() && tries < TRIES => {}
                done => return done,
            }
        }
    }

    async fn try_to_open(
        &mut self,
        target: &Fingerprint,
        id: &CommandId,
        when: When,
    ) -> Result<(), Shut> {
        let action = protocol::Action::click(target.clone());
        let there = [exists(target)];
        let next = Next {
            targets: vec![target.clone()],
            conditions: vec![PostCondition::SomethingChanged {}],
        };
        let awaited = Awaited {
            judged: match when {
                When::Before => &[],
                When::After => &there,
            },
            next: Some(&next),
            ..at_rest()
        };
        let mut settled = self.watch.settle(&awaited, None).await;
        let check = settled.checks.pop();
        let seen = settled.seen.map_err(Broken::from)?;
        let element = match seen.looked.groundings.into_iter().next() {
            Some(Grounding::Found { element, .. }) => element,
            _ => {
                let check = check.unwrap_or_else(|| Check::not_seen(&there[0]));
                return Err(Shut::Unopened(Box::new(check)));
            }
        };
        let changed = self.paired(&next.conditions, seen.looked.baselines);
        let grounded = GroundedAction {
            action,
            elements: vec![element],
            manner: Manner::default(),
        };
        let url = &seen.looked.verification.url;
        let approved = self.run.policy.review(grounded, url, Consequence::None);
        let approved = approved.map_err(Broken::of)?;
        let clicking = self.watch.ports.page.act(id, approved, at_rest().limit_ms);
        let done = self.watch.timed(Cause::Action, clicking).await;
        if let Err(fault) = done
            && fault.is_certain()
        {
            return Err(Broken::from(fault).into());
        }
        let now = self.watch.ports.clock.now();
        self.watch.still.borrow_mut().acted(now);
        self.must_have_changed(&changed).await
    }

    /// The record is in sight when the page is another one, at rest.
    async fn must_have_changed(&mut self, changed: &[Judged]) -> Result<(), Shut> {
        let awaited = Awaited {
            judged: changed,
            ..at_rest()
        };
        let mut settled = self.watch.settle(&awaited, None).await;
        let holds = settled.holds();
        let check = settled.checks.pop();
        settled.seen.map_err(Broken::from)?;
        match check.filter(|_| !holds) {
            Some(check) => Err(Shut::Unopened(Box::new(check))),
            None => Ok(()),
        }
    }
}

/// What a readback came to: the worst of what it claims.
fn summary(judged: &Judged, inner: &[Check]) -> Check {
    let worst = [Verdict::Failed, Verdict::Unknown].into_iter();
    let mut worst = worst.filter_map(|verdict| inner.iter().find(|check| check.verdict == verdict));
    let (verdict, actual) = match worst.next() {
        Some(check) => (check.verdict, check.actual.clone()),
        None => (Verdict::Held, Fact::Success),
    };
    Check {
        evidence: inner.iter().map(|check| check.actual.clone()).collect(),
        is_final: true,
        ..Check::of(judged, verdict, actual)
    }
}

/// Conditions that are judged at once, and those that are read back afterwards.
pub(crate) fn apart(judged: Vec<Judged>) -> (Vec<Judged>, Vec<Judged>) {
    let is_here = |judged: &Judged| !matches!(judged.condition, PostCondition::Readback { .. });
    judged.into_iter().partition(is_here)
}
