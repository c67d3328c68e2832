//! What a row is proved by beyond its key: records read back, what a step implies, tabs that open.

#![allow(clippy::unwrap_used, reason = "a test ends where it finds a fault")]

mod support;

use std::rc::Rc;

use batch::{RowRecord, RowStatus, Stage, StageKind, Table, stages};
use protocol::{Diagnosis, Fact, PostCondition, Verdict};
use replay::{Effect, Event};
use serde_json::{Value, json};
use skill::{Skill, read_skill};
use storage::MemoryLedger;
use support::panel::{FOREVER, Panel, SKILL, disk_with, kept};
use support::{Fault500, Life, Server, Tab};

const EMAIL: &str = "ada@example.test";

/// The sample skill, with other parts.
fn skill_with(parts: &[(&str, Value)]) -> Skill {
    let mut file: Value = serde_json::from_str(SKILL).unwrap();
    for (pointer, value) in parts {
        *file.pointer_mut(pointer).unwrap() = value.clone();
    }
    read_skill(&file.to_string()).unwrap()
}

/// The sample skill without its key, with these checks of its commit and its end.
fn proved_by(expect: Value, success: Value) -> Skill {
    skill_with(&[
        ("/row_key", Value::Null),
        ("/steps/6/expect", expect),
        ("/success", success),
    ])
}

fn readback(url: &str, then: Value) -> Value {
    json!({ "check": "readback", "url": url, "then": then })
}

/// The record's own page shows the email in its field.
fn on_record() -> Value {
    let field = json!({ "role": "textbox", "name": "Email" });
    let then = json!([{ "check": "value_equals", "target": field, "value": "{{email}}" }]);
    readback("/customers/{{email}}", then)
}

/// The list holds the row; nothing is said of before.
fn in_list() -> Value {
    let list = json!({ "role": "table", "name": "Customers" });
    let then = json!([{ "check": "row_contains", "list": list, "key": "{{email}}",
        "values": ["{{name}}"], "absent_before": false }]);
    readback("/customers", then)
}

fn key_is_new() -> Value {
    readback(
        "/customers",
        json!([{ "check": "key_present", "key": "{{email}}" }]),
    )
}

/// The record opened from the list.
fn opened() -> Value {
    let link = json!({ "role": "link", "name": "{{email}}" });
    let then = json!([{ "check": "text_present", "text": "{{name}}" }]);
    json!({ "check": "readback", "url": "/customers", "open": link, "then": then })
}

fn toast() -> Value {
    json!({ "check": "text_present", "text": "Customer saved", "absent_before": true })
}

struct World {
    tab: Rc<Tab>,
    disk: Rc<MemoryLedger>,
}

impl World {
    /// One row for Ada, on a site with this fault.
    fn of(skill: Skill, fault: Option<Fault500>) -> Self {
        let row = ["Ada Lovelace", EMAIL, "1", "London", ""];
        let table = Table {
            headers: ["Name", "Email", "Phone", "City", "Notes"]
                .map(String::from)
                .into(),
            rows: vec![row.map(String::from).into()],
        };
        let disk = disk_with(skill, &table);
        let server = Server {
            faults: fault
                .map(|fault| (EMAIL.to_owned(), fault))
                .into_iter()
                .collect(),
            ..Server::default()
        };
        Self {
            tab: Tab::new(Rc::new(server)),
            disk,
        }
    }

    /// Runs it until it ends or the panel dies; whether it ended.
    fn run(&self, life: &Rc<Life>) -> bool {
        let ended = Panel::on(&self.tab, &self.disk).run(life);
        ended.map(|end| end.unwrap()).is_some()
    }

    fn row(&self) -> RowRecord {
        kept(&self.disk).0.remove(0)
    }

    /// What each step came to.
    fn steps(&self) -> Vec<Stage> {
        let run = kept(&self.disk).1.remove(0);
        let stages = stages(&run.entries).into_iter();
        stages
            .filter(|stage| matches!(stage.kind, StageKind::Step { .. }))
            .collect()
    }

    fn stored(&self) -> usize {
        self.tab.server.emails().len()
    }
}

