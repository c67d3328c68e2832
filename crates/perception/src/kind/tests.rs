//! Which kind each widget is.

use page_fixture::page_from_html;

use crate::{RefTable, perceive};

/// The kinds of all nodes that have one, in reading order.
fn check(html: &str, expected: &[&str]) {
    let snapshot = perceive(&page_from_html(html), &mut RefTable::default()).snapshot;
    let kinds: Vec<_> = snapshot.nodes.iter().filter_map(|n| n.kind).collect();
    let kinds: Vec<_> = kinds
        .into_iter()
        .map(protocol::ControlKind::as_str)
        .collect();
    assert_eq!(kinds, expected, "{html}");
}

#[test]
fn native_controls() {
    check("<input>", &["text"]);
    check("<input type=search>", &["text"]);
    check("<textarea></textarea>", &["text"]);
    check("<input type=number>", &["number"]);
    check("<input type=datetime-local>", &["date_time"]);
    check("<input type=file>", &["file_upload"]);
    check("<input type=color>", &["color"]);
    check("<input type=range>", &["slider"]);
    check("<select><option>A</select>", &["native_select", "option"]);
    check(
        "<select multiple><option>A</select>",
        &["multi_select", "option"],
    );
    check("<select size=3><option>A</select>", &["listbox", "option"]);
    check(
        "<input list=l><datalist id=l><option>A</datalist>",
        &["editable_combobox"],
    );
    check(
        "<fieldset><legend>Size</legend><input type=radio></fieldset>",
        &["radio_group", "radio"],
    );
}

#[test]
fn widgets_by_role_and_state() {
    check("<div role=switch tabindex=0>On</div>", &["switch"]);
    check("<input role=combobox>", &["editable_combobox"]);
    check("<input role=combobox readonly>", &["combobox"]);
    check("<div role=combobox tabindex=0>A</div>", &["combobox"]);
    check("<button aria-haspopup=listbox>A</button>", &["combobox"]);
    check("<button aria-haspopup=menu>A</button>", &["button"]);
    check(
        "<input role=combobox aria-haspopup=dialog>",
        &["date_picker"],
    );
    check("<input role=combobox aria-haspopup=tree>", &["tree_select"]);
    check(
        "<input role=combobox aria-controls=l><ul id=l role=listbox aria-multiselectable=true></ul>",
        &["multi_select", "multi_select"],
    );
    check("<div contenteditable>Hi</div>", &["rich_text"]);
    check("<div contenteditable=plaintext-only>Hi</div>", &["text"]);
    check(
        "<nav aria-label=Pagination><a href=/2>2</a></nav>",
        &["pagination", "link"],
    );
    check("<dialog open>Sure?</dialog>", &["dialog"]);
    check("<div role=alert>Saved</div>", &["toast"]);
    check("<form><div role=alert>Wrong</div></form>", &[]);
    check(
        "<iframe src='https://www.google.com/recaptcha/api2/anchor'></iframe>",
        &["captcha"],
    );
}

#[test]
fn widgets_by_the_classes_of_their_library() {
    let within =
        |class: &str, inner: &str| format!("<div class='x {class}'><div>{inner}</div></div>");
    let typed = "<input role=combobox>";
    for (class, inner, kind) in [
        ("ant-picker", "<input>", "date_picker"),
        ("ant-picker ant-picker-range", "<input>", "date_range"),
        ("ant-select ant-cascader", typed, "cascader"),
        ("ant-select ant-tree-select", typed, "tree_select"),
        ("ant-select ant-select-multiple", typed, "multi_select"),
        ("el-select", "<input readonly>", "combobox"),
        ("el-date-editor", "<input>", "date_picker"),
        ("v-select", "<input readonly>", "combobox"),
        ("ts-wrapper", "<input>", "editable_combobox"),
        ("monaco-editor", "<textarea></textarea>", "code_editor"),
        ("cm-editor", "<div contenteditable>x</div>", "code_editor"),
        (
            "ql-container",
            "<div class=ql-editor contenteditable>x</div>",
            "rich_text",
        ),
    ] {
        check(&within(class, inner), &[kind]);
    }
    check("<input class=flatpickr-input readonly>", &["date_picker"]);
}

#[test]
fn a_role_says_more_than_a_class() {
    check(
        "<div class=ant-picker><input type=checkbox></div>",
        &["checkbox"],
    );
    check(
        "<div class=ant-picker><select><option>A</select></div>",
        &["native_select", "option"],
    );
}
