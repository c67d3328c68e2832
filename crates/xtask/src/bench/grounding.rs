//! How surely elements are found again after a release: the mutation suite in figures.

use anyhow::{Context, Result};
use grounding::{RecordOptions, Recorder, Resolution, RowAnchor, resolve};
use page_fixture::mutation::{Figures, Kind, Outcome, Recorded, Suite, run};
use page_model::Page;
use perception::{RefTable, Snapshot, perceive};
use protocol::Fingerprint;
use serde_json::{Value, json};

use super::report::{Part, conditions, write};
use crate::demo::runtime;
use crate::tools::root;

pub(super) const PART: Part = Part {
    name: "grounding",
    render,
};

/// Runs the suite and writes the figures.
pub(crate) fn grounding() -> Result<()> {
    let figures = measure()?;
    println!("{}", render(&figures));
    let said = runtime()?.block_on(conditions(None))?;
    write(PART.name, figures, said)
}

fn render(figures: &Value) -> String {
    format!(
        "## Finding an element again\n\nFingerprints of every control of many pages, looked for after the page changed the \
         way releases change pages. Hold: a wrong element\nin at most 0.1 % of those found, at least 97 % found.\n\n{}",
        markdown(figures)
    )
}

/// Runs the suite on the pages it was tuned on and on those held out; counts and shares per kind.
fn measure() -> Result<Value> {
    let folder = root().join("fixtures/pages");
    let (tuned, held) = Suite::of_folder(&folder).context("fixtures/pages")?;
    Ok(json!({ "tuned": measured(&tuned), "held_out": measured(&held) }))
}

fn measured(suite: &Suite) -> Value {
    let figures = run(suite, record, find);
    let mut findable = Figures::default();
    let mut all = Figures::default();
    for (kind, own) in &figures {
        all.add(own);
        if kind.can_be_found() {
            findable.add(own);
        }
    }
    let kinds: Vec<Value> = figures.iter().map(|(kind, own)| row(*kind, own)).collect();
    json!({
        "pages": suite.pages.len(),
        "forms": suite.forms.len(),
        "targets": all.targets,
        "wrong": all.wrong,
        "precision": all.precision(),
        "recall": findable.recall(),
        "kinds": kinds,
    })
}

fn row(kind: Kind, own: &Figures) -> Value {
    json!({
        "kind": kind.name(),
        "counts_for_recall": kind.can_be_found(),
        "targets": own.targets,
        "found": own.found,
        "wrong": own.wrong,
        "ambiguous": own.ambiguous,
        "not_found": own.not_found,
        "recall": own.recall(),
        "precision": own.precision(),
    })
}

fn snapshot(page: &Page) -> Snapshot {
    perceive(page, &mut RefTable::default()).snapshot
}

/// Every control of a page; one of many rows' equal controls by its row, as a batch asks for it.
fn record(page: &Page) -> Vec<Recorded<Fingerprint>> {
    let snapshot = snapshot(page);
    let recorder = Recorder::new(page, &snapshot);
    // The options of a native list are chosen through the list.
    let controls = (0..snapshot.nodes.len()).filter(|&at| {
        let node = &snapshot.nodes[at];
        node.reference.is_some() && page.tag(node.node) != "option"
    });
    let recorded = controls.map(|at| {
        let mut print = recorder.record(at, &RecordOptions::default());
        let data = recorder.row_key(at).filter(|_| print.of.is_some());
        if let Some(text) = &data {
            print = recorder.record(at, &with_row(text));
        }
        Recorded {
            node: snapshot.nodes[at].node,
            print,
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

/// What [`measure`] gave as two tables of `docs/benchmark.md`.
fn markdown(figures: &Value) -> String {
    let mut text = String::new();
    for (key, title) in [
        ("tuned", "Pages it was tuned on"),
        ("held_out", "Pages held out"),
    ] {
        text += &table(title, &figures[key]);
    }
    text
}

fn table(title: &str, suite: &Value) -> String {
    let percent = |share: &Value| format!("{:.2} %", 100.0 * share.as_f64().unwrap_or(0.0));
    let mut text = format!(
        "{title}: {} pages and {} forms in five frameworks' markup; {} targets, {} wrong, \
         precision {}, recall {}\n\n",
        suite["pages"],
        suite["forms"],
        suite["targets"],
        suite["wrong"],
        percent(&suite["precision"]),
        percent(&suite["recall"]),
    );
    text += "| change | targets | right | wrong | ambiguous | not found | recall |\n";
    text += "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for kind in suite["kinds"].as_array().into_iter().flatten() {
        let mark = if kind["counts_for_recall"] == true {
            ""
        } else {
            " (not counted)"
        };
        text += &format!(
            "| {}{mark} | {} | {} | {} | {} | {} | {} |\n",
            kind["kind"].as_str().unwrap_or(""),
            kind["targets"],
            kind["found"],
            kind["wrong"],
            kind["ambiguous"],
            kind["not_found"],
            percent(&kind["recall"]),
        );
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::markdown;

    #[test]
    fn each_kind_is_a_row_and_says_whether_it_counts() {
        let kind = json!({
            "kind": "wrappers added", "counts_for_recall": false, "targets": 4, "found": 3,
            "wrong": 0, "ambiguous": 1, "not_found": 0, "recall": 0.75,
        });
        let suite = json!({
            "pages": 2, "forms": 1, "targets": 4, "wrong": 0, "precision": 1.0, "recall": 0.75,
            "kinds": [kind],
        });
        let text = markdown(&json!({ "tuned": suite, "held_out": suite }));
        let row = "| wrappers added (not counted) | 4 | 3 | 0 | 1 | 0 | 75.00 % |\n";
        assert_eq!(text.matches(row).count(), 2, "{text}");
    }
}
