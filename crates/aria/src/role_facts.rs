//! What the specifications say of a role, whatever the element.

use crate::Role;

impl Role {
    /// Whether the role takes its name from what it contains.
    // wai-aria-1.3 5.2.8.6 Roles Supporting Name from Content.
    #[must_use]
    pub fn name_from_content(self) -> bool {
        matches!(
            self,
            Self::Button
                | Self::Cell
                | Self::Checkbox
                | Self::ColumnHeader
                | Self::GridCell
                | Self::Heading
                | Self::Link
                | Self::MenuItem
                | Self::MenuItemCheckbox
                | Self::MenuItemRadio
                | Self::Option
                | Self::Radio
                | Self::Row
                | Self::RowHeader
                | Self::Switch
                | Self::Tab
                | Self::Tooltip
                | Self::TreeItem
        )
    }

    /// Whether text in the role counts for the name of something around it.
    ///
    /// The specification asks for all descendants; Chromium leaves out what is a thing of its own
    /// (a window, a landmark, a live region, a composite widget), and so do we: a tree item is not
    /// named after the items nested in it.
    #[must_use]
    pub(crate) fn adds_to_names_around(self) -> bool {
        !matches!(
            self,
            Self::Alert
                | Self::AlertDialog
                | Self::Application
                | Self::Dialog
                | Self::Feed
                | Self::Grid
                | Self::Listbox
                | Self::Log
                | Self::Marquee
                | Self::Menu
                | Self::Menubar
                | Self::Meter
                | Self::ProgressBar
                | Self::RadioGroup
                | Self::Scrollbar
                | Self::Slider
                | Self::SpinButton
                | Self::TabList
                | Self::TabPanel
                | Self::Timer
                | Self::Toolbar
                | Self::Tree
                | Self::TreeGrid
        )
    }

    /// Whether it is laid out in rows and columns.
    #[must_use]
    pub fn is_table(self) -> bool {
        matches!(self, Self::Table | Self::Grid | Self::TreeGrid)
    }

    /// Whether it stands in a row of a table, headers too.
    #[must_use]
    pub fn is_cell(self) -> bool {
        matches!(
            self,
            Self::Cell | Self::GridCell | Self::ColumnHeader | Self::RowHeader
        )
    }

    /// Whether it is one of many alike: what counts as one item of a list.
    #[must_use]
    pub fn is_item(self) -> bool {
        matches!(
            self,
            Self::Row | Self::ListItem | Self::Option | Self::TreeItem | Self::Article
        )
    }

    /// Whether it holds items.
    #[must_use]
    pub fn is_list(self) -> bool {
        self.is_table() || matches!(self, Self::Feed | Self::List | Self::Listbox | Self::Tree)
    }

    /// Whether a person acts on it: clicks it, types into it, chooses it.
    #[must_use]
    pub fn is_interactive(self) -> bool {
        matches!(
            self,
            Self::Button
                | Self::Checkbox
                | Self::Combobox
                | Self::GridCell
                | Self::Link
                | Self::Listbox
                | Self::MenuItem
                | Self::MenuItemCheckbox
                | Self::MenuItemRadio
                | Self::Option
                | Self::Radio
                | Self::Scrollbar
                | Self::Searchbox
                | Self::Slider
                | Self::SpinButton
                | Self::Switch
                | Self::Tab
                | Self::Textbox
                | Self::TreeItem
                | Self::HtmlInputColor
        ) || self.is_date_or_time()
    }

    /// Whether it is one of HTML's date and time inputs, which ARIA has no role for.
    #[must_use]
    pub fn is_date_or_time(self) -> bool {
        matches!(
            self,
            Self::HtmlInputDate
                | Self::HtmlInputDatetimeLocal
                | Self::HtmlInputMonth
                | Self::HtmlInputTime
                | Self::HtmlInputWeek
        )
    }

    /// Whether it is a widget or a container that manages widgets.
    // wai-aria-1.3 5.3.2 Widget Roles.
    #[must_use]
    pub fn is_widget(self) -> bool {
        self.is_interactive()
            || matches!(
                self,
                Self::Grid
                    | Self::Menu
                    | Self::Menubar
                    | Self::Meter
                    | Self::ProgressBar
                    | Self::RadioGroup
                    | Self::TabList
                    | Self::TabPanel
                    | Self::Tree
                    | Self::TreeGrid
            )
    }

    /// Whether it is a part of the page a person would jump to.
    // wai-aria-1.3 5.3.4 Landmark Roles.
    #[must_use]
    pub fn is_landmark(self) -> bool {
        matches!(
            self,
            Self::Banner
                | Self::Complementary
                | Self::ContentInfo
                | Self::Form
                | Self::Main
                | Self::Navigation
                | Self::Region
                | Self::Search
        )
    }

    /// Whether what it contains is only its look, never exposed by itself.
    // wai-aria-1.3 5.2.9 Children Presentational.
    #[must_use]
    pub fn has_presentational_children(self) -> bool {
        matches!(
            self,
            Self::Button
                | Self::Checkbox
                | Self::Image
                | Self::Math
                | Self::MenuItemCheckbox
                | Self::MenuItemRadio
                | Self::Meter
                | Self::Option
                | Self::ProgressBar
                | Self::Radio
                | Self::Scrollbar
                | Self::Separator
                | Self::Slider
                | Self::Switch
                | Self::Tab
        )
    }

    /// Whether it holds a value between two bounds.
    #[must_use]
    pub fn is_range(self) -> bool {
        matches!(
            self,
            Self::Meter | Self::ProgressBar | Self::Scrollbar | Self::Slider | Self::SpinButton
        )
    }
}
