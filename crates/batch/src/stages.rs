//! A trace told as a person reads it: what came before the steps, each step, and what came after.

use replay::{Entry, Event, Wait};

/// A part of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stage {
    /// Which.
    pub kind: StageKind,
    /// How long it took, ms; nothing where the run ended in the middle of it.
    pub took_ms: Option<u32>,
    /// What it waited for.
    pub waits: Vec<Wait>,
    /// What happened in it.
    pub events: Vec<Event>,
}

/// Which part of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StageKind {
    /// Before the first step.
    #[default]
    Start,
    /// A step.
    Step {
        /// Its place, from 0.
        step: u32,
        /// What it is for.
        intent: String,
        /// Whether it can't be taken back.
        is_commit: bool,
    },
    /// After the last step that was begun.
    End,
}

impl Stage {
    /// Whether something went wrong in it.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        self.events.iter().any(|event| match event {
            Event::Checked { held, of, .. } => held < of,
            Event::Acted { why, .. } | Event::Opened { why, .. } => why.is_some(),
            Event::HandedOver { .. } => true,
            _ => false,
        })
    }

    fn is_empty(&self) -> bool {
        self.took_ms.is_none() && self.events.is_empty()
    }

    /// Adds what happened right after it.
    fn add(&mut self, later: Self) {
        self.took_ms = match (self.took_ms, later.took_ms) {
            (Some(one), Some(other)) => Some(one.saturating_add(other)),
            (one, other) => one.or(other),
        };
        self.events.extend(later.events);
        for wait in later.waits {
            match self
                .waits
                .iter_mut()
                .find(|known| known.cause == wait.cause)
            {
                Some(known) => known.ms = known.ms.saturating_add(wait.ms),
                None => self.waits.push(wait),
            }
        }
    }
}

/// The parts of a run, in their order.
#[must_use]
pub fn stages(entries: &[Entry]) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    let mut stage = Stage::default();
    let close = |stages: &mut Vec<Stage>, stage: Stage| match stages.last_mut() {
        _ if stage.is_empty() => {}
        Some(last) if last.kind == stage.kind => last.add(stage),
        _ => stages.push(stage),
    };
    for Entry { event, .. } in entries {
        match event {
            Event::Began { reconciles: false } => {}
            Event::StepBegan {
                step,
                intent,
                is_commit,
                ..
            } => {
                close(&mut stages, std::mem::take(&mut stage));
                stage.kind = StageKind::Step {
                    step: *step,
                    intent: intent.clone(),
                    is_commit: *is_commit,
                };
            }
            Event::Waited { took_ms, waits } => {
                stage.took_ms = Some(*took_ms);
                stage.waits.clone_from(waits);
                close(&mut stages, std::mem::take(&mut stage));
                stage.kind = StageKind::End;
            }
            Event::CameOf { step, .. } => {
                let of = |known: &&mut Stage| matches!(known.kind, StageKind::Step { step: at, .. } if Some(at) == *step);
                let of_step = stages.iter_mut().find(of);
                of_step.unwrap_or(&mut stage).events.push(event.clone());
            }
            other => stage.events.push(other.clone()),
        }
    }
    close(&mut stages, stage);
    stages
}

#[cfg(test)]
mod tests {
    use replay::{Cause, Entry, Event, Outcome, Wait};

    use super::{Stage, StageKind, stages};

    #[test]
    fn what_happens_between_two_waits_is_one_part_and_the_end_is_told_once() {
        let quiet = |ms| {
            vec![Wait {
                cause: Cause::Quiet,
                ms,
            }]
        };
        let waited = |ms| Event::Waited {
            took_ms: ms,
            waits: quiet(ms),
        };
        let opened = Event::Opened {
            url: "https://shop.example/".into(),
            why: None,
        };
        let began = Event::StepBegan {
            step: 0,
            intent: "Save".into(),
            action: "click".into(),
            acts: true,
            is_commit: true,
        };
        let checked = Event::Checked {
            held: 0,
            of: 1,
            checks: vec![],
        };
        let ended = Event::Ended {
            outcome: Outcome::Failed,
            why: None,
            at_step: Some("Save".into()),
        };
        let events = [
            Event::Began { reconciles: false },
            opened.clone(),
            waited(5),
            began,
            checked.clone(),
            waited(7),
            opened.clone(),
            waited(2),
            waited(1),
            ended.clone(),
        ];
        let entries = events.map(|event| Entry { at_ms: 0, event });
        let stage = |kind, ms, events: &[Event]| Stage {
            kind,
            took_ms: Some(ms),
            waits: quiet(ms),
            events: events.to_vec(),
        };
        let step = StageKind::Step {
            step: 0,
            intent: "Save".into(),
            is_commit: true,
        };
        let told = stages(&entries);
        let expected = [
            stage(StageKind::Start, 5, std::slice::from_ref(&opened)),
            stage(step, 7, &[checked]),
            stage(StageKind::End, 3, &[opened, ended]),
        ];
        assert_eq!(told, expected);
        let bad: Vec<bool> = told.iter().map(Stage::is_bad).collect();
        assert_eq!(bad, [false, true, false]);
    }
}
