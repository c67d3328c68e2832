//! A 12-row batch over ports: its outcomes against a server that keeps the truth, and its cuts at
//! every await.

#![allow(clippy::unwrap_used, reason = "a test ends where it finds a fault")]

mod support;

use std::rc::Rc;

use batch::{BatchEnd, LedgerFault, RowRecord, RowStatus};
use protocol::Diagnosis;
use serde_json::{Value, json};
use skill::{Skill, read_skill};
use storage::MemoryLedger;
use support::panel::{
    FOREVER, Panel, SKILL, disk_with, kept, sample_skill as skill, sample_table as table,
};
use support::{Fault500, Life, Server, Tab};

/// A panel that takes the batch over and runs it until it ends or dies; `None` if it died.
fn run(tab: &Rc<Tab>, disk: &Rc<MemoryLedger>, life: &Rc<Life>) -> Option<BatchEnd> {
    Panel::on(tab, disk).run(life).map(|end| end.unwrap())
}

/// The same on a disk with room for so many writes.
fn run_with_room(
    tab: &Rc<Tab>,
    disk: &Rc<MemoryLedger>,
    life: &Rc<Life>,
    room: u32,
) -> Option<Result<BatchEnd, LedgerFault>> {
    let panel = Panel {
        room,
        ..Panel::on(tab, disk)
    };
    panel.run(life)
}

fn rows(disk: &MemoryLedger) -> Vec<RowRecord> {
    kept(disk).0
}

fn email(row: &RowRecord) -> &str {
    &row.cells[1]
}

/// Runs the sample batch with one fault and gives the row it meets.
fn row_with(fault: Fault500) -> RowRecord {
    row_of(skill(), fault)
}

/// Runs a batch of this skill with one fault and gives the row it meets.
fn row_of(skill: Skill, fault: Fault500) -> RowRecord {
    let server = Server {
        faults: [("grace@example.test".to_owned(), fault)].into(),
        ..Server::default()
    };
    let (server, disk) = (Rc::new(server), disk_with(skill, &table()));
    let end = run(&Tab::new(server.clone()), &disk, &Life::of(FOREVER));
    assert_eq!(end, Some(BatchEnd::Finished));
    let rows = rows(&disk);
    let done: Vec<&str> = rows
        .iter()
        .filter(|r| r.status == RowStatus::Done)
        .map(email)
        .collect();
    let others = server
        .emails()
        .into_iter()
        .filter(|e| e != "grace@example.test");
    assert_eq!(
        done,
        others.collect::<Vec<_>>(),
        "every other row is done and stored"
    );
    rows.into_iter()
        .find(|row| email(row) == "grace@example.test")
        .unwrap()
}

#[test]
fn every_row_is_done_and_stored_once() {
    let (server, disk) = (Rc::new(Server::default()), disk_with(skill(), &table()));
    let end = run(&Tab::new(server.clone()), &disk, &Life::of(FOREVER));
    assert_eq!(end, Some(BatchEnd::Finished));
    for row in rows(&disk) {
        assert_eq!(
            row.status,
            RowStatus::Done,
            "{:?} {:?}",
            row.reason,
            row.checks
        );
        assert_eq!(row.attempts, 1);
    }
    let stored = server.stored.borrow();
    assert_eq!(stored.len(), 12);
    assert_eq!(
        stored[1]["Notes"],
        "发票抬头：小明贸易有限公司\n请用邮件联系"
    );
}

#[test]
fn a_toast_over_a_500_is_failed_with_the_answer_as_evidence() {
    let row = row_with(Fault500::ServerError);
    assert_eq!(row.status, RowStatus::Failed);
    let said = format!(
        "{}",
        row.checks
            .iter()
            .find(|check| !check.is_held())
            .unwrap()
            .actual
    );
    assert_eq!(said, "POST /api/customers answered 500");
}

#[test]
fn a_toast_over_a_200_with_nothing_stored_is_failed() {
    let row = row_with(Fault500::Lost);
    assert_eq!(row.status, RowStatus::Failed, "{:?}", row.checks);
}

/// The sample skill, proved by these conditions of its commit and its end alone.
fn skill_proved_by(expect: &Value, success: &Value) -> Skill {
    let mut file: Value = serde_json::from_str(SKILL).unwrap();
    file["row_key"] = Value::Null;
    file["steps"][6]["expect"] = expect.clone();
    file["success"] = success.clone();
    read_skill(&file.to_string()).unwrap()
}

