//! What a run waited for, summed by cause, so that a slow step can be explained.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};

/// What was waited for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// An address to load, up to the first look at its document.
    Load,
    /// The step's element to appear.
    Element,
    /// A condition to hold.
    Condition {
        /// Its name in skill files.
        check: String,
    },
    /// A request to be answered.
    Request,
    /// The page to be at rest.
    Quiet,
    /// The engine's answer to a look.
    Look,
    /// The action to be done.
    Action,
    /// The ledger to be on disk.
    Ledger,
}

/// How long one cause was waited for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wait {
    /// What for.
    pub cause: Cause,
    /// How long, ms.
    pub ms: u32,
}

/// Waits as they are added up.
#[derive(Debug, Default)]
pub(crate) struct Waits {
    sums: RefCell<Vec<(Cause, f64)>>,
}

impl Waits {
    /// Adds a wait of so many milliseconds.
    pub(crate) fn add(&self, cause: Cause, ms: f64) {
        let mut sums = self.sums.borrow_mut();
        match sums.iter_mut().find(|(known, _)| *known == cause) {
            Some((_, sum)) => *sum += ms,
            None => sums.push((cause, ms)),
        }
    }

    /// All so far, which then begins anew. Rounded so that the sum is right to the millisecond.
    pub(crate) fn take(&self) -> Vec<Wait> {
        let (mut exact, mut told) = (0.0, 0);
        let sums = std::mem::take(&mut *self.sums.borrow_mut());
        let waits = sums.into_iter().map(|(cause, sum)| {
            exact += sum;
            let ms = whole(exact) - told;
            told += ms;
            Wait { cause, ms }
        });
        waits.filter(|wait| wait.ms > 0).collect()
    }
}

/// Whole milliseconds; never less than none.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // minutes at most
pub(crate) fn whole(ms: f64) -> u32 {
    ms.round().max(0.0) as u32
}

#[cfg(test)]
mod tests {
    use super::{Cause, Wait, Waits};

    #[test]
    fn waits_are_summed_by_cause_and_their_sum_is_that_of_the_exact_times() {
        let waits = Waits::default();
        for (cause, ms) in [
            (Cause::Look, 1.4),
            (Cause::Quiet, 10.4),
            (Cause::Look, 2.0),
            (Cause::Action, 0.1),
            (Cause::Load, 0.4),
        ] {
            waits.add(cause, ms);
        }
        let wait = |cause, ms| Wait { cause, ms };
        let expected = [wait(Cause::Look, 3), wait(Cause::Quiet, 11)];
        assert_eq!(waits.take(), expected);
        assert_eq!(waits.take(), []);
    }
}