/// How many checks of a step held, and of how many.
fn checks_of(step: &Stage) -> (u32, u32) {
    let checked = step.events.iter().filter_map(|event| match event {
        Event::Checked { held, of, .. } => Some((*held, *of)),
        _ => None,
    });
    checked.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

fn effects_of(step: &Stage) -> Vec<Effect> {
    let effects = step.events.iter().filter_map(|event| match event {
        Event::CameOf { effect, .. } => Some(effect.clone()),
        _ => None,
    });
    effects.collect()
}

fn run(skill: Skill, fault: Option<Fault500>) -> RowRecord {
    let world = World::of(skill, fault);
    assert!(world.run(&Life::of(FOREVER)));
    world.row()
}

const LIES: [Fault500; 4] = [
    Fault500::ServerError,
    Fault500::Lost,
    Fault500::ErrorsInBody,
    Fault500::DrawnOnly,
];

#[test]
fn a_record_that_is_read_back_proves_its_row() {
    for proof in [on_record(), in_list(), key_is_new(), opened()] {
        for skill in [
            proved_by(json!([toast(), proof]), json!([])),
            proved_by(json!([toast()]), json!([proof])),
        ] {
            let world = World::of(skill, None);
            assert!(world.run(&Life::of(FOREVER)));
            let row = world.row();
            assert_eq!(row.status, RowStatus::Done, "{proof}: {row:#?}");
            assert_eq!(world.stored(), 1);
            // The readback, and each of its claims.
            assert!(row.checks.len() >= 2, "{:#?}", row.checks);
        }
    }
}

#[test]
fn a_page_that_only_says_so_is_found_out_by_reading_back() {
    for proof in [on_record(), in_list(), key_is_new(), opened()] {
        for fault in LIES {
            let row = run(proved_by(json!([toast(), proof]), json!([])), Some(fault));
            assert_eq!(
                row.status,
                RowStatus::Unknown,
                "{proof}, {fault:?}: {row:#?}"
            );
            let told = row.checks.iter().find(|check| !check.is_held()).unwrap();
            assert!(matches!(told.condition, PostCondition::Readback { .. }));
        }
    }
}

#[test]
fn with_a_key_what_is_read_back_must_hold_too() {
    let wrong = readback(
        "/customers/{{email}}",
        json!([{ "check": "text_present", "text": "Bob" }]),
    );
    let row = run(skill_with(&[("/success", json!([wrong]))]), None);
    assert_eq!(row.status, RowStatus::Unknown);
    assert!(
        matches!(row.reason, Some(Diagnosis::Contradictory { .. })),
        "{row:#?}"
    );
    let row = run(skill_with(&[("/success", json!([on_record()]))]), None);
    assert_eq!(row.status, RowStatus::Done, "{row:#?}");
    for fault in LIES {
        let row = run(
            skill_with(&[("/success", json!([on_record()]))]),
            Some(fault),
        );
        assert_eq!(row.status, RowStatus::Failed, "{fault:?}: {row:#?}");
    }
}

/// The record was there before the row: that it is there afterwards proves nothing.
#[test]
fn what_was_there_before_proves_nothing_when_it_is_read_back() {
    for proof in [on_record(), in_list(), key_is_new(), opened()] {
        let world = World::of(
            proved_by(json!([toast()]), json!([proof])),
            Some(Fault500::Lost),
        );
        world
            .tab
            .store_unseen([("Name", "Ada Lovelace"), ("Email", EMAIL)]);
        assert!(world.run(&Life::of(FOREVER)));
        let row = world.row();
        assert_eq!(row.status, RowStatus::Unknown, "{proof}: {row:#?}");
    }
}

#[test]
fn a_record_that_can_not_be_opened_is_told() {
    let link = json!({ "role": "link", "name": "Nobody" });
    let then = json!([{ "check": "text_present", "text": "{{name}}" }]);
    let open = json!({ "check": "readback", "open": link, "then": then });
    let row = run(skill_with(&[("/success", json!([open]))]), None);
    let check = row.checks.iter().find(|check| !check.is_held()).unwrap();
    assert_eq!(check.verdict, Verdict::Failed);
    assert_eq!(row.status, RowStatus::Unknown, "{row:#?}");
}

#[test]
fn a_link_that_is_drawn_anew_is_looked_for_again_and_clicked_once() {
    let world = World::of(skill_with(&[("/success", json!([opened()]))]), None);
    world.tab.stale.set(2);
    assert!(world.run(&Life::of(FOREVER)));
    assert_eq!(world.row().status, RowStatus::Done, "{:#?}", world.row());
}

/// Cut at every await, the row is never sent twice and never told done where it is not stored.
#[test]
fn a_readback_that_is_cut_repeats_nothing() {
    for (skill, has_key) in [
        (
            skill_with(&[("/success", json!([on_record(), opened()]))]),
            true,
        ),
        (
            proved_by(json!([toast()]), json!([key_is_new(), opened()])),
            false,
        ),
    ] {
        let whole = Life::of(FOREVER);
        assert!(World::of(skill.clone(), None).run(&whole));
        for cut in 0..whole.used() {
            let world = World::of(skill.clone(), None);
            assert!(!world.run(&Life::of(cut)));
            assert!(world.run(&Life::of(FOREVER)));
            let (row, stored) = (world.row(), world.stored());
            assert!(stored <= 1, "cut {cut}: stored {stored} times");
            let is_done = row.status == RowStatus::Done;
            assert!(!is_done || stored == 1, "cut {cut}: {row:#?}");
            assert!(!has_key || is_done == (stored == 1), "cut {cut}: {row:#?}");
        }
    }
}

/// The sample skill whose commit says nothing of what must come of it.
fn silent() -> Skill {
    skill_with(&[("/steps/6/expect", json!([])), ("/success", json!([]))])
}

#[test]
fn a_commit_without_checks_is_done_by_its_key_alone() {
    let world = World::of(silent(), None);
    assert!(world.run(&Life::of(FOREVER)));
    assert_eq!(world.row().status, RowStatus::Done, "{:#?}", world.row());
    assert_eq!(checks_of(world.steps().last().unwrap()), (2, 2));
    for fault in LIES {
        let row = run(silent(), Some(fault));
        assert_eq!(row.status, RowStatus::Failed, "{fault:?}: {row:#?}");
    }
}

#[test]
fn a_click_into_the_void_is_told_by_what_was_inferred() {
    let row = run(silent(), Some(Fault500::Ignored));
    assert_eq!(row.status, RowStatus::Failed);
    let check = row.checks.iter().find(|check| !check.is_held()).unwrap();
    assert_eq!(check.condition, PostCondition::SomethingChanged {});
    assert_eq!((check.is_inferred, &check.actual), (true, &Fact::Unchanged));
}

#[test]
fn a_complaint_breaks_a_commit_without_checks() {
    let row = run(silent(), Some(Fault500::Rejected));
    assert_eq!(row.status, RowStatus::Failed);
    assert!(
        matches!(row.reason, Some(Diagnosis::ValidationError { .. })),
        "{row:#?}"
    );
    let inferred = row.checks.iter().filter(|check| check.is_inferred);
    assert_eq!(inferred.count(), 2);
}

/// What a step implies is looked at with what it is looked at for anyway: nobody waits for it.
#[test]
fn only_a_commit_is_waited_for_by_what_it_implies() {
    let enter = json!({ "do": "fill", "target": { "role": "textbox", "name": "Name" },
        "value": "{{name}}", "enter": true });
    let world = World::of(skill_with(&[("/steps/1/action", enter)]), None);
    assert!(world.run(&Life::of(FOREVER)));
    assert_eq!(world.row().status, RowStatus::Done, "{:#?}", world.row());
    // Of steps that take no time nothing is told but what they came to.
    let step = &world.steps()[1];
    assert_eq!(checks_of(step), (2, 2));
    assert_eq!(step.took_ms, None, "{:?}", step.waits);
}

/// A step that prints, and one in the tab that opens for it.
fn printing(expect: Value) -> Skill {
    let mut file: Value = serde_json::from_str(SKILL).unwrap();
    let target = json!({ "role": "link", "name": "Print" });
    file["steps"] = json!([
        { "intent": "Print", "action": { "do": "click", "target": target }, "expect": expect },
        { "intent": "Copies", "action": { "do": "fill",
            "target": { "role": "textbox", "name": "Copies" }, "value": "2" } },
    ]);
    file["success"] = json!([]);
    file["row_key"] = Value::Null;
    file["slots"] = json!([]);
    read_skill(&file.to_string()).unwrap()
}

#[test]
fn the_run_goes_on_in_the_tab_that_a_step_claims_to_open() {
    let world = World::of(
        printing(json!([{ "check": "tab_opened", "url": "/receipt*" }])),
        None,
    );
    assert!(world.run(&Life::of(FOREVER)));
    assert!(world.tab.is_followed.get());
    let tab = Effect::Tab {
        url: "http://127.0.0.1:4780/receipt".into(),
    };
    let steps = world.steps();
    assert_eq!(effects_of(&steps[0]), [tab]);
    assert_eq!(effects_of(&steps[1]), []);
}

#[test]
fn a_tab_that_nobody_claims_is_told_and_not_followed() {
    let world = World::of(printing(json!([])), None);
    assert!(world.run(&Life::of(FOREVER)));
    assert!(!world.tab.is_followed.get());
    let row = world.row();
    assert_eq!(row.status, RowStatus::Failed);
    assert_eq!(effects_of(&world.steps()[0]).len(), 1);
}

#[test]
fn another_tab_than_the_claimed_one_fails_the_step() {
    let row = run(
        printing(json!([{ "check": "tab_opened", "url": "/other" }])),
        None,
    );
    assert_eq!(row.status, RowStatus::Failed);
    assert_eq!(row.at_step.as_deref(), Some("Print"));
}

#[test]
fn a_tab_with_nothing_left_to_do_in_it_is_not_entered() {
    let mut skill = printing(json!([{ "check": "tab_opened", "url": "/receipt*" }]));
    skill.steps.truncate(1);
    let world = World::of(skill, None);
    assert!(world.run(&Life::of(FOREVER)));
    assert_eq!(world.row().status, RowStatus::Done);
    assert!(!world.tab.is_followed.get());
}

/// The page is left for the proof while the request is open: the key's absence then proves nothing.
#[test]
fn a_row_whose_request_is_never_answered_is_unknown_though_its_key_is_absent() {
    let row = run(skill_with(&[]), Some(Fault500::Hangs));
    assert_eq!(row.status, RowStatus::Unknown, "{row:#?}");
}
