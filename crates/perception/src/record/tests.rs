//! What became different, in words.

use page_fixture::page_from_html;

use super::{Diff, Record, diff};
use crate::{RefTable, estimate_tokens, perceive};

/// Elements keep their identity by their place in the two pages.
fn difference(before: &str, after: &str) -> Diff {
    let mut refs = RefTable::default();
    let mut record = |html: &str| {
        let page = page_from_html(html);
        let snapshot = perceive(&page, &mut refs).snapshot;
        Record::of(&page, &snapshot)
    };
    let before = record(before);
    diff(&before, &record(after))
}

fn check(before: &str, after: &str, expected: &[&str]) {
    let text = difference(before, after).to_text(1000);
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn values_and_states_are_told() {
    check(
        "<input aria-label=A value=x><input type=checkbox aria-label=B>",
        "<input aria-label=A value=y aria-invalid=true><input type=checkbox aria-label=B checked>",
        &[
            "valid: e1-e2",
            "~ textbox \"A\" [e1]: value \"x\" -> \"y\", now invalid",
            "~ checkbox \"B\" [e2]: now checked",
        ],
    );
}

#[test]
fn what_came_and_went_is_told() {
    check(
        "<title>One</title><button>A</button><button>B</button>",
        "<title>Two</title><button>A</button>",
        &[
            "title: \"One\" -> \"Two\"",
            "valid: e1",
            "- button \"B\" [e2]",
        ],
    );
    check(
        "<p>x</p>",
        "<p>x</p><div role=alert>Saved</div><dialog open aria-label=Sure></dialog>",
        &[
            "message: alert",
            "opened: dialog \"Sure\"",
            "+ text \"Saved\"",
        ],
    );
}

#[test]
fn texts_and_counts_are_told() {
    check(
        "<ul aria-label=L><li>a<li>b</ul><p>Sum 1</p>",
        "<ul aria-label=L><li>a<li>b</ul><p>Sum 2</p>",
        &["~ text \"Sum 1\" -> \"Sum 2\""],
    );
    check(
        "<ul aria-label=L><li>a<li>b</ul>",
        "<ul aria-label=L><li>a<li>b<li>c</ul>",
        &["count of listitem in \"L\": 2 -> 3", "+ text \"c\""],
    );
}

#[test]
fn the_same_page_changed_nothing() {
    let page = "<button>A</button><p>x</p>";
    assert!(difference(page, page).is_empty());
    check(page, page, &["valid: e1", "nothing changed"]);
    let lists = "<ul><li>a<li>b</ul><ul><li>c<li>d<li>e</ul>";
    check(lists, lists, &["nothing changed"]);
}

#[test]
fn huge_changes_stay_small() {
    let many: String = (0..3000)
        .map(|n| format!("<button>B{n}</button><p>t{n}</p>"))
        .collect();
    let diff = difference("<p>x</p>", &many);
    for budget in [0, 1, 5, 20, 100, 400] {
        let text = diff.to_text(budget);
        assert!(estimate_tokens(&text) <= budget, "{text}");
    }
    assert!(diff.to_text(10_000).contains("+ 2992 more button\n"));
    assert!(diff.to_text(10_000).len() < 8000);
}

#[test]
fn a_renamed_node_loses_its_ref() {
    check(
        "<button>Save</button>",
        "<button>Saved</button>",
        &["~ button \"Saved\" [e2]: named \"Save\" before"],
    );
}
