//! From what was seen to one of the outcomes.
//!
//! Before a commit a row can only have failed. After one, the row's key on a freshly loaded page
//! decides; without a key, what the commit's own conditions showed.

use protocol::{Check, Diagnosis, Fact, Judged, PageFacts, PostCondition, Verdict};

use crate::end::{Outcome, RowEnd};
use crate::handover::RestingPage;
use crate::ports::{Clock, Journal, NetworkPort, PagePort};
use crate::runner::{Broken, Runner, at_rest};
use crate::settle::Awaited;
use crate::trace::Event;

/// Why conditions did not hold: the page's own complaint where there is one.
pub(crate) fn diagnosis(checks: &[Check], facts: &PageFacts) -> Diagnosis {
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
            return self.end_without_key(broken);
        };
        let judged = Judged {
            element: None,
            condition: key.condition(),
            baseline: commit.key_baseline.unwrap_or_default(),
        };
        // What the page said right after the commit is kept: it tells why.
        let (facts, checks) = (self.facts.clone(), self.checks.clone());
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
        self.end_by_key(hidden.or(broken), proof)
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

    fn end_by_key(mut self, broken: Option<Broken>, proof: Check) -> RowEnd {
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
            (Verdict::Failed, reason) if is_absent => {
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
    fn end_without_key(self, broken: Option<Broken>) -> RowEnd {
        let Some(broken) = broken else {
            return self.end(Outcome::Done, None);
        };
        let was_not_sent = self
            .checks
            .iter()
            .any(|check| check.condition.is_about_network() && check.verdict == Verdict::Failed);
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
}

/// Whether a condition can be a commit's proof.
fn proves(condition: &PostCondition) -> bool {
    matches!(
        condition,
        PostCondition::ListCountDelta { .. }
            | PostCondition::KeyPresent { .. }
            | PostCondition::TextPresent {
                absent_before: true,
                ..
            }
    )
}
