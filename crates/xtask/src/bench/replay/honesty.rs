//! What is reported where a server lies, fails or is slow, against what it stored.

use std::path::Path;

use anyhow::Result;
use practice_site::{Fault, FaultRule};
use serde::{Deserialize, Serialize};

use super::rows::{begin, end, values};

/// One fault: what the page said, what was reported, what the server has.
#[derive(Serialize, Deserialize)]
pub(super) struct Told {
    pub(super) fault: String,
    pub(super) page: String,
    pub(super) reported: String,
    pub(super) stored: usize,
}

impl Told {
    /// `done` is said of what is stored once, `failed` of what is not; `unknown` claims nothing.
    pub(super) fn is_honest(&self) -> bool {
        match self.reported.as_str() {
            "done" => self.stored == 1,
            "failed" => self.stored == 0,
            _ => self.reported == "unknown",
        }
    }
}

/// One batch: a row without a fault, then one for each fault.
pub(super) async fn honesty(extension: &Path) -> Result<Vec<Told>> {
    let bench = super::bench(extension, 0).await?;
    let faults = || std::iter::once(None).chain(Fault::ALL.map(Some));
    for (at, fault) in faults().enumerate() {
        if let Some(fault) = fault {
            bench
                .site
                .set_fault(FaultRule::new(&values(at)["Email"], fault));
        }
    }
    let count = faults().count();
    let panel = begin(&bench, 0..count).await?;
    let rows = end(&panel, count).await?;
    let records = bench.site.records();
    let told = faults().zip(rows).enumerate().map(|(at, (fault, row))| {
        let email = &values(at)["Email"];
        Told {
            fault: fault.map_or("none".to_owned(), name),
            page: row.notices.join("; "),
            reported: row.status,
            stored: records
                .iter()
                .filter(|record| record.draft.email == *email)
                .count(),
        }
    });
    Ok(told.collect())
}

fn name(fault: Fault) -> String {
    let name = serde_json::to_value(fault).unwrap_or_default();
    name.as_str().unwrap_or("?").replace('_', " ")
}
