//! An action while it goes on: polled whenever the document has changed and whenever the panel tells
//! the time, answered when it is over.

use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use dom::{Approved, Elapsed, Eyes, Gestures, Hand};
use page_model::ElementKey;
use perception::{SnapshotNode, readable_text};
use protocol::{
    Answer, CommandId, Diagnosis, Extracted, Fault, FilePart, Fingerprint, GroundedAction,
    Grounding, PostCondition, Reading, Reply,
};
use verification::holds;

use crate::memory::Memory;
use crate::sight::{Seen, Sight};

type Outcome = Result<Option<Extracted>, Diagnosis>;

/// The one action that goes on, if one does.
#[derive(Default)]
pub(crate) struct Acting {
    going_on: RefCell<Option<GoingOn>>,
    /// What is to be done when it is over.
    then: RefCell<Vec<Box<dyn FnOnce()>>>,
    memory: RefCell<Memory>,
}

/// Who is told how it ended.
pub(crate) type Told = Box<dyn Fn(&Answer)>;

struct GoingOn {
    id: CommandId,
    elapsed: Elapsed,
    gestures: Gestures,
    future: Pin<Box<dyn Future<Output = Outcome>>>,
    answers: Vec<Told>,
}

impl Acting {
    /// Begins an action, once per id: asked again, it answers from memory, or when it is over.
    pub(crate) fn begin(
        &self,
        sight: &Rc<Sight>,
        id: CommandId,
        asked: Asked,
        answer: impl Fn(&Answer) + 'static,
    ) {
        if let Some(outcome) = self.memory.borrow().recall(&id) {
            answer(&Answer {
                id,
                outcome: outcome.clone(),
            });
            return;
        }
        if let Some(same) = self
            .going_on
            .borrow_mut()
            .as_mut()
            .filter(|going_on| going_on.id == id)
        {
            same.answers.push(Box::new(answer));
            return;
        }
        let elapsed = Elapsed::default();
        let gestures = Gestures::default();
        let told = (elapsed.clone(), gestures.clone());
        let future = Box::pin(perform(sight.clone(), asked, told));
        // Whoever asked for what went on before has given it up.
        *self.going_on.borrow_mut() = Some(GoingOn {
            id,
            elapsed,
            gestures,
            future,
            answers: vec![Box::new(answer)],
        });
        self.poll();
    }

    /// The panel's clock: so many ms since this action was asked for.
    pub(crate) fn tick(&self, command: &CommandId, elapsed_ms: u32) {
        if let Some(going_on) = self.going_on.borrow().as_ref().filter(|g| g.id == *command) {
            going_on.elapsed.tell(elapsed_ms);
        }
        self.poll();
    }

    /// A gesture was made, or could not be: then the action ends here. Whoever tells it hears how it goes on.
    pub(crate) fn gestured(&self, id: &CommandId, is_made: bool, answer: Told) {
        let Some(mut going_on) = self.going_on.borrow_mut().take() else {
            return;
        };
        let is_it = going_on.id == *id;
        if is_it {
            going_on.gestures.made();
            going_on.answers.push(answer);
        }
        *self.going_on.borrow_mut() = Some(going_on);
        if is_it && !is_made {
            self.stop();
        }
        self.poll();
    }

    /// Does something when no action goes on: at once, if none does.
    pub(crate) fn then(&self, done: impl FnOnce() + 'static) {
        if self.going_on.borrow().is_none() {
            done();
        } else {
            self.then.borrow_mut().push(Box::new(done));
        }
    }

    /// Lets the action go on as far as it can in this turn.
    pub(crate) fn poll(&self) {
        // Taken out meanwhile: what it does may bring a change, which polls again.
        let Some(mut going_on) = self.going_on.borrow_mut().take() else {
            return;
        };
        let polled = going_on
            .future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()));
        let Poll::Ready(outcome) = polled else {
            let gesture = going_on.gestures.take();
            let asked = gesture.map(|gesture| (gesture, std::mem::take(&mut going_on.answers)));
            let id = going_on.id.clone();
            *self.going_on.borrow_mut() = Some(going_on);
            if let Some((gesture, answers)) = asked {
                tell(&answers, &id, &Ok(Reply::Gesture(gesture)));
            }
            return;
        };
        let outcome = outcome
            .map(|extracted| Reply::Acted { extracted })
            .map_err(Fault::from);
        self.memory
            .borrow_mut()
            .keep(going_on.id.clone(), outcome.clone());
        tell(&going_on.answers, &going_on.id, &outcome);
        self.over();
    }

    fn over(&self) {
        let then = std::mem::take(&mut *self.then.borrow_mut());
        then.into_iter().for_each(|done| done());
    }

    /// Stops what goes on where it waits: nobody is there to hear how it ends.
    pub(crate) fn stop(&self) {
        if let Some(stopped) = self.going_on.borrow_mut().take() {
            self.memory
                .borrow_mut()
                .keep(stopped.id, Err(Fault::ChannelLost));
            self.over();
        }
    }

    /// Whether an earlier action was done: `None` where it is not known.
    pub(crate) fn recall(&self, id: &CommandId) -> Option<bool> {
        match self.memory.borrow().recall(id)? {
            Ok(_) => Some(true),
            Err(fault) if fault.is_certain() => Some(false),
            Err(_) => None,
        }
    }
}

/// What an `Act` asks for.
pub(crate) struct Asked {
    pub(crate) action: GroundedAction,
    pub(crate) files: Vec<FilePart>,
    pub(crate) limit_ms: u32,
}

fn tell(told: &[Told], id: &CommandId, outcome: &Result<Reply, Fault>) {
    for answer in told {
        answer(&Answer {
            id: id.clone(),
            outcome: outcome.clone(),
        });
    }
}

