//! Waiting for conditions, not for silence: they are judged again at each burst of changes and
//! each request's end, and the run goes on when they hold.

use futures::future::{Either, select};
use protocol::{Baseline, Check, Diagnosis, Fault, Judged, NetworkFact, PageFacts};

use crate::ports::{Clock, Journal, NetworkPort, PagePort, Ports};

/// A page is quiet when nothing changed and no request was open for so long, ms.
const QUIET_MS: f64 = 300.0;

/// Conditions are judged again at least so often, ms: a value set by script fires no mutation.
const TICK_MS: f64 = 500.0;

/// What is waited for.
pub(crate) struct Awaited<'a> {
    /// Conditions with their baselines.
    pub(crate) judged: &'a [Judged],
    /// Whether the page must be quiet, whatever the conditions say.
    pub(crate) needs_quiet: bool,
    /// A page that is quiet for so long without showing what is awaited is given up, ms.
    pub(crate) gives_up_after_ms: Option<f64>,
    /// What the page complained about before: only new complaints end the wait.
    pub(crate) complaints_before: &'a [String],
    /// How long at most, ms.
    pub(crate) limit_ms: u32,
}

/// What the wait came to.
pub(crate) struct Settled {
    /// The last judgement of each condition.
    pub(crate) checks: Vec<Check>,
    /// What else the page told.
    pub(crate) facts: PageFacts,
    /// Why the page could not be looked at, if the last look failed.
    pub(crate) fault: Option<Fault>,
}

impl Settled {
    pub(crate) fn holds(&self) -> bool {
        self.fault.is_none() && self.checks.iter().all(Check::is_held)
    }
}

/// Waits until all conditions hold, one can't hold any more, the page complains, or time is up.
pub(crate) async fn settle<P, N, C, J>(
    ports: &Ports<'_, P, N, C, J>,
    awaited: &Awaited<'_>,
) -> Settled
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    let deadline = ports.clock.now() + f64::from(awaited.limit_ms);
    let needs_quiet = awaited.needs_quiet
        || awaited
            .judged
            .iter()
            .any(|judged| judged.condition.needs_quiet());
    let mut stillness = Stillness::new(ports.clock.now());
    let mut appeared: Vec<Option<Check>> = vec![None; awaited.judged.len()];
    loop {
        let looked = ports
            .page
            .verify(
                awaited.judged,
                &relevant(ports.network.facts(), awaited.judged),
            )
            .await;
        let now = ports.clock.now();
        let (settled, changes) = match looked {
            Ok(mut look) => {
                let changes = look.changes;
                remember_appearances(&mut appeared, &mut look.checks);
                (
                    Settled {
                        checks: look.checks,
                        facts: look.facts,
                        fault: None,
                    },
                    changes,
                )
            }
            Err(fault) => (not_seen(awaited.judged, fault), 0),
        };
        stillness.look(now, changes, ports.network.open_requests());
        let is_quiet = stillness.lasts(now) >= QUIET_MS && settled.fault.is_none();
        let is_held = settled.holds() && (is_quiet || !needs_quiet);
        let complains = is_quiet && has_new(&settled.facts.errors, awaited.complaints_before);
        // What the page shows of it comes with the next changes, and tells why.
        let is_final = is_quiet && settled.checks.iter().any(is_lost);
        let is_given_up = awaited
            .gives_up_after_ms
            .is_some_and(|limit| stillness.lasts(now) >= limit)
            && settled.fault.is_none();
        let is_hopeless = settled.fault.as_ref().is_some_and(is_lasting);
        if is_held || is_final || is_hopeless || complains || is_given_up || now >= deadline {
            return settled;
        }
        let until_quiet = (QUIET_MS - stillness.lasts(now)).clamp(1.0, QUIET_MS);
        let pause = if is_quiet { TICK_MS } else { until_quiet };
        let since = settled.fault.is_none().then_some(changes);
        wait(ports, since, pause.min(deadline - now)).await;
    }
}

/// What appeared once, as it was claimed to, stays proved: a toast goes away by itself.
fn remember_appearances(appeared: &mut [Option<Check>], checks: &mut [Check]) {
    for (appeared, check) in appeared.iter_mut().zip(checks) {
        if !check.condition.is_about_appearing() {
            continue;
        }
        if check.is_held() {
            *appeared = Some(check.clone());
        } else if let Some(held) = appeared {
            *check = held.clone();
        }
    }
}

/// The requests that some condition may count: none before the earliest baseline.
fn relevant(mut facts: Vec<NetworkFact>, judged: &[Judged]) -> Vec<NetworkFact> {
    let earliest = judged
        .iter()
        .filter_map(|judged| match judged.baseline {
            Baseline::Requests { after } => Some(after),
            _ => None,
        })
        .min();
    match earliest {
        Some(after) => facts.retain(|fact| fact.sequence > after),
        None => facts.clear(),
    }
    facts
}

/// Whether a condition can't hold any more.
fn is_lost(check: &Check) -> bool {
    check.is_final && !check.is_held()
}

/// Whether waiting does not bring the page back; the port has tried more than once.
fn is_lasting(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::Refused {
            diagnosis: Diagnosis::NotScriptable { .. } | Diagnosis::VersionMismatch { .. }
        }
    )
}

fn not_seen(judged: &[Judged], fault: Fault) -> Settled {
    Settled {
        checks: judged.iter().map(Check::not_seen).collect(),
        facts: PageFacts::default(),
        fault: Some(fault),
    }
}

fn has_new(now: &[String], before: &[String]) -> bool {
    now.iter().any(|text| !before.contains(text))
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

/// Since when nothing has changed and no request was open.
struct Stillness {
    since: f64,
    changes: u32,
}

impl Stillness {
    fn new(now: f64) -> Self {
        Self {
            since: now,
            changes: u32::MAX,
        }
    }

    fn look(&mut self, now: f64, changes: u32, open_requests: usize) {
        if changes != self.changes || open_requests > 0 {
            self.since = now;
            self.changes = changes;
        }
    }

    fn lasts(&self, now: f64) -> f64 {
        now - self.since
    }
}
