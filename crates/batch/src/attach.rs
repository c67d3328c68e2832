//! The files that rows upload: which are needed, and whether they are attached to the batch.

use std::collections::BTreeSet;

use protocol::{Action, ValueProblem};
use skill::{Skill, slots_in};

use crate::bind::bindings;
use crate::mapping::{Mapping, RowProblem};
use crate::table::Table;

/// The names of the files that are attached to a batch.
pub type FileNames = BTreeSet<String>;

/// Whether a skill uploads files.
#[must_use]
pub fn uploads(skill: &Skill) -> bool {
    names_in(skill).next().is_some()
}

/// The names of all files that the rows of a table upload, each once, in the order of the rows.
#[must_use]
pub fn files_needed(skill: &Skill, table: &Table, mapping: &Mapping) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut needed = Vec::new();
    if !uploads(skill) {
        return needed;
    }
    for cells in &table.rows {
        for (_, name) in files_of(skill, mapping, cells) {
            if seen.insert(name.clone()) {
                needed.push(name);
            }
        }
    }
    needed
}

/// The first file of a row that is not attached.
pub(crate) fn missing_file(
    skill: &Skill,
    headers: &[String],
    mapping: &Mapping,
    (row, cells): (usize, &[String]),
    files: &FileNames,
) -> Option<RowProblem> {
    let of_row = files_of(skill, mapping, cells);
    let (template, _) = of_row.into_iter().find(|(_, name)| !files.contains(name))?;
    let slot = slots_in(template).into_iter().next();
    let at = slot.and_then(|name| skill.slots.iter().position(|slot| slot.name == name));
    let column = at.and_then(|at| mapping.columns.get(at).copied().flatten());
    let header = column.and_then(|column| headers.get(column));
    Some(RowProblem {
        row,
        // A name that no column gives stands in the skill itself.
        column: header.map_or_else(|| template.to_owned(), Clone::clone),
        problem: ValueProblem::NoFile,
    })
}

/// The files of a row with the templates that name them; an empty name is no file.
fn files_of<'s>(skill: &'s Skill, mapping: &Mapping, cells: &[String]) -> Vec<(&'s str, String)> {
    let values = bindings(skill, mapping, cells);
    let named =
        names_in(skill).filter_map(|template| Some((template, values.fill(template).ok()?)));
    named.filter(|(_, name)| !name.trim().is_empty()).collect()
}

/// The templates that name files.
fn names_in(skill: &Skill) -> impl Iterator<Item = &str> {
    let names = skill.steps.iter().filter_map(|step| match &step.action {
        Action::Upload { files, .. } => Some(files),
        _ => None,
    });
    names.flatten().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use protocol::ValueProblem;

    use super::{FileNames, files_needed};
    use crate::mapping::{Mapping, RowProblem, preflight};
    use crate::table::Table;

    #[test]
    fn each_file_is_needed_once_and_a_row_without_its_file_is_told() {
        let skill = skill::read_skill(
            r#"{"surehand_skill":1,"name":"a","sites":["https://shop.example/*"],
                "start_url":"https://shop.example/","slots":[{"name":"photo"}],
                "steps":[{"intent":"Add the photo","action":{"do":"upload",
                    "target":{"role":"button"},"files":["{{photo}}","terms.pdf"]}}]}"#,
        )
        .unwrap();
        let rows = ["a.png", "", " b.png ", "a.png"];
        let table = Table {
            headers: vec!["Photo".into()],
            rows: rows.map(|name| vec![name.to_owned()]).into(),
        };
        let mapping = Mapping::propose(&skill, &table.headers);
        let needed = files_needed(&skill, &table, &mapping);
        assert_eq!(needed, ["a.png", "terms.pdf", "b.png"]);

        let problems = |attached: &[&str]| {
            let files: FileNames = attached.iter().map(|name| (*name).to_owned()).collect();
            preflight(&skill, &table, &mapping, &files).rows
        };
        let problem = |row, column: &str| RowProblem {
            row,
            column: column.into(),
            problem: ValueProblem::NoFile,
        };
        assert_eq!(problems(&["a.png", "terms.pdf", "b.png"]), []);
        assert_eq!(problems(&["a.png", "terms.pdf"]), [problem(2, "Photo")]);
        let without = problems(&["a.png", "b.png"]);
        assert_eq!(without, [0, 1, 2, 3].map(|row| problem(row, "terms.pdf")));
    }
}
