//! One row, from its key's absence to its proof.

use guardrails::Consequence;
use protocol::{
    Action, Baseline, Check, CommandId, Diagnosis, Extracted, Fault, Fingerprint, GroundedAction,
    GroundedElement, Judged, Manner, PageFacts, PostCondition,
};

use crate::conclude;
use crate::effects;
use crate::end::{Commit, Outcome, Output, RowEnd};
use crate::handover::{Handover, RestingPage};
use crate::ports::{Clock, Journal, NetworkPort, PagePort, Ports};
use crate::readback::{Before, apart};
use crate::run::Run;
use crate::settle::{Awaited, Next, Seen, Settled};
use crate::shot::{Picture, Shot};
use crate::trace::{Changed, Event, Log, needs_person, texts_of};
use crate::waits::{Cause, whole};
use crate::watch::Watch;

/// How long a page may take to load and come to rest, ms.
const LOAD_LIMIT_MS: u32 = 30_000;

/// A page that stayed quiet for so long will not come to show what is missing, ms.
const RESTED_MS: f64 = 4_000.0;

/// Runs one row to its end. `handover` is what the row before it left.
pub async fn run_row<P, N, C, J>(
    run: &Run,
    handover: Handover,
    ports: &Ports<'_, P, N, C, J>,
) -> RowEnd
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    let began = ports.clock.now();
    let mut runner = Runner::new(run, ports, handover, Log::new(began, false));
    let broken = runner.run().await.err();
    runner.time_phase();
    if let Some(broken) = &broken {
        runner.told(broken).await;
    }
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
    let log = Log::new(ports.clock.now(), true);
    let mut runner = Runner::new(run, ports, Handover::default(), log);
    runner.commit = Some(commit.clone());
    // A refusal is certain: nothing was sent. Events that were sent may or may not have led to
    // anything, and the key tells.
    if let Ok(Some(false)) = ports.page.recall(&commit.command).await {
        runner.commit = None;
        return runner.end(Outcome::Stopped, Some(Diagnosis::Stopped));
    }
    let mut end = runner
        .conclude(Some(Broken::of(Diagnosis::CutAfterCommit)))
        .await;
    // The next row loads its page, and learns the site's pace anew.
    end.handover = Handover::default();
    end
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

impl Broken {
    /// Whether the element was another one than was chosen, so that nothing was touched.
    pub(crate) fn is_stale(&self) -> bool {
        self.is_certain && matches!(self.diagnosis, Diagnosis::Stale { .. })
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

/// A field that was filled.
pub(crate) struct Filled {
    /// By which step.
    pub(crate) at: usize,
    /// What it holds.
    pub(crate) judged: Judged,
}

/// The state of one row's run.
pub(crate) struct Runner<'a, P, N, C, J> {
    pub(crate) run: &'a Run,
    pub(crate) watch: Watch<'a, P, N, C, J>,
    /// The page at rest that the row before left, or that proved this row.
    pub(crate) rest: Option<RestingPage>,
    /// The last commit that began.
    pub(crate) commit: Option<Commit>,
    /// The last request before that commit.
    pub(crate) commit_sends_from: Option<u32>,
    /// The key's baseline, from before the first step.
    pub(crate) key_baseline: Option<Baseline>,
    /// Fields filled in the current document, to be read again before a commit.
    pub(crate) filled: Vec<Filled>,
    /// The conditions of the end, with baselines from before the commit.
    pub(crate) success: Vec<Judged>,
    /// What the look that proved the last step saw of the next.
    pub(crate) ahead: Option<Seen>,
    /// What readbacks showed before the first step.
    pub(crate) before: Vec<Before>,
    /// Checks that were read back so far.
    pub(crate) read: Vec<Check>,
    /// Checks of the step that broke, or of the end.
    pub(crate) checks: Vec<Check>,
    pub(crate) facts: PageFacts,
    at_step: Option<String>,
    /// When the phase at hand began: a step, or what comes before the first or after the last.
    phase: f64,
    pub(crate) log: Log,
    /// For each step that began the last tab or download before it.
    began_after: Vec<u32>,
    shot: Option<Shot>,
    outputs: Vec<Output>,
}

impl<'a, P, N, C, J> Runner<'a, P, N, C, J>
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    fn new(run: &'a Run, ports: &'a Ports<'a, P, N, C, J>, handover: Handover, log: Log) -> Self {
        Self {
            run,
            watch: Watch::new(ports, handover.pace),
            rest: handover.rest,
            commit: None,
            commit_sends_from: None,
            key_baseline: None,
            filled: vec![],
            success: vec![],
            ahead: None,
            before: vec![],
            read: vec![],
            checks: vec![],
            facts: PageFacts::default(),
            at_step: None,
            phase: log.began(),
            log,
            began_after: vec![],
            shot: None,
            outputs: vec![],
        }
    }

