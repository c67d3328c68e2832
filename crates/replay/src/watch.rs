//! The page of a run as it is watched. Conditions are judged again at each burst of changes and each
//! request's end, and the run goes on when they hold.

use std::cell::RefCell;

use futures::future::{Either, select};
use guardrails::Approved;
use protocol::{
    Check, Claim, CommandId, Extracted, Fault, GroundedAction, Judged, LookFor, Looked,
    NetworkFact, PageFacts, Verdict,
};

use crate::pace::{Moment, Pace, Sight, Stillness};
use crate::ports::{Clock, Journal, NetworkPort, PagePort, Ports};
use crate::settle::{Awaited, Next, Seen, Settled};
use crate::waits::{Cause, Waits};

/// Conditions are judged again at least so often, ms: a value set by script fires no mutation.
const TICK_MS: f64 = 500.0;

/// How much longer than its limit a step waits for the answer to what it sent, ms: leaving the page
/// would break the request off, and nobody could tell what became of it.
const SLOW_MS: f64 = 30_000.0;

/// How long the page has at least to show what was answered, ms.
const ANSWERED_MS: f64 = 2_000.0;

/// The page of a run as it is watched: since when it is still, and what was waited for.
pub(crate) struct Watch<'a, P, N, C, J> {
    pub(crate) ports: &'a Ports<'a, P, N, C, J>,
    pub(crate) still: RefCell<Stillness>,
    pub(crate) pace: RefCell<Pace>,
    pub(crate) waits: Waits,
}

impl<'a, P, N, C, J> Watch<'a, P, N, C, J>
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    pub(crate) fn new(ports: &'a Ports<'a, P, N, C, J>, pace: Pace) -> Self {
        Self {
            ports,
            still: RefCell::new(Stillness::new(ports.clock.now())),
            pace: RefCell::new(pace),
            waits: Waits::default(),
        }
    }

    /// Waits for something and notes how long it took.
    pub(crate) async fn timed<T>(&self, cause: Cause, what: impl Future<Output = T>) -> T {
        let began = self.ports.clock.now();
        let done = what.await;
        self.waits.add(cause, self.ports.clock.now() - began);
        done
    }

    /// Another document is loaded: nothing of the one before counts.
    pub(crate) fn left(&self) {
        self.still.borrow_mut().missed(self.ports.clock.now());
    }

    /// Does something to the page; where the port can, with the first look after it.
    pub(crate) async fn act(
        &self,
        id: &CommandId,
        action: Approved<GroundedAction>,
        awaited: &Awaited<'_>,
    ) -> (Result<Option<Extracted>, Fault>, Option<Seen>) {
        let asked = self.asked(awaited.judged, awaited.next);
        let cause = match action.value().action.leaves_page() {
            true => Cause::Load,
            false => Cause::Action,
        };
        let page = self.ports.page;
        let acting = page.act_and_look(id, action, awaited.limit_ms, &asked);
        let (done, looked) = self.timed(cause, acting).await;
        let now = self.ports.clock.now();
        self.still.borrow_mut().acted(now);
        (done, looked.map(|looked| self.seen(looked, now)))
    }

    /// Waits until all conditions hold, one can't hold any more, the page complains, or time is up.
    /// `first` is a look that was made already.
    pub(crate) async fn settle(&self, awaited: &Awaited<'_>, first: Option<Seen>) -> Settled {
        let mut deadline = self.ports.clock.now() + f64::from(awaited.limit_ms);
        let latest = deadline + SLOW_MS;
        let mut of_judged = awaited.judged.iter();
        let needs_quiet = awaited.needs_quiet
            || !awaited.may_be_restless && of_judged.any(|j| j.condition.needs_quiet());
        let mut past = Past::new(awaited.judged.len());
        let mut first = first.map(Ok);
        loop {
            let seen = match first.take() {
                Some(first) => first,
                None => self.see(awaited.judged, awaited.next).await,
            };
            let settled = self.judge(seen, awaited, &mut past);
            let now = self.ports.clock.now();
            let lasts = self.still.borrow().lasts(now);
            if self.awaits_answer(awaited) {
                deadline = deadline.max((now + ANSWERED_MS).min(latest));
            }
            if settled.is_over(awaited, needs_quiet, lasts) || now >= deadline {
                return settled;
            }
            self.pause(&settled, deadline - now).await;
        }
    }

    /// Whether what the action sent to change something is still not answered.
    fn awaits_answer(&self, awaited: &Awaited<'_>) -> bool {
        awaited
            .after_request
            .is_some_and(|after| self.is_sending(after))
    }

    /// Whether a request that may change something is open, of those that began after this one.
    pub(crate) fn is_sending(&self, after: u32) -> bool {
        let facts = self.ports.network.facts();
        let mut later = facts.iter().filter(|fact| fact.sequence > after);
        later.any(protocol::NetworkFact::may_still_act)
    }

    fn judge(
        &self,
        mut seen: Result<Seen, Fault>,
        awaited: &Awaited<'_>,
        past: &mut Past,
    ) -> Settled {
        let now = self.ports.clock.now();
        let mut still = self.still.borrow_mut();
        if let Ok(seen) = &mut seen {
            let verification = &mut seen.looked.verification;
            let sight = Sight {
                moment: seen.moment.clone(),
                began: seen.began,
                is_open: seen.is_open,
                is_loaded: verification.is_loaded,
                turned: past.note(&mut verification.checks),
            };
            still.look(now, sight, &mut self.pace.borrow_mut());
        } else {
            still.missed(now);
        }
        let is_at_rest = still.until_rest(now, &self.pace.borrow()) <= 0.0;
        let verification = seen.as_ref().map(|seen| &seen.looked.verification);
        let not_seen = |_| awaited.judged.iter().map(Check::not_seen).collect();
        Settled {
            checks: verification.map_or_else(not_seen, |v| v.checks.clone()),
            facts: verification.map_or_else(|_| PageFacts::default(), |v| v.facts.clone()),
            is_quiet: seen.is_ok() && is_at_rest,
            may_be_gone: awaited.may_be_gone,
            seen,
        }
    }

    /// Looks at the page once.
    pub(crate) async fn see(&self, judged: &[Judged], next: Option<&Next>) -> Result<Seen, Fault> {
        let began = self.ports.clock.now();
        let asked = self.asked(judged, next);
        let cause = match self.still.borrow().is_new() {
            true => Cause::Load,
            false => Cause::Look,
        };
        let looked = self.timed(cause, self.ports.page.look(&asked)).await?;
        Ok(self.seen(looked, began))
    }

    fn asked(&self, judged: &[Judged], next: Option<&Next>) -> LookFor {
        let conditions = next.map_or(&[][..], |next| &next.conditions);
        LookFor {
            judged: judged.to_vec(),
            network: relevant(|| self.ports.network.facts(), judged),
            targets: next.map_or_else(Vec::new, |next| next.targets.clone()),
            conditions: conditions.iter().cloned().map(Claim).collect(),
        }
    }

    fn seen(&self, looked: Looked, began: f64) -> Seen {
        let Ports { page, network, .. } = self.ports;
        Seen {
            moment: Moment {
                document: page.document(),
                changes: looked.verification.changes,
                last_request: network.last(),
                url: looked.verification.url.clone(),
            },
            began,
            is_open: network.open_requests() > 0 || page.is_entering(),
            looked,
        }
    }

    fn until_rest(&self, now: f64) -> f64 {
        self.still.borrow().until_rest(now, &self.pace.borrow())
    }

    async fn pause(&self, settled: &Settled, left: f64) {
        let now = self.ports.clock.now();
        let Ports { page, network, .. } = self.ports;
        let is_open = network.open_requests() > 0 || page.is_entering();
        let pause = match self.until_rest(now) {
            rest if rest > 0.0 => rest.min(TICK_MS),
            _ => TICK_MS,
        };
        let since = settled.seen.as_ref().ok();
        let since = since.map(|seen| seen.moment.changes);
        let waiting = wait(self.ports, since, pause.min(left));
        self.timed(settled.cause(is_open), waiting).await;
    }
}

