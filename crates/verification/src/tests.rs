//! One `check` per behaviour; page before, page after and requests are the data.

mod absences;
mod attributes;
mod browser;
mod changes;
mod rows;

use page_fixture::page_from_html;
use perception::{RefTable, perceive};
use protocol::{
    Answered, Baseline, Check, Fact, Judged, NetworkFact, PostCondition, Source, TimingMark,
    Verdict,
};

use crate::{Look, baseline, verify};

/// Judges `condition` (JSON) on `after`, its baseline taken on `before`.
fn judge(condition: &str, before: &str, after: &str, network: &[NetworkFact]) -> Check {
    let condition: PostCondition = serde_json::from_str(condition).unwrap();
    let page = page_from_html(before);
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    let mut baseline = baseline(
        Look {
            page: &page,
            snapshot: &snapshot,
        },
        &condition,
    );
    if condition.is_about_network() {
        baseline = Baseline::Requests {
            after: 1,
            timing: TimingMark::default(),
        };
    }
    let page = page_from_html(after);
    let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
    verify(
        Look {
            page: &page,
            snapshot: &snapshot,
        },
        &Judged {
            element: None,
            condition,
            baseline,
        },
        None,
        network,
    )
}

fn check(condition: &str, before: &str, after: &str, expected: Verdict) {
    let check = judge(condition, before, after, &[]);
    assert_eq!(check.verdict, expected, "{condition}: {}", check.actual);
}

fn request(sequence: u32, method: &str, status: u16) -> NetworkFact {
    NetworkFact {
        source: Source::WebRequest,
        sequence,
        method: method.into(),
        url: "http://h/api/customers".into(),
        answered: if status == 0 {
            Answered::Pending
        } else {
            Answered::Status { status }
        },
    }
}

use Verdict::{Failed, Held, Unknown};

#[test]
fn a_value_must_be_equal_not_alike() {
    let condition = r#"{"check":"value_equals","target":{"name":"City"},"value":"Paris"}"#;
    let field = |value: &str| format!("<label>City <input value='{value}'></label>");
    check(condition, "", &field("Paris"), Held);
    check(condition, "", &field("paris"), Failed);
    check(condition, "", &field("Paris "), Failed);
    check(condition, "", "<p>Paris</p>", Failed);
}

#[test]
fn a_value_that_nobody_may_read_is_unknown() {
    let condition = r#"{"check":"value_equals","target":{"name":"Code"},"value":"1"}"#;
    check(
        condition,
        "",
        "<label>Code <input type=password value=1></label>",
        Unknown,
    );
}

#[test]
fn a_text_that_was_there_before_proves_nothing() {
    let condition = r#"{"check":"text_present","text":"Customer saved","absent_before":true}"#;
    check(condition, "<p>List</p>", "<p>Customer saved</p>", Held);
    check(
        condition,
        "<p>Customer saved</p>",
        "<p>Customer saved</p>",
        Failed,
    );
    check(
        condition,
        "<p>List</p>",
        "<p>Customer not saved</p>",
        Failed,
    );
}

#[test]
fn a_text_counts_only_within_its_place() {
    let condition =
        r#"{"check":"text_present","text":"Ada","within":{"role":"table","name":"Customers"}}"#;
    check(
        condition,
        "",
        "<p>Ada</p><table aria-label=Customers><tr><td>Bob</table>",
        Failed,
    );
    check(
        condition,
        "",
        "<table aria-label=Customers><tr><td>Ada</table>",
        Held,
    );
}

#[test]
fn an_element_must_be_the_only_one() {
    let condition = r#"{"check":"element_exists","target":{"role":"button","name":"Pay"}}"#;
    check(condition, "", "<button>Pay</button>", Held);
    check(condition, "", "<button hidden>Pay</button>", Failed);
    check(
        condition,
        "",
        "<button>Pay</button><button>Pay</button>",
        Unknown,
    );
}

