//! The messages between panel and engine: one command, one answer, by id.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    Challenge, Check, CommandId, Diagnosis, Extracted, FilePart, Fingerprint, FramePlace, Gesture,
    GroundedAction, GroundedElement, LookFor, Looked, NodeRef, ObservationId, PageOverview, View,
};

/// Version of these messages. Engine and panel must agree to the number.
pub const PROTOCOL_VERSION: u32 = 4;

/// Name of the port the panel opens to an engine.
pub const PORT_NAME: &str = "surehand-engine";

/// What the panel asks of the engine of one document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Command {
    /// Repeated unchanged when asked again.
    pub id: CommandId,
    /// What is asked.
    pub request: Request,
}

/// The requests an engine answers. All but `Act` only look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// First on every port.
    Hello {
        /// The panel's [`PROTOCOL_VERSION`].
        protocol: u32,
        /// The number that the refs of this document carry: 0 for the top document.
        frame: u32,
    },
    /// Read the page and write it down.
    Observe(ObserveOptions),
    /// Mark an element on the page for the person to see, and no other; `None`: nothing any more.
    Highlight {
        /// Which.
        reference: Option<NodeRef>,
    },
    /// The fingerprints of all elements a person can act on.
    Record,
    /// What the frames on the page are known by.
    Frames,
    /// Find the one element a fingerprint means.
    Ground {
        /// Which.
        target: Fingerprint,
    },
    /// Do it, once. Asked again with the same id, the engine answers from memory.
    Act {
        /// Reviewed and grounded.
        action: GroundedAction,
        /// The files an upload names.
        files: Vec<FilePart>,
        /// How long it may take, ms.
        limit_ms: u32,
    },
    /// The panel's clock, while an action goes on: pages have none that goes on when hidden.
    Tick {
        /// The action.
        command: CommandId,
        /// Since it was asked for.
        elapsed_ms: u32,
    },
    /// The gesture that a trusted action asked for was made; or not, which ends the action.
    Gestured {
        /// The action.
        command: CommandId,
        /// Whether it was made.
        is_made: bool,
    },
    /// Judge conditions on the page as it is now and, on the same capture, all that the next action
    /// needs.
    Look(Box<LookFor>),
    /// Answer as soon as the document has changed after change number `since`.
    AwaitChange {
        /// A number from [`Verification::changes`].
        since: u32,
    },
    /// How did an earlier `Act` end?
    Recall {
        /// Its id.
        command: CommandId,
    },
}

/// What comes back for a command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The command's id.
    pub id: CommandId,
    /// How it ended.
    pub outcome: Result<Reply, Fault>,
}

/// A request that was answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// To `Hello`.
    Welcome(Welcome),
    /// To `Observe`.
    Observed(Observation),
    /// To `Ground`.
    Grounded {
        /// Which element, or why none.
        grounding: Grounding,
    },
    /// To `Act`: the events were sent. What came of them only a verification tells.
    Acted {
        /// What was read, where the action reads something.
        extracted: Option<Extracted>,
    },
    /// To `Act` of a trusted action, before its end: the browser is to make this gesture, and the action
    /// goes on when that is told by `Gestured`, under the action's own id.
    Gesture(Gesture),
    /// To `Tick`.
    Ticked,
    /// To `Look`.
    Looked(Box<Looked>),
    /// To `AwaitChange`.
    Changed {
        /// The number of changes now.
        changes: u32,
    },
    /// To `Highlight`: whether the element is still there.
    Highlighted {
        /// Whether it is marked now.
        is_shown: bool,
    },
    /// To `Record`, in reading order.
    Recorded {
        /// One for each element.
        elements: Vec<RecordedElement>,
    },
    /// To `Frames`.
    Frames {
        /// One for each frame with a lasting mark.
        marks: Vec<FrameMark>,
    },
    /// To `Recall`: `None` if this engine never saw the command.
    Recalled {
        /// Whether the events were sent, if it is known.
        acted: Option<bool>,
    },
}

/// Which build of the engine answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineVariant {
    /// WebAssembly.
    Wasm,
    /// The same code as plain JavaScript, for pages whose policy forbids WebAssembly.
    Js,
}

/// The engine's half of the handshake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// The engine's [`PROTOCOL_VERSION`].
    pub protocol: u32,
    /// The engine's package version.
    pub version: String,
    /// Which build it is.
    pub variant: EngineVariant,
    /// The document's address.
    pub url: String,
    /// The name of its window, empty if it has none.
    pub window_name: String,
    /// Of a frame: the index of its window in its parent's (`parent[index]`). `None` for the top
    /// document and for a frame in a shadow tree.
    pub index: Option<u32>,
}

