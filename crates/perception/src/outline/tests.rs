//! How pages read in text.

mod budget;
mod hostile;
mod random;
mod views;

use page_fixture::page_from_html;
use protocol::View;

use super::{Outline, OutlineOptions, outline};
use crate::{RefTable, estimate_tokens, perceive};

/// The view of a page, with this budget.
fn written(html: &str, view: View, budget: u32) -> Outline {
    let page = page_from_html(html);
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    let options = OutlineOptions {
        view,
        budget,
        previous: None,
    };
    let outline = outline(&page, &snapshot, &options);
    assert_eq!(outline.tokens, estimate_tokens(&outline.text));
    assert!(outline.tokens <= budget, "{} > {budget}", outline.tokens);
    outline
}

/// The outline of a page, each line as it stands.
fn check(html: &str, expected: &[&str]) {
    let outline = written(html, View::Outline, 10_000);
    let lines: Vec<&str> = outline.text.lines().collect();
    assert_eq!(lines, expected, "{html}");
    assert_eq!(outline.dropped, "");
    assert!(outline.needed >= outline.tokens);
}

#[test]
fn values_and_states_stand_where_they_say_something() {
    check(
        "<form aria-label=New><label>Email <input required value='a@x.test'></label>
         <label><input type=checkbox checked> News</label><button disabled>Save</button></form>",
        &[
            "form \"New\"",
            "  textbox \"Email\" [e1] = \"a@x.test\" required",
            "  checkbox \"News\" [e2] checked",
            "  button \"Save\" [e3] disabled",
        ],
    );
}

#[test]
fn plain_text_is_folded_into_one_line() {
    check(
        "<main><div><div>Hello <b>wor</b>ld</div></div><div><span>and more</span></div>
         <p>See <a href=/d>the docs</a> first.</p></main>",
        &[
            "main",
            "  \"Hello world · and more\"",
            "  \"See\" link \"the docs\" [e1] \"first.\"",
        ],
    );
}

#[test]
fn a_name_is_said_once() {
    check(
        "<fieldset><legend>Size</legend><label for=a>Width</label><input id=a></fieldset>",
        &["group \"Size\"", "  textbox \"Width\" [e1]"],
    );
    check("<h2><a href=/x>Title</a></h2>", &["h2 link \"Title\" [e1]"]);
    check(
        "<a href=/x><h3>Card</h3><p>Text</p></a>",
        &["link \"Card Text\" [e1]"],
    );
    check(
        "<dialog open aria-labelledby=t><h2 id=t>Sure?</h2><button>Yes</button></dialog>",
        &["dialog \"Sure?\"", "  button \"Yes\" [e1]"],
    );
    check(
        "<button aria-label=Close><svg><path/></svg>×</button>",
        &["button \"Close\" [e1]"],
    );
}

#[test]
fn items_and_rows_of_simple_parts_are_one_line() {
    check(
        "<ul><li><a href=/a>Home</a></li><li>Plain</li></ul>",
        &["- link \"Home\" [e1]", "- \"Plain\""],
    );
    check(
        "<table><caption>People</caption><tr><th>Name<th>City<tr><td>Ada<td>London
         <tr><td>Bob<td><button>Edit</button></table>",
        &[
            "table \"People\" [e1]",
            "  row \"Name\" | \"City\"",
            "  row \"Ada\" | \"London\"",
            "  row \"Bob\" | button \"Edit\" [e2]",
        ],
    );
}

#[test]
fn equal_rows_are_folded_with_their_keys() {
    let row = |n: u32| format!("<tr><td>Key {n}<td><button>Edit</button></tr>");
    let rows: String = (1..=9).map(row).collect();
    check(
        &format!("<table>{rows}</table>"),
        &[
            "table [e1]",
            "  row \"Key 1\" | button \"Edit\" [e2]",
            "  row \"Key 2\" | button \"Edit\" [e3]",
            "  row \"Key 3\" | button \"Edit\" [e4]",
            "  … 6 more rows like this: \"Key 4\" [e5], \"Key 5\" [e6], \"Key 6\" [e7], \
             \"Key 7\" [e8], \"Key 8\" [e9], \"Key 9\" [e10]",
        ],
    );
}

#[test]
fn many_rows_are_counted() {
    let row = |n: u32| format!("<tr><td>Key {n}<td><button>A</button><td><button>B</button></tr>");
    let rows: String = (1..=500).map(row).collect();
    let outline = written(&format!("<table>{rows}</table>"), View::Outline, 1000);
    assert!(
        outline
            .text
            .contains("… 497 more rows like this: \"Key 4\" [e8-e9]")
    );
    assert!(outline.text.contains("[e28-e1001]\n") || outline.text.contains("-e1001]\n"));
    assert!(outline.tokens < 200, "{}", outline.text);
}

#[test]
fn cards_without_roles_are_items() {
    let card = |n: u32| {
        format!("<div class=c><img alt=P{n}><h3>Item {n}</h3><p>${n}</p><button>Buy</button></div>")
    };
    let cards: String = (1..=8).map(card).collect();
    let outline = written(&format!("<div>{cards}</div>"), View::Outline, 1000);
    let first = outline.text.lines().next().unwrap();
    assert_eq!(
        first,
        "- img \"P1\" h3 \"Item 1\" \"$1\" button \"Buy\" [e1]"
    );
    assert!(
        outline
            .text
            .contains("… 5 more items like this: \"P4\" [e4]")
    );
}

#[test]
fn a_drop_down_box_tells_its_choice_and_its_options() {
    check(
        "<label>Land <select><option>A<option selected>B<option>C</select></label>",
        &["combobox \"Land\" [e1] = \"B\" of \"A\", \"C\""],
    );
    let options: String = (0..200).map(|n| format!("<option>O{n}")).collect();
    let outline = written(&format!("<select>{options}</select>"), View::Outline, 1000);
    assert!(outline.text.contains("\"O8\", …+191"), "{}", outline.text);
}

#[test]
fn what_cannot_be_read_says_so() {
    check(
        "<canvas aria-label=Chart></canvas><iframe title=Pay src=/p></iframe>",
        &["canvas \"Chart\" can't be read", "frame \"Pay\""],
    );
}

#[test]
fn a_part_of_a_long_list_tells_of_how_many() {
    check(
        "<table aria-label=Log aria-rowcount=2000><tr><td>a<tr><td>b</table>",
        &[
            "table \"Log\" [e1] (2 of 2000)",
            "  row \"a\"",
            "  row \"b\"",
        ],
    );
}

#[test]
fn frames_are_placed() {
    let outline = written(
        "<main><h1>Shop</h1><iframe title=Pay></iframe></main>",
        View::Outline,
        100,
    );
    let [frame] = outline.frames.as_slice() else {
        panic!("{:?}", outline.frames);
    };
    assert_eq!(
        (frame.line, frame.depth, frame.label.as_str()),
        (2, 1, "Pay")
    );
    assert_eq!(outline.text.lines().nth(2), Some("  frame \"Pay\""));
}

#[test]
fn a_native_list_says_what_is_chosen_and_from_what() {
    check(
        "<select aria-label=Size><option>S<option selected>M<option>L</select>
         <select aria-label=Many multiple><option selected>One<option selected>Two<option>Three</select>",
        &[
            "combobox \"Size\" [e1] = \"M\" of \"S\", \"L\"",
            "listbox (several) \"Many\" [e5] = \"One\", \"Two\" of \"Three\"",
        ],
    );
}
