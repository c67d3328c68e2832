//! The work tab as the run code sees it.

use std::cell::RefCell;
use std::collections::BTreeMap;

use chrome_api::{ChromeError, Committed};
use gloo_timers::future::TimeoutFuture;
use guardrails::Approved;
use protocol::{
    Action, Baseline, Check, Claim, CommandId, Diagnosis, Extracted, Fault, Fingerprint,
    GroundedAction, Grounding, Judged, NetworkFact, PostCondition, Reply, Request, Verification,
};
use replay::{PagePort, unite_baselines, unite_groundings, unite_verifications};

use super::channel::{Answers, Channel};

/// How long an address may take to load, ms.
const NAVIGATION_LIMIT_MS: u32 = 30_000;

/// How often a look is tried again in the document that took the place of the one asked.
const TRIES: u32 = 3;

/// How long a tab may be between two documents, ms, before it is tried again.
const BETWEEN_DOCUMENTS_MS: u32 = 400;

/// The page in the work tab, whatever documents it shows.
pub(crate) struct BrowserPage {
    channel: Channel,
    /// For each frame that was looked at last, its number of changes.
    changes: RefCell<Vec<(u32, u32)>>,
}

impl BrowserPage {
    pub(crate) fn new(tab: i32) -> Self {
        Self {
            channel: Channel::new(tab),
            changes: RefCell::default(),
        }
    }

    /// Asks all documents, or those in the named frames, something that only looks; asked again where
    /// the top document went away meanwhile, or could not be entered: between two documents no page
    /// can.
    async fn look(&self, frames: &[String], request: Request) -> Result<Answers, Fault> {
        let mut outcome = Err(Fault::ChannelLost);
        for _ in 0..TRIES {
            outcome = self.channel.ask_in(frames, request.clone()).await;
            match &outcome {
                Err(Fault::ChannelLost | Fault::EngineCrashed { .. }) => {}
                Err(Fault::Refused {
                    diagnosis: Diagnosis::NotScriptable { .. },
                }) => TimeoutFuture::new(BETWEEN_DOCUMENTS_MS).await,
                _ => break,
            }
        }
        outcome
    }

    /// For each condition the frames it does not mean; empty where it names none.
    async fn foreign(&self, conditions: impl Iterator<Item = &PostCondition>) -> Vec<Vec<u32>> {
        let mut foreign = Vec::new();
        // A skill names few frames, each in many conditions.
        let mut known: BTreeMap<&[String], Vec<u32>> = BTreeMap::from([(&[][..], vec![])]);
        for condition in conditions {
            let path = condition.frames();
            if !known.contains_key(path) {
                known.insert(path, self.channel.others_than(path).await);
            }
            foreign.push(known[path].clone());
        }
        foreign
    }

    async fn navigate(&self, url: &str) -> Result<(), Fault> {
        match chrome_api::navigate(self.channel.tab(), url, NAVIGATION_LIMIT_MS).await {
            Ok(_) => Ok(()),
            Err(ChromeError::Deadline { limit_ms, .. }) => Err(Diagnosis::Timeout {
                what: url.to_owned(),
                limit_ms,
            }
            .into()),
            Err(error) => Err(Diagnosis::NavigationFailed {
                url: url.to_owned(),
                why: said(error),
            }
            .into()),
        }
    }

    /// Goes back, or loads the page again.
    async fn go(
        &self,
        go: impl AsyncFnOnce(i32, u32) -> Result<Committed, ChromeError>,
    ) -> Result<Option<Extracted>, Fault> {
        let gone = go(self.channel.tab(), NAVIGATION_LIMIT_MS).await;
        gone.map(|_| None).map_err(|error| {
            Diagnosis::NavigationFailed {
                url: "the page".into(),
                why: said(error),
            }
            .into()
        })
    }
}

/// What Chrome said of an address that could not be opened.
fn said(error: ChromeError) -> String {
    match error {
        ChromeError::Refused { message, .. } => message,
        other => other.to_string(),
    }
}

fn unexpected<T>(_: Reply) -> Result<T, Fault> {
    Err(Fault::Malformed {
        message: "the engine answered something else".into(),
    })
}

