//! A batch's result as CSV: the input's columns in their order, then status, reason, attempts and
//! the time each row ended.

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::record::RowRecord;

/// What is added to the input's columns.
const ADDED: [&str; 4] = ["status", "reason", "attempts", "finished_at"];

/// Writes the report of these rows.
#[must_use]
pub fn report<'a>(headers: &[String], rows: impl IntoIterator<Item = &'a RowRecord>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory does not fail, and every record has the same length.
    let mut write = |record: Vec<String>| drop(writer.write_record(record));
    write(
        headers
            .iter()
            .cloned()
            .chain(ADDED.map(|name| free_name(name, headers)))
            .collect(),
    );
    for row in rows {
        let added = [
            row.status.as_str().to_owned(),
            harmless(reason(row)),
            row.attempts.to_string(),
            row.finished_at.map(timestamp).unwrap_or_default(),
        ];
        write(row.cells.iter().cloned().chain(added).collect());
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
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
    use protocol::{Baseline, Check, Diagnosis, Fact, Judged, PostCondition, Verdict};

    use super::{reason, report};
    use crate::record::{BatchId, RowStatus, rows_of};
    use crate::table::Table;

    #[test]
    fn a_report_keeps_the_columns_and_adds_four() {
        let table = Table {
            headers: vec!["name".into(), "status".into()],
            rows: vec![
                vec!["Ada, \"A\"".into(), "x".into()],
                vec!["Bob".into(), "y".into()],
            ],
        };
        let mut rows = rows_of(&BatchId("b".into()), &table);
        rows[0].status = RowStatus::Done;
        rows[0].attempts = 1;
        rows[0].finished_at = Some(1_796_040_000_000.0);
        rows[1].status = RowStatus::Failed;
        rows[1].reason = Some(Diagnosis::Internal {
            message: "=HYPERLINK(1)".into(),
        });
        assert_eq!(
            report(&table.headers, &rows),
            "name,status,new status,reason,attempts,finished_at\n\
             \"Ada, \"\"A\"\"\",x,done,,1,2026-11-30T12:00:00Z\n\
             Bob,y,failed,'=HYPERLINK(1),0,\n"
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
}
