//! The other views.

use page_fixture::page_from_html;
use protocol::{NodeRef, ObservationId, View};

use super::super::{OutlineOptions, outline};
use super::written;
use crate::{Record, RefTable, perceive};

fn check(html: &str, view: View, expected: &[&str]) {
    let outline = written(html, view, 10_000);
    let lines: Vec<&str> = outline.text.lines().collect();
    assert_eq!(lines, expected, "{html}");
}

fn node(element: u32) -> NodeRef {
    NodeRef { frame: 0, element }
}

#[test]
fn interactive_keeps_controls_and_where_they_are() {
    check(
        "<header><p>Hello</p></header><main><h1>Shop</h1><p>Words</p><h2>Cart</h2>
         <button>Buy</button><h2>Terms</h2><p>More</p>
         <ul><li>First <button>X</button> rest</li></ul></main>",
        View::Interactive,
        &[
            "main",
            "  h2 \"Cart\"",
            "  button \"Buy\" [e1]",
            "  h2 \"Terms\"",
            "  - \"First\" button \"X\" [e2]",
        ],
    );
}

#[test]
fn full_tells_paths_and_folds_nothing() {
    check(
        "<form id=f><p>Hi</p><a href=/a>A</a><a href=/b>B</a></form>",
        View::Full,
        &[
            "form css \"form#f\"",
            "  \"Hi\"",
            "  link \"A\" [e1] css \"form#f > a:nth-of-type(1)\" to \"/a\"",
            "  link \"B\" [e2] css \"form#f > a:nth-of-type(2)\" to \"/b\"",
        ],
    );
}

#[test]
fn around_shows_the_section() {
    let html = "<main><p>Far</p><form aria-label=New><input aria-label=A><button>Go</button></form></main>";
    check(
        html,
        View::Around { reference: node(2) },
        &[
            "… in main",
            "form \"New\"",
            "  textbox \"A\" [e1]",
            "  button \"Go\" [e2]",
        ],
    );
    check(
        html,
        View::Around { reference: node(9) },
        &["… [e9] is not on this page"],
    );
}

#[test]
fn around_a_row_shows_its_neighbors() {
    let row = |n: u32| format!("<tr><td>K{n}<td><button>B</button></tr>");
    let rows: String = (1..=20).map(row).collect();
    check(
        &format!("<table>{rows}</table>"),
        View::Around {
            reference: node(11),
        },
        &[
            "… in table",
            "row \"K8\" | button \"B\" [e9]",
            "row \"K9\" | button \"B\" [e10]",
            "row \"K10\" | button \"B\" [e11]",
            "row \"K11\" | button \"B\" [e12]",
            "row \"K12\" | button \"B\" [e13]",
        ],
    );
}

#[test]
fn a_table_is_csv_with_spans_filled_in() {
    check(
        "<table><caption>T</caption><tr><th>Name<th colspan=2>Sum
         <tr><td rowspan=2>A \"x\", B<td>12<td>-3.5<tr><td><td>x\ny</table>",
        View::Table { reference: node(1) },
        &[
            "… table \"T\" as CSV, 3 lines",
            "\"Name\",\"Sum\",\"Sum\"",
            "\"A \"\"x\"\", B\",12,-3.5",
            "\"A \"\"x\"\", B\",,\"x y\"",
        ],
    );
    check(
        "<button>B</button>",
        View::Table { reference: node(1) },
        &["… [e1] is in no table on this page"],
    );
}

#[test]
fn an_article_is_its_text_alone() {
    check(
        "<nav><a href=/>Home</a></nav><main><h1>Title</h1><p>One <a href=/x>link</a> here.</p>
         <aside>Buy</aside><ul><li>Point</ul><button>Share</button>
         <div class=ad role=region aria-label=x>Ad</div></main><footer>End</footer>",
        View::Article,
        &["h1 \"Title\"", "\"One link here.\"", "- \"Point\""],
    );
}

#[test]
fn a_difference_needs_its_observation() {
    let view = View::Diff {
        since: ObservationId(1),
    };
    check(
        "<button>B</button>",
        view.clone(),
        &["… there is no such observation to compare with"],
    );
    let page = page_from_html("<button>B</button>");
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    let record = Record::of(&page, &snapshot);
    let options = OutlineOptions {
        view,
        budget: 100,
        previous: Some(&record),
    };
    let text = outline(&page, &snapshot, &options).text;
    assert_eq!(text, "valid: e1\nnothing changed\n");
}
