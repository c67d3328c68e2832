//! Class names of known libraries, for what roles and states do not tell. The only table of its
//! kind: a library is added here and nowhere else.

use page_model::{NodeId, Page};
use protocol::ControlKind;

/// What an element may turn out to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// A field.
    Field,
    /// A message.
    Message,
    /// Something that holds controls.
    Container,
}

/// How far around the element its library's root is looked for.
const LEVELS: usize = 6;

/// More specific ones before the general ones of the same library.
const HINTS: &[(&str, Asked, ControlKind)] = &[
    // Ant Design.
    ("ant-picker-range", Asked::Field, ControlKind::DateRange),
    ("ant-picker", Asked::Field, ControlKind::DatePicker),
    ("ant-cascader", Asked::Field, ControlKind::Cascader),
    ("ant-tree-select", Asked::Field, ControlKind::TreeSelect),
    (
        "ant-select-multiple",
        Asked::Field,
        ControlKind::MultiSelect,
    ),
    (
        "ant-select-show-search",
        Asked::Field,
        ControlKind::EditableCombobox,
    ),
    ("ant-input-number", Asked::Field, ControlKind::Number),
    ("ant-pagination", Asked::Container, ControlKind::Pagination),
    ("ant-message", Asked::Message, ControlKind::Toast),
    ("ant-message-notice", Asked::Message, ControlKind::Toast),
    (
        "ant-notification-notice",
        Asked::Message,
        ControlKind::Toast,
    ),
    // MUI.
    (
        "MuiDateRangePicker-root",
        Asked::Field,
        ControlKind::DateRange,
    ),
    (
        "MuiPickersTextField-root",
        Asked::Field,
        ControlKind::DatePicker,
    ),
    (
        "MuiPickersInputBase-root",
        Asked::Field,
        ControlKind::DatePicker,
    ),
    (
        "MuiPickersSectionList-root",
        Asked::Field,
        ControlKind::DatePicker,
    ),
    (
        "MuiPagination-root",
        Asked::Container,
        ControlKind::Pagination,
    ),
    (
        "MuiPagination-ul",
        Asked::Container,
        ControlKind::Pagination,
    ),
    ("MuiSnackbar-root", Asked::Message, ControlKind::Toast),
    (
        "MuiSnackbarContent-root",
        Asked::Message,
        ControlKind::Toast,
    ),
    // Element Plus.
    ("el-range-editor", Asked::Field, ControlKind::DateRange),
    (
        "el-date-editor--daterange",
        Asked::Field,
        ControlKind::DateRange,
    ),
    ("el-date-editor", Asked::Field, ControlKind::DatePicker),
    ("el-cascader", Asked::Field, ControlKind::Cascader),
    ("el-tree-select", Asked::Field, ControlKind::TreeSelect),
    ("el-select__tags", Asked::Field, ControlKind::MultiSelect),
    ("el-select", Asked::Field, ControlKind::Combobox),
    (
        "el-autocomplete",
        Asked::Field,
        ControlKind::EditableCombobox,
    ),
    ("el-input-number", Asked::Field, ControlKind::Number),
    ("el-pager", Asked::Container, ControlKind::Pagination),
    ("el-pagination", Asked::Container, ControlKind::Pagination),
    ("el-message", Asked::Message, ControlKind::Toast),
    ("el-notification", Asked::Message, ControlKind::Toast),
    // Vuetify.
    ("v-date-input", Asked::Field, ControlKind::DatePicker),
    (
        "v-autocomplete",
        Asked::Field,
        ControlKind::EditableCombobox,
    ),
    ("v-combobox", Asked::Field, ControlKind::EditableCombobox),
    ("v-select", Asked::Field, ControlKind::Combobox),
    ("v-pagination", Asked::Container, ControlKind::Pagination),
    (
        "v-pagination__list",
        Asked::Container,
        ControlKind::Pagination,
    ),
    ("v-snackbar", Asked::Message, ControlKind::Toast),
    ("v-snackbar__content", Asked::Message, ControlKind::Toast),
    // Angular Material.
    ("mat-date-range-input", Asked::Field, ControlKind::DateRange),
    // Bootstrap and its neighbors.
    ("pagination", Asked::Container, ControlKind::Pagination),
    ("toast", Asked::Message, ControlKind::Toast),
    ("bootstrap-select", Asked::Field, ControlKind::Combobox),
    ("datepicker", Asked::Field, ControlKind::DatePicker),
    ("daterangepicker", Asked::Field, ControlKind::DateRange),
    // Libraries for one widget.
    ("flatpickr-input", Asked::Field, ControlKind::DatePicker),
    (
        "react-datepicker__input-container",
        Asked::Field,
        ControlKind::DatePicker,
    ),
    (
        "react-select__value-container--is-multi",
        Asked::Field,
        ControlKind::MultiSelect,
    ),
    (
        "react-select__control",
        Asked::Field,
        ControlKind::EditableCombobox,
    ),
    ("ts-wrapper", Asked::Field, ControlKind::EditableCombobox),
    (
        "choices__inner",
        Asked::Field,
        ControlKind::EditableCombobox,
    ),
    (
        "choices__input",
        Asked::Field,
        ControlKind::EditableCombobox,
    ),
    (
        "select2-selection--multiple",
        Asked::Field,
        ControlKind::MultiSelect,
    ),
    ("ag-paging-panel", Asked::Container, ControlKind::Pagination),
    ("Toastify__toast", Asked::Message, ControlKind::Toast),
    // Editors.
    ("cm-editor", Asked::Field, ControlKind::CodeEditor),
    ("cm-content", Asked::Field, ControlKind::CodeEditor),
    ("CodeMirror", Asked::Field, ControlKind::CodeEditor),
    ("monaco-editor", Asked::Field, ControlKind::CodeEditor),
    ("ace_editor", Asked::Field, ControlKind::CodeEditor),
    ("ql-editor", Asked::Field, ControlKind::RichText),
    ("ProseMirror", Asked::Field, ControlKind::RichText),
    ("tiptap", Asked::Field, ControlKind::RichText),
    ("ck-editor__editable", Asked::Field, ControlKind::RichText),
];

/// What the classes of the element, or of those right around it, say it is; the nearest wins.
pub(super) fn hint(page: &Page, id: NodeId, asked: Asked) -> Option<ControlKind> {
    let around = std::iter::once(id).chain(page.ancestors(id));
    around.take(LEVELS).find_map(|at| {
        let classes = page.attribute(at, "class")?;
        of_classes(classes, asked)
    })
}

fn of_classes(classes: &str, asked: Asked) -> Option<ControlKind> {
    // Class lists are short; a huge one is no library's.
    let has = |name: &str| {
        classes
            .split_ascii_whitespace()
            .take(40)
            .any(|class| class == name)
    };
    let found = HINTS.iter().find(|(name, of, _)| *of == asked && has(name));
    found.map(|(_, _, kind)| *kind)
}
