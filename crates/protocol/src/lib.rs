//! Everything that crosses a border or is stored: ids, targets, actions, post-conditions,
//! network facts, outcomes and the messages between panel and engine.
//!
//! **Invariant:** every type here survives JSON in both directions; no 64-bit integers, no nested
//! trees. What a stored ledger or a skill file holds is made of these types.
//! **Absent on purpose:** any behaviour that looks at a page or decides policy.
#![warn(missing_docs)]

mod action;
mod condition;
mod control;
mod diagnosis;
mod evidence;
mod facts;
mod forms;
mod gesture;
mod id;
mod judged;
mod key;
mod look;
mod message;
mod network;
mod pattern;
mod target;
mod view;

pub use action::{
    Action, Button, Distance, Extracted, FieldValue, FilePart, GroundedAction, GroundedElement,
    Reading, Risk,
};
pub use condition::{Claim, ElementState, PostCondition};
pub use control::ControlKind;
pub use diagnosis::{Diagnosis, NoTrust, NotApplied, Refusal, ValueProblem};
pub use evidence::Fact;
pub use facts::{
    Challenge, FieldError, ItemGroup, KeyElement, More, OpenDialog, PageOverview, Scene, Toast,
};
pub use gesture::{DialogAnswer, Gesture, Manner};
pub use id::{CommandId, InvalidRef, NodeRef, ObservationId, refs_in};
pub use judged::{Baseline, Check, Judged, Verdict};
pub use key::{InvalidKey, KeyPress, Modifier};
pub use look::{LookFor, Looked};
pub use message::{
    Answer, Command, EngineVariant, Fault, FrameMark, Grounding, Observation, ObserveOptions,
    PORT_NAME, PROTOCOL_VERSION, PageFacts, RecordedElement, Reply, Request, RunnerUp,
    Verification, Welcome,
};
pub use network::{
    Answered, BrowserFacts, DownloadFact, NetworkFact, SaveState, Source, TabFact, TimingMark,
};
pub use pattern::{InvalidPattern, UrlPattern, glob_matches};
pub use target::{Fingerprint, MapText};
pub use view::{FramePlace, View};