    async fn run(&mut self) -> Result<(), Broken> {
        let run = self.run;
        if let Some(key) = &run.row_key {
            let is_start = key.url == run.start_url;
            self.key_must_be_absent(key, is_start).await?;
        }
        let shown = run.row_key.as_ref().map(|key| key.url.as_str());
        let shown = self.look_before_readbacks(shown).await?;
        if shown != Some(run.start_url.as_str()) {
            self.open(&run.start_url, "start").await?;
        }
        self.time_phase();
        for (at, step) in self.run.steps.iter().enumerate() {
            self.check_stopped()?;
            self.at_step = Some(step.intent.clone());
            self.began_after
                .push(self.watch.ports.page.browser().last());
            self.step(at, step).await?;
            self.time_phase();
        }
        self.at_step = None;
        self.end_conditions().await
    }

    /// Loads an address.
    pub(crate) async fn open(&mut self, url: &str, name: &str) -> Result<(), Broken> {
        let action = Action::Navigate {
            url: url.to_owned(),
        };
        let action = GroundedAction {
            action,
            elements: vec![],
            manner: Manner::default(),
        };
        let approved = self
            .run
            .policy
            .review(action, url, Consequence::None)
            .map_err(Broken::of)?;
        self.filled.clear();
        self.ahead = None;
        let id = CommandId(format!("{}/{name}", self.run.id));
        let loading = self.watch.ports.page.act(&id, approved, LOAD_LIMIT_MS);
        let loaded = self.watch.timed(Cause::Load, loading).await;
        self.note(Event::Opened {
            url: url.to_owned(),
            why: loaded.as_ref().err().cloned().map(Fault::diagnosis),
        });
        loaded?;
        self.watch.left();
        Ok(())
    }

    async fn end_conditions(&mut self) -> Result<(), Broken> {
        if self.commit.is_none() {
            let next = Next {
                targets: vec![],
                conditions: self.run.success.clone(),
            };
            let seen = self.watch.see(&[], Some(&next)).await?;
            let mut baselines = seen.looked.baselines.into_iter();
            self.success = pair(&self.run.success, &mut baselines, &self.now());
        }
        let last = self.run.steps.last();
        let (judged, readbacks) = apart(std::mem::take(&mut self.success));
        let awaited = Awaited {
            judged: &judged,
            limit_ms: last.map_or(LOAD_LIMIT_MS, |step| step.limit_ms),
            ..Awaited::default()
        };
        let settled = self.watch.settle(&awaited, None).await;
        if !settled.holds() {
            return Err(self.broken_by(settled));
        }
        self.checks = settled.checks;
        self.read_back(&readbacks, "end").await?;
        self.checks.append(&mut self.read);
        Ok(())
    }

    /// What counts from now on.
    pub(crate) fn now(&self) -> Now {
        let Ports { page, network, .. } = self.watch.ports;
        Now {
            requests: network.last(),
            events: page.browser().last(),
        }
    }

    /// Keeps what was seen when conditions did not hold, and says why.
    pub(crate) fn broken_by(&mut self, settled: Settled) -> Broken {
        self.facts = settled.facts;
        self.checks = settled.checks;
        self.checks.append(&mut self.read);
        match settled.seen {
            Err(fault) => Broken {
                is_certain: false,
                ..Broken::from(fault)
            },
            Ok(_) => Broken::of(conclude::diagnosis(&self.checks, &self.facts)),
        }
    }

    pub(crate) fn check_stopped(&self) -> Result<(), Broken> {
        if self.commit.is_none() && (self.watch.ports.is_stopped)() {
            return Err(Broken::of(Diagnosis::Stopped));
        }
        Ok(())
    }

    /// Notes what happened now.
    pub(crate) fn note(&mut self, event: Event) {
        let now = self.watch.ports.clock.now();
        self.log.note(now, event);
    }

    /// Intents of the steps that acted so far.
    pub(crate) fn acted(&self) -> Vec<String> {
        self.log.acted()
    }

    /// Notes how long the phase at hand took, and what it waited for; the next begins.
    fn time_phase(&mut self) {
        let now = self.watch.ports.clock.now();
        let took_ms = whole(now - self.phase);
        let waits = self.watch.waits.take();
        self.phase = now;
        if took_ms > 0 || !waits.is_empty() {
            self.log.note(now, Event::Waited { took_ms, waits });
        }
    }

