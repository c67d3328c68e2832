//! The figures as their part of the page: ratios, no times.

use std::fmt::Write as _;

use serde_json::Value;

use super::Figures;
use super::compare::Compared;
use super::honesty::Told;

/// Writes the part.
pub(super) fn render(figures: &Value) -> String {
    let Ok(figures) = serde_json::from_value::<Figures>(figures.clone()) else {
        return String::new();
    };
    let mut text = String::from(
        "## Replaying rows\n\nThe sample skill over the practice site, started in the real side panel: each row's key is \
         absent before, every field is read\nback, the commit is proved on a freshly loaded page, and every state is on \
         disk before its effect. Against it the same flow\nwritten with Playwright (`playwright-core`, its own browser, \
         locators by role and name, one load per row, no check but the wait\nat its end), on the same server, half \
         before and half after. It ends in two ways: at the toast, which Playwright asks for at growing\nintervals, so that \
         a late answer costs it more than the answer takes; or at the answer to the request, before the page has shown \
         it.\nA proved row waits for the list once more than the flow to the toast. Medians per row. Hold: \
         1.2.\n\n| server | to Playwright's time to the toast | to the answer |\n|---|--:|--:|\n",
    );
    for compared in [&figures.near, &figures.far] {
        text += &ratio(compared);
    }
    text += "\nWhere a row's time goes, by what was waited for:\n\n| waited for | answers at once | answers late |\n|---|--:|--:|\n";
    text += &shares(&figures.near, &figures.far);
    let long = &figures.long;
    let _ = write!(
        text,
        "\nOne batch of 1,000 rows on a list that does not grow, medians of 20 rows: row 1,000 takes {:.2} times what row 2 \
         of a new\nbatch takes right after it (hold: 1.1). Against row 2 of its own, minutes before and so at another load \
         of the machine, row 500\ntakes {:.2} and row 1,000 {:.2} times. The panel's memory grew by {:.1} MB (hold: 10); \
         {} rows reported done, {} stored.\n\n{}",
        long.last_ms / long.anew_ms,
        long.middle_ms / long.first_ms,
        long.last_ms / long.first_ms,
        long.growth / 1e6,
        long.reported,
        long.stored,
        honesty(&figures.honesty),
    );
    text
}

fn ratio(compared: &Compared) -> String {
    let server = match compared.api_ms {
        0 => "answers at once".to_owned(),
        ms => format!("every answer takes {ms} ms"),
    };
    format!(
        "| {server} | {:.2} | {:.2} |\n",
        compared.row_ms / compared.toast_row_ms,
        compared.row_ms / compared.response_row_ms
    )
}

fn shares(near: &Compared, far: &Compared) -> String {
    let mut text = String::new();
    let mut causes: Vec<&String> = far.shares.iter().map(|(cause, _)| cause).collect();
    causes.extend(
        near.shares
            .iter()
            .map(|(cause, _)| cause)
            .filter(|cause| !far.shares.iter().any(|(c, _)| c == *cause)),
    );
    for cause in causes {
        let of = |compared: &Compared| {
            let share = compared.shares.iter().find(|(name, _)| name == cause);
            share.map_or(0.0, |(_, share)| share * 100.0)
        };
        let _ = writeln!(text, "| {cause} | {:.1} % | {:.1} % |", of(near), of(far));
    }
    text
}

/// The table of faults.
pub(super) fn honesty(told: &[Told]) -> String {
    let mut text = String::from(
        "### Is what is reported what was stored?\n\nOne row for each fault of the practice site. Honest: *done* was \
         stored once, *failed* was not, *unknown* claims nothing.\n\n| fault of the server | the page said | reported | \
         stored | honest |\n|---|---|---|--:|---|\n",
    );
    for one in told {
        let honest = if one.is_honest() { "yes" } else { "**no**" };
        let page = one.page.replace('|', "\\|");
        let _ = writeln!(
            text,
            "| {} | {page} | {} | {} | {honest} |",
            one.fault, one.reported, one.stored
        );
    }
    let done: Vec<&Told> = told.iter().filter(|one| one.reported == "done").collect();
    let stored = done.iter().filter(|one| one.stored == 1).count();
    let _ = writeln!(
        text,
        "\nReported done: {}, of them stored: {stored}.",
        done.len()
    );
    text
}
