//! The skills a person saved.

#![allow(
    async_fn_in_trait,
    reason = "used as generics on one thread; no future is sent"
)]

use std::cell::RefCell;
use std::collections::BTreeMap;

use batch::LedgerFault;
use serde::{Deserialize, Serialize};
use skill::Skill;

/// A skill with when it was saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedSkill {
    /// The skill.
    #[serde(deserialize_with = "skill::kept_skill")]
    pub skill: Skill,
    /// When it was saved, ms since the epoch.
    pub saved_at: f64,
}

/// Where skills are kept, each under its name.
pub trait SkillStore {
    /// All of them, by name.
    async fn skills(&self) -> Result<Vec<SavedSkill>, LedgerFault>;

    /// Keeps a skill; when it answers, the skill is on disk. Gives the one of the same name that
    /// it takes the place of.
    async fn keep(&self, skill: &SavedSkill) -> Result<Option<SavedSkill>, LedgerFault>;

    /// Removes the skill of this name, if there is one.
    async fn remove(&self, name: &str) -> Result<(), LedgerFault>;
}

/// Skills in memory: the same rules, gone with the process.
#[derive(Clone, Debug, Default)]
pub struct MemorySkills {
    skills: RefCell<BTreeMap<String, SavedSkill>>,
}

impl SkillStore for MemorySkills {
    async fn skills(&self) -> Result<Vec<SavedSkill>, LedgerFault> {
        Ok(self.skills.borrow().values().cloned().collect())
    }

    async fn keep(&self, skill: &SavedSkill) -> Result<Option<SavedSkill>, LedgerFault> {
        let name = skill.skill.name.clone();
        Ok(self.skills.borrow_mut().insert(name, skill.clone()))
    }

    async fn remove(&self, name: &str) -> Result<(), LedgerFault> {
        self.skills.borrow_mut().remove(name);
        Ok(())
    }
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use indexed_db_futures::database::Database;
    use indexed_db_futures::transaction::TransactionDurability;

    use super::{LedgerFault, SavedSkill, SkillStore};
    use crate::database::{
        SKILLS, all, change, delete, from_json, get, only, open, put, store_fault, to_json,
    };

    /// The skills of this browser profile.
    #[derive(Debug)]
    pub struct IndexedDbSkills {
        database: Database,
    }

    impl IndexedDbSkills {
        /// Opens them.
        ///
        /// # Errors
        /// When the browser refuses, or a newer program has written them.
        pub async fn open() -> Result<Self, LedgerFault> {
            Ok(Self {
                database: open().await?,
            })
        }
    }

    impl SkillStore for IndexedDbSkills {
        async fn skills(&self) -> Result<Vec<SavedSkill>, LedgerFault> {
            all(&self.database, SKILLS, "").await
        }

        async fn keep(&self, skill: &SavedSkill) -> Result<Option<SavedSkill>, LedgerFault> {
            let transaction = change(&self.database, &[SKILLS], TransactionDurability::Strict)?;
            let name = &skill.skill.name;
            let before = get(&transaction, SKILLS, name).await?;
            put(&transaction, SKILLS, name, to_json(skill)?).await?;
            transaction.commit().await.map_err(store_fault)?;
            before.map(|text| from_json(&text)).transpose()
        }

        async fn remove(&self, name: &str) -> Result<(), LedgerFault> {
            let transaction = change(&self.database, &[SKILLS], TransactionDurability::Strict)?;
            delete(&transaction, SKILLS, only(name)).await?;
            transaction.commit().await.map_err(store_fault)
        }
    }
}

#[cfg(target_arch = "wasm32")]
pub use browser::IndexedDbSkills;
