//! What kind of control an element is: by role, states and structure first; by the class names of
//! known libraries last.
//!
//! **Absent on purpose:** how a kind is read or set.

mod hints;

use aria::{Aria, HasPopup, Role};
use page_model::{Element, NodeId};
use protocol::ControlKind;

use crate::walk::is_file_input;
use hints::{Asked, hint};

/// How many nodes are looked at to tell what a group holds.
const LOOKED_AT: usize = 64;

/// The kind of an element with this role, `None` if it is no control.
pub(crate) fn of(aria: &Aria<'_>, id: NodeId, role: Role) -> Option<ControlKind> {
    let element = aria.page().element(id)?;
    let context = Context {
        aria,
        id,
        element,
        role,
    };
    fixed(role).or_else(|| context.by_structure())
}

/// Roles that are one kind whatever the element.
fn fixed(role: Role) -> Option<ControlKind> {
    use ControlKind as Kind;
    Some(match role {
        Role::Link => Kind::Link,
        Role::Checkbox => Kind::Checkbox,
        Role::Radio => Kind::Radio,
        Role::RadioGroup => Kind::RadioGroup,
        Role::Switch => Kind::Switch,
        Role::Slider => Kind::Slider,
        Role::Option => Kind::Option,
        Role::HtmlInputColor => Kind::Color,
        Role::Menu | Role::Menubar => Kind::Menu,
        Role::MenuItem | Role::MenuItemCheckbox | Role::MenuItemRadio => Kind::MenuItem,
        Role::Tab => Kind::Tab,
        Role::TabList => Kind::TabList,
        Role::Tree => Kind::Tree,
        Role::TreeItem => Kind::TreeItem,
        Role::Table => Kind::Table,
        Role::Grid | Role::TreeGrid => Kind::Grid,
        Role::Row => Kind::Row,
        Role::Cell | Role::GridCell | Role::ColumnHeader | Role::RowHeader => Kind::Cell,
        Role::Dialog | Role::AlertDialog => Kind::Dialog,
        role if role.is_date_or_time() => Kind::DateTime,
        _ => return None,
    })
}

struct Context<'a, 'p> {
    aria: &'a Aria<'p>,
    id: NodeId,
    element: &'a Element,
    role: Role,
}

impl Context<'_, '_> {
    fn by_structure(&self) -> Option<ControlKind> {
        match self.role {
            Role::Button => Some(self.button()),
            Role::Textbox | Role::Searchbox => Some(self.textbox()),
            Role::Combobox => Some(self.combobox()),
            Role::Listbox => Some(self.listbox()),
            Role::SpinButton => Some(self.hint(Asked::Field).unwrap_or(ControlKind::Number)),
            Role::Alert | Role::Status | Role::Log => self.live_region(),
            Role::Navigation | Role::List | Role::Group => self.container(),
            Role::HtmlIframe => self.is_captcha().then_some(ControlKind::Captcha),
            _ if self.element.control.is_editable => Some(self.editor()),
            _ => self.layer(),
        }
    }

    fn attribute(&self, name: &str) -> &str {
        self.element.attribute(name).unwrap_or("")
    }

    fn hint(&self, asked: Asked) -> Option<ControlKind> {
        hint(self.aria.page(), self.id, asked)
    }

    // The button of a list box that is no combobox: aria-practices "select-only", older form.
    fn button(&self) -> ControlKind {
        if is_file_input(self.element) {
            return ControlKind::FileUpload;
        }
        match self.popup() {
            Some(HasPopup::Listbox) if self.is_multiple() => ControlKind::MultiSelect,
            Some(HasPopup::Listbox) => ControlKind::Combobox,
            Some(HasPopup::Tree) => ControlKind::TreeSelect,
            Some(HasPopup::Grid | HasPopup::Dialog) => {
                self.hint(Asked::Field).unwrap_or(ControlKind::Button)
            }
            _ => ControlKind::Button,
        }
    }

    fn popup(&self) -> Option<HasPopup> {
        match self.attribute("aria-haspopup") {
            "listbox" => Some(HasPopup::Listbox),
            "tree" => Some(HasPopup::Tree),
            "grid" => Some(HasPopup::Grid),
            "dialog" => Some(HasPopup::Dialog),
            _ => None,
        }
    }

    fn is_readonly(&self) -> bool {
        self.element.has_attribute("readonly") || self.attribute("aria-readonly") == "true"
    }

    fn is_typed_into(&self) -> bool {
        matches!(self.element.tag.as_str(), "input" | "textarea")
    }

