//! What is kept of a row's run: events in their order, without any value of the row; and what was done
//! and is not undone.

#![allow(clippy::unwrap_used, reason = "a test ends where it finds a fault")]

mod support;

use std::rc::Rc;

use batch::{RowRecord, RowStatus, RunTrace, StageKind, stages};
use replay::{Changed, Event, NoPicture, Outcome, Picture};
use storage::MemoryLedger;
use support::panel::{FOREVER, Panel, disk_with, kept, sample_skill, sample_table};
use support::{Fault500, Life, Server, Tab};

/// A panel that goes on with the sample batch and dies after so many awaits.
fn go_on(server: &Rc<Server>, disk: &Rc<MemoryLedger>, awaits: u32) {
    // Whether it lived to the end is not asked.
    drop(Panel::on(&Tab::new(server.clone()), disk).run(&Life::of(awaits)));
}

fn disk() -> Rc<MemoryLedger> {
    disk_with(sample_skill(), &sample_table())
}

/// Runs the sample batch where one row meets a fault; gives that row and its trace.
fn row_with(fault: Fault500) -> (RowRecord, RunTrace) {
    let server = Server {
        faults: [("grace@example.test".to_owned(), fault)].into(),
        ..Server::default()
    };
    let disk = disk();
    go_on(&Rc::new(server), &disk, FOREVER);
    let (rows, runs) = kept(&disk);
    let at = rows
        .iter()
        .position(|row| row.cells[1] == "grace@example.test")
        .unwrap();
    (rows[at].clone(), runs[at].clone())
}

#[test]
fn no_trace_holds_a_value_of_its_row() {
    let server = Server {
        faults: [("grace@example.test".to_owned(), Fault500::ServerError)].into(),
        ..Server::default()
    };
    let disk = disk();
    go_on(&Rc::new(server), &disk, FOREVER);
    let (rows, runs) = kept(&disk);
    assert_eq!(runs.len(), rows.len());
    for (row, run) in rows.iter().zip(&runs) {
        assert_eq!((run.row, run.attempt), (row.index, 1));
        let text = serde_json::to_string(run).unwrap().to_lowercase();
        for cell in row.cells.iter().filter(|cell| cell.chars().count() > 3) {
            let cell = cell.to_lowercase();
            assert!(!text.contains(&cell), "{cell} in {text}");
        }
        assert!(text.contains("{{email}}"), "{text}");
    }
}

#[test]
fn a_failed_row_tells_its_steps_what_did_not_hold_and_how_it_ended() {
    let (row, run) = row_with(Fault500::ServerError);
    assert_eq!(row.status, RowStatus::Failed);
    let told = stages(&run.entries);
    let steps = told.iter().filter_map(|stage| match &stage.kind {
        StageKind::Step { intent, .. } => Some((intent.as_str(), stage.is_bad())),
        _ => None,
    });
    let steps: Vec<_> = steps.collect();
    let (last, others) = steps.split_last().unwrap();
    assert!(others.iter().all(|(_, is_bad)| !is_bad), "{steps:?}");
    assert_eq!((Some(last.0), last.1), (row.at_step.as_deref(), true));

    let events: Vec<&Event> = run.entries.iter().map(|entry| &entry.event).collect();
    let failed = events.iter().find_map(|event| match event {
        Event::Checked { checks, held, of } if held < of => checks.first(),
        _ => None,
    });
    let failed = failed.unwrap();
    assert!(!failed.is_held());
    assert!(
        failed.actual.to_string().contains("answered 500"),
        "{failed:?}"
    );
    let off = Event::Pictured {
        picture: Picture::Missing(NoPicture::Off),
    };
    assert!(events.contains(&&off), "{events:?}");
    let is_ended = |event: &&Event| {
        matches!(
            event,
            Event::Ended {
                outcome: Outcome::Failed,
                ..
            }
        )
    };
    assert!(events.last().is_some_and(is_ended));
    let mut times = run.entries.windows(2);
    assert!(times.all(|pair| pair[0].at_ms <= pair[1].at_ms));
}

#[test]
fn what_was_done_before_it_failed_is_told() {
    let (row, _) = row_with(Fault500::ServerError);
    let skill = sample_skill();
    let acts = |commit: bool| {
        let steps = skill.steps.iter().filter(move |step| step.commit == commit);
        let acting = steps.filter(|step| step.action.risk() == protocol::Risk::Act);
        acting.map(|step| step.intent.clone()).collect::<Vec<_>>()
    };
    let expected = Changed {
        steps: acts(false),
        commit: acts(true).pop(),
    };
    assert_eq!(row.changed, expected);
}

#[test]
fn a_row_cut_after_its_commit_still_tells_what_was_done_before() {
    let skill = sample_skill();
    let mut seen = 0;
    for awaits in 1..400 {
        let (server, disk) = (Rc::new(Server::default()), disk());
        go_on(&server, &disk, awaits);
        let (rows, _) = kept(&disk);
        if rows[0].status != RowStatus::Committing {
            continue;
        }
        seen += 1;
        let acted = &rows[0].commit.as_ref().unwrap().acted;
        assert_eq!(
            acted.len(),
            skill.steps.iter().filter(|step| !step.commit).count()
        );
        go_on(&server, &disk, FOREVER);
        let (rows, runs) = kept(&disk);
        assert!(rows[0].status.is_ended());
        let first = &runs[0].entries[0].event;
        let is_reconciled = matches!(first, Event::Began { reconciles: true });
        assert!(is_reconciled, "{first:?}");
        if rows[0].status == RowStatus::Unknown {
            assert_eq!(&rows[0].changed.steps, acted);
            assert!(rows[0].changed.commit.is_some());
        }
    }
    assert!(seen > 0, "some cut falls after the commit began");
}
