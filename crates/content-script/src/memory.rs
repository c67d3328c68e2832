//! The outcomes of the last actions, so that none is ever done twice.

use std::collections::VecDeque;

use protocol::{CommandId, Fault, Reply};

/// How many outcomes are kept.
const KEPT: usize = 32;

/// Outcomes by command id, the oldest forgotten first.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    outcomes: VecDeque<(CommandId, Result<Reply, Fault>)>,
}

impl Memory {
    pub(crate) fn keep(&mut self, id: CommandId, outcome: Result<Reply, Fault>) {
        if self.outcomes.len() == KEPT {
            self.outcomes.pop_front();
        }
        self.outcomes.push_back((id, outcome));
    }

    pub(crate) fn recall(&self, id: &CommandId) -> Option<&Result<Reply, Fault>> {
        self.outcomes
            .iter()
            .find(|(known, _)| known == id)
            .map(|(_, outcome)| outcome)
    }
}
