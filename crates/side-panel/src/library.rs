//! The saved skills: import, choose, delete.

use batch::LedgerFault;
use leptos::prelude::*;
use leptos::task::spawn_local;
use skill::{Skill, read_skill};
use storage::{IndexedDbSkills, SavedSkill, SkillStore};

use crate::state::{Panel, Trouble, View};
use crate::undo::Undo;

impl Panel {
    /// Reads a skill file, keeps the skill in the place of one with its name, and chooses it.
    pub(crate) async fn import_skill(self, file: String, text: &str) {
        self.begin();
        match read_skill(text) {
            Ok(skill) => {
                let saved = SavedSkill {
                    skill,
                    saved_at: js_sys::Date::now(),
                };
                match keep(&saved).await {
                    Ok(before) => {
                        let differs = before.filter(|before| before.skill != saved.skill);
                        self.undo.set(differs.map(Undo::ReplacedSkill));
                        self.choose_skill(saved.skill);
                        self.read_skills().await;
                    }
                    Err(fault) => self.records_failed(fault),
                }
            }
            Err(fault) => self.trouble.set(Some(Trouble::Skill { file, fault })),
        }
    }

    /// The skill of a new batch. A batch that is open is put aside; one that runs is let be.
    pub(crate) fn choose_skill(self, skill: Skill) {
        if self.is_active_now() {
            return;
        }
        if self.batch.with_untracked(Option::is_some) {
            self.put_batch_aside();
        }
        self.set(|settings| settings.skill = Some(skill.name.clone()));
        self.skill.set(Some(skill));
        self.propose_mapping();
    }

    /// Opens the form for one row of this skill.
    pub(crate) fn run_once(self, skill: Skill) {
        self.begin();
        self.choose_skill(skill);
        self.table.set(None);
        self.is_entering.set(true);
        self.show_view(View::Batches);
    }

    /// Deletes a skill; it can be taken back. Batches keep their own copy.
    pub(crate) fn delete_skill(self, saved: SavedSkill) {
        self.begin();
        spawn_local(async move {
            let name = &saved.skill.name;
            let removed = async { IndexedDbSkills::open().await?.remove(name).await };
            if let Err(fault) = removed.await {
                return self.records_failed(fault);
            }
            let is_chosen = self
                .skill
                .with_untracked(|skill| skill.as_ref().is_some_and(|skill| skill.name == *name));
            if is_chosen {
                self.skill.set(None);
                self.set(|settings| settings.skill = None);
            }
            self.read_skills().await;
            self.undo.set(Some(Undo::DeletedSkill(saved)));
        });
    }

    /// Brings a skill back as it was. It is chosen where no other is.
    pub(crate) async fn restore_skill(self, saved: SavedSkill) {
        if let Err(fault) = keep(&saved).await {
            return self.records_failed(fault);
        }
        let is_free = self.skill.with_untracked(|skill| {
            skill
                .as_ref()
                .is_none_or(|skill| skill.name == saved.skill.name)
        });
        if is_free {
            self.set(|settings| settings.skill = Some(saved.skill.name.clone()));
            self.skill.set(Some(saved.skill));
            self.propose_mapping();
        }
        self.read_skills().await;
    }

    /// Reads the saved skills; chooses the one that was chosen when the panel was closed.
    pub(crate) async fn read_skills(self) {
        let read = async { IndexedDbSkills::open().await?.skills().await };
        match read.await {
            Ok(skills) => {
                self.choose_again(&skills);
                self.skills.set(Some(skills));
            }
            Err(fault) => {
                self.skills.set(Some(vec![]));
                self.records_failed(fault);
            }
        }
    }

    fn choose_again(self, skills: &[SavedSkill]) {
        if self.skill.with_untracked(Option::is_some) {
            return;
        }
        let name = self
            .settings
            .with_untracked(|settings| settings.skill.clone());
        let chosen = skills
            .iter()
            .find(|saved| Some(&saved.skill.name) == name.as_ref());
        if let Some(saved) = chosen {
            self.skill.set(Some(saved.skill.clone()));
            self.propose_mapping();
        }
    }

    /// How the open batch's skill differs from the saved one.
    pub(crate) fn skill_since(self) -> SkillSince {
        let Some(skill) = self.batch.with(|batch| Some(batch.as_ref()?.skill.clone())) else {
            return SkillSince::Same;
        };
        self.skills.with(|skills| {
            let Some(skills) = skills else {
                return SkillSince::Same;
            };
            match skills.iter().find(|saved| saved.skill.name == skill.name) {
                None => SkillSince::Deleted,
                Some(saved) if saved.skill != skill => SkillSince::Changed,
                Some(_) => SkillSince::Same,
            }
        })
    }
}

/// Keeps a skill; gives the one of its name that it takes the place of.
async fn keep(saved: &SavedSkill) -> Result<Option<SavedSkill>, LedgerFault> {
    IndexedDbSkills::open().await?.keep(saved).await
}

/// What became of a batch's skill since the batch was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SkillSince {
    Same,
    Changed,
    Deleted,
}
