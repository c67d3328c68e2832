//! What each request comes to.

use std::collections::BTreeMap;

use dom::{Capture, ChangeWatch, LiveDocument, Overlay};
use grounding::{RecordOptions, Recorder};
use page_model::ElementKey;
use perception::{Perceived, RefTable, SnapshotNode, page_facts, perceive};
use protocol::{
    Answer, Claim, Command, CommandId, Diagnosis, EngineVariant, Fault, Fingerprint, FrameMark,
    GroundedAction, Judged, NetworkFact, NodeRef, ObservationId, PROTOCOL_VERSION, RecordedElement,
    Reply, Request, Verification, Welcome,
};
use verification::{Look, baseline, verify};
use wasm_bindgen::JsValue;

use crate::describe::{Described, describe};
use crate::memory::Memory;
use crate::observe::{Past, observe};

/// The state kept over the commands of one document.
pub(crate) struct Engine {
    variant: EngineVariant,
    live: LiveDocument,
    watch: ChangeWatch,
    refs: RefTable,
    frame: u32,
    past: Past,
    overlay: Overlay,
    memory: Memory,
    /// How often an action on an element was refused.
    failures: BTreeMap<ElementKey, u32>,
    observations: u32,
}

/// One capture, perceived.
pub(crate) struct Seen {
    pub(crate) capture: Capture,
    pub(crate) perceived: Perceived,
    pub(crate) observation: ObservationId,
}

impl Seen {
    fn look(&self) -> Look<'_> {
        Look {
            page: &self.capture.page,
            snapshot: &self.perceived.snapshot,
        }
    }
}

impl Engine {
    pub(crate) fn new(variant: EngineVariant) -> Result<Self, JsValue> {
        let live = LiveDocument::new()?;
        Ok(Self {
            variant,
            watch: ChangeWatch::new(&live)?,
            live,
            refs: RefTable::default(),
            frame: 0,
            past: Past::default(),
            overlay: Overlay::default(),
            memory: Memory::default(),
            failures: BTreeMap::new(),
            observations: 0,
        })
    }

    pub(crate) fn receive(&mut self, command: Command, answer: impl Fn(&Answer) + 'static) {
        let Command { id, request } = command;
        if let Request::AwaitChange { since } = request {
            // What is on the page must be watched before it can change.
            self.live.capture(&self.watch);
            self.watch.after(since, move |changes| {
                answer(&Answer {
                    id: id.clone(),
                    outcome: Ok(Reply::Changed { changes }),
                });
            });
            return;
        }
        let outcome = self.reply(&id, request);
        answer(&Answer { id, outcome });
    }

    pub(crate) fn describe(&mut self, element: &web_sys::Element) -> Option<Described> {
        let capture = self.live.capture(&self.watch);
        let node = capture.node_of(element)?;
        Some(describe(&capture.page, node))
    }

    pub(crate) fn interactive(&mut self) -> Vec<(&'static str, String)> {
        let nodes = self.see().perceived.snapshot.nodes;
        nodes
            .into_iter()
            .filter(|node| node.reference.is_some())
            .map(|node| (node.role.as_str(), node.name))
            .collect()
    }

    fn reply(&mut self, id: &CommandId, request: Request) -> Result<Reply, Fault> {
        match request {
            Request::Hello { protocol, frame } => self.hello(protocol, frame),
            Request::Observe(options) => {
                let seen = self.see();
                let heard = self.watch.heard();
                let observation = observe(seen, &options, &mut self.past, &heard, &self.failures);
                Ok(Reply::Observed(observation))
            }
            Request::Highlight { reference } => Ok(self.highlight(reference)),
            Request::Record => Ok(self.record()),
            Request::Frames => Ok(self.frames()),
            Request::Ground { target } => Ok(self.ground(&target)),
            Request::Baseline { conditions } => Ok(self.baselines(&conditions)),
            Request::Act { action } => self.act(id, &action),
            Request::Verify { judged, network } => {
                Ok(Reply::Verified(self.verify(&judged, &network)))
            }
            Request::Recall { command } => {
                let acted = self.memory.recall(&command).map(Result::is_ok);
                Ok(Reply::Recalled { acted })
            }
            // Answered by `receive`, when it comes.
            Request::AwaitChange { .. } => Ok(Reply::Changed {
                changes: self.watch.changes(),
            }),
        }
    }

    fn hello(&mut self, panel: u32, frame: u32) -> Result<Reply, Fault> {
        if panel != PROTOCOL_VERSION {
            return Err(Diagnosis::VersionMismatch {
                engine: PROTOCOL_VERSION,
                panel,
            }
            .into());
        }
        if frame != self.frame {
            self.frame = frame;
            self.refs = RefTable::in_frame(frame);
        }
        Ok(Reply::Welcome(Welcome {
            protocol: PROTOCOL_VERSION,
            version: env!("CARGO_PKG_VERSION").into(),
            variant: self.variant,
            url: self.live.url(),
            window_name: self.live.window_name(),
            index: self.live.index_in_parent(),
        }))
    }

