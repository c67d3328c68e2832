//! What a control is for a person, whatever it is made of.

use serde::{Deserialize, Serialize};

/// What kind of widget an element is: what a person would call it, and what decides how it is read
/// and set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ControlKind {
    /// Does something when pressed.
    Button,
    /// Leads somewhere.
    Link,
    /// Has no role of its own but answers a click.
    Clickable,
    /// Text, of one line or more.
    Text,
    /// A number, typed or stepped.
    Number,
    /// One of the browser's own date or time inputs.
    DateTime,
    /// A color input.
    Color,
    /// The browser's own drop-down box, one choice.
    NativeSelect,
    /// A list that is always open, one choice.
    Listbox,
    /// A box that opens a list to choose from; nothing can be typed.
    Combobox,
    /// A box that opens a list and takes typed text.
    EditableCombobox,
    /// Several choices from a list, native or not.
    MultiSelect,
    /// A choice made column by column.
    Cascader,
    /// A choice made in a tree.
    TreeSelect,
    /// One choice in a list or combobox.
    Option,
    /// Ticked or not.
    Checkbox,
    /// One of a radio group.
    Radio,
    /// Radios of which one is chosen.
    RadioGroup,
    /// On or off.
    Switch,
    /// A value between two bounds, dragged.
    Slider,
    /// A widget of the page's own that takes a date or time.
    DatePicker,
    /// The same for two dates.
    DateRange,
    /// Takes a file, also a button or drop zone in front of a hidden input.
    FileUpload,
    /// Formatted text.
    RichText,
    /// Program text, in an editor of its own.
    CodeEditor,
    /// A menu or menu bar.
    Menu,
    /// One entry of a menu.
    MenuItem,
    /// One of several panels to show.
    Tab,
    /// The tabs together.
    TabList,
    /// Leads from page to page of a list.
    Pagination,
    /// A tree.
    Tree,
    /// One entry of a tree.
    TreeItem,
    /// A table to read.
    Table,
    /// A table to act in.
    Grid,
    /// A row of a table or grid.
    Row,
    /// A cell.
    Cell,
    /// A message that goes away by itself.
    Toast,
    /// A window above the page.
    Dialog,
    /// A test whether a person is there.
    Captcha,
}

impl ControlKind {
    /// As it is written on the wire: `editable_combobox`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Button => "button",
            Self::Link => "link",
            Self::Clickable => "clickable",
            Self::Text => "text",
            Self::Number => "number",
            Self::DateTime => "date_time",
            Self::Color => "color",
            Self::NativeSelect => "native_select",
            Self::Listbox => "listbox",
            Self::Combobox => "combobox",
            Self::EditableCombobox => "editable_combobox",
            Self::MultiSelect => "multi_select",
            Self::Cascader => "cascader",
            Self::TreeSelect => "tree_select",
            Self::Option => "option",
            Self::Checkbox => "checkbox",
            Self::Radio => "radio",
            Self::RadioGroup => "radio_group",
            Self::Switch => "switch",
            Self::Slider => "slider",
            Self::DatePicker => "date_picker",
            Self::DateRange => "date_range",
            Self::FileUpload => "file_upload",
            Self::RichText => "rich_text",
            Self::CodeEditor => "code_editor",
            Self::Menu => "menu",
            Self::MenuItem => "menu_item",
            Self::Tab => "tab",
            Self::TabList => "tab_list",
            Self::Pagination => "pagination",
            Self::Tree => "tree",
            Self::TreeItem => "tree_item",
            Self::Table => "table",
            Self::Grid => "grid",
            Self::Row => "row",
            Self::Cell => "cell",
            Self::Toast => "toast",
            Self::Dialog => "dialog",
            Self::Captcha => "captcha",
        }
    }

    /// Whether it takes a value from a person: a field of a form.
    #[must_use]
    pub fn is_field(self) -> bool {
        matches!(
            self,
            Self::Text
                | Self::Number
                | Self::DateTime
                | Self::Color
                | Self::NativeSelect
                | Self::Listbox
                | Self::Combobox
                | Self::EditableCombobox
                | Self::MultiSelect
                | Self::Cascader
                | Self::TreeSelect
                | Self::Checkbox
                | Self::Radio
                | Self::RadioGroup
                | Self::Switch
                | Self::Slider
                | Self::DatePicker
                | Self::DateRange
                | Self::FileUpload
                | Self::RichText
                | Self::CodeEditor
        )
    }
}

#[cfg(test)]
mod tests {
    use super::ControlKind;

    #[test]
    fn a_kind_is_written_as_on_the_wire() {
        for kind in [
            ControlKind::EditableCombobox,
            ControlKind::DateTime,
            ControlKind::TabList,
        ] {
            let written = serde_json::to_string(&kind).unwrap();
            assert_eq!(written, format!("{:?}", kind.as_str()));
        }
    }
}
