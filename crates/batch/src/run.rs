//! Running a batch: every row alone, each state in the ledger before its effect.

use std::cell::RefCell;

use protocol::{Diagnosis, Refusal};
use replay::{
    Changed, Clock, Commit, Handover, Journal, JournalFault, NetworkPort, Outcome, PagePort, Ports,
    RowEnd, reconcile, run_row,
};

use crate::attach::FileNames;
use crate::bind::{bind, bindings};
use crate::ledger::{Ledger, LedgerFault};
use crate::mapping::row_problem;
use crate::mask::Mask;
use crate::record::{BatchRecord, RowRecord, RowStatus};
use crate::trace::{KeptRun, RunTrace};

/// Everything a batch needs of the world.
pub struct BatchPorts<'a, P, N, C, L> {
    /// The page.
    pub page: &'a P,
    /// Its requests.
    pub network: &'a N,
    /// Time.
    pub clock: &'a C,
    /// The durable record.
    pub ledger: &'a L,
    /// The files that are attached.
    pub files: &'a FileNames,
    /// Whether the person wants it to stop.
    pub is_stopped: &'a dyn Fn() -> bool,
    /// Told of every new state of a row, after it is on disk.
    pub on_row: &'a dyn Fn(&RowRecord),
}

/// How a run over a batch ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchEnd {
    /// Every row has come to its end.
    Finished,
    /// The person stopped it; the rest is untouched.
    Stopped,
    /// The site can't be worked on right now; the rest is untouched and can be gone on with.
    Paused(Diagnosis),
}

/// Runs every row that has not ended, in order. Rows that were cut go on where they were.
///
/// # Errors
/// When the ledger fails. Nothing more was done after that.
pub async fn run_batch<P, N, C, L>(
    batch: &BatchRecord,
    rows: Vec<RowRecord>,
    ports: &BatchPorts<'_, P, N, C, L>,
) -> Result<BatchEnd, LedgerFault>
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    L: Ledger,
{
    let mut handover = Handover::default();
    for row in rows {
        if row.status.is_ended() {
            continue;
        }
        if (ports.is_stopped)() && row.status != RowStatus::Committing {
            return Ok(BatchEnd::Stopped);
        }
        let row = RowRun {
            batch,
            ports,
            row: RefCell::new(row),
        };
        if let Some(end) = row.run(&mut handover).await? {
            return Ok(end);
        }
    }
    Ok(BatchEnd::Finished)
}

/// What is masked in what is kept of a row: in its own record the sensitive values, in the trace all.
struct Masks {
    record: Mask,
    trace: Mask,
}

/// One row on its way through the ledger.
struct RowRun<'a, P, N, C, L> {
    batch: &'a BatchRecord,
    ports: &'a BatchPorts<'a, P, N, C, L>,
    row: RefCell<RowRecord>,
}

