//! One row, from its key's absence to its proof.

use guardrails::Consequence;
use protocol::{
    Action, Baseline, Check, CommandId, Diagnosis, Extracted, Fact, Fault, Fingerprint,
    GroundedAction, GroundedElement, Grounding, Judged, PageFacts, PostCondition,
};

use crate::conclude;
use crate::end::{Commit, Outcome, Output, RowEnd, StepTrace};
use crate::ports::{Clock, Journal, NetworkPort, PagePort, Ports};
use crate::run::{RowKey, Run, Step};
use crate::settle::{Awaited, Settled, settle};

/// How long a page may take to load and come to rest, ms.
const LOAD_LIMIT_MS: u32 = 30_000;

/// A page that stayed quiet for so long will not come to show what is missing, ms.
const RESTED_MS: f64 = 2_000.0;

/// Runs one row to its end.
pub async fn run_row<P, N, C, J>(run: &Run, ports: &Ports<'_, P, N, C, J>) -> RowEnd
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    let mut runner = Runner::new(run, ports);
    let broken = runner.run().await.err();
    runner.conclude(broken).await
}

/// Finds out how a row ended that was cut after its commit began: by what the engine remembers,
/// else by its key on the page. Nothing is sent.
pub async fn reconcile<P, N, C, J>(
    run: &Run,
    commit: &Commit,
    ports: &Ports<'_, P, N, C, J>,
) -> RowEnd
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    let mut runner = Runner::new(run, ports);
    runner.commit = Some(commit.clone());
    // A refusal is certain: nothing was sent. Events that were sent may or may not have led to
    // anything, and the key tells.
    if let Ok(Some(false)) = ports.page.recall(&commit.command).await {
        return runner.end(Outcome::Stopped, Some(Diagnosis::Stopped));
    }
    runner
        .conclude(Some(Broken::of(Diagnosis::CutAfterCommit)))
        .await
}

/// What stopped the steps.
pub(crate) struct Broken {
    pub(crate) diagnosis: Diagnosis,
    /// Whether the step that broke certainly touched nothing.
    pub(crate) is_certain: bool,
}

impl Broken {
    pub(crate) fn of(diagnosis: Diagnosis) -> Self {
        Self {
            diagnosis,
            is_certain: false,
        }
    }
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Self {
        Self {
            is_certain: fault.is_certain(),
            diagnosis: fault.diagnosis(),
        }
    }
}

/// The state of one row's run.
pub(crate) struct Runner<'a, P, N, C, J> {
    pub(crate) run: &'a Run,
    pub(crate) ports: &'a Ports<'a, P, N, C, J>,
    /// The last commit that began.
    pub(crate) commit: Option<Commit>,
    /// The key's baseline, from before the first step.
    key_baseline: Option<Baseline>,
    /// Fields filled in the current document, to be read again before a commit.
    filled: Vec<Judged>,
    /// The conditions of the end, with baselines from before the commit.
    success: Vec<Judged>,
    /// Checks of the step that broke, or of the end.
    pub(crate) checks: Vec<Check>,
    pub(crate) facts: PageFacts,
    at_step: Option<String>,
    trace: Vec<StepTrace>,
    outputs: Vec<Output>,
}

