//! The states and properties an element can be in.

/// A state that may be neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tristate {
    /// No.
    False,
    /// Yes.
    True,
    /// Partly, or not decided.
    Mixed,
}

/// `aria-current`: which one of a set this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Current {
    /// The current item of its set, without saying of what.
    True,
    /// The current page.
    Page,
    /// The current step.
    Step,
    /// The current location.
    Location,
    /// The current date.
    Date,
    /// The current time.
    Time,
}

/// What opens from the element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HasPopup {
    /// A menu.
    Menu,
    /// A list box.
    Listbox,
    /// A tree.
    Tree,
    /// A grid.
    Grid,
    /// A dialog.
    Dialog,
}

/// The states of one element; `None` where its role has no such state or nothing says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct States {
    /// It can't be used now, by itself or through an ancestor.
    pub disabled: bool,
    /// Whether it is ticked.
    pub checked: Option<Tristate>,
    /// Whether a toggle button is down.
    pub pressed: Option<Tristate>,
    /// Whether what it controls is open.
    pub expanded: Option<bool>,
    /// Whether it is the chosen one of its set.
    pub selected: Option<bool>,
    /// It must be filled.
    pub required: bool,
    /// What it holds is marked wrong by the page.
    pub invalid: bool,
    /// What it holds can be read but not changed.
    pub readonly: bool,
    /// Level of a heading, or depth in a tree, from 1.
    pub level: Option<u32>,
    /// The page says it is still changing it.
    pub busy: bool,
    /// Which one of a set it is.
    pub current: Option<Current>,
    /// More than one of its items can be chosen.
    pub multiselectable: bool,
    /// It takes several lines of text.
    pub multiline: bool,
    /// What opens from it.
    pub haspopup: Option<HasPopup>,
    /// It blocks the rest of the page.
    pub modal: bool,
    /// It has the focus.
    pub focused: bool,
}
