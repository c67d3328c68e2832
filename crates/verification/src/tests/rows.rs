//! Rows and their number.

use std::fmt::Write;

use protocol::{Fact, Verdict};
use serde_json::json;

use super::{check, judge};

use Verdict::{Failed, Held, Unknown};

fn row(key: &str, values: &[&str]) -> String {
    let list = json!({ "role": "table", "name": "Orders" });
    json!({ "check": "row_contains", "list": list, "key": key, "values": values }).to_string()
}

fn table(rows: &[&str]) -> String {
    let mut html = "<table aria-label=Orders><tr><th>No<th>Name<th>Due<th>Sum</tr>".to_owned();
    for row in rows {
        let cells = row.split('|').map(|cell| format!("<td>{cell}"));
        // Writing to a String cannot fail.
        let _ = write!(html, "<tr>{}</tr>", cells.collect::<String>());
    }
    html + "</table>"
}

#[test]
fn one_new_row_must_hold_the_key_and_all_values() {
    let empty = table(&[]);
    let ada = table(&["A-1|Ada Lovelace|2026-05-17|12"]);
    check(&row("A-1", &["Ada Lovelace", "12"]), &empty, &ada, Held);
    check(&row("A-1", &["Ada", "13"]), &empty, &ada, Failed);
    check(&row("A-1", &["Bob"]), &empty, &ada, Failed);
    check(&row("A-2", &["Ada"]), &empty, &ada, Failed);
    check(&row("A-1", &["Love"]), &empty, &ada, Failed);
}

#[test]
fn values_in_two_rows_are_not_in_one() {
    let both = table(&["A-1|Ada|2026-05-17|12", "A-2|Bob|2026-05-18|13"]);
    check(&row("A-1", &["Bob"]), &table(&[]), &both, Failed);
}

#[test]
fn a_key_in_two_rows_is_told_as_two() {
    let twice = table(&["A-1|Ada|2026-05-17|12", "A-1|Ada|2026-05-17|12"]);
    let judged = judge(&row("A-1", &["Ada"]), &table(&[]), &twice, &[]);
    assert_eq!(
        (judged.verdict, judged.actual),
        (Failed, Fact::Count { count: 2 })
    );
}

#[test]
fn a_key_that_was_there_before_proves_nothing_unless_the_claim_lets_it() {
    let ada = table(&["A-1|Ada|2026-05-17|12"]);
    let judged = judge(&row("A-1", &["Ada"]), &ada, &ada, &[]);
    assert_eq!(
        (judged.verdict, judged.actual, judged.is_final),
        (Failed, Fact::PresentBefore, true)
    );
    let edited = row("A-1", &["13"]).replacen('{', "{\"absent_before\":false,", 1);
    check(&edited, &ada, &table(&["A-1|Ada|2026-05-17|13"]), Held);
    check(&edited, &ada, &ada, Failed);
}

#[test]
fn a_list_that_was_not_in_sight_leaves_it_open() {
    let ada = table(&["A-1|Ada|2026-05-17|12"]);
    check(&row("A-1", &["Ada"]), "<form></form>", &ada, Unknown);
    check(&row("A-1", &["Ada"]), &table(&[]), "<form></form>", Failed);
}

#[test]
fn a_cell_that_is_nothing_but_a_number_or_date_is_read_by_value() {
    let german = |html: &str| format!("<html lang=de><body>{html}</body></html>");
    let before = german(&table(&[]));
    let after = german(&table(&["A-1|Ada|17.05.2026|1.234,50 €"]));
    check(
        &row("A-1", &["2026-05-17", "1234.5"]),
        &before,
        &after,
        Held,
    );
    check(&row("A-1", &["2026-05-18"]), &before, &after, Failed);
    check(&row("A-1", &["1234"]), &before, &after, Failed);
    let told = table(&["A-1|Ada|due 17 May 2026|about 12.0"]);
    check(&row("A-1", &["12"]), &table(&[]), &told, Failed);
    check(&row("A-1", &["2026-05-17"]), &table(&[]), &told, Failed);
}

#[test]
fn a_date_that_can_be_read_in_two_ways_is_unknown() {
    let after = table(&["A-1|Ada|04/05/2026|12"]);
    check(&row("A-1", &["2026-05-04"]), &table(&[]), &after, Unknown);
    // Whatever is certainly not there outweighs it.
    let two = row("A-1", &["2026-05-04", "Bob"]);
    check(&two, &table(&[]), &after, Failed);
}

#[test]
fn numbers_that_are_names_are_read_as_they_stand() {
    let after = table(&["A-1|7|4420|12.0"]);
    check(&row("A-1", &["007"]), &table(&[]), &after, Failed);
    check(&row("A-1", &["+44 20"]), &table(&[]), &after, Failed);
    check(&row("A-1", &["12"]), &table(&[]), &after, Held);
}

#[test]
fn empty_values_claim_nothing_and_an_empty_key_is_in_no_row() {
    let ada = table(&["A-1|Ada|2026-05-17|12"]);
    check(&row("A-1", &["", "  ", "Ada"]), &table(&[]), &ada, Held);
    check(&row("", &["Ada"]), &table(&[]), &ada, Failed);
    check(&row(" ", &[]), &table(&[]), &ada, Failed);
}

#[test]
fn items_without_cells_are_read_whole() {
    let list = json!({ "role": "list" });
    let claim = json!({ "check": "row_contains", "list": list, "key": "A-1", "values": ["Ada"] });
    let before = "<p>none</p>";
    check(
        &claim.to_string(),
        before,
        "<ul><li><b>A-1</b> for <i>Ada</i><li>A-2 for Bob</ul>",
        Unknown,
    );
    check(
        &claim.to_string(),
        "<ul><li>A-2 for Bob</ul>",
        "<ul><li><b>A-1</b> for <i>Ada</i><li>A-2 for Bob</ul>",
        Held,
    );
}

#[test]
fn a_long_list_is_searched_whole() {
    let rows: Vec<String> = (0..3_000)
        .map(|at| format!("A-{at}|Name {at}|2026-05-17|{at}"))
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let (before, after) = (table(&rows[..2_999]), table(&rows));
    check(&row("A-2999", &["Name 2999"]), &before, &after, Held);
    check(&row("A-29", &["Name 29"]), &before, &after, Failed);
}

fn count(count: u32) -> String {
    let list = json!({ "role": "table", "name": "Orders" });
    json!({ "check": "count_equals", "list": list, "count": count }).to_string()
}

#[test]
fn a_list_has_exactly_so_many() {
    let two = table(&["A-1|Ada", "A-2|Bob"]);
    check(&count(2), "", &two, Held);
    check(&count(1), "", &two, Failed);
    check(&count(3), "", &two, Failed);
    check(&count(0), "", &table(&[]), Held);
}

#[test]
fn the_number_the_page_states_counts_where_it_shows_a_part() {
    let part = table(&["A-1|Ada"]).replace("<table", "<table aria-rowcount=41");
    check(&count(40), "", &part, Held);
    check(&count(1), "", &part, Failed);
}

#[test]
fn a_list_that_is_not_there_is_not_known_to_be_empty() {
    check(&count(0), "", "<p>Nothing</p>", Unknown);
    check(&count(1), "", "<p>Nothing</p>", Failed);
    let two = table(&[]) + &table(&[]);
    check(&count(0), "", &two, Unknown);
}
