//! The work tab as the run code sees it.

use chrome_api::ChromeError;
use gloo_timers::future::TimeoutFuture;
use guardrails::Approved;
use protocol::{
    Action, Baseline, CommandId, Diagnosis, Fault, Fingerprint, GroundedAction, Grounding, Judged,
    NetworkFact, PostCondition, Reply, Request, Verification,
};
use replay::PagePort;

use super::Channel;

/// How long an address may take to load, ms.
const NAVIGATION_LIMIT_MS: u32 = 30_000;

/// How often a look is tried again in the document that took the place of the one asked.
const TRIES: u32 = 3;

/// How long a tab may be between two documents, ms, before it is tried again.
const BETWEEN_DOCUMENTS_MS: u32 = 400;

/// The page in the work tab, whatever document it is.
pub(crate) struct BrowserPage {
    channel: Channel,
}

impl BrowserPage {
    pub(crate) fn new(tab: i32) -> Self {
        Self {
            channel: Channel::new(tab),
        }
    }

    /// Asks something that only looks; asked again where the document went away meanwhile, or could
    /// not be entered: between two documents no page can.
    async fn look(&self, request: Request) -> Result<Reply, Fault> {
        let mut outcome = Err(Fault::ChannelLost);
        for _ in 0..TRIES {
            outcome = self.channel.ask(request.clone()).await;
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

    async fn navigate(&self, url: &str) -> Result<(), Fault> {
        match chrome_api::navigate(self.channel.tab(), url, NAVIGATION_LIMIT_MS).await {
            Ok(_) => Ok(()),
            Err(ChromeError::Deadline { limit_ms, .. }) => Err(Diagnosis::Timeout {
                what: url.to_owned(),
                limit_ms,
            }
            .into()),
            Err(error) => {
                let why = match error {
                    ChromeError::Refused { message, .. } => message,
                    other => other.to_string(),
                };
                Err(Diagnosis::NavigationFailed {
                    url: url.to_owned(),
                    why,
                }
                .into())
            }
        }
    }
}

fn unexpected<T>(_: Reply) -> Result<T, Fault> {
    Err(Fault::Malformed {
        message: "the engine answered something else".into(),
    })
}

impl PagePort for BrowserPage {
    async fn ground(&self, target: &Fingerprint) -> Result<Grounding, Fault> {
        match self
            .look(Request::Ground {
                target: target.clone(),
            })
            .await?
        {
            Reply::Grounded { grounding } => Ok(grounding),
            other => unexpected(other),
        }
    }

    async fn baselines(&self, conditions: &[PostCondition]) -> Result<Vec<Baseline>, Fault> {
        match self
            .look(Request::Baseline {
                conditions: conditions.to_vec(),
            })
            .await?
        {
            Reply::Baselines { baselines } if baselines.len() == conditions.len() => Ok(baselines),
            other => unexpected(other),
        }
    }

    async fn act(&self, id: &CommandId, action: Approved<GroundedAction>) -> Result<(), Fault> {
        let action = action.into_value();
        if let Action::Navigate { url } = &action.action {
            return self.navigate(url).await;
        }
        match self
            .channel
            .command(id.clone(), Request::Act { action })
            .await?
        {
            Reply::Acted => Ok(()),
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
        match self.look(request).await? {
            Reply::Verified(verification) if verification.checks.len() == judged.len() => {
                Ok(verification)
            }
            other => unexpected(other),
        }
    }

    async fn changed(&self, since: u32) {
        self.channel.await_change(since).await;
    }

    async fn recall(&self, id: &CommandId) -> Result<Option<bool>, Fault> {
        match self
            .look(Request::Recall {
                command: id.clone(),
            })
            .await?
        {
            Reply::Recalled { acted } => Ok(acted),
            other => unexpected(other),
        }
    }
}
