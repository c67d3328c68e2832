//! From what was seen to one of the outcomes.
//!
//! Before a commit a row can only have failed. After one, the row's key on a freshly loaded page
//! decides; without a key, what the commit's own conditions showed, if it shows on a freshly loaded
//! page too: a page that only says so, or a server that answers 200 and keeps nothing, proves nothing.

use protocol::{
    Answered, Baseline, Check, Diagnosis, Fact, Judged, PageFacts, PostCondition, Verdict,
};

use crate::end::{Outcome, RowEnd};
use crate::handover::RestingPage;
use crate::ports::{Clock, Journal, NetworkPort, PagePort};
use crate::runner::{Broken, Runner, at_rest};
use crate::settle::Awaited;
use crate::trace::Event;

/// Why conditions did not hold: the page's own complaint where there is one.
pub(crate) fn diagnosis(checks: &[Check], facts: &PageFacts) -> Diagnosis {
    if let Some(challenge) = facts.challenge {
        return Diagnosis::Challenge { challenge };
    }
    if !facts.errors.is_empty() {
        return Diagnosis::ValidationError {
            messages: facts.errors.clone(),
        };
    }
    let (failed, total) = count(checks);
    Diagnosis::ChecksFailed { failed, total }
}

fn count(checks: &[Check]) -> (u32, u32) {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let failed = checks.iter().filter(|check| !check.is_held()).count();
    (number(failed), number(checks.len()))
}

impl<P, N, C, J> Runner<'_, P, N, C, J>
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    /// Ends the row, after its steps ran through or broke.
    pub(crate) async fn conclude(mut self, broken: Option<Broken>) -> RowEnd {
        let Some(commit) = self.commit.clone() else {
            return self.end_without_commit(broken);
        };
        let Some(key) = self.run.row_key.clone() else {
            return self.end_without_key(broken).await;
        };
        let judged = Judged {
            element: None,
            condition: key.condition(),
            baseline: commit.key_baseline.unwrap_or_default(),
        };
        // What the page said right after the commit is kept: it tells why.
        let (facts, checks) = (self.facts.clone(), self.checks.clone());
        let is_sending = self
            .commit_sends_from
            .is_some_and(|from| self.watch.is_sending(from));
        let (proof, hidden) = match self.look_for_key(&key.url, &judged).await {
            Ok(proof) => (Some(proof), None),
            Err(hidden) => (None, Some(hidden)),
        };
        self.facts = facts;
        self.checks = checks;
        let proof = proof.unwrap_or_else(|| Check::not_seen(&judged));
        if broken.is_none() && hidden.is_none() && !proof.is_held() {
            self.take_picture().await;
        }
        // Where the key can't be looked at, that is what stands in the way.
        self.end_by_key(hidden.or(broken), proof, is_sending)
    }

    /// The row's key on a freshly loaded page at rest. If that page is at rest, the next row may begin
    /// on it.
    async fn look_for_key(&mut self, url: &str, judged: &Judged) -> Result<Check, Broken> {
        self.open(url, "proof").await?;
        let awaited = Awaited {
            judged: std::slice::from_ref(judged),
            ..at_rest()
        };
        let mut settled = self.watch.settle(&awaited, None).await;
        let proof = settled.checks.pop();
        self.note(Event::KeyLookedFor {
            is_proof: true,
            found: proof
                .as_ref()
                .map_or(Fact::NotSeen, |proof| proof.actual.clone()),
        });
        let seen = settled.seen?;
        if let Some(challenge) = settled.facts.challenge {
            return Err(Broken::of(Diagnosis::Challenge { challenge }));
        }
        self.rest = settled.is_quiet.then(|| RestingPage {
            address: url.to_owned(),
            moment: seen.moment,
        });
        Ok(proof.unwrap_or_else(|| Check::not_seen(judged)))
    }

    fn end_without_commit(self, broken: Option<Broken>) -> RowEnd {
        match broken.map(|broken| broken.diagnosis) {
            None => self.end(Outcome::Done, None),
            Some(Diagnosis::Stopped) => self.end(Outcome::Stopped, Some(Diagnosis::Stopped)),
            Some(diagnosis) => self.end(Outcome::Failed, Some(diagnosis)),
        }
    }

    /// `is_sending`: what the commit sent was not answered when the page was left, and the server may
    /// still do it.
    fn end_by_key(mut self, broken: Option<Broken>, proof: Check, is_sending: bool) -> RowEnd {
        let verdict = proof.verdict;
        let is_absent = proof.actual == Fact::Count { count: 0 };
        self.checks.push(proof);
        let reason = broken.map(|broken| broken.diagnosis);
        let (failed, total) = count(&self.checks);
        match (verdict, reason) {
            (Verdict::Held, None) => self.end(Outcome::Done, None),
            // Cut in the middle and found afterwards, exactly once: it happened.
            (Verdict::Held, Some(Diagnosis::CutAfterCommit)) => self.end(Outcome::Done, None),
            (Verdict::Held, Some(_)) => {
                let diagnosis = Diagnosis::Contradictory { failed, total };
                self.end(Outcome::Unknown, Some(diagnosis))
            }
            (Verdict::Failed, reason) if is_absent && !is_sending => {
                let reason = reason.unwrap_or(Diagnosis::ChecksFailed { failed, total });
                self.end(Outcome::Failed, Some(reason))
            }
            (_, reason) => {
                let reason = reason.unwrap_or(Diagnosis::ChecksFailed { failed, total });
                self.end(Outcome::Unknown, Some(reason))
            }
        }
    }

    /// Without a key only the commit's own conditions speak. They speak against it when a request
    /// it needs was refused or never made, and nothing that proves it held.
    async fn end_without_key(self, broken: Option<Broken>) -> RowEnd {
        let Some(broken) = broken else {
            return self.end_by_proofs().await;
        };
        let was_not_sent = self.checks.iter().any(is_refusal);
        let is_proved = self
            .checks
            .iter()
            .any(|check| proves(&check.condition) && check.is_held());
        let outcome = if broken.is_certain || (was_not_sent && !is_proved) {
            Outcome::Failed
        } else {
            Outcome::Unknown
        };
        self.end(outcome, Some(broken.diagnosis))
    }

    /// Everything held on the page that was sent from. What of it is a proof is looked for again
    /// where the row started, in a document loaded afresh: toasts and rows that a page drew by itself
    /// are gone there. The page at hand is never loaded again: that may send the row again.
    async fn end_by_proofs(mut self) -> RowEnd {
        if self.checks.iter().any(is_read_back) {
            return self.end(Outcome::Done, None);
        }
        let proofs = self.proofs();
        if proofs.is_empty() {
            return self.end(Outcome::Unknown, Some(Diagnosis::Unproved));
        }
        let start_url = self.run.start_url.clone();
        if let Err(broken) = self.open(&start_url, "proof").await {
            return self.end(Outcome::Unknown, Some(broken.diagnosis));
        }
        // They are judged one by one: of a skill's proofs not each shows where the row starts.
        for proof in &proofs {
            let awaited = Awaited {
                judged: std::slice::from_ref(proof),
                ..at_rest()
            };
            let settled = self.watch.settle(&awaited, None).await;
            let is_held = settled.holds();
            self.checks.extend(settled.checks);
            if is_held {
                return self.end(Outcome::Done, None);
            }
        }
        self.end(Outcome::Unknown, Some(Diagnosis::Unproved))
    }

    /// The proofs that can be judged again: those of the end with their baselines, and those of the
    /// commit that can only have held where nothing was there before.
    fn proofs(&self) -> Vec<Judged> {
        let of_end = self.checks.iter().map(|check| Judged {
            condition: check.condition.clone(),
            baseline: check.baseline.clone(),
            element: None,
        });
        let commits = self.run.steps.iter().filter(|step| step.is_commit);
        let of_commits = commits
            .flat_map(|step| &step.expect)
            .map(|condition| Judged {
                condition: condition.clone(),
                baseline: Baseline::Count { count: 0 },
                element: None,
            });
        let is_new = |judged: &Judged| is_of_new(&judged.condition);
        of_end
            .filter(|judged| proves(&judged.condition) && judged.baseline.count().is_some())
            .chain(of_commits.filter(is_new))
            .collect()
    }
}