/// What a commit of a keyless skill may be proved by.
fn keyless_skills() -> [(&'static str, Skill); 5] {
    let list = json!({ "role": "table", "name": "Customers" });
    let request =
        json!({ "check": "request_succeeded", "method": "POST", "url": "/api/customers" });
    let toast = json!({ "check": "text_present", "text": "Customer saved", "absent_before": true });
    let named = json!({ "check": "text_present", "text": "{{email}}", "absent_before": true });
    let key = json!({ "check": "key_present", "key": "{{email}}" });
    let row = json!({ "check": "row_contains", "list": list, "key": "{{email}}", "values": ["{{name}}"] });
    let count = json!({ "check": "list_count_delta", "list": list, "delta": 1 });
    [
        (
            "a text at the commit",
            skill_proved_by(&json!([request, toast, named]), &json!([])),
        ),
        (
            "a text at the end",
            skill_proved_by(&json!([request, toast]), &json!([named])),
        ),
        ("a key", skill_proved_by(&json!([toast, key]), &json!([]))),
        ("a row", skill_proved_by(&json!([request, row]), &json!([]))),
        (
            "a count",
            skill_proved_by(&json!([request, toast]), &json!([count])),
        ),
    ]
}

const LIES: [Fault500; 4] = [
    Fault500::ServerError,
    Fault500::Lost,
    Fault500::ErrorsInBody,
    Fault500::DrawnOnly,
];

#[test]
fn a_page_that_only_says_so_is_never_done_with_a_key() {
    for fault in LIES {
        let row = row_with(fault);
        assert_eq!(row.status, RowStatus::Failed, "{fault:?}: {:?}", row.checks);
    }
}

#[test]
fn a_page_that_only_says_so_is_never_done_without_a_key() {
    for (name, skill) in keyless_skills() {
        for fault in LIES {
            let row = row_of(skill.clone(), fault);
            assert!(
                matches!(row.status, RowStatus::Failed | RowStatus::Unknown),
                "{name}, {fault:?}: {:?} {:#?}",
                row.status,
                row.checks
            );
        }
    }
}

/// Failed rows can be run again: one that may be stored is not among them.
#[test]
fn without_a_key_a_server_that_broke_down_leaves_it_open() {
    for (name, skill) in keyless_skills() {
        let row = row_of(skill, Fault500::StoredThenError);
        assert_eq!(row.status, RowStatus::Unknown, "{name}: {:#?}", row.checks);
    }
}

#[test]
fn a_row_that_was_only_drawn_is_told_as_unproved() {
    let [(_, skill), ..] = keyless_skills();
    let row = row_of(skill, Fault500::DrawnOnly);
    assert_eq!(row.reason, Some(Diagnosis::Unproved));
}

#[test]
fn a_validation_error_is_told_in_the_pages_words() {
    let row = row_with(Fault500::Rejected);
    assert_eq!(row.status, RowStatus::Failed);
    let messages = vec!["Email: not accepted by the shop".to_owned()];
    assert_eq!(row.reason, Some(Diagnosis::ValidationError { messages }));
}

#[test]
fn stored_although_the_answer_was_an_error_is_unknown() {
    let row = row_with(Fault500::StoredThenError);
    assert_eq!(row.status, RowStatus::Unknown);
    assert!(
        matches!(row.reason, Some(Diagnosis::Contradictory { .. })),
        "{:?}",
        row.reason
    );
}

#[test]
fn a_row_that_is_there_already_is_not_sent() {
    let (server, disk) = (Rc::new(Server::default()), disk_with(skill(), &table()));
    let known = [("Name", "Ada"), ("Email", "ada@example.test")];
    let known = known
        .map(|(field, value)| (field.to_owned(), value.to_owned()))
        .into();
    server.stored.borrow_mut().push(known);
    run(&Tab::new(server.clone()), &disk, &Life::of(FOREVER)).unwrap();
    let row = &rows(&disk)[0];
    assert_eq!(row.status, RowStatus::Failed);
    assert!(matches!(row.reason, Some(Diagnosis::AlreadyThere { .. })));
    assert_eq!(
        server
            .emails()
            .iter()
            .filter(|e| *e == "ada@example.test")
            .count(),
        1
    );
}

#[test]
fn a_commit_without_a_proof_is_refused_before_anything_is_sent() {
    let mut skill = skill();
    skill.row_key = None;
    skill.success.clear();
    for step in &mut skill.steps {
        step.expect.retain(|condition| condition.is_about_network());
    }
    let (server, disk) = (Rc::new(Server::default()), disk_with(skill, &table()));
    run(&Tab::new(server.clone()), &disk, &Life::of(FOREVER)).unwrap();
    assert!(server.emails().is_empty());
    for row in rows(&disk) {
        assert_eq!(row.status, RowStatus::Failed);
        assert!(
            matches!(row.reason, Some(Diagnosis::PolicyBlocked { .. })),
            "{:?}",
            row.reason
        );
    }
}

#[test]
fn an_empty_required_value_fails_its_row_alone_and_touches_nothing() {
    let mut table = table();
    table.rows[4][1] = "  ".into();
    let (server, disk) = (Rc::new(Server::default()), disk_with(skill(), &table));
    run(&Tab::new(server.clone()), &disk, &Life::of(FOREVER)).unwrap();
    let rows = rows(&disk);
    assert_eq!((rows[4].status, rows[4].attempts), (RowStatus::Failed, 0));
    let reason = rows[4].reason.as_ref().unwrap().to_string();
    assert_eq!(reason, "Email is empty, but required");
    assert_eq!(server.emails().len(), 11);
}

/// Three writes a row; the disk fills up at each of the first rows' writes.
#[test]
fn a_full_disk_stops_the_batch_before_anything_is_sent_unrecorded() {
    for room in 0..9 {
        let (server, disk) = (Rc::new(Server::default()), disk_with(skill(), &table()));
        let tab = Tab::new(server.clone());
        let end = run_with_room(&tab, &disk, &Life::of(FOREVER), room);
        assert!(matches!(end, Some(Err(LedgerFault::Store(_)))), "{end:?}");
        let is_recorded =
            |row: &&RowRecord| matches!(row.status, RowStatus::Committing | RowStatus::Done);
        let rows = rows(&disk);
        let recorded: Vec<&str> = rows.iter().filter(is_recorded).map(email).collect();
        assert_eq!(server.emails(), recorded, "room for {room} writes");
        // With room again, what was sent is found by its key, and the rest is run.
        assert_eq!(
            run(&tab, &disk, &Life::of(FOREVER)),
            Some(BatchEnd::Finished)
        );
        assert_eq!(server.emails().len(), 12, "room for {room} writes");
    }
}

/// The batch is cut at every await of every port and gone on with by a new panel. Whatever the
/// point: nothing is sent twice, nothing is lost, nothing is reported done that is not stored.
#[test]
fn cut_at_every_await_it_goes_on_without_a_duplicate_or_a_loss() {
    let whole = Life::of(FOREVER);
    let (server, disk) = (Rc::new(Server::default()), disk_with(skill(), &table()));
    run(&Tab::new(server), &disk, &whole).unwrap();
    let awaits = whole.used();
    assert!(awaits > 12 * 20, "{awaits}");
    for page_survives in [true, false] {
        for cut in 0..awaits {
            cut_and_go_on(cut, page_survives);
        }
    }
}

fn cut_and_go_on(cut: u32, page_survives: bool) {
    let (server, disk) = (Rc::new(Server::default()), disk_with(skill(), &table()));
    let tab = Tab::new(server.clone());
    assert_eq!(run(&tab, &disk, &Life::of(cut)), None, "cut {cut}");
    let tab = if page_survives {
        tab
    } else {
        Tab::new(server.clone())
    };
    assert_eq!(
        run(&tab, &disk, &Life::of(FOREVER)),
        Some(BatchEnd::Finished),
        "cut {cut}"
    );
    let emails = server.emails();
    for row in rows(&disk) {
        let stored = emails
            .iter()
            .filter(|stored| *stored == email(&row))
            .count();
        let where_ = format!("cut {cut}, page survives {page_survives}, {}", email(&row));
        assert!(stored <= 1, "{where_}: stored {stored} times");
        // The server's truth is told exactly: all was fine but the panel's life.
        let expected = if stored == 1 {
            RowStatus::Done
        } else {
            RowStatus::Failed
        };
        assert_eq!(row.status, expected, "{where_}: {:?}", row.reason);
    }
}