    fn textbox(&self) -> ControlKind {
        if !self.is_typed_into() {
            return self.editor();
        }
        // A field that only opens a calendar: nobody types into it.
        match self.popup() {
            Some(HasPopup::Grid | HasPopup::Dialog) => {
                self.hint(Asked::Field).unwrap_or(ControlKind::DatePicker)
            }
            Some(HasPopup::Tree) => ControlKind::TreeSelect,
            Some(HasPopup::Listbox) => self.combobox(),
            _ => self.hint(Asked::Field).unwrap_or(ControlKind::Text),
        }
    }

    fn editor(&self) -> ControlKind {
        let is_plain = self.attribute("contenteditable") == "plaintext-only"
            || (self.attribute("aria-multiline") == "false" && self.role == Role::Textbox);
        let rich = if is_plain {
            ControlKind::Text
        } else {
            ControlKind::RichText
        };
        self.hint(Asked::Field).unwrap_or(rich)
    }

    fn combobox(&self) -> ControlKind {
        if self.element.tag == "select" {
            return ControlKind::NativeSelect;
        }
        match self.popup() {
            Some(HasPopup::Tree) => return ControlKind::TreeSelect,
            Some(HasPopup::Grid | HasPopup::Dialog) => {
                return self.hint(Asked::Field).unwrap_or(ControlKind::DatePicker);
            }
            _ => {}
        }
        if self.is_multiple() {
            return ControlKind::MultiSelect;
        }
        let typed = self.is_typed_into() && !self.is_readonly();
        let plain = if typed {
            ControlKind::EditableCombobox
        } else {
            ControlKind::Combobox
        };
        self.hint(Asked::Field).unwrap_or(plain)
    }

    fn listbox(&self) -> ControlKind {
        if self.is_multiple() {
            ControlKind::MultiSelect
        } else {
            ControlKind::Listbox
        }
    }

    /// Whether it, or the list it opens, takes several choices.
    fn is_multiple(&self) -> bool {
        let says_so = |element: &Element| element.attribute("aria-multiselectable") == Some("true");
        let page = self.aria.page();
        let opened = ["aria-controls", "aria-owns"]
            .into_iter()
            .flat_map(|name| self.attribute(name).split_whitespace())
            .filter_map(|id| page.element_by_id(self.id, id));
        says_so(self.element)
            || (self.element.tag == "select" && self.element.has_attribute("multiple"))
            || opened
                .take(4)
                .any(|id| page.element(id).is_some_and(says_so))
    }

    /// A live region in a form speaks of the form; elsewhere it is a message of its own.
    fn live_region(&self) -> Option<ControlKind> {
        let page = self.aria.page();
        let in_form = || {
            let mut around = page.ancestors(self.id).take(LOOKED_AT);
            around.any(|at| matches!(page.tag(at), "form" | "fieldset" | "dialog"))
        };
        let is_output = self.element.tag == "output";
        self.hint(Asked::Message)
            .or_else(|| (!is_output && !in_form()).then_some(ControlKind::Toast))
    }

    fn container(&self) -> Option<ControlKind> {
        if self.role == Role::Group {
            return match self.has(Role::Radio, 1) {
                true => Some(ControlKind::RadioGroup),
                // Year, month and day, each a part of its own.
                false if self.has(Role::SpinButton, 2) => Some(ControlKind::DatePicker),
                false => (self.hint(Asked::Field)).filter(|kind| *kind == ControlKind::DateRange),
            };
        }
        let name = self.aria.name(self.id).to_lowercase();
        let is_named = ["pagination", "分页", "页码"]
            .iter()
            .any(|word| name.contains(word));
        is_named
            .then_some(ControlKind::Pagination)
            .or_else(|| self.hint(Asked::Container))
    }

    /// Whether so many of a role are in it.
    fn has(&self, role: Role, count: usize) -> bool {
        let page = self.aria.page();
        let inside = page.composed(self.id).skip(1).take(LOOKED_AT);
        let found = inside.filter(|&at| page.element(at).is_some() && self.aria.role(at) == role);
        self.element.tag != "optgroup" && found.take(count).count() == count
    }

    fn is_captcha(&self) -> bool {
        crate::overview::is_captcha_address(self.attribute("src"))
    }

    fn layer(&self) -> Option<ControlKind> {
        let layer = self.element.layer?;
        (layer == page_model::Layer::Modal).then_some(ControlKind::Dialog)
    }
}

#[cfg(test)]
mod tests;
