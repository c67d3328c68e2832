//! The table of a new batch and which column fills what.

use std::sync::Arc;

use batch::{Mapping, Table, read_table};
use leptos::prelude::*;
use skill::Skill;

use crate::ports::BrowserDecoder;
use crate::state::{LoadedTable, Panel, Trouble};

impl Panel {
    /// Reads a table: a file's bytes, or cells copied from a spreadsheet.
    pub(crate) fn load_table(self, name: String, bytes: &[u8]) {
        self.begin();
        match read_table(bytes, &BrowserDecoder) {
            Ok(table) => self.take_table(name, table),
            Err(fault) => {
                let file = name;
                self.trouble.set(Some(Trouble::Table { file, fault }));
            }
        }
    }

    /// Makes a table of one row, with a value for each slot of the skill.
    pub(crate) fn enter_row(self, name: String, skill: &Skill, values: Vec<String>) {
        self.begin();
        let table = Table {
            headers: columns_of(skill),
            rows: vec![values],
        };
        self.take_table(name, table);
    }

    /// Has a column, or none, fill a slot.
    pub(crate) fn map_slot(self, slot: usize, column: Option<usize>) {
        self.mapping.update(|mapping| {
            if let Some(mapped) = mapping.columns.get_mut(slot) {
                *mapped = column;
            }
        });
    }

    /// Puts the open batch aside and asks for a table.
    pub(crate) fn new_batch(self) {
        self.begin();
        self.put_batch_aside();
        self.table.set(None);
    }

    /// Proposes a mapping of table and skill, where both are there.
    pub(crate) fn propose_mapping(self) {
        let headers = self
            .table
            .with_untracked(|loaded| Some(loaded.as_ref()?.table.headers.clone()));
        let proposed = self.skill.with_untracked(|skill| {
            let (skill, headers) = (skill.as_ref()?, headers.as_ref()?);
            Some(Mapping::propose(skill, headers))
        });
        self.mapping.set(proposed.unwrap_or_default());
    }

    fn take_table(self, name: String, table: Table) {
        if self.is_active_now() {
            return;
        }
        if self.batch.with_untracked(Option::is_some) {
            self.put_batch_aside();
        }
        self.is_entering.set(false);
        // Without the old table first, nobody maps the new one by the old columns.
        self.table.set(None);
        let headers = table.headers.clone();
        let proposed = self.skill.with_untracked(|skill| {
            let skill = skill.as_ref()?;
            Some(Mapping::propose(skill, &headers))
        });
        self.mapping.set(proposed.unwrap_or_default());
        self.table.set(Some(Arc::new(LoadedTable { name, table })));
    }
}

/// The slots' names for a person as columns; where two are the same, the names in templates, which
/// never are.
fn columns_of(skill: &Skill) -> Vec<String> {
    let titles: Vec<String> = skill
        .slots
        .iter()
        .map(|slot| slot.title().to_owned())
        .collect();
    let is_twice = |title: &String| titles.iter().filter(|other| *other == title).count() > 1;
    if titles.iter().any(is_twice) {
        return skill.slots.iter().map(|slot| slot.name.clone()).collect();
    }
    titles
}
