//! A batch's result as CSV: the input's columns in their order, then status, reason, attempts, the
//! time each row ended, what was already done where it is not done, and what was read from the page.

use protocol::Extracted;
use replay::Changed;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::record::{BatchRecord, RowRecord, RowStatus};

/// What is added to the input's columns, before what was read.
const ADDED: [&str; 5] = [
    "status",
    "reason",
    "attempts",
    "finished_at",
    "already_done",
];

/// Writes the report of these rows.
#[must_use]
pub fn report<'a>(batch: &BatchRecord, rows: impl IntoIterator<Item = &'a RowRecord>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory does not fail, and every record has the same length.
    let mut write = |record: Vec<String>| drop(writer.write_record(record));
    let outputs = outputs_of(batch);
    let mut columns = batch.headers.clone();
    for name in ADDED.into_iter().chain(outputs.iter().copied()) {
        columns.push(free_name(&harmless(name.to_owned()), &columns));
    }
    write(columns);
    for row in rows {
        let added = [
            row.status.as_str().to_owned(),
            harmless(reason(row)),
            row.attempts.to_string(),
            row.finished_at.map(timestamp).unwrap_or_default(),
            harmless(already_done(row)),
        ];
        let read = outputs.iter().map(|name| harmless(read(row, name)));
        write(row.cells.iter().cloned().chain(added).chain(read).collect());
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// The names of what the skill reads, each once, in the order of its steps.
fn outputs_of(batch: &BatchRecord) -> Vec<&str> {
    let mut names = Vec::new();
    let steps = batch.skill.steps.iter();
    for name in steps.filter_map(|step| step.action.output()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// What was read under this name, the last time: the items of a list and the rows of a table as lines,
/// cells parted by tabs.
fn read(row: &RowRecord, name: &str) -> String {
    let mut outputs = row.outputs.iter().rev();
    let output = outputs.find(|output| output.name == name);
    output.map_or_else(String::new, |output| match &output.value {
        Extracted::Text(text) => text.clone(),
        Extracted::List(items) => items.join("\n"),
        Extracted::Table(rows) => {
            let lines: Vec<String> = rows.iter().map(|cells| cells.join("\t")).collect();
            lines.join("\n")
        }
    })
}

/// What a run that did not come to `done` did nevertheless.
fn already_done(row: &RowRecord) -> String {
    let Changed { steps, commit } = &row.changed;
    if row.status == RowStatus::Done {
        return String::new();
    }
    let begun = match row.status {
        RowStatus::Failed => "begun; it did not take effect",
        _ => "begun; it may have happened",
    };
    let commit = commit.iter().map(|commit| format!("{commit} ({begun})"));
    let done: Vec<String> = steps.iter().cloned().chain(commit).collect();
    done.join("; ")
}

/// A name no input column has: an earlier report can be run again.
fn free_name(name: &str, headers: &[String]) -> String {
    let mut free = name.to_owned();
    while headers.contains(&free) {
        free = format!("new {free}");
    }
    free
}

/// The reason in one line: what happened, at which step, and the first check that did not hold.
fn reason(row: &RowRecord) -> String {
    let Some(diagnosis) = &row.reason else {
        return String::new();
    };
    let mut reason = diagnosis.to_string();
    if let Some(step) = &row.at_step {
        reason = format!("{step}: {reason}");
    }
    if let Some(check) = row.checks.iter().find(|check| !check.is_held()) {
        let inferred = if check.is_inferred { " (inferred)" } else { "" };
        reason = format!(
            "{reason} ({}{inferred}: expected {}, was {})",
            check.condition, check.expected, check.actual
        );
    }
    reason
}

/// A text that starts like a formula would be run as one by a spreadsheet, and parts of it are
/// the page's words.
fn harmless(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text
    }
}

/// RFC 3339 in UTC, to the second.
fn timestamp(ms: f64) -> String {
    #[allow(clippy::cast_possible_truncation)] // a clock's seconds fit
    let seconds = (ms / 1000.0) as i64;
    OffsetDateTime::from_unix_timestamp(seconds)
        .ok()
        .and_then(|time| time.format(&Rfc3339).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use protocol::{Baseline, Check, Diagnosis, Extracted, Fact, Judged, PostCondition, Verdict};
    use replay::{Changed, Output};

    use super::{reason, report};
    use crate::mapping::Mapping;
    use crate::record::{BatchId, BatchRecord, RowRecord, RowStatus, rows_of};
    use crate::table::Table;

    #[test]
    fn a_report_keeps_the_columns_and_adds_its_own() {
        let (batch, mut rows) = batch_of(&["name", "status"], &["Ada, \"A\"|x", "Bob|y"]);
        rows[0].status = RowStatus::Done;
        rows[0].attempts = 1;
        rows[0].finished_at = Some(1_796_040_000_000.0);
        rows[0].changed.steps = vec!["Enter the name".into()];
        rows[1].status = RowStatus::Failed;
        rows[1].reason = Some(Diagnosis::Internal {
            message: "=HYPERLINK(1)".into(),
        });
        assert_eq!(
            report(&batch, &rows),
            "name,status,new status,reason,attempts,finished_at,already_done,total,'=new\n\
             \"Ada, \"\"A\"\"\",x,done,,1,2026-11-30T12:00:00Z,,,\n\
             Bob,y,failed,'=HYPERLINK(1),0,,,,\n"
        );
    }

    #[test]
    fn a_check_that_nobody_asked_for_is_told_as_inferred() {
        let table = Table {
            headers: vec!["name".into()],
            rows: vec![vec!["Ada".into()]],
        };
        let mut row = rows_of(&BatchId("b".into()), &table).remove(0);
        let judged = Judged {
            condition: PostCondition::SomethingChanged {},
            baseline: Baseline::Nothing,
            element: None,
        };
        row.reason = Some(Diagnosis::ChecksFailed {
            failed: 1,
            total: 1,
        });
        row.checks = vec![Check {
            is_inferred: true,
            ..Check::of(&judged, Verdict::Failed, Fact::Unchanged)
        }];
        assert_eq!(
            reason(&row),
            "1 of 1 checks did not hold \
             (something has changed (inferred): expected changed, was all as before)"
        );
    }

    #[test]
    fn what_was_already_done_and_what_was_read_is_told() {
        let (batch, mut rows) = batch_of(&["name"], &["Ada"]);
        let output = |name: &str, value| Output {
            name: name.into(),
            value,
        };
        rows[0].status = RowStatus::Unknown;
        rows[0].changed = Changed {
            steps: vec!["Enter the name".into(), "Choose a city".into()],
            commit: Some("Save".into()),
        };
        rows[0].outputs = vec![
            output("total", Extracted::Text("1".into())),
            output("total", Extracted::Text("=2+5".into())),
            output("=new", Extracted::List(vec!["a".into(), "b".into()])),
        ];
        let csv = report(&batch, &rows);
        let done = "Enter the name; Choose a city; Save (begun; it may have happened)";
        assert!(csv.ends_with(&format!("{done},'=2+5,\"a\nb\"\n")), "{csv}");
    }

    /// A batch of a skill that reads `total` and `=new`; rows as cells parted by `|`.
    fn batch_of(headers: &[&str], rows: &[&str]) -> (BatchRecord, Vec<RowRecord>) {
        let read = |name: &str| {
            format!(
                r#"{{"intent":"Read","action":{{"do":"extract","target":{{"role":"status"}},"save_as":"{name}"}}}}"#
            )
        };
        let skill = format!(
            r#"{{"surehand_skill":1,"name":"a","sites":["https://shop.example/*"],"start_url":"https://shop.example/",
                "slots":[],"steps":[{},{},{}]}}"#,
            read("total"),
            read("=new"),
            read("total")
        );
        let cells = rows
            .iter()
            .map(|row| row.split('|').map(str::to_owned).collect());
        let table = Table {
            headers: headers.iter().map(|name| (*name).to_owned()).collect(),
            rows: cells.collect(),
        };
        let id = BatchId("b".into());
        let rows = rows_of(&id, &table);
        let batch = BatchRecord {
            id,
            skill: skill::read_skill(&skill).unwrap(),
            table_name: "t.csv".into(),
            headers: table.headers,
            mapping: Mapping::default(),
            created_at: 0.0,
            rows: 2,
            epoch: 0,
        };
        (batch, rows)
    }
}