/// Whether a request that the commit needs was never made, or turned away as it was: a server that
/// broke down over it (5xx), or a connection that did, may have done it all the same.
fn is_refusal(check: &Check) -> bool {
    let is_so = match &check.actual {
        Fact::NoRequest => true,
        Fact::Request { answered, .. } => {
            matches!(answered, Answered::Status { status: 400..=499 })
        }
        _ => false,
    };
    check.condition.is_about_network() && check.verdict == Verdict::Failed && is_so
}

/// Whether what the row is to come to was not there before, and was when it was looked at again.
fn is_read_back(check: &Check) -> bool {
    let is_readback = matches!(check.condition, PostCondition::Readback { .. });
    is_readback && check.is_held() && check.baseline == (Baseline::Count { count: 0 })
}

/// Whether a condition can be a commit's proof.
fn proves(condition: &PostCondition) -> bool {
    let is_other = matches!(
        condition,
        PostCondition::ListCountDelta { .. }
            | PostCondition::TextPresent {
                absent_before: true,
                ..
            }
    );
    is_other || is_of_new(condition)
}

/// Whether it holds only where none was counted before.
fn is_of_new(condition: &PostCondition) -> bool {
    match condition {
        PostCondition::KeyPresent { .. } => true,
        PostCondition::RowContains { absent_before, .. } => *absent_before,
        // In a place that was not there before, the text may have been there all the same.
        PostCondition::TextPresent {
            absent_before,
            within: None,
            ..
        } => *absent_before,
        _ => false,
    }
}
