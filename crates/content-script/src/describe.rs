//! What the engine makes of one element, for tools: `cargo xtask accname`.

use aria::{Aria, Role, States, Tristate};
use page_model::{NodeId, Page};
use serde::Serialize;

/// Role, name, description and states by the specifications.
#[derive(Serialize)]
pub(crate) struct Described {
    role: &'static str,
    name: String,
    description: String,
    states: Vec<(&'static str, String)>,
}

pub(crate) fn describe(page: &Page, node: NodeId) -> Described {
    let aria = Aria::new(page);
    Described {
        role: aria.role(node).as_str(),
        name: aria.name(node),
        description: aria.description(node),
        states: states(aria.role(node), &aria.states(node)),
    }
}

fn states(role: Role, states: &States) -> Vec<(&'static str, String)> {
    let plain = [
        ("required", states.required),
        ("invalid", states.invalid),
        ("readonly", states.readonly),
        ("busy", states.busy),
        ("multiselectable", states.multiselectable),
        ("multiline", states.multiline),
        ("modal", states.modal),
        ("focused", states.focused),
    ];
    // wai-aria-1.3 aria-disabled: what nobody can act on is neither.
    let disabled = (states.disabled || role.is_interactive()).then(|| states.disabled.to_string());
    let known = [
        ("disabled", disabled),
        ("checked", states.checked.map(tristate)),
        ("pressed", states.pressed.map(tristate)),
        ("expanded", states.expanded.map(|is_so| is_so.to_string())),
        ("selected", states.selected.map(|is_so| is_so.to_string())),
        ("level", states.level.map(|level| level.to_string())),
        ("current", states.current.map(|is| lower(&is))),
        ("haspopup", states.haspopup.map(|is| lower(&is))),
    ];
    let plain = plain.map(|(name, is_so)| (name, is_so.to_string()));
    let known = known
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    plain.into_iter().chain(known).collect()
}

fn tristate(state: Tristate) -> String {
    lower(&state)
}

/// The word of an ARIA value, which the variants are named after.
fn lower(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}").to_ascii_lowercase()
}