impl<P, N, C, L> RowRun<'_, P, N, C, L>
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    L: Ledger,
{
    /// Runs the row; gives the batch's end if it must not go on. Takes what the row before left, and
    /// leaves something to the next.
    async fn run(&self, handover: &mut Handover) -> Result<Option<BatchEnd>, LedgerFault> {
        let BatchRecord {
            skill,
            headers,
            mapping,
            ..
        } = self.batch;
        let cells = self.row.borrow().cells.clone();
        let problem = row_problem(skill, headers, mapping, (0, &cells), self.ports.files);
        if let Some(problem) = problem {
            self.end_untouched(problem.diagnosis()).await?;
            return Ok(None);
        }
        let commit = self.row.borrow().commit.clone();
        if commit.is_none() {
            self.claim().await?;
        }
        let id = self.attempt_id();
        let run = match bind(skill, &bindings(skill, mapping, &cells), id) {
            Ok(run) => run,
            Err(unbound) => {
                let message = unbound.to_string();
                self.end_untouched(Diagnosis::Internal { message }).await?;
                return Ok(None);
            }
        };
        let ports = Ports {
            page: self.ports.page,
            network: self.ports.network,
            clock: self.ports.clock,
            journal: self,
            is_stopped: self.ports.is_stopped,
        };
        let before = std::mem::take(handover);
        let mut end = match &commit {
            Some(commit) => reconcile(&run, commit, &ports).await,
            None => run_row(&run, before, &ports).await,
        };
        *handover = std::mem::take(&mut end.handover);
        let masks = Masks {
            record: Mask::of_sensitive(skill, mapping, &cells),
            trace: Mask::of_all(skill, mapping, &cells),
        };
        self.end(end, &masks).await
    }

    fn attempt_id(&self) -> String {
        let row = self.row.borrow();
        format!("{}/{}/{}", row.batch.0, row.index, row.attempts)
    }

    async fn claim(&self) -> Result<(), LedgerFault> {
        {
            let mut row = self.row.borrow_mut();
            row.status = RowStatus::Claimed;
            row.attempts += 1;
            row.changed = Changed::default();
            row.outputs.clear();
        }
        self.keep().await
    }

    async fn end_untouched(&self, reason: Diagnosis) -> Result<(), LedgerFault> {
        {
            let mut row = self.row.borrow_mut();
            row.status = RowStatus::Failed;
            row.reason = Some(reason);
            row.finished_at = Some(self.ports.clock.now());
        }
        self.keep().await
    }

    async fn end(&self, end: RowEnd, masks: &Masks) -> Result<Option<BatchEnd>, LedgerFault> {
        let mask = &masks.record;
        let run = self.kept_run(&end, &masks.trace);
        let pause = end.diagnosis.clone().filter(stops_everything);
        {
            let mut row = self.row.borrow_mut();
            row.status = match (end.outcome, pause.is_some()) {
                (Outcome::Done, _) => RowStatus::Done,
                // What stops every row is not this row's fault.
                (Outcome::Failed, true) | (Outcome::Stopped, _) => RowStatus::Pending,
                (Outcome::Failed, false) => RowStatus::Failed,
                // Its key can't be looked at now: it is settled when the batch goes on.
                (Outcome::Unknown, true) => RowStatus::Committing,
                (Outcome::Unknown, false) => RowStatus::Unknown,
            };
            if row.status != RowStatus::Committing {
                row.commit = None;
            }
            row.reason = mask.apply(&end.diagnosis);
            row.at_step = end.at_step;
            row.checks = mask.apply(&end.checks);
            row.notices = mask.apply(&[end.facts.errors, end.facts.notices].concat());
            row.changed = end.changed;
            row.outputs = mask.apply(&end.outputs);
            row.finished_at = row.status.is_ended().then(|| self.ports.clock.now());
        }
        let row = self.row.borrow().clone();
        let epoch = self.batch.epoch;
        self.ports.ledger.write_end(&row, &run, epoch).await?;
        (self.ports.on_row)(&row);
        Ok(match (pause, end.outcome) {
            (Some(diagnosis), _) => Some(BatchEnd::Paused(diagnosis)),
            (None, Outcome::Stopped) => Some(BatchEnd::Stopped),
            _ => None,
        })
    }

    fn kept_run(&self, end: &RowEnd, mask: &Mask) -> KeptRun {
        let row = self.row.borrow();
        KeptRun {
            trace: RunTrace {
                batch: row.batch.clone(),
                row: row.index,
                attempt: row.attempts,
                began_at: end.began_at,
                entries: mask.entries(&end.trace),
            },
            shot: end.shot.clone(),
        }
    }

    async fn keep(&self) -> Result<(), LedgerFault> {
        let row = self.row.borrow().clone();
        self.ports.ledger.write(&row, self.batch.epoch).await?;
        (self.ports.on_row)(&row);
        Ok(())
    }
}

impl<P, N, C, L> Journal for RowRun<'_, P, N, C, L>
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    L: Ledger,
{
    async fn committing(&self, commit: &Commit) -> Result<(), JournalFault> {
        {
            let mut row = self.row.borrow_mut();
            row.status = RowStatus::Committing;
            row.commit = Some(commit.clone());
        }
        self.keep()
            .await
            .map_err(|fault| JournalFault(fault.to_string()))
    }
}

/// Whether no other row could fare better: the site does not load, can't be entered, or asks for what
/// only the person can give.
fn stops_everything(diagnosis: &Diagnosis) -> bool {
    matches!(
        diagnosis,
        Diagnosis::NotScriptable { .. }
            | Diagnosis::NavigationFailed { .. }
            | Diagnosis::VersionMismatch { .. }
            | Diagnosis::Challenge { .. }
            | Diagnosis::Secret { .. }
            | Diagnosis::PolicyBlocked {
                refusal: Refusal::Secret { .. }
            }
    )
}
