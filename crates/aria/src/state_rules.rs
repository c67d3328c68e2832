//! Which states an element is in, by ARIA and by what the host language holds.

use page_model::{Element, NodeId};

use crate::{Aria, Current, HasPopup, Role, States, Tristate};

impl Aria<'_> {
    pub(crate) fn compute_states(&self, node: NodeId) -> States {
        let Some(element) = self.page.element(node) else {
            return States::default();
        };
        let role = self.intended_role(node);
        let is_true = |name| element.attribute(name) == Some("true");
        let has = |name| element.has_attribute(name);
        States {
            disabled: self.is_disabled(node, element, role),
            checked: checked(element, role),
            pressed: pressed(element, role),
            expanded: self.expanded(node, element),
            selected: selected(element, role),
            required: is_true("aria-required") || (is_html_field(element) && has("required")),
            invalid: is_invalid(element),
            readonly: is_true("aria-readonly") || (is_html_field(element) && has("readonly")),
            level: level(element, role),
            busy: is_true("aria-busy"),
            current: current(element),
            multiselectable: is_true("aria-multiselectable")
                || (element.tag == "select" && has("multiple")),
            multiline: is_multiline(element),
            haspopup: haspopup(element, role),
            modal: is_true("aria-modal"),
            focused: self.page.active == Some(node),
        }
    }

    // wai-aria-1.3 aria-disabled: "the element and all focusable descendants".
    fn is_disabled(&self, node: NodeId, element: &Element, role: Role) -> bool {
        let says_so = |node| self.attribute(node, "aria-disabled");
        match says_so(node) {
            _ if element.control.is_disabled => true,
            Some("true") => true,
            Some("false") => false,
            _ if !role.is_widget() => false,
            _ => self.around(node).is_disabled,
        }
    }

    // html-aam: details and its summary; a button that opens a popover says so by itself only in
    // the browser, which a capture does not see.
    fn expanded(&self, node: NodeId, element: &Element) -> Option<bool> {
        let details = match element.tag.as_str() {
            "details" => Some(node),
            "summary" if self.is_summary_of_details(node) => self.page.node(node).parent,
            _ => None,
        };
        match (element.attribute("aria-expanded"), details) {
            (_, Some(details)) => Some(self.has_attribute(details, "open")),
            (Some("true"), None) => Some(true),
            (Some("false"), None) => Some(false),
            _ => None,
        }
    }
}

fn tristate(value: Option<&str>) -> Option<Tristate> {
    match value? {
        "true" => Some(Tristate::True),
        "false" => Some(Tristate::False),
        "mixed" => Some(Tristate::Mixed),
        _ => None,
    }
}

// html-aam: the native state wins over aria-checked.
fn checked(element: &Element, role: Role) -> Option<Tristate> {
    let has_state = matches!(
        role,
        Role::Checkbox
            | Role::MenuItemCheckbox
            | Role::MenuItemRadio
            | Role::Option
            | Role::Radio
            | Role::Switch
            | Role::TreeItem
    );
    if !has_state {
        return None;
    }
    let native = element.control.checked.filter(|_| element.tag == "input");
    match native {
        Some(_) if element.control.is_indeterminate => Some(Tristate::Mixed),
        Some(true) => Some(Tristate::True),
        Some(false) => Some(Tristate::False),
        None => match (tristate(element.attribute("aria-checked")), role) {
            (None, Role::Option | Role::TreeItem) => None,
            // Only a checkbox can be half ticked; the default is not ticked.
            (Some(Tristate::Mixed), Role::Radio | Role::MenuItemRadio | Role::Switch)
            | (None, _) => Some(Tristate::False),
            (said, _) => said,
        },
    }
}

fn pressed(element: &Element, role: Role) -> Option<Tristate> {
    tristate(element.attribute("aria-pressed")).filter(|_| role == Role::Button)
}

fn selected(element: &Element, role: Role) -> Option<bool> {
    let has_state = matches!(
        role,
        Role::ColumnHeader
            | Role::GridCell
            | Role::Option
            | Role::Row
            | Role::RowHeader
            | Role::Tab
            | Role::TreeItem
    );
    let native = element.control.checked.filter(|_| element.tag == "option");
    native.or_else(|| match element.attribute("aria-selected") {
        Some("true") if has_state => Some(true),
        Some("false") if has_state => Some(false),
        // Chromium: a tab that does not say so is not the chosen one.
        _ => (role == Role::Tab).then_some(false),
    })
}

// wai-aria-1.3 aria-invalid: any value but "false" and the empty one means wrong.
fn is_invalid(element: &Element) -> bool {
    element
        .attribute("aria-invalid")
        .is_some_and(|value| !matches!(value.trim(), "" | "false" | "undefined"))
}

fn level(element: &Element, role: Role) -> Option<u32> {
    let has_state = matches!(
        role,
        Role::Comment | Role::Heading | Role::ListItem | Role::Row | Role::TreeItem
    );
    let said = element
        .attribute("aria-level")
        .and_then(|level| level.trim().parse().ok())
        .filter(|&level: &u32| level > 0 && has_state);
    said.or_else(|| match element.tag.strip_prefix('h')?.parse() {
        Ok(level @ 1..=6) if role == Role::Heading => Some(level),
        _ => None,
    })
    // wai-aria-1.3 heading: the default is 2.
    .or_else(|| (role == Role::Heading).then_some(2))
}

fn current(element: &Element) -> Option<Current> {
    match element.attribute("aria-current")?.trim() {
        "" | "false" => None,
        "page" => Some(Current::Page),
        "step" => Some(Current::Step),
        "location" => Some(Current::Location),
        "date" => Some(Current::Date),
        "time" => Some(Current::Time),
        _ => Some(Current::True),
    }
}

fn haspopup(element: &Element, role: Role) -> Option<HasPopup> {
    match element.attribute("aria-haspopup") {
        Some("true" | "menu") => Some(HasPopup::Menu),
        Some("listbox") => Some(HasPopup::Listbox),
        Some("tree") => Some(HasPopup::Tree),
        Some("grid") => Some(HasPopup::Grid),
        Some("dialog") => Some(HasPopup::Dialog),
        // Chromium: the list of a drop-down box opens as a menu does.
        _ if element.tag == "select" && role == Role::Combobox => Some(HasPopup::Menu),
        // wai-aria-1.3 combobox: the implicit value is listbox.
        _ => (role == Role::Combobox).then_some(HasPopup::Listbox),
    }
}

// An editing host takes line breaks, an input never does.
fn is_multiline(element: &Element) -> bool {
    match element.attribute("aria-multiline") {
        Some(said) => said == "true",
        None => match element.tag.as_str() {
            "input" => false,
            "textarea" => true,
            _ => element.control.is_editable,
        },
    }
}

fn is_html_field(element: &Element) -> bool {
    matches!(element.tag.as_str(), "input" | "select" | "textarea")
}