impl<'a, P, N, C, J> Runner<'a, P, N, C, J>
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    fn new(run: &'a Run, ports: &'a Ports<'a, P, N, C, J>) -> Self {
        Self {
            run,
            ports,
            commit: None,
            key_baseline: None,
            filled: vec![],
            success: vec![],
            checks: vec![],
            facts: PageFacts::default(),
            at_step: None,
            trace: vec![],
            outputs: vec![],
        }
    }

    async fn run(&mut self) -> Result<(), Broken> {
        let mut is_at_start = false;
        if let Some(key) = &self.run.row_key {
            self.key_must_be_absent(key).await?;
            is_at_start = key.url == self.run.start_url;
        }
        if !is_at_start {
            self.open(&self.run.start_url, "start").await?;
        }
        for (at, step) in self.run.steps.iter().enumerate() {
            self.check_stopped()?;
            self.at_step = Some(step.intent.clone());
            let began = self.ports.clock.now();
            let done = self.step(at, step).await;
            self.time_step(began);
            done?;
        }
        self.at_step = None;
        self.end_conditions().await
    }

    /// A row whose key is there already must not be sent: its presence later would prove nothing.
    async fn key_must_be_absent(&mut self, key: &RowKey) -> Result<(), Broken> {
        self.open(&key.url, "key").await?;
        let place: Vec<Judged> = key.within.iter().map(exists).collect();
        let settled = self.settle_quietly(&place).await;
        if settled.fault.is_some() {
            return Err(self.broken_by(settled));
        }
        // An empty list is often not there at all; then the whole page must not hold the key.
        let condition = if settled.holds() {
            key.condition()
        } else {
            PostCondition::KeyPresent {
                key: key.key.clone(),
                within: None,
            }
        };
        let baselines = self.ports.page.baselines(&[condition]).await?;
        match baselines.into_iter().next() {
            Some(Baseline::Count { count: 0 }) => {
                self.key_baseline = Some(Baseline::Count { count: 0 });
                Ok(())
            }
            Some(Baseline::Count { .. }) => Err(Broken::of(Diagnosis::AlreadyThere {
                key: key.key.clone(),
            })),
            _ => Err(self.broken_by(settled)),
        }
    }

    /// Loads an address and waits until the page is quiet.
    pub(crate) async fn open(&mut self, url: &str, name: &str) -> Result<(), Broken> {
        let action = Action::Navigate {
            url: url.to_owned(),
        };
        let action = GroundedAction {
            action,
            elements: vec![],
        };
        let approved = self
            .run
            .policy
            .review(action, url, Consequence::None)
            .map_err(Broken::of)?;
        self.filled.clear();
        let id = CommandId(format!("{}/{name}", self.run.id));
        self.ports.page.act(&id, approved, LOAD_LIMIT_MS).await?;
        Ok(())
    }

    async fn step(&mut self, at: usize, step: &Step) -> Result<(), Broken> {
        let grounded = self.ground(step).await?;
        if step.is_commit {
            self.rest_before_commit().await?;
        }
        let judged = self.take_baselines(step).await?;
        let consequence = if step.is_commit {
            Consequence::Commit {
                once_proof: step.once_proof,
            }
        } else {
            Consequence::None
        };
        let before = self.ports.page.verify(&[], &[]).await?;
        let approved = self
            .run
            .policy
            .review(grounded, &before.url, consequence)
            .map_err(Broken::of)?;
        let id = CommandId(format!("{}/{at}", self.run.id));
        if step.is_commit {
            self.begin_commit(&id, step).await?;
        }
        match self.ports.page.act(&id, approved, step.limit_ms).await {
            Err(fault) if fault.is_certain() => {
                // Nothing was touched; if this was the commit, nothing was sent.
                self.commit = self.commit.take().filter(|commit| commit.command != id);
                return Err(fault.into());
            }
            // Where it is open whether it happened, the page tells.
            Ok(extracted) => self.keep(step, extracted),
            Err(_) => {}
        }
        let settled = settle(
            self.ports,
            &Awaited {
                judged: &judged,
                needs_quiet: false,
                gives_up_after_ms: None,
                complaints_before: &before.facts.errors,
                limit_ms: step.limit_ms,
            },
        )
        .await;
        self.count_checks(&settled);
        if !settled.holds() {
            return Err(self.broken_by(settled));
        }
        if step.action.leaves_page() {
            self.filled.clear();
        }
        self.filled.extend(claimed(&step.action));
        Ok(())
    }

    /// Waits until the target is there, and there once.
    async fn ground(&mut self, step: &Step) -> Result<GroundedAction, Broken> {
        let mut trace = StepTrace {
            intent: step.intent.clone(),
            target: None,
            confidence: None,
            runner_up: None,
            took_ms: 0,
            held: 0,
            checks: 0,
        };
        let mut elements = Vec::new();
        for target in step.action.targets() {
            let found = self.ground_one(target, step.limit_ms, &mut trace).await;
            match found {
                Ok(element) => elements.push(element),
                Err(broken) => {
                    self.trace.push(trace);
                    return Err(broken);
                }
            }
        }
        self.trace.push(trace);
        Ok(GroundedAction {
            action: step.action.clone(),
            elements,
        })
    }

    async fn ground_one(
        &mut self,
        target: &Fingerprint,
        limit_ms: u32,
        trace: &mut StepTrace,
    ) -> Result<GroundedElement, Broken> {
        let there = settle(
            self.ports,
            &Awaited {
                judged: &[exists(target)],
                needs_quiet: false,
                gives_up_after_ms: None,
                complaints_before: &[],
                limit_ms,
            },
        )
        .await;
        let target = match self.ports.page.ground(target).await? {
            Grounding::Found {
                element,
                confidence,
                runner_up,
            } => {
                let is_first = trace.target.is_none();
                trace.target = Some(format!("{} {:?}", element.role, element.name));
                // Of several, the one least sure of.
                if is_first || trace.confidence > Some(confidence) {
                    trace.confidence = Some(confidence);
                    trace.runner_up = runner_up;
                }
                return Ok(element);
            }
            Grounding::Ambiguous { candidates } => Diagnosis::Ambiguous {
                target: target.to_string(),
                candidates,
            },
            Grounding::NotFound { nearest } => Diagnosis::NotFound {
                target: target.to_string(),
                nearest,
            },
        };
        self.facts = there.facts;
        Err(Broken::of(target))
    }

    /// Keeps what a step read.
    fn keep(&mut self, step: &Step, extracted: Option<Extracted>) {
        if let (Some(name), Some(extracted)) = (step.action.output(), extracted) {
            self.outputs.push(Output {
                name: name.to_owned(),
                value: extracted,
            });
        }
    }

    /// Baselines of a step's conditions; before a commit also of the end's.
    async fn take_baselines(&mut self, step: &Step) -> Result<Vec<Judged>, Broken> {
        if step.is_commit {
            self.success = self.judged(&self.run.success).await?;
        }
        let mut judged = self.judged(&step.expect).await?;
        judged.extend(claimed(&step.action));
        Ok(judged)
    }

    async fn judged(&self, conditions: &[PostCondition]) -> Result<Vec<Judged>, Broken> {
        let last = self
            .ports
            .network
            .facts()
            .last()
            .map_or(0, |fact| fact.sequence);
        let baselines = self.ports.page.baselines(conditions).await?;
        let judged = conditions
            .iter()
            .zip(baselines)
            .map(|(condition, baseline)| Judged {
                condition: condition.clone(),
                baseline: if condition.is_about_network() {
                    Baseline::Requests { after: last }
                } else {
                    baseline
                },
            });
        Ok(judged.collect())
    }

    /// The last look before something is sent: the page at rest, every field as it was filled.
    async fn rest_before_commit(&mut self) -> Result<(), Broken> {
        let settled = self.settle_quietly(&self.filled).await;
        // A field that is gone belonged to an earlier page of the form.
        let is_kept =
            |check: &Check| check.is_held() || matches!(check.actual, Fact::NotFound { .. });
        if settled.fault.is_some() || !settled.checks.iter().all(is_kept) {
            return Err(self.broken_by(settled));
        }
        self.check_stopped()
    }

    /// Puts the commit on record, on disk, before it begins.
    async fn begin_commit(&mut self, id: &CommandId, step: &Step) -> Result<(), Broken> {
        let commit = Commit {
            command: id.clone(),
            intent: step.intent.clone(),
            key_baseline: self.key_baseline.clone(),
        };
        self.ports
            .journal
            .committing(&commit)
            .await
            .map_err(|fault| {
                Broken::of(Diagnosis::Internal {
                    message: fault.to_string(),
                })
            })?;
        self.commit = Some(commit);
        Ok(())
    }

    async fn end_conditions(&mut self) -> Result<(), Broken> {
        if self.commit.is_none() {
            self.success = self.judged(&self.run.success).await?;
        }
        let limit_ms = self
            .run
            .steps
            .last()
            .map_or(LOAD_LIMIT_MS, |step| step.limit_ms);
        let settled = settle(
            self.ports,
            &Awaited {
                judged: &self.success,
                needs_quiet: false,
                gives_up_after_ms: None,
                complaints_before: &[],
                limit_ms,
            },
        )
        .await;
        if settled.holds() {
            self.checks = settled.checks;
            Ok(())
        } else {
            Err(self.broken_by(settled))
        }
    }

    /// Waits for conditions on a page at rest.
    pub(crate) async fn settle_quietly(&self, judged: &[Judged]) -> Settled {
        let awaited = Awaited {
            judged,
            needs_quiet: true,
            gives_up_after_ms: Some(RESTED_MS),
            complaints_before: &[],
            limit_ms: LOAD_LIMIT_MS,
        };
        settle(self.ports, &awaited).await
    }

    /// Keeps what was seen when conditions did not hold, and says why.
    fn broken_by(&mut self, settled: Settled) -> Broken {
        self.facts = settled.facts;
        self.checks = settled.checks;
        match settled.fault {
            Some(fault) => Broken {
                is_certain: false,
                ..Broken::from(fault)
            },
            None => Broken::of(conclude::diagnosis(&self.checks, &self.facts)),
        }
    }

    fn check_stopped(&self) -> Result<(), Broken> {
        if self.commit.is_none() && (self.ports.is_stopped)() {
            return Err(Broken::of(Diagnosis::Stopped));
        }
        Ok(())
    }

    fn count_checks(&mut self, settled: &Settled) {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        if let Some(trace) = self.trace.last_mut() {
            trace.checks = number(settled.checks.len());
            trace.held = number(
                settled
                    .checks
                    .iter()
                    .filter(|check| check.is_held())
                    .count(),
            );
        }
    }

    fn time_step(&mut self, began: f64) {
        let took = self.ports.clock.now() - began;
        if let Some(trace) = self.trace.last_mut() {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // minutes at most
            {
                trace.took_ms = took.max(0.0) as u32;
            }
        }
    }

    /// The row's end as it stands.
    pub(crate) fn end(self, outcome: Outcome, diagnosis: Option<Diagnosis>) -> RowEnd {
        RowEnd {
            outcome,
            diagnosis,
            at_step: self.at_step,
            checks: self.checks,
            facts: self.facts,
            trace: self.trace,
            outputs: self.outputs,
        }
    }
}

fn exists(target: &protocol::Fingerprint) -> Judged {
    let condition = PostCondition::ElementExists {
        target: target.clone(),
        absent_before: false,
    };
    Judged {
        condition,
        baseline: Baseline::Nothing,
    }
}

/// The claim an action makes by itself: a filled field holds what it was filled with.
fn claimed(action: &Action) -> impl Iterator<Item = Judged> {
    let claims = action.claims().into_iter();
    claims.map(|condition| Judged {
        condition,
        baseline: Baseline::Nothing,
    })
}
