//! One node in words: `textbox "Email" [e4] = "ada@x.test" required`.

use std::fmt::Write;

use aria::{Current, Role, Tristate};
use page_model::{Layer, Page};
use protocol::ControlKind;

use super::repeat::is_named_by_parts;
use crate::clean::push_quoted;
use crate::snapshot::{Snapshot, SnapshotNode};

/// How many options of a drop-down box are named.
const OPTIONS: usize = 8;

/// How many options are looked through.
const OPTIONS_READ: usize = 1000;

/// What one node says.
pub(super) struct Words<'a> {
    pub(super) page: &'a Page,
    pub(super) snapshot: &'a Snapshot,
    /// How long a name or value may get, Unicode scalar values.
    pub(super) limit: usize,
}

impl Words<'_> {
    /// Appends all a node says. A cell has no word of its own: its row's bars tell.
    pub(super) fn push(&self, out: &mut String, index: usize) {
        let node = &self.snapshot.nodes[index];
        self.push_word(out, node);
        if !node.name.is_empty() && !is_named_by_parts(node) {
            part(out);
            push_quoted(out, &node.name, self.limit);
        }
        if let Some(reference) = node.reference {
            part(out);
            let _ = write!(out, "[{reference}]");
        }
        self.push_value(out, index);
        push_extent(out, self.snapshot, index);
        push_states(out, node);
    }

    fn push_word(&self, out: &mut String, node: &SnapshotNode) {
        let word = match node.role {
            Role::Heading => {
                let _ = write!(out, "h{}", node.states.level.unwrap_or(2));
                return;
            }
            Role::ListItem => "-",
            Role::Cell | Role::ColumnHeader | Role::GridCell | Role::RowHeader => return,
            Role::Generic | Role::None if node.layer == Some(Layer::Popover) => "popover",
            Role::Generic | Role::None if node.layer.is_some() => "dialog",
            Role::Generic | Role::None => match node.kind {
                Some(ControlKind::FileUpload) => "upload",
                Some(ControlKind::Clickable) | None => "clickable",
                Some(_) => "editor",
            },
            Role::HtmlIframe => "frame",
            role => short(role.as_str()),
        };
        out.push_str(word);
        if let Some(kind) = told(node) {
            let _ = write!(out, " ({kind})");
        }
    }

    fn push_value(&self, out: &mut String, index: usize) {
        let node = &self.snapshot.nodes[index];
        if self.page.tag(node.node) == "select" {
            self.push_choice(out, index);
        } else if let Some(value) = node.value.as_deref().filter(|v| !v.trim().is_empty()) {
            // What is chosen in a list says its option.
            let is_said = node.role == Role::Listbox || node.name == value;
            if !is_said || node.kind == Some(ControlKind::Text) {
                out.push_str(" = ");
                push_quoted(out, value, self.limit);
            }
        }
    }

    /// Of a native list: what is chosen, and from what.
    fn push_choice(&self, out: &mut String, index: usize) {
        let nodes = &self.snapshot.nodes;
        let options = self
            .snapshot
            .below(index)
            .filter(|&at| nodes[at].role == Role::Option);
        let options: Vec<_> = options
            .take(OPTIONS_READ + 1)
            .map(|at| &nodes[at])
            .collect();
        let more = if options.len() > OPTIONS_READ {
            "+"
        } else {
            ""
        };
        let (chosen, mut others): (Vec<_>, Vec<_>) = options
            .into_iter()
            .partition(|option| option.states.selected == Some(true));
        others.retain(|option| !option.name.is_empty());
        push_names(out, " = ", &chosen, self.limit, "");
        push_names(out, " of ", &others, 40, more);
    }
}

/// The names of the first options, and how many more there are.
fn push_names(out: &mut String, first: &str, nodes: &[&SnapshotNode], limit: usize, more: &str) {
    for (at, node) in nodes.iter().take(OPTIONS).enumerate() {
        out.push_str(if at == 0 { first } else { ", " });
        push_quoted(out, &node.name, limit);
    }
    let rest = nodes.len().saturating_sub(OPTIONS);
    if rest > 0 {
        let _ = write!(out, ", …+{rest}{more}");
    }
}

/// Begins a new part of a line.
pub(super) fn part(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

/// HTML-AAM's names for what has no ARIA role are long.
fn short(role: &str) -> &str {
    let role = role.strip_prefix("html-").unwrap_or(role);
    role.strip_prefix("input-").unwrap_or(role)
}

/// The kind, where it says more than the role.
fn told(node: &SnapshotNode) -> Option<&'static str> {
    Some(match node.kind? {
        ControlKind::Captcha => "captcha",
        ControlKind::Cascader => "cascader",
        ControlKind::CodeEditor => "code",
        ControlKind::DatePicker => "date picker",
        ControlKind::DateRange => "date range",
        ControlKind::FileUpload if node.role == Role::Button => "file upload",
        ControlKind::MultiSelect => "several",
        ControlKind::RichText if node.role == Role::Textbox => "rich text",
        ControlKind::TreeSelect => "tree",
        _ => return None,
    })
}

/// `(20 of 2000)`: how many items a list shows, where the page says that there are more.
fn push_extent(out: &mut String, snapshot: &Snapshot, index: usize) {
    let node = &snapshot.nodes[index];
    if let Some(total) = node.total.filter(|_| node.role.is_list()) {
        let _ = write!(out, " ({} of {total})", snapshot.items(index).len());
    }
}

/// States that say something, in a fixed order.
fn push_states(out: &mut String, node: &SnapshotNode) {
    let states = &node.states;
    let is = |tristate: Option<Tristate>, wanted| tristate == Some(wanted);
    let said = [
        (node.role == Role::HtmlCanvas, "can't be read"),
        (node.layer == Some(Layer::Modal) || states.modal, "modal"),
        (states.disabled, "disabled"),
        (is(states.checked, Tristate::True), "checked"),
        (is(states.checked, Tristate::Mixed), "mixed"),
        (is(states.pressed, Tristate::True), "pressed"),
        (is(states.pressed, Tristate::Mixed), "half pressed"),
        (states.expanded == Some(true), "expanded"),
        (states.expanded == Some(false), "collapsed"),
        (states.selected == Some(true), "selected"),
        (states.current.is_some(), current(states.current)),
        (states.required, "required"),
        (states.invalid, "invalid"),
        // A box that only opens a list is never typed into.
        (states.readonly && node.role != Role::Combobox, "readonly"),
        (states.busy, "busy"),
        (states.focused, "focused"),
        (node.is_secret, "secret"),
    ];
    for (_, word) in said.iter().filter(|(is_so, _)| *is_so) {
        part(out);
        out.push_str(word);
    }
}

fn current(current: Option<Current>) -> &'static str {
    match current {
        Some(Current::Page) => "current page",
        Some(Current::Step) => "current step",
        Some(Current::Date) => "current date",
        Some(Current::Time) => "current time",
        Some(Current::Location) => "current location",
        Some(Current::True) | None => "current",
    }
}

/// States alone, for what tells of a change: `checked required`.
pub(crate) fn states_of(node: &SnapshotNode) -> String {
    let mut words = String::new();
    push_states(&mut words, node);
    words
}
