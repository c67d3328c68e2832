//! Seeing the page: a capture, perceived, with refs that last.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use dom::{Capture, ChangeWatch, LiveDocument};
use page_model::ElementKey;
use perception::{Perceived, RefTable, SnapshotNode, modals, obstacle, page_facts, perceive};
use protocol::{
    Baseline, Check, Claim, Fact, Fingerprint, Grounding, LookFor, Looked, NodeRef, ObservationId,
    Verification,
};
use verification::{Look, baseline, verify};
use wasm_bindgen::JsValue;

use crate::timing;

/// What one document's engine sees with, over all its commands.
pub(crate) struct Sight {
    pub(crate) live: LiveDocument,
    pub(crate) watch: ChangeWatch,
    refs: RefCell<RefTable>,
    frame: Cell<u32>,
    observations: Cell<u32>,
    /// The number of changes at the last capture.
    captured: Cell<Option<u32>>,
    /// How often an action on an element was refused.
    pub(crate) failures: RefCell<BTreeMap<ElementKey, u32>>,
}

/// One capture, perceived.
pub(crate) struct Seen {
    pub(crate) capture: Capture,
    pub(crate) perceived: Perceived,
    pub(crate) observation: ObservationId,
}

impl Seen {
    pub(crate) fn look(&self) -> Look<'_> {
        Look {
            page: &self.capture.page,
            snapshot: &self.perceived.snapshot,
        }
    }
}

impl Sight {
    pub(crate) fn new() -> Result<Self, JsValue> {
        let live = LiveDocument::new()?;
        Ok(Self {
            watch: ChangeWatch::new(&live)?,
            live,
            refs: RefCell::default(),
            frame: Cell::default(),
            observations: Cell::default(),
            captured: Cell::default(),
            failures: RefCell::default(),
        })
    }

    /// Gives refs this frame's number from now on.
    pub(crate) fn number(&self, frame: u32) {
        if frame != self.frame.replace(frame) {
            *self.refs.borrow_mut() = RefTable::in_frame(frame);
        }
    }

    pub(crate) fn see(&self) -> Seen {
        self.observations.set(self.observations.get() + 1);
        let mut capture = self.live.capture(&self.watch);
        self.captured.set(Some(self.watch.changes()));
        let mut perceived = perceive(&capture.page, &mut self.refs.borrow_mut());
        perceived.notices.append(&mut capture.notices);
        Seen {
            capture,
            perceived,
            observation: ObservationId(self.observations.get()),
        }
    }

    /// Has the document watched from now on, unless a capture has done so since its last change.
    pub(crate) fn watched(&self) {
        if self.captured.get() != Some(self.watch.changes()) {
            self.live.capture(&self.watch);
        }
    }

    /// Answers all that is asked on one capture.
    pub(crate) fn look(&self, asked: &LookFor) -> Looked {
        let seen = self.see();
        let look = seen.look();
        let checks = asked.judged.iter().map(|judged| {
            let timed = match judged.baseline {
                Baseline::Requests { timing, .. } => timing::requests_since(timing),
                _ => vec![],
            };
            let element = judged.element.and_then(|element| self.ever(&seen, element));
            verify(
                look,
                judged,
                element,
                &[asked.network.as_slice(), &timed].concat(),
            )
        });
        let checks: Vec<Check> = checks.collect();
        let mut facts = page_facts(look.page, look.snapshot);
        let mut refs = self.refs.borrow_mut();
        let groundings = asked.targets.iter().map(|target| {
            grounding::ground(
                target,
                look.page,
                look.snapshot,
                seen.observation,
                &mut refs,
            )
        });
        let groundings: Vec<Grounding> = groundings.collect();
        if is_missing(&checks, &groundings) {
            facts.challenge = obstacle(look.page, look.snapshot);
            facts.modals = modals(look.page, look.snapshot);
        }
        let verification = Verification {
            checks,
            facts,
            changes: self.watch.changes(),
            is_loaded: timing::is_loaded(),
            url: look.page.url.clone(),
        };
        let baselines =
            asked
                .conditions
                .iter()
                .map(|Claim(condition)| match baseline(look, condition) {
                    Baseline::Requests { after, .. } => Baseline::Requests {
                        after,
                        timing: timing::mark(),
                    },
                    other => other,
                });
        Looked {
            verification,
            groundings,
            baselines: baselines.collect(),
        }
    }

    /// Whom a fingerprint means now.
    pub(crate) fn ground(&self, target: &Fingerprint) -> Grounding {
        let seen = self.see();
        let Look { page, snapshot } = seen.look();
        let mut refs = self.refs.borrow_mut();
        grounding::ground(target, page, snapshot, seen.observation, &mut refs)
    }

    /// Index of the element that a ref was given to, whatever it is called now.
    fn ever(&self, seen: &Seen, reference: NodeRef) -> Option<usize> {
        let key = self.refs.borrow().ever_key_of(reference)?;
        seen.perceived.snapshot.by_key(key)
    }

    /// Index of the node a ref stands for, while it lives.
    pub(crate) fn index_of(&self, seen: &Seen, reference: NodeRef) -> Option<usize> {
        let key = self.refs.borrow().key_of(reference)?;
        seen.perceived.snapshot.by_key(key)
    }

    /// The node a ref stands for, while it lives.
    pub(crate) fn node_of<'s>(
        &self,
        seen: &'s Seen,
        reference: NodeRef,
    ) -> Option<&'s SnapshotNode> {
        let at = self.index_of(seen, reference)?;
        Some(&seen.perceived.snapshot.nodes[at])
    }

    /// Notes that an element refused an action.
    pub(crate) fn note_failure(&self, reference: NodeRef) {
        if let Some(key) = self.refs.borrow().key_of(reference) {
            *self.failures.borrow_mut().entry(key).or_default() += 1;
        }
    }
}

/// Whether an element that was asked for, or that a condition is about, is not there.
fn is_missing(checks: &[Check], groundings: &[Grounding]) -> bool {
    let not_found = |grounding: &Grounding| matches!(grounding, Grounding::NotFound { .. });
    let without = |check: &Check| matches!(check.actual, Fact::NotFound { .. });
    groundings.iter().any(not_found) || checks.iter().any(without)
}