async fn perform(
    sight: Rc<Sight>,
    asked: Asked,
    (elapsed, gestures): (Elapsed, Gestures),
) -> Outcome {
    let is_trusted = asked.action.manner.trusted;
    let view = ActionView {
        claims: asked.action.action.claims(),
        keys: RefCell::new(vec![None; asked.action.elements.len()]),
        action: asked.action,
        sight: &sight,
    };
    let hand = Hand {
        live: &sight.live,
        eyes: &view,
        elapsed,
        limit_ms: asked.limit_ms,
        gestures: is_trusted.then_some(gestures),
    };
    let acted = hand.act(&view.action.action, &asked.files).await;
    if acted.is_err()
        && let Some(element) = view.action.elements.first()
    {
        sight.note_failure(element.reference);
    }
    acted
}

/// The page as one action may see it.
struct ActionView<'a> {
    sight: &'a Sight,
    action: GroundedAction,
    claims: Vec<PostCondition>,
    /// The elements that were found to be the approved ones: what the action does may change their
    /// names, and with them their refs.
    keys: RefCell<Vec<Option<ElementKey>>>,
}

impl ActionView<'_> {
    /// A look in this turn, and where in it the approved element is.
    fn look(&self, at: usize) -> Result<(Seen, usize), Diagnosis> {
        let approved = self
            .action
            .elements
            .get(at)
            .ok_or_else(|| Diagnosis::Internal {
                message: "the action names no such element".into(),
            })?;
        let target = format!("{} {:?}", approved.role, approved.name);
        let seen = self.sight.see();
        let snapshot = &seen.perceived.snapshot;
        let is_it =
            |node: &SnapshotNode| node.role.as_str() == approved.role && node.name == approved.name;
        let known = self.keys.borrow().get(at).copied().flatten();
        let index = match known {
            Some(key) => snapshot.by_key(key),
            None => self
                .sight
                .index_of(&seen, approved.reference)
                .filter(|&index| is_it(&snapshot.nodes[index])),
        };
        let index = index.ok_or(Diagnosis::Stale { target })?;
        if let Some(key) = self.keys.borrow_mut().get_mut(at) {
            *key = Some(snapshot.nodes[index].key);
        }
        Ok((seen, index))
    }

    /// The same for looking only: an element that was drawn anew meanwhile is the one of its role and
    /// name, if there is one.
    fn look_again(&self, at: usize) -> Option<(Seen, usize)> {
        if let Ok(found) = self.look(at) {
            return Some(found);
        }
        let approved = self.action.elements.get(at)?;
        let seen = self.sight.see();
        let nodes = seen.perceived.snapshot.nodes.iter().enumerate();
        let mut alike = nodes
            .filter(|(_, node)| node.role.as_str() == approved.role && node.name == approved.name);
        let (index, _) = alike.next()?;
        let is_only = alike.next().is_none();
        drop(alike);
        is_only.then_some((seen, index))
    }
}

impl Eyes for ActionView<'_> {
    fn element(&self, at: usize) -> Result<Approved, Diagnosis> {
        let (seen, index) = self.look(at)?;
        let node = &seen.perceived.snapshot.nodes[index];
        let label = node.label();
        if node.is_secret {
            return Err(Diagnosis::Secret { target: label });
        }
        Ok(Approved {
            node: node.node,
            kind: node.kind,
            upload: node.upload,
            label,
            capture: seen.capture,
        })
    }

    fn holds(&self, at: usize) -> bool {
        // An action without a claim of its own is never seen to hold anything.
        let Some(claim) = self.claims.get(at) else {
            return true;
        };
        let again = self.look_again(at);
        again.is_some_and(|(seen, index)| holds(seen.look(), index, claim))
    }

    fn held(&self, at: usize) -> Vec<String> {
        let held = self.look_again(at).map(|(seen, index)| {
            let look = seen.look();
            perception::held(look.page, look.snapshot, index)
        });
        held.unwrap_or_default()
    }

    fn items(&self, at: usize) -> Result<Vec<String>, Diagnosis> {
        let (seen, index) = self.look(at)?;
        let look = seen.look();
        let items = look.snapshot.items(index).into_iter();
        Ok(items
            .map(|item| readable_text(look.page, look.snapshot.nodes[item].node))
            .collect())
    }

    fn finds(&self, target: &Fingerprint) -> bool {
        matches!(self.sight.ground(target), Grounding::Found { .. })
    }

    fn changes(&self) -> u32 {
        self.sight.watch.changes()
    }

    fn read(&self, at: usize, what: &Reading) -> Result<Extracted, Diagnosis> {
        let (seen, index) = self.look(at)?;
        let look = seen.look();
        let node = &look.snapshot.nodes[index];
        Ok(match what {
            Reading::Text => Extracted::Text(readable_text(look.page, node.node)),
            Reading::Value => match perception::held(look.page, look.snapshot, index) {
                values if values.len() == 1 => {
                    Extracted::Text(values.into_iter().next().unwrap_or_default())
                }
                values => Extracted::List(values),
            },
            Reading::Attribute(name) => {
                let value =
                    look.page
                        .attribute(node.node, name)
                        .ok_or_else(|| Diagnosis::NotFound {
                            target: format!("attribute {name} of {}", node.label()),
                            nearest: vec![],
                        })?;
                Extracted::Text(value.to_owned())
            }
            Reading::List => {
                let items = look.snapshot.items(index).into_iter();
                Extracted::List(
                    items
                        .map(|item| readable_text(look.page, look.snapshot.nodes[item].node))
                        .collect(),
                )
            }
            Reading::Table => Extracted::Table(perception::cells(look.page, look.snapshot, index)),
        })
    }
}