    fn see(&mut self) -> Seen {
        self.observations += 1;
        let mut capture = self.live.capture(&self.watch);
        let mut perceived = perceive(&capture.page, &mut self.refs);
        perceived.notices.append(&mut capture.notices);
        Seen {
            capture,
            perceived,
            observation: ObservationId(self.observations),
        }
    }

    fn highlight(&mut self, reference: Option<NodeRef>) -> Reply {
        let marked = reference.and_then(|reference| {
            let seen = self.see();
            let node = self.node_of(&seen, reference)?;
            Some((seen.capture.live(node.node)?, node.label()))
        });
        match &marked {
            Some((element, label)) => {
                self.overlay.show(&self.live, &self.watch, element, label);
            }
            None => self.overlay.clear(&self.live, &self.watch),
        }
        Reply::Highlighted {
            is_shown: marked.is_some(),
        }
    }

    fn record(&mut self) -> Reply {
        let seen = self.see();
        let Look { page, snapshot } = seen.look();
        let recorder = Recorder::new(page, snapshot);
        let elements = snapshot.nodes.iter().enumerate().filter_map(|(at, node)| {
            Some(RecordedElement {
                reference: node.reference?,
                label: node.label(),
                fingerprint: recorder.record(at, &RecordOptions::default()),
            })
        });
        Reply::Recorded {
            elements: elements.collect(),
        }
    }

    fn frames(&mut self) -> Reply {
        let page = self.live.capture(&self.watch).page;
        let marks = page.all().filter_map(|node| {
            let index = page.element(node)?.frame.and_then(|frame| frame.window);
            let mark = grounding::frame_mark(&page, node)?;
            Some(FrameMark { index, mark })
        });
        Reply::Frames {
            marks: marks.collect(),
        }
    }

    /// The node a ref stands for, while it lives.
    fn node_of<'s>(&self, seen: &'s Seen, reference: NodeRef) -> Option<&'s SnapshotNode> {
        let snapshot = &seen.perceived.snapshot;
        let at = snapshot.by_key(self.refs.key_of(reference)?)?;
        Some(&snapshot.nodes[at])
    }

    fn ground(&mut self, target: &Fingerprint) -> Reply {
        let seen = self.see();
        let Look { page, snapshot } = seen.look();
        Reply::Grounded {
            grounding: grounding::ground(target, page, snapshot, seen.observation),
        }
    }

    fn baselines(&mut self, conditions: &[Claim]) -> Reply {
        let seen = self.see();
        let baselines = conditions
            .iter()
            .map(|Claim(condition)| baseline(seen.look(), condition));
        Reply::Baselines {
            baselines: baselines.collect(),
        }
    }

    /// Acts once per command id. The element must still be the one that was approved, on a
    /// capture made in this same turn.
    fn act(&mut self, id: &CommandId, action: &GroundedAction) -> Result<Reply, Fault> {
        if let Some(outcome) = self.memory.recall(id) {
            return outcome.clone();
        }
        let outcome = self
            .act_now(action)
            .map(|()| Reply::Acted)
            .map_err(Fault::from);
        self.memory.keep(id.clone(), outcome.clone());
        outcome
    }

    fn act_now(&mut self, action: &GroundedAction) -> Result<(), Diagnosis> {
        let Some(approved) = &action.element else {
            return Err(Diagnosis::Internal {
                message: "the action names no element".into(),
            });
        };
        let target = format!("{} {:?}", approved.role, approved.name);
        let seen = self.see();
        let node = self
            .node_of(&seen, approved.reference)
            .filter(|node| node.role.as_str() == approved.role && node.name == approved.name)
            .ok_or_else(|| Diagnosis::Stale {
                target: target.clone(),
            })?;
        if node.is_secret {
            return Err(Diagnosis::Secret { target });
        }
        let acted = dom::act(
            &self.live,
            &seen.capture,
            node.node,
            &action.action,
            &target,
        );
        if acted.is_err() {
            *self.failures.entry(node.key).or_default() += 1;
        }
        acted
    }

    fn verify(&mut self, judged: &[Judged], network: &[NetworkFact]) -> Verification {
        let seen = self.see();
        Verification {
            checks: judged
                .iter()
                .map(|judged| verify(seen.look(), judged, network))
                .collect(),
            facts: page_facts(&seen.capture.page, &seen.perceived.snapshot),
            changes: self.watch.changes(),
            url: seen.capture.page.url,
        }
    }
}
