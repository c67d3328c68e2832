//! Conditions about an element's being there and its states.

use aria::{States, Tristate};
use protocol::{ElementState, Fact, Fingerprint, Verdict};

use crate::{Finding, Look, count, the_one};

/// Held when nothing answers. Several that answer are certainly there.
pub(crate) fn element_gone(look: Look<'_>, target: &Fingerprint) -> Finding {
    match count::elements(look, target) {
        0 => Finding::new(Verdict::Held, Fact::Absent),
        1 => Finding::new(Verdict::Failed, Fact::Present),
        count => Finding::new(Verdict::Failed, Fact::Count { count }),
    }
}

pub(crate) fn element_state(look: Look<'_>, target: &Fingerprint, wanted: ElementState) -> Finding {
    match the_one(look, target) {
        Ok(index) => of_node(look, index, wanted),
        Err(finding) => finding,
    }
}

pub(crate) fn of_node(look: Look<'_>, index: usize, wanted: ElementState) -> Finding {
    match state_like(&look.snapshot.nodes[index].states, wanted) {
        Some(state) => Finding::held_if(state == wanted, Fact::State { state }),
        // An element without the state is not in it: a button is not checked, nor unchecked.
        None => Finding::new(Verdict::Failed, Fact::NoState),
    }
}

/// Of the states of the same kind as `wanted` the one the element is in.
fn state_like(states: &States, wanted: ElementState) -> Option<ElementState> {
    use ElementState::{
        Checked, Collapsed, Disabled, Enabled, Expanded, Invalid, Selected, Unchecked, Valid,
    };
    let either = |is_so: bool, yes, no| if is_so { yes } else { no };
    match wanted {
        Checked | Unchecked => match states.checked.or(states.pressed)? {
            Tristate::True => Some(Checked),
            Tristate::False => Some(Unchecked),
            Tristate::Mixed => None,
        },
        Disabled | Enabled => Some(either(states.disabled, Disabled, Enabled)),
        Expanded | Collapsed => Some(either(states.expanded?, Expanded, Collapsed)),
        Selected => states.selected?.then_some(Selected),
        Invalid | Valid => Some(either(states.invalid, Invalid, Valid)),
    }
}
