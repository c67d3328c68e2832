//! What is wrong with a file, with a skill over a table, or with the browser.

use batch::{LedgerFault, PreflightFault, TableFault};
use chrome_api::ChromeError;
use skill::SkillFault;

use super::{diagnosis, listed, seconds};
use crate::i18n::*;
use crate::inspect::LookFault;

/// Why a file is no skill; the places are told by [`skill_places`].
pub(crate) fn skill_fault(locale: Locale, fault: &SkillFault) -> String {
    match fault {
        SkillFault::NotJson(message) => {
            td_string!(locale, skill_fault.not_json, message = message)
        }
        SkillFault::TooLong(bytes) => td_string!(locale, skill_fault.too_long, bytes = bytes),
        SkillFault::NoSkill => td_string!(locale, skill_fault.no_skill).to_owned(),
        SkillFault::Newer(format) => td_string!(locale, skill_fault.newer, format = format),
        SkillFault::Invalid { .. } => td_string!(locale, skill_fault.invalid).to_owned(),
    }
}

/// Each JSON path with what is wrong there; both stay as they are.
pub(crate) fn skill_places(locale: Locale, fault: &SkillFault) -> Vec<(String, String)> {
    let SkillFault::Invalid { places } = fault else {
        return vec![];
    };
    let named = places.iter().map(|(path, what)| {
        let is_whole = path.is_empty() || path == ".";
        let path = if is_whole {
            td_string!(locale, skill_fault.whole)
        } else {
            path
        };
        (path.to_owned(), what.clone())
    });
    named.collect()
}

/// Why a file is no table.
pub(crate) fn table_fault(locale: Locale, fault: &TableFault) -> String {
    match fault {
        TableFault::Empty => td_string!(locale, table_fault.empty).to_owned(),
        TableFault::TooLong(bytes) => td_string!(locale, table_fault.too_long, bytes = bytes),
        TableFault::Workbook => td_string!(locale, table_fault.workbook).to_owned(),
        TableFault::NotText => td_string!(locale, table_fault.not_text).to_owned(),
        TableFault::Uneven {
            line,
            cells,
            expected,
            hint: _,
        } if cells > expected => td_string!(
            locale,
            table_fault.uneven_more,
            line = line,
            cells = cells,
            expected = expected
        ),
        TableFault::Uneven {
            line,
            cells,
            expected,
            hint: _,
        } => td_string!(
            locale,
            table_fault.uneven_fewer,
            line = line,
            cells = cells,
            expected = expected
        ),
        TableFault::NoHeader { why } => td_string!(locale, table_fault.no_header, why = why),
        TableFault::NoRows => td_string!(locale, table_fault.no_rows).to_owned(),
        TableFault::Broken { line, message } => {
            td_string!(locale, table_fault.broken, line = line, message = message)
        }
    }
}

/// Why a skill can't be run over a table.
pub(crate) fn preflight_fault(locale: Locale, fault: &PreflightFault) -> String {
    match fault {
        PreflightFault::Unmapped { slot, columns } => {
            let columns = listed(locale, columns);
            td_string!(locale, preflight.unmapped, slot = slot, columns = columns)
        }
        PreflightFault::NoOnceProof { step } => {
            td_string!(locale, preflight.no_once_proof, step = step)
        }
    }
}

/// Why the records can't be kept.
pub(crate) fn ledger_fault(locale: Locale, fault: &LedgerFault) -> String {
    match fault {
        LedgerFault::NoBatch(id) => td_string!(locale, ledger.no_batch, id = id),
        LedgerFault::NotOwner => td_string!(locale, ledger.not_owner).to_owned(),
        LedgerFault::Newer => td_string!(locale, ledger.newer).to_owned(),
        LedgerFault::Store(message) => td_string!(locale, ledger.store, message = message),
    }
}

/// What Chrome did not do.
pub(crate) fn chrome_error(locale: Locale, error: &ChromeError) -> String {
    match error {
        ChromeError::Refused { api, message } => {
            td_string!(locale, chrome.refused, api = *api, message = message)
        }
        ChromeError::Deadline { api, limit_ms } => {
            let seconds = seconds(*limit_ms);
            td_string!(locale, chrome.deadline, api = *api, seconds = seconds)
        }
        ChromeError::Unexpected { api, message } => {
            td_string!(locale, chrome.unexpected, api = *api, message = message)
        }
    }
}

/// Why the current page can't be looked at.
pub(crate) fn look_fault(locale: Locale, fault: &LookFault) -> String {
    match fault {
        LookFault::NoTab => td_string!(locale, look.no_tab).to_owned(),
        LookFault::Chrome(error) => chrome_error(locale, error),
        LookFault::Page(fault) => diagnosis(locale, &fault.clone().diagnosis()),
    }
}
