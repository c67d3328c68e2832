//! Everything that crosses a border or is stored: ids, targets, actions, post-conditions,
//! network facts, outcomes and the messages between panel and engine.
//!
//! **Invariant:** every type here survives JSON in both directions; no 64-bit integers, no nested
//! trees. What a stored ledger or a skill file holds is made of these types.
//! **Absent on purpose:** any behaviour that looks at a page or decides policy.
#![warn(missing_docs)]

mod action;
mod condition;
mod diagnosis;
mod id;
mod message;
mod network;
mod pattern;
mod target;

pub use action::{Action, GroundedAction, GroundedElement, Key};
pub use condition::{Baseline, Check, ElementState, Fact, Judged, PostCondition, Verdict};
pub use diagnosis::{Diagnosis, Refusal, ValueProblem};
pub use id::{CommandId, InvalidRef, NodeRef, ObservationId};
pub use message::{
    Answer, Command, EngineVariant, Fault, Grounding, Observation, PORT_NAME, PROTOCOL_VERSION,
    PageFacts, Reply, Request, RunnerUp, Verification, Welcome,
};
pub use network::{Answered, NetworkFact};
pub use pattern::{InvalidPattern, UrlPattern, glob_matches};
pub use target::{Fingerprint, MapText};
