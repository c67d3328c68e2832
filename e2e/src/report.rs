//! The exported report, held against the server.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use practice_site::Site;

/// A line of the report, by column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRow {
    cells: BTreeMap<String, String>,
}

impl ReportRow {
    /// The cell under a column; empty if there is none.
    #[must_use]
    pub fn get(&self, column: &str) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }
}

/// Reads a report; also gives its columns in order.
///
/// # Errors
/// When it is no CSV.
pub fn read_report(text: &str) -> Result<(Vec<String>, Vec<ReportRow>)> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
    let rows = reader.records().map(|record| {
        let record = record?;
        let cells = headers
            .iter()
            .cloned()
            .zip(record.iter().map(str::to_owned));
        Ok(ReportRow {
            cells: cells.collect(),
        })
    });
    let rows = rows
        .collect::<Result<_, csv::Error>>()
        .context("the report")?;
    Ok((headers, rows))
}

/// How the server's records differ from the rows reported `done`, value by value; empty if they
/// are exactly the same.
#[must_use]
pub fn truth_differs(rows: &[ReportRow], site: &Site) -> Vec<String> {
    let mut stored: Vec<[String; 5]> = site
        .records()
        .into_iter()
        .map(|record| record.draft)
        .map(|d| [d.name, d.email, d.phone, d.city, d.notes])
        .collect();
    let mut differences = Vec::new();
    for row in rows.iter().filter(|row| row.get("status") == "done") {
        let wanted = ["Name", "Email", "Phone", "City", "Notes"].map(|c| row.get(c).to_owned());
        match stored.iter().position(|record| *record == wanted) {
            Some(at) => drop(stored.remove(at)),
            None => differences.push(format!("reported done, but not stored: {wanted:?}")),
        }
    }
    let not_reported = stored
        .iter()
        .map(|r| format!("stored, but not reported done: {r:?}"));
    differences.extend(not_reported);
    differences
}
