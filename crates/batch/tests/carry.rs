//! What a row of a batch takes over from the one before: how often the page is loaded, and what a
//! step's time is made of.

#![allow(clippy::unwrap_used, reason = "a test ends where it finds a fault")]

mod support;

use std::cell::Cell;
use std::rc::Rc;

use batch::{RowRecord, RowStatus, RunTrace};
use replay::Event;
use support::panel::{FOREVER, Panel, disk_with, kept, sample_skill, sample_table};
use support::{Life, Server, Tab};

/// Runs the sample batch; `on_row` gets the tab at each new state of a row.
fn run(tab: &Rc<Tab>, on_row: &dyn Fn(&RowRecord)) -> Vec<RowRecord> {
    run_and_trace(tab, on_row).0
}

/// The same, also with the traces.
fn run_and_trace(tab: &Rc<Tab>, on_row: &dyn Fn(&RowRecord)) -> (Vec<RowRecord>, Vec<RunTrace>) {
    let disk = disk_with(sample_skill(), &sample_table());
    let panel = Panel {
        on_row,
        ..Panel::on(tab, &disk)
    };
    panel.run(&Life::of(FOREVER)).unwrap().unwrap();
    kept(&disk)
}

fn tab() -> Rc<Tab> {
    Tab::new(Rc::new(Server::default()))
}

#[test]
fn the_page_that_proved_a_row_is_the_key_page_of_the_next() {
    let tab = tab();
    let rows = run(&tab, &|_| {});
    assert!(rows.iter().all(|row| row.status == RowStatus::Done));
    assert_eq!(
        tab.documents.get(),
        1 + 12,
        "one load for each row, and the first"
    );
}

#[test]
fn a_page_that_changed_since_or_was_left_is_loaded_again() {
    type Meddle = fn(&Tab);
    let changed: Meddle = |tab| tab.touch();
    let left: Meddle = |tab| tab.documents.set(tab.documents.get() + 1);
    let requested: Meddle = |tab| tab.ask();
    for (what, meddle, own) in [
        ("changed", changed, 0),
        ("left", left, 1),
        ("asked", requested, 0),
    ] {
        let tab = tab();
        let meddled = Cell::new(0);
        let rows = run(&tab, &|row| {
            if row.status == RowStatus::Done && row.index < 11 {
                meddle(&tab);
                meddled.set(meddled.get() + 1);
            }
        });
        assert!(
            rows.iter().all(|row| row.status == RowStatus::Done),
            "{what}"
        );
        let loads = tab.documents.get() - own * meddled.get();
        assert_eq!(loads, 24, "{what}: each row loads its own page again");
    }
}

#[test]
fn the_key_is_looked_for_on_the_page_that_is_taken_over_too() {
    let tab = tab();
    const KEY: &str = "li.lei@example.test";
    // The site stores the next row by another way, and shows it on the page that proved this one.
    let rows = run(&tab, &|row| {
        if row.index == 3 && row.status == RowStatus::Done {
            tab.store_unseen([("Name", "Someone"), ("Email", KEY)]);
        }
    });
    let edith = rows.iter().find(|row| row.cells[1] == KEY);
    assert_eq!(edith.unwrap().status, RowStatus::Failed);
    let stored = tab.server.emails();
    let count = stored.iter().filter(|email| *email == KEY);
    assert_eq!(count.count(), 1, "nothing was sent");
}

#[test]
fn what_a_step_waited_for_explains_its_time() {
    let (_, runs) = run_and_trace(&tab(), &|_| {});
    assert_eq!(runs.len(), 12);
    for run in runs {
        let mut last = 0;
        for entry in &run.entries {
            if let Event::Waited { took_ms, waits } = &entry.event {
                let sum: u32 = waits.iter().map(|wait| wait.ms).sum();
                assert_eq!(sum, *took_ms, "{entry:?}");
                last = sum;
            }
        }
        assert!(last > 0, "the proof waits for a page at rest: {run:?}");
    }
}

#[test]
fn an_element_drawn_anew_before_the_action_is_looked_for_again_a_few_times() {
    for (stale, expected) in [
        (1, RowStatus::Done),
        (4, RowStatus::Done),
        (5, RowStatus::Failed),
    ] {
        let tab = tab();
        tab.stale.set(stale);
        let (rows, runs) = run_and_trace(&tab, &|_| {});
        assert_eq!(rows[0].status, expected, "{stale}: {:?}", rows[0].reason);
        let count = |is_it: fn(&Event) -> bool| {
            let entries = runs[0].entries.iter();
            entries.filter(|entry| is_it(&entry.event)).count()
        };
        let steps = count(|event| matches!(event, Event::StepBegan { .. }));
        assert_eq!(steps, if stale < 5 { 7 } else { 1 });
        let tried = count(|event| matches!(event, Event::Tried(_)));
        assert_eq!(tried, (stale as usize).min(4));
        let done = rows.iter().filter(|row| row.status == RowStatus::Done);
        assert_eq!(tab.server.emails().len(), done.count());
    }
}

#[test]
fn a_commit_whose_element_was_drawn_anew_is_sent_once_or_never() {
    for (stale, expected, stored) in [(1, RowStatus::Done, 12), (5, RowStatus::Failed, 11)] {
        let tab = tab();
        let begun = Cell::new(0);
        let rows = run(&tab, &|row| {
            if row.index == 2 && row.status == RowStatus::Committing {
                begun.set(begun.get() + 1);
                tab.stale.set(u32::from(begun.get() <= stale));
            }
        });
        assert_eq!(rows[2].status, expected, "{:?}", rows[2].reason);
        assert!(rows[2].commit.is_none());
        assert_eq!(tab.server.emails().len(), stored);
    }
}
