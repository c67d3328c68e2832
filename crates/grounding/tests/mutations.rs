//! Every element of many pages is found again after the changes releases make, and no other.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test that prints its figures"
)]

use std::path::Path;

use grounding::{RecordOptions, Recorder, Resolution, RowAnchor, resolve};
use page_fixture::mutation::{Figures, Kind, Outcome, Recorded, Suite, run};
use page_model::Page;
use perception::{RefTable, Snapshot, perceive};
use protocol::Fingerprint;

fn snapshot(page: &Page) -> Snapshot {
    perceive(page, &mut RefTable::default()).snapshot
}

fn record(page: &Page) -> Vec<Recorded<Fingerprint>> {
    let snapshot = snapshot(page);
    let recorder = Recorder::new(page, &snapshot);
    let plain = RecordOptions::default();
    // The options of a native list are chosen through the list.
    let controls = (0..snapshot.nodes.len()).filter(|&at| {
        let node = &snapshot.nodes[at];
        node.reference.is_some() && page.tag(node.node) != "option"
    });
    let recorded = controls.map(|at| {
        let mut print = recorder.record(at, &plain);
        // One of many rows' equal controls is asked for by its row, as a batch does.
        let data = recorder.row_key(at).filter(|_| print.of.is_some());
        if let Some(text) = &data {
            print = recorder.record(at, &with_row(text));
        }
        // What is stored is what is asked.
        let json = serde_json::to_string(&print).unwrap();
        let node = snapshot.nodes[at].node;
        Recorded {
            node,
            print: serde_json::from_str(&json).unwrap(),
            data,
        }
    });
    recorded.collect()
}

fn with_row(text: &str) -> RecordOptions {
    RecordOptions {
        row: Some(RowAnchor {
            text: text.to_owned(),
            template: text.to_owned(),
        }),
        ..RecordOptions::default()
    }
}

fn find(page: &Page, prints: &[&Fingerprint]) -> Vec<Outcome> {
    let snapshot = snapshot(page);
    let find = |print: &&Fingerprint| match resolve(print, page, &snapshot) {
        Resolution::Found { index, .. } => Outcome::Found(snapshot.nodes[index].node),
        Resolution::Ambiguous { .. } => Outcome::Ambiguous,
        Resolution::NotFound { .. } => Outcome::NotFound,
    };
    prints.iter().map(find).collect()
}

fn measure(suite: &Suite, title: &str) -> Vec<(Kind, Figures)> {
    let figures = run(suite, record, find);
    let mut all = Figures::default();
    println!(
        "{title}: {} pages, {} forms",
        suite.pages.len(),
        suite.forms.len()
    );
    for (kind, own) in &figures {
        println!(
            "{:32} {:5} found {:5} wrong {:3} ambiguous {:4} not found {:4}  {:.3}",
            kind.name(),
            own.targets,
            own.found,
            own.wrong,
            own.ambiguous,
            own.not_found,
            own.recall()
        );
        all.add(own);
    }
    println!(
        "recall {:.4} precision {:.5} of {}",
        all.recall(),
        all.precision(),
        all.targets
    );
    figures
}

fn hold(figures: &[(Kind, Figures)]) {
    let mut all = Figures::default();
    let mut findable = Figures::default();
    for (kind, own) in figures {
        all.add(own);
        if kind.can_be_found() {
            findable.add(own);
        }
    }
    let print_misses = std::env::var("MISSES").unwrap_or_default();
    for miss in all
        .misses
        .iter()
        .filter(|miss| !print_misses.is_empty() && miss.contains(&print_misses))
    {
        println!("{miss}");
    }
    assert!(
        all.precision() >= 0.999,
        "wrong: {} of {}",
        all.wrong,
        all.targets
    );
    assert!(findable.recall() >= 0.97, "recall {:.4}", findable.recall());
}

fn suites() -> (Suite, Suite) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/pages");
    Suite::of_folder(&folder).unwrap()
}

#[test]
fn elements_are_found_again_after_a_release() {
    hold(&measure(&suites().0, "tuned on"));
}

#[test]
fn elements_of_pages_never_tuned_on_are_found_again() {
    hold(&measure(&suites().1, "held out"));
}
