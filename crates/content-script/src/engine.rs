//! What each request comes to.

use std::rc::Rc;

use dom::Overlay;
use grounding::{RecordOptions, Recorder};
use protocol::{
    Answer, Command, Diagnosis, EngineVariant, Fault, FrameMark, NodeRef, PROTOCOL_VERSION,
    RecordedElement, Reply, Request, Welcome,
};
use verification::Look;
use wasm_bindgen::JsValue;

use crate::acting::{Acting, Asked};
use crate::describe::{Described, describe};
use crate::observe::{Past, observe};
use crate::sight::Sight;

/// The state kept over the commands of one document.
pub(crate) struct Engine {
    variant: EngineVariant,
    sight: Rc<Sight>,
    acting: Rc<Acting>,
    past: Past,
    overlay: Overlay,
}

impl Engine {
    pub(crate) fn new(variant: EngineVariant) -> Result<Self, JsValue> {
        let sight = Rc::new(Sight::new()?);
        let acting = Rc::new(Acting::default());
        let goes_on = acting.clone();
        sight.watch.on_change(move || goes_on.poll());
        Ok(Self {
            variant,
            sight,
            acting,
            past: Past::default(),
            overlay: Overlay::default(),
        })
    }

    pub(crate) fn receive(&mut self, command: Command, answer: impl Fn(&Answer) + 'static) {
        let Command { id, request } = command;
        match request {
            Request::AwaitChange { since } => {
                // What is on the page must be watched before it can change; what was captured is.
                self.sight.watched();
                self.sight.watch.after(since, move |changes| {
                    answer(&Answer {
                        id: id.clone(),
                        outcome: Ok(Reply::Changed { changes }),
                    });
                });
            }
            Request::Act {
                action,
                files,
                limit_ms,
            } => {
                let asked = Asked {
                    action,
                    files,
                    limit_ms,
                };
                self.acting.begin(&self.sight, id, asked, answer);
            }
            Request::Gestured { command, is_made } => {
                self.acting.gestured(&command, is_made, Box::new(answer));
            }
            // A look that was sent behind an action is of the page after it.
            Request::Look(asked) => {
                let sight = self.sight.clone();
                self.acting.then(move || {
                    let looked = sight.look(&asked);
                    answer(&Answer {
                        id: id.clone(),
                        outcome: Ok(Reply::Looked(Box::new(looked))),
                    });
                });
            }
            request => {
                let outcome = self.reply(request);
                answer(&Answer { id, outcome });
            }
        }
    }

    /// The panel's port is closed.
    pub(crate) fn stop(&mut self) {
        self.acting.stop();
    }

    pub(crate) fn describe(&mut self, element: &web_sys::Element) -> Option<Described> {
        let capture = self.sight.live.capture(&self.sight.watch);
        let node = capture.node_of(element)?;
        Some(describe(&capture.page, node))
    }

    pub(crate) fn interactive(&mut self) -> Vec<(&'static str, String)> {
        let nodes = self.sight.see().perceived.snapshot.nodes;
        nodes
            .into_iter()
            .filter(|node| node.reference.is_some())
            .map(|node| (node.role.as_str(), node.name))
            .collect()
    }

    fn reply(&mut self, request: Request) -> Result<Reply, Fault> {
        match request {
            Request::Hello { protocol, frame } => self.hello(protocol, frame),
            Request::Observe(options) => {
                let seen = self.sight.see();
                let heard = self.sight.watch.heard();
                let failures = self.sight.failures.borrow();
                let observation = observe(seen, &options, &mut self.past, &heard, &failures);
                Ok(Reply::Observed(observation))
            }
            Request::Highlight { reference } => Ok(self.highlight(reference)),
            Request::Record => Ok(self.record()),
            Request::Frames => Ok(self.frames()),
            Request::Ground { target } => Ok(Reply::Grounded {
                grounding: self.sight.ground(&target),
            }),
            Request::Tick {
                command,
                elapsed_ms,
            } => {
                self.acting.tick(&command, elapsed_ms);
                Ok(Reply::Ticked)
            }
            Request::Recall { command } => {
                let acted = self.acting.recall(&command);
                Ok(Reply::Recalled { acted })
            }
            // Answered by `receive`, when they come.
            Request::AwaitChange { .. }
            | Request::Act { .. }
            | Request::Gestured { .. }
            | Request::Look(_) => Err(Fault::Malformed {
                message: "not to be answered at once".into(),
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
        self.sight.number(frame);
        Ok(Reply::Welcome(Welcome {
            protocol: PROTOCOL_VERSION,
            version: env!("CARGO_PKG_VERSION").into(),
            variant: self.variant,
            url: self.sight.live.url(),
            window_name: self.sight.live.window_name(),
            index: self.sight.live.index_in_parent(),
        }))
    }

    fn highlight(&mut self, reference: Option<NodeRef>) -> Reply {
        let marked = reference.and_then(|reference| {
            let seen = self.sight.see();
            let node = self.sight.node_of(&seen, reference)?;
            Some((seen.capture.live(node.node)?, node.label()))
        });
        match &marked {
            Some((element, label)) => {
                self.overlay
                    .show(&self.sight.live, &self.sight.watch, element, label);
            }
            None => self.overlay.clear(&self.sight.live, &self.sight.watch),
        }
        Reply::Highlighted {
            is_shown: marked.is_some(),
        }
    }

    fn record(&mut self) -> Reply {
        let seen = self.sight.see();
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
        let page = self.sight.live.capture(&self.sight.watch).page;
        let marks = page.all().filter_map(|node| {
            let index = page.element(node)?.frame.and_then(|frame| frame.window);
            let mark = grounding::frame_mark(&page, node)?;
            Some(FrameMark { index, mark })
        });
        Reply::Frames {
            marks: marks.collect(),
        }
    }
}