/// What a look at the page gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// Its number in this document.
    pub id: ObservationId,
    /// The document's address.
    pub url: String,
    /// The document's title.
    pub title: String,
    /// The page in text, as the view asked for.
    pub outline: String,
    /// What the text costs a model, estimated.
    pub tokens: u32,
    /// What it would cost if nothing were left out.
    pub needed: u32,
    /// What was left out, in words; empty if nothing.
    pub dropped: String,
    /// The frames on it, in the order of their lines.
    pub frames: Vec<FramePlace>,
    /// The page at a glance, where it was asked for.
    pub overview: Option<PageOverview>,
    /// What could not be read, in words.
    pub notices: Vec<String>,
    /// How many nodes were read.
    pub nodes: u32,
    /// How many elements a person can act on.
    pub interactive: u32,
}

/// What to read, and how much of it to write.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ObserveOptions {
    /// Which part of the page.
    pub view: View,
    /// How many tokens the text may cost.
    pub budget: u32,
    /// Whether the page at a glance is asked for too.
    pub with_overview: bool,
    /// Of a frame: where its viewport lies in the page, CSS px. `None` for the top document.
    pub origin: Option<[f64; 2]>,
}

impl Default for ObserveOptions {
    fn default() -> Self {
        Self {
            view: View::default(),
            budget: 16_000,
            with_overview: false,
            origin: None,
        }
    }
}

/// What a frame is known by in the document around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameMark {
    /// The index of its window in the document's, if it has one.
    pub index: Option<u32>,
    /// Its name, title, id or address, the first that lasts: `title=Customers`.
    pub mark: String,
}

/// An element and what finds it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedElement {
    /// Its handle now.
    pub reference: NodeRef,
    /// It, in words.
    pub label: String,
    /// What finds it again.
    pub fingerprint: Fingerprint,
}

/// Whom a fingerprint means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grounding {
    /// Exactly one.
    Found {
        /// It.
        element: GroundedElement,
        /// 0 to 1: how much of what was asked it answers.
        confidence: f32,
        /// The next best, if any came near.
        runner_up: Option<RunnerUp>,
    },
    /// Several that can't be told apart: nothing may be touched.
    Ambiguous {
        /// They, in words.
        candidates: Vec<String>,
    },
    /// None.
    NotFound {
        /// The nearest and why each was rejected.
        nearest: Vec<String>,
    },
}

/// The candidate that nearly was chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunnerUp {
    /// 0 to 1.
    pub confidence: f32,
    /// It, in words.
    pub label: String,
}

/// Conditions judged on one capture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verification {
    /// One for each condition, in the order asked.
    pub checks: Vec<Check>,
    /// What else the page tells.
    pub facts: PageFacts,
    /// How often the document has changed since the engine began to watch.
    pub changes: u32,
    /// Whether the document and all it is made of has loaded.
    pub is_loaded: bool,
    /// The document's address.
    pub url: String,
}

/// What the page tells beside the conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageFacts {
    /// Validation messages, each with its field where it has one.
    pub errors: Vec<String>,
    /// Texts of open dialogs and of live regions.
    pub notices: Vec<String>,
    /// What stands in the way, looked for only where something that was asked for is missing.
    #[serde(default)]
    pub challenge: Option<Challenge>,
    /// Names of the modal dialogs that are open.
    #[serde(default)]
    pub modals: Vec<String>,
}

/// A command that was not answered with a reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Refused or impossible on this page; nothing was touched.
    #[error("{diagnosis}")]
    Refused {
        /// Why.
        diagnosis: Diagnosis,
    },
    /// It broke off after it began: whether it happened is open.
    #[error("{diagnosis}")]
    Interrupted {
        /// Why.
        diagnosis: Diagnosis,
    },
    /// The document went away before it answered: whether an action happened is open.
    #[error("the page was lost before it answered")]
    ChannelLost,
    /// The engine trapped: whether an action happened is open.
    #[error("the engine crashed: {message}")]
    EngineCrashed {
        /// What it said.
        message: String,
    },
    /// No answer in time: whether an action happened is open.
    #[error("no answer to {what} within {limit_ms} ms")]
    Deadline {
        /// What was asked.
        what: String,
        /// The limit.
        limit_ms: u32,
    },
    /// The message could not be read.
    #[error("the engine could not read the command: {message}")]
    Malformed {
        /// Why.
        message: String,
    },
}

impl Request {
    /// A look at the whole page.
    #[must_use]
    pub fn observe() -> Self {
        Self::Observe(ObserveOptions::default())
    }
}

impl Fault {
    /// Whether an action that ended so certainly did not touch the page.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        matches!(self, Self::Refused { .. } | Self::Malformed { .. })
    }

    /// The same as a reason for a step's end.
    #[must_use]
    pub fn diagnosis(self) -> Diagnosis {
        match self {
            Self::Refused { diagnosis } | Self::Interrupted { diagnosis } => diagnosis,
            Self::ChannelLost => Diagnosis::ChannelLost,
            Self::EngineCrashed { message } => Diagnosis::EngineCrashed { message },
            Self::Deadline { what, limit_ms } => Diagnosis::Timeout { what, limit_ms },
            Self::Malformed { message } => Diagnosis::Internal { message },
        }
    }
}

impl From<Diagnosis> for Fault {
    fn from(diagnosis: Diagnosis) -> Self {
        Self::Refused { diagnosis }
    }
}