    /// Notes why the steps broke, with a picture of the page as it is then.
    async fn told(&mut self, broken: &Broken) {
        if needs_person(&broken.diagnosis) {
            let why = broken.diagnosis.clone();
            self.note(Event::HandedOver { why });
        }
        if broken.diagnosis != Diagnosis::Stopped {
            self.take_picture().await;
        }
    }

    pub(crate) async fn take_picture(&mut self) {
        let picture = match self.watch.ports.page.picture().await {
            Ok(shot) => Picture::Taken(self.shot.insert(shot).named.clone()),
            Err(missing) => Picture::Missing(missing),
        };
        self.note(Event::Pictured { picture });
    }

    /// Keeps what a step read.
    pub(crate) fn keep(&mut self, step: &crate::Step, extracted: Option<Extracted>) {
        if let (Some(name), Some(value)) = (step.action.output(), extracted) {
            let name = name.to_owned();
            self.note(Event::Extracted {
                output: name.clone(),
                texts: texts_of(&value),
            });
            self.outputs.push(Output { name, value });
        }
    }

    /// What was done so far that stays as it is.
    fn changed(&self) -> Changed {
        let mut steps = self.acted();
        let Some(commit) = &self.commit else {
            return Changed {
                steps,
                commit: None,
            };
        };
        if steps.is_empty() {
            // Only what was written down before the cut tells of them.
            steps.clone_from(&commit.acted);
        } else if let Some(at) = steps.iter().rposition(|step| *step == commit.intent) {
            steps.remove(at);
        }
        Changed {
            steps,
            commit: Some(commit.intent.clone()),
        }
    }

    /// The row's end as it stands.
    pub(crate) fn end(mut self, outcome: Outcome, diagnosis: Option<Diagnosis>) -> RowEnd {
        self.time_phase();
        let beside = self.watch.ports.page.browser();
        for (step, effect) in effects::attributed(&self.began_after, &beside) {
            self.note(Event::CameOf { step, effect });
        }
        if !self.checks.is_empty() {
            self.note(Event::decided(&self.checks));
        }
        self.note(Event::Ended {
            outcome,
            why: diagnosis.clone(),
            at_step: self.at_step.clone(),
        });
        let changed = self.changed();
        let pace = self.watch.pace.get_mut();
        pace.row_ended(outcome == Outcome::Done);
        let handover = Handover {
            pace: *pace,
            rest: self.rest,
        };
        RowEnd {
            outcome,
            diagnosis,
            at_step: self.at_step,
            checks: self.checks,
            facts: self.facts,
            began_at: self.log.began(),
            changed,
            trace: self.log.into_entries(),
            shot: self.shot,
            handover,
            outputs: self.outputs,
        }
    }
}

/// Numbers of the last request, and of the last tab or download: what comes later may be a step's.
pub(crate) struct Now {
    requests: u32,
    events: u32,
}

/// What is waited for where a page must be at rest.
pub(crate) fn at_rest() -> Awaited<'static> {
    Awaited {
        needs_quiet: true,
        gives_up_after_ms: Some(RESTED_MS),
        limit_ms: LOAD_LIMIT_MS,
        ..Awaited::default()
    }
}

/// Conditions with their baselines; those about requests, tabs and downloads count from now on.
pub(crate) fn pair(
    conditions: &[PostCondition],
    baselines: &mut impl Iterator<Item = Baseline>,
    now: &Now,
) -> Vec<Judged> {
    let pair = |(condition, baseline): (&PostCondition, Baseline)| Judged {
        element: None,
        condition: condition.clone(),
        baseline: baseline.from_now(condition, now.requests, now.events),
    };
    conditions.iter().zip(baselines).map(pair).collect()
}

pub(crate) fn exists(target: &Fingerprint) -> Judged {
    let condition = PostCondition::ElementExists {
        target: target.clone(),
        absent_before: false,
    };
    Judged {
        condition,
        element: None,
        baseline: Baseline::Nothing,
    }
}

/// What an action claims of its elements by itself: a filled field holds what it was filled with.
/// The element it was done to is looked at, also where its name has become another.
pub(crate) fn claimed<'e>(
    action: &Action,
    elements: &'e [GroundedElement],
) -> impl Iterator<Item = Judged> + use<'e> {
    let elements = elements.iter().map(|element| Some(element.reference));
    let elements = elements.chain(std::iter::repeat(None));
    let claims = action.claims().into_iter().zip(elements);
    claims.map(|(condition, element)| Judged {
        condition,
        element,
        baseline: Baseline::Nothing,
    })
}
