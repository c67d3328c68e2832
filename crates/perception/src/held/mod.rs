//! What a control holds, as a person reads it: the text of a field, the chosen options, the dates of
//! a range, the names of files.
//!
//! **Invariant:** a text that only stands in a search field is not what the control holds.
//! **Absent on purpose:** what it should hold; comparing is `verification`'s.

mod parts;

use aria::{Role, Tristate};
use page_model::{NodeId, Page};
use protocol::ControlKind;

use crate::reading::{collapse, readable_text};
use crate::snapshot::Snapshot;
use parts::{CHOSEN, ROOTS, WHOLE, around, inside};

/// How many levels around an upload its list of files is looked for.
const NEAR: usize = 5;

/// The values of a control, each verbatim; of a list the chosen options' labels. A control that holds
/// nothing gives nothing, a field without text one empty text.
#[must_use]
pub fn held(page: &Page, snapshot: &Snapshot, index: usize) -> Vec<String> {
    let node = &snapshot.nodes[index];
    let reader = Reader {
        page,
        snapshot,
        index,
        id: node.node,
    };
    if page.tag(node.node) == "select" {
        return reader
            .chosen_natively()
            .map(|option| option_label(page, option))
            .collect();
    }
    match node.kind {
        Some(ControlKind::RadioGroup) => reader.checked_radio().into_iter().collect(),
        Some(ControlKind::Checkbox | ControlKind::Switch | ControlKind::Radio) => {
            reader.is_checked().into_iter().collect()
        }
        Some(ControlKind::DateRange) => reader.both_ends(),
        Some(ControlKind::FileUpload) => reader.files(),
        Some(ControlKind::CodeEditor) => vec![reader.program()],
        Some(
            ControlKind::Combobox
            | ControlKind::EditableCombobox
            | ControlKind::MultiSelect
            | ControlKind::Listbox
            | ControlKind::Cascader
            | ControlKind::TreeSelect,
        ) => reader.choices(),
        _ => vec![reader.text()],
    }
}

/// Whether a file of this name can be read at an upload or in the list beside it.
#[must_use]
pub fn shows_file(page: &Page, snapshot: &Snapshot, index: usize, name: &str) -> bool {
    let node = &snapshot.nodes[index];
    let near = std::iter::once(node.node)
        .chain(page.ancestors(node.node))
        .take(NEAR);
    near.into_iter()
        .any(|at| crate::reading::holds_text(&readable_text(page, at), name))
}

/// The values of the chosen options of a native list, beside their labels.
#[must_use]
pub fn chosen_values(page: &Page, list: NodeId) -> Vec<String> {
    let options = page.composed(list).filter(|&id| is_chosen(page, id));
    options
        .map(|id| {
            page.attribute(id, "value")
                .map_or_else(|| option_label(page, id), str::to_owned)
        })
        .collect()
}

fn is_chosen(page: &Page, id: NodeId) -> bool {
    let element = page.element(id);
    element.is_some_and(|e| e.tag == "option" && e.control.checked == Some(true))
}

/// The label of an option of a native list: closed, its options are not rendered.
fn option_label(page: &Page, option: NodeId) -> String {
    let said = page
        .attribute(option, "label")
        .filter(|label| !label.is_empty());
    said.map_or_else(
        || {
            let texts = page.composed(option).filter_map(|id| page.text(id));
            collapse(&texts.collect::<String>())
        },
        str::to_owned,
    )
}

struct Reader<'a> {
    page: &'a Page,
    snapshot: &'a Snapshot,
    index: usize,
    id: NodeId,
}