#[test]
fn a_list_must_grow_by_exactly_so_many() {
    let condition = r#"{"check":"list_count_delta","list":{"role":"list"},"delta":1}"#;
    check(condition, "<ul><li>a</ul>", "<ul><li>a<li>b</ul>", Held);
    check(
        condition,
        "<ul><li>a</ul>",
        "<ul><li>a<li>b<li>c</ul>",
        Failed,
    );
    check(condition, "<p>nothing yet</p>", "<ul><li>a</ul>", Held);
    check(
        condition,
        "<p>another page</p>",
        "<ul><li>a<li>b</ul>",
        Unknown,
    );
}

const KEY: &str = r#"{"check":"key_present","key":"ada@x.test","within":{"role":"table"}}"#;

fn table(emails: &[&str]) -> String {
    let rows: String = emails
        .iter()
        .map(|e| format!("<tr><td>Name<td>{e}"))
        .collect();
    format!("<table><tr><th>Name<th>Email{rows}</table>")
}

#[test]
fn a_key_must_be_new_and_there_once() {
    check(KEY, &table(&[]), &table(&["ada@x.test"]), Held);
    check(KEY, &table(&[]), &table(&["lada@x.test"]), Failed);
    check(
        KEY,
        &table(&[]),
        &table(&["ada@x.test", "ada@x.test"]),
        Failed,
    );
    check(
        KEY,
        &table(&["ada@x.test"]),
        &table(&["ada@x.test"]),
        Failed,
    );
}

#[test]
fn a_key_that_could_not_be_looked_for_before_stays_unknown() {
    check(KEY, "<p>Loading…</p>", &table(&["ada@x.test"]), Unknown);
}

const POST: &str = r#"{"check":"request_succeeded","method":"POST","url":"/api/*"}"#;

#[test]
fn only_requests_after_the_baseline_count() {
    let old = [request(1, "POST", 200)];
    assert_eq!(judge(POST, "", "", &old).verdict, Failed);
    let new = [request(1, "POST", 500), request(2, "POST", 201)];
    assert_eq!(judge(POST, "", "", &new).verdict, Held);
}

#[test]
fn an_error_answer_is_final_and_an_open_request_unknown() {
    let refused = judge(POST, "", "", &[request(2, "POST", 500)]);
    assert_eq!((refused.verdict, refused.is_final), (Failed, true));
    let open = judge(POST, "", "", &[request(2, "POST", 0)]);
    assert_eq!((open.verdict, open.is_final), (Unknown, false));
}

#[test]
fn a_redirect_is_the_requests_answer_and_the_last_try_counts() {
    assert_eq!(
        judge(POST, "", "", &[request(2, "POST", 303)]).verdict,
        Held
    );
    let retried = [
        request(2, "POST", 503),
        request(3, "POST", 200),
        request(4, "GET", 404),
    ];
    assert_eq!(judge(POST, "", "", &retried).verdict, Held);
}

