//! Which column fills which slot, and what of a table can't be run.

use protocol::{Diagnosis, ValueProblem};
use serde::{Deserialize, Serialize};
use skill::Skill;
use thiserror::Error;

use crate::attach::{FileNames, missing_file};
use crate::bind::once_proof;
use crate::table::Table;

/// For each slot of a skill, in its order, the index of the column that fills it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mapping {
    /// One for each slot.
    pub columns: Vec<Option<usize>>,
}

impl Mapping {
    /// Maps each slot to the column that carries its name or its label, whatever the case, spaces
    /// and marks.
    #[must_use]
    pub fn propose(skill: &Skill, headers: &[String]) -> Self {
        let headers: Vec<String> = headers.iter().map(|header| plain(header)).collect();
        let find = |name: &str| {
            let name = plain(name);
            headers
                .iter()
                .position(|header| !name.is_empty() && *header == name)
        };
        let columns = skill
            .slots
            .iter()
            .map(|slot| find(&slot.name).or_else(|| find(&slot.label)));
        Self {
            columns: columns.collect(),
        }
    }

    /// The row's value for the slot at this place; nothing where no column is mapped.
    #[must_use]
    pub fn value<'a>(&self, slot: usize, cells: &'a [String]) -> &'a str {
        let column = self.columns.get(slot).copied().flatten();
        column
            .and_then(|column| cells.get(column))
            .map_or("", String::as_str)
    }
}

fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// What was found before anything touches a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preflight {
    /// What forbids the whole batch.
    pub faults: Vec<PreflightFault>,
    /// Rows that can't be run; the others can.
    pub rows: Vec<RowProblem>,
}

/// Why a batch can't start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PreflightFault {
    /// A required slot has no column.
    #[error("no column fills {slot:?}; the columns are {}", columns.join(", "))]
    Unmapped {
        /// The slot's name for a person.
        slot: String,
        /// The table's columns.
        columns: Vec<String>,
    },
    /// A commit step can't be seen to have happened once.
    #[error(
        "the step {step:?} can't be proved to have happened once: the skill needs a row_key, a list_count_delta or a confirmation that names the row"
    )]
    NoOnceProof {
        /// The step's intent.
        step: String,
    },
}

/// A row that can't be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowProblem {
    /// Index of the row, from 0.
    pub row: usize,
    /// The column, or the slot where none is mapped.
    pub column: String,
    /// What is wrong with its value.
    pub problem: ValueProblem,
}

impl RowProblem {
    /// The same as a row's reason.
    #[must_use]
    pub fn diagnosis(self) -> Diagnosis {
        Diagnosis::InvalidValue {
            column: self.column,
            problem: self.problem,
        }
    }
}

/// Checks a table against a skill and the files that are attached.
#[must_use]
pub fn preflight(skill: &Skill, table: &Table, mapping: &Mapping, files: &FileNames) -> Preflight {
    let unmapped = skill.slots.iter().enumerate().filter(|(at, slot)| {
        slot.required && mapping.columns.get(*at).copied().flatten().is_none()
    });
    let mut faults: Vec<PreflightFault> = unmapped
        .map(|(_, slot)| PreflightFault::Unmapped {
            slot: slot.title().to_owned(),
            columns: table.headers.clone(),
        })
        .collect();
    let unproved = skill
        .steps
        .iter()
        .filter(|step| step.commit && once_proof(skill, step).is_none());
    faults.extend(unproved.map(|step| PreflightFault::NoOnceProof {
        step: step.intent.clone(),
    }));
    let rows = if faults.is_empty() {
        let rows = table.rows.iter().enumerate();
        rows.filter_map(|(row, cells)| {
            row_problem(skill, &table.headers, mapping, (row, cells), files)
        })
        .collect()
    } else {
        vec![]
    };
    Preflight { faults, rows }
}

/// The first value of a row that does not fit its slot, or names a file that is not attached.
pub(crate) fn row_problem(
    skill: &Skill,
    headers: &[String],
    mapping: &Mapping,
    (row, cells): (usize, &[String]),
    files: &FileNames,
) -> Option<RowProblem> {
    let unfit = skill.slots.iter().enumerate().find_map(|(at, slot)| {
        let problem = slot.check(mapping.value(at, cells)).err()?;
        let header = mapping
            .columns
            .get(at)
            .copied()
            .flatten()
            .and_then(|at| headers.get(at));
        let column = header.map_or_else(|| slot.title().to_owned(), Clone::clone);
        Some(RowProblem {
            row,
            column,
            problem,
        })
    });
    unfit.or_else(|| missing_file(skill, headers, mapping, (row, cells), files))
}