impl PagePort for BrowserPage {
    async fn ground(&self, target: &Fingerprint) -> Result<Grounding, Fault> {
        let request = Request::Ground {
            target: target.clone(),
        };
        let answers = self.look(&target.frame, request).await?;
        let groundings = answers.into_iter().map(|(_, reply)| match reply {
            Reply::Grounded { grounding } => Ok(grounding),
            other => unexpected(other),
        });
        Ok(unite_groundings(groundings.collect::<Result<_, _>>()?))
    }

    async fn baselines(&self, conditions: &[PostCondition]) -> Result<Vec<Baseline>, Fault> {
        let request = Request::Baseline {
            conditions: conditions.iter().cloned().map(Claim).collect(),
        };
        let answers = self.look(&[], request).await?;
        let foreign = self.foreign(conditions.iter()).await;
        let baselines = answers.into_iter().map(|(frame, reply)| match reply {
            Reply::Baselines { mut baselines } if baselines.len() == conditions.len() => {
                for (baseline, foreign) in baselines.iter_mut().zip(&foreign) {
                    if foreign.contains(&frame) && baseline.count().is_some() {
                        *baseline = Baseline::NotThere;
                    }
                }
                Ok(baselines)
            }
            other => unexpected(other),
        });
        let baselines = baselines.collect::<Result<Vec<_>, _>>()?;
        Ok(unite_baselines(conditions, &baselines))
    }

    async fn act(
        &self,
        id: &CommandId,
        action: Approved<GroundedAction>,
        limit_ms: u32,
    ) -> Result<Option<Extracted>, Fault> {
        let action = action.into_value();
        match &action.action {
            Action::Navigate { url } => return self.navigate(url).await.map(|()| None),
            Action::Back {} => return self.go(chrome_api::go_back).await,
            Action::Reload {} => return self.go(chrome_api::reload).await,
            Action::Wait { .. } => return Ok(None),
            _ => {}
        }
        let frame = action
            .elements
            .first()
            .map_or(0, |element| element.reference.frame);
        let request = Request::Act {
            action,
            files: vec![],
            limit_ms,
        };
        match self
            .channel
            .command(frame, id.clone(), request, limit_ms)
            .await?
        {
            Reply::Acted { extracted } => Ok(extracted),
            other => unexpected(other),
        }
    }

    async fn verify(
        &self,
        judged: &[Judged],
        network: &[NetworkFact],
    ) -> Result<Verification, Fault> {
        let request = Request::Verify {
            judged: judged.to_vec(),
            network: network.to_vec(),
        };
        let answers = self.look(&[], request).await?;
        let conditions = judged.iter().map(|judged| &judged.condition);
        let foreign = self.foreign(conditions).await;
        let verifications = answers.into_iter().map(|(frame, reply)| match reply {
            Reply::Verified(mut verification) if verification.checks.len() == judged.len() => {
                for ((check, judged), foreign) in
                    verification.checks.iter_mut().zip(judged).zip(&foreign)
                {
                    if foreign.contains(&frame) {
                        *check = Check::not_seen(judged);
                    }
                }
                Ok((frame, verification))
            }
            other => unexpected(other),
        });
        let verifications = verifications.collect::<Result<Vec<_>, _>>()?;
        let changes = verifications.iter().map(|(frame, v)| (*frame, v.changes));
        *self.changes.borrow_mut() = changes.collect();
        let verifications = verifications
            .into_iter()
            .map(|(_, verification)| verification);
        unite_verifications(verifications.collect()).ok_or(Fault::ChannelLost)
    }

    async fn changed(&self, _since: u32) {
        let since = self.changes.borrow().clone();
        self.channel.await_change(&since).await;
    }

    async fn recall(&self, id: &CommandId) -> Result<Option<bool>, Fault> {
        let request = Request::Recall {
            command: id.clone(),
        };
        let answers = self.look(&[], request).await?;
        let known = answers.into_iter().find_map(|(_, reply)| match reply {
            Reply::Recalled { acted } => acted,
            _ => None,
        });
        Ok(known)
    }
}
