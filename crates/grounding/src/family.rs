//! Roles that stand in for one another when a page is rebuilt.

use aria::Role;

/// Kinds of control that a release turns into one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Family {
    /// Pressed: buttons, links, menu items, tabs.
    Pressed,
    /// Filled in: text, choice, number and date fields.
    Field,
    /// Switched on and off.
    Switched,
    /// One chosen of several.
    Chosen,
    /// Nothing else than its role.
    Own(Role),
}

impl Family {
    pub(crate) fn of(role: Role) -> Self {
        match role {
            Role::Button | Role::Link | Role::MenuItem | Role::Tab => Self::Pressed,
            Role::Textbox | Role::Searchbox | Role::Combobox | Role::SpinButton | Role::Listbox => {
                Self::Field
            }
            Role::Checkbox | Role::Switch | Role::MenuItemCheckbox => Self::Switched,
            Role::Radio | Role::MenuItemRadio | Role::Option => Self::Chosen,
            role if role.is_date_or_time() => Self::Field,
            role => Self::Own(role),
        }
    }

    /// Whether the labels of such controls are field labels.
    pub(crate) fn is_field(self) -> bool {
        self == Self::Field
    }
}
