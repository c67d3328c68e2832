//! One look at the page that answers all a step asks of it.

use serde::{Deserialize, Serialize};

use crate::{Baseline, Claim, Fingerprint, Grounding, Judged, NetworkFact, Verification};

/// What a look is for. Everything is answered on one capture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LookFor {
    /// Conditions to judge, with their baselines.
    pub judged: Vec<Judged>,
    /// The requests that these may count.
    pub network: Vec<NetworkFact>,
    /// The elements that are acted on next.
    pub targets: Vec<Fingerprint>,
    /// Conditions whose baselines are taken.
    pub conditions: Vec<Claim>,
}

/// What a look showed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Looked {
    /// The conditions, judged.
    pub verification: Verification,
    /// Whom the targets mean, in the order asked.
    pub groundings: Vec<Grounding>,
    /// One for each condition, in the order asked.
    pub baselines: Vec<Baseline>,
}