#[test]
fn an_address_is_held_against_its_pattern() {
    let at = |pattern: &str| format!(r#"{{"check":"url_matches","pattern":"{pattern}"}}"#);
    for (pattern, expected) in [("/", Held), ("https://*", Held), ("/customers", Failed)] {
        let page = page_fixture::page_at("https://shop.example/#top", "");
        let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
        let condition = serde_json::from_str(&at(pattern)).unwrap();
        let judged = Judged {
            element: None,
            condition,
            baseline: Baseline::Nothing,
        };
        let check = verify(
            Look {
                page: &page,
                snapshot: &snapshot,
            },
            &judged,
            None,
            &[],
        );
        assert_eq!(check.verdict, expected, "{pattern}");
    }
}

#[test]
fn a_list_holds_its_options_label_and_value() {
    let of = |value: &str| {
        format!(r#"{{"check":"value_equals","target":{{"name":"Plan"}},"value":"{value}"}}"#)
    };
    let page = "<label>Plan <select><option value=b>Basic<option value=p selected>Pro  plan
        </select></label>";
    check(&of("Pro plan"), "", page, Held);
    check(&of("p"), "", page, Held);
    check(&of("Basic"), "", page, Failed);
}

#[test]
fn a_state_must_be_the_one_asked_for() {
    let of = |name: &str, state: &str| {
        format!(r#"{{"check":"element_state","target":{{"name":"{name}"}},"state":"{state}"}}"#)
    };
    let page = "<label>News <input type=checkbox checked></label><button disabled>Pay</button>
        <button aria-expanded=false>More</button>";
    check(&of("News", "checked"), "", page, Held);
    check(&of("News", "unchecked"), "", page, Failed);
    check(&of("Pay", "disabled"), "", page, Held);
    check(&of("Pay", "checked"), "", page, Failed);
    check(&of("More", "collapsed"), "", page, Held);
    check(&of("More", "expanded"), "", page, Failed);
}

#[test]
fn what_is_gone_must_not_be_there_even_twice() {
    let condition = r#"{"check":"element_gone","target":{"role":"dialog"}}"#;
    check(condition, "", "<p>rest</p>", Held);
    check(condition, "", "<div role=dialog>a</div>", Failed);
    check(
        condition,
        "",
        "<div role=dialog>a</div><div role=dialog>b</div>",
        Failed,
    );
}

#[test]
fn an_absent_text_needs_its_place_to_be_there() {
    let condition = r#"{"check":"text_absent","text":"Ada","within":{"role":"table"}}"#;
    check(condition, "", &table(&["bob@x.test"]), Held);
    check(condition, "", "<p>Signed out</p>", Unknown);
    let anywhere = r#"{"check":"text_absent","text":"Error"}"#;
    check(anywhere, "", "<p>No Errors</p>", Held);
    check(anywhere, "", "<p>Error 12</p>", Failed);
}

/// A request in the page's own timing; status 0: it can't be read.
fn timed(status: u16) -> NetworkFact {
    let answered = match status {
        0 => Answered::Unreadable,
        status => Answered::Status { status },
    };
    NetworkFact {
        source: Source::ResourceTiming,
        answered,
        ..request(0, "", 0)
    }
}

#[test]
fn a_request_that_only_the_pages_timing_shows_is_never_held_by_being_there() {
    const ANY: &str = r#"{"check":"request_succeeded","url":"/api/*"}"#;
    for (condition, status, expected) in [
        (ANY, 0, Unknown),
        (ANY, 201, Held),
        (ANY, 500, Failed),
        (POST, 0, Unknown),
        (POST, 201, Unknown),
        (POST, 500, Unknown),
    ] {
        let found = judge(condition, "", "", &[timed(status)]);
        assert_eq!(found.verdict, expected, "{condition} {status}");
        let status = (status > 0).then_some(status);
        let path = "/api/customers".into();
        assert_eq!(found.evidence, [Fact::Timing { path, status }]);
    }
}

#[test]
fn what_web_request_shows_counts_before_the_pages_timing() {
    let both = [timed(500), request(2, "POST", 201)];
    assert_eq!(judge(POST, "", "", &both).verdict, Held);
    let both = [timed(201), request(2, "POST", 500)];
    assert_eq!(judge(POST, "", "", &both).verdict, Failed);
}

#[test]
fn files_beside_a_button_whose_input_has_become_visible_are_its_files() {
    let zone = |files: &str| {
        format!(
            "<div><div><button>Browse</button><input type=file aria-label=Scans></div><ul>{files}</ul></div>"
        )
    };
    let wants = |values: &str| {
        format!(
            r#"{{"check":"values_equal","target":{{"role":"button","name":"Browse"}},"values":{values}}}"#
        )
    };
    let (before, after) = (zone(""), zone("<li>scan.txt</li>"));
    check(&wants(r#"["scan.txt"]"#), &before, &after, Verdict::Held);
    check(&wants(r#"["other.txt"]"#), &before, &after, Verdict::Failed);
    check(&wants(r#"["scan.txt"]"#), &before, &before, Verdict::Failed);
}