/// What the looks of one wait showed so far.
struct Past {
    appeared: Vec<Option<Check>>,
    verdicts: Option<Vec<Verdict>>,
}

impl Past {
    fn new(conditions: usize) -> Self {
        Self {
            appeared: vec![None; conditions],
            verdicts: None,
        }
    }

    /// Notes a look's checks; whether one of them turned since the look before. What appeared once, as
    /// it was claimed to, stays proved: a toast goes away by itself.
    fn note(&mut self, checks: &mut [Check]) -> bool {
        for (appeared, check) in self.appeared.iter_mut().zip(checks.iter_mut()) {
            if !check.condition.is_about_appearing() {
                continue;
            }
            if check.is_held() {
                *appeared = Some(check.clone());
            } else if let Some(held) = appeared {
                *check = held.clone();
            }
        }
        let verdicts: Vec<Verdict> = checks.iter().map(|check| check.verdict).collect();
        let before = self.verdicts.replace(verdicts);
        before.is_some_and(|before| Some(before) != self.verdicts)
    }
}

/// The requests that some condition may count: none before the earliest baseline.
fn relevant(facts: impl Fn() -> Vec<NetworkFact>, judged: &[Judged]) -> Vec<NetworkFact> {
    let earliest = judged
        .iter()
        .filter_map(|judged| judged.baseline.requests_after())
        .min();
    let Some(after) = earliest else {
        return vec![];
    };
    let facts = facts().into_iter();
    facts.filter(|fact| fact.sequence > after).collect()
}

/// Waits for a change of the page, of its requests, or so many milliseconds. A page that could not
/// be looked at is only asked again after the pause.
async fn wait<P, N, C, J>(ports: &Ports<'_, P, N, C, J>, since: Option<u32>, pause: f64)
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most TICK_MS
    let pause = pause.max(1.0).ceil() as u32;
    let page = async {
        match since {
            Some(since) => ports.page.changed(since).await,
            None => std::future::pending().await,
        }
    };
    let changed = select(Box::pin(page), Box::pin(ports.network.changed()));
    match select(changed, Box::pin(ports.clock.sleep(pause))).await {
        Either::Left(_) | Either::Right(_) => {}
    }
}