impl Reader<'_> {
    fn chosen_natively(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.page
            .composed(self.id)
            .filter(|&id| is_chosen(self.page, id))
    }

    fn is_checked(&self) -> Option<String> {
        let states = &self.snapshot.nodes[self.index].states;
        match states.checked.or(states.pressed)? {
            Tristate::True => Some("true".into()),
            Tristate::False => Some("false".into()),
            Tristate::Mixed => None,
        }
    }

    fn checked_radio(&self) -> Option<String> {
        let nodes = &self.snapshot.nodes;
        let mut below = self.snapshot.below(self.index);
        let is_checked = |&at: &usize| {
            nodes[at].role == Role::Radio && nodes[at].states.checked == Some(Tristate::True)
        };
        below.find(is_checked).map(|at| nodes[at].name.clone())
    }

    /// What the field itself holds, or shows.
    fn text(&self) -> String {
        let node = &self.snapshot.nodes[self.index];
        if let Some(value) = &node.value {
            return value.clone();
        }
        let field = inside(self.page, self.id, |page, at| {
            is_field(page, at).then_some(at)
        })
        .into_iter()
        .next();
        let value = field.and_then(|at| self.page.element(at)?.control.value.clone());
        value.unwrap_or_else(|| readable_text(self.page, self.id))
    }

    /// The options that are chosen: the parts that libraries show them in, else what a box without
    /// such parts shows, else the text of the field.
    fn choices(&self) -> Vec<String> {
        let root = around(self.page, self.id, ROOTS);
        if let Some(root) = root {
            let mut chosen = self.parts(root, CHOSEN);
            if chosen.is_empty() {
                chosen = self.parts(root, WHOLE);
            }
            if !chosen.is_empty() {
                return chosen;
            }
        }
        if self.snapshot.nodes[self.index].role == Role::Listbox {
            return self.selected_options();
        }
        let typed = self
            .page
            .element(self.id)
            .and_then(|e| e.control.value.clone());
        match typed {
            // What is being searched for is not chosen.
            Some(text) if text.is_empty() || (root.is_some() && !self.keeps_text(root)) => vec![],
            Some(text) => vec![text],
            None => self.shown_choices(),
        }
    }

    /// The choices that a box shows as its text; of several the parts between commas.
    fn shown_choices(&self) -> Vec<String> {
        // A zero-width space keeps an empty box from collapsing.
        let text = parts::shown_text(self.page, self.id).replace('\u{200b}', "");
        let is_several = self.snapshot.nodes[self.index].kind == Some(ControlKind::MultiSelect);
        let parts = text.split([',', '、', '，']).filter(|_| is_several);
        let parts: Vec<String> = parts.map(collapse).collect();
        let shown = if parts.is_empty() {
            vec![collapse(&text)]
        } else {
            parts
        };
        shown.into_iter().filter(|text| !text.is_empty()).collect()
    }

    /// Whether the library keeps the choice as the text of the field.
    fn keeps_text(&self, root: Option<NodeId>) -> bool {
        root.is_none_or(|root| !parts::is_searched(self.page, root))
    }

    fn parts(&self, root: NodeId, named: &[&str]) -> Vec<String> {
        let is_part = |page: &Page, at: NodeId| parts::has_any(page, at, named).then_some(at);
        let found = inside(self.page, root, is_part);
        let texts = found.into_iter().map(|at| self.part_text(at));
        texts.filter(|text| !text.is_empty()).collect()
    }

    /// A part's text: of a chip without the button that takes it away.
    fn part_text(&self, part: NodeId) -> String {
        let label = inside(self.page, part, |page, at| {
            parts::has_any(page, at, parts::LABELS).then_some(at)
        });
        parts::shown_text(self.page, label.first().copied().unwrap_or(part))
    }

    fn selected_options(&self) -> Vec<String> {
        let nodes = &self.snapshot.nodes;
        let below = self.snapshot.below(self.index);
        let chosen = below.filter(|&at| {
            let states = &nodes[at].states;
            nodes[at].role == Role::Option
                && (states.selected == Some(true) || states.checked == Some(Tristate::True))
        });
        chosen.map(|at| nodes[at].name.clone()).collect()
    }

    /// The first and the last date of a range: two fields, or one text.
    fn both_ends(&self) -> Vec<String> {
        let root = around(self.page, self.id, ROOTS).unwrap_or(self.id);
        let fields = inside(self.page, root, |page, at| is_field(page, at).then_some(at));
        let values = fields
            .iter()
            .filter_map(|&at| self.page.element(at)?.control.value.clone());
        let values: Vec<String> = values.filter(|value| !value.is_empty()).collect();
        if values.is_empty() {
            vec![self.text()]
        } else {
            values
        }
    }

    /// The lines of a program editor, which shows them beside what is edited.
    fn program(&self) -> String {
        let Some(editor) = around(self.page, self.id, parts::EDITORS) else {
            return self.text();
        };
        let is_line =
            |page: &Page, at: NodeId| parts::has_any(page, at, parts::LINES).then_some(at);
        let lines = inside(self.page, editor, is_line).into_iter();
        let lines: Vec<String> = lines.map(|line| readable_text(self.page, line)).collect();
        lines.join("\n")
    }

    /// The files of an input that a person sees. One that is hidden behind a button keeps what was
    /// put into it, whatever the page made of it: there only the page's own list counts.
    fn files(&self) -> Vec<String> {
        if self.snapshot.nodes[self.index].upload.is_some() {
            return vec![];
        }
        let value = self
            .page
            .element(self.id)
            .and_then(|e| e.control.value.clone());
        let names = value.unwrap_or_default();
        // The browser hides the folder behind a made-up one.
        let names = names
            .split('\n')
            .map(|name| name.rsplit('\\').next().unwrap_or(name));
        names
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect()
    }
}

fn is_field(page: &Page, at: NodeId) -> bool {
    let is_typed =
        |kind: Option<&str>| !matches!(kind, Some("hidden" | "checkbox" | "radio" | "file"));
    page.tag(at) == "input" && is_typed(page.attribute(at, "type"))
}

#[cfg(test)]
mod tests;
