//! One look, put together from those of a page's documents.

use protocol::{
    Baseline, Check, Claim, Fault, Grounding, LookFor, Looked, PostCondition, Verification,
};
use replay::{unite_baselines, unite_groundings, unite_verifications};

use super::page::unexpected;

/// The frames that each part of what is asked does not mean.
pub(super) struct Foreign {
    pub(super) judged: Vec<Vec<u32>>,
    pub(super) conditions: Vec<Vec<u32>>,
    pub(super) targets: Vec<Vec<u32>>,
}

/// What the documents saw so far, the top one first.
#[derive(Default)]
pub(super) struct Parts {
    verifications: Vec<Verification>,
    /// For each target what the frames that it means answered.
    groundings: Vec<Vec<Grounding>>,
    baselines: Vec<Vec<Baseline>>,
    /// For each frame its number of changes.
    pub(super) changes: Vec<(u32, u32)>,
}

impl Parts {
    /// Adds what a frame saw, less what was not asked of it.
    pub(super) fn add(
        &mut self,
        frame: u32,
        looked: Looked,
        asked: &LookFor,
        foreign: &Foreign,
    ) -> Result<(), Fault> {
        let Looked {
            mut verification,
            groundings,
            mut baselines,
        } = looked;
        let is_whole = verification.checks.len() == asked.judged.len()
            && baselines.len() == asked.conditions.len()
            && groundings.len() == asked.targets.len();
        if !is_whole {
            return unexpected();
        }
        let judged = asked.judged.iter().zip(&foreign.judged);
        for (check, (judged, foreign)) in verification.checks.iter_mut().zip(judged) {
            if foreign.contains(&frame) {
                *check = Check::not_seen(judged);
            }
        }
        for (baseline, foreign) in baselines.iter_mut().zip(&foreign.conditions) {
            if foreign.contains(&frame) && baseline.count().is_some() {
                *baseline = Baseline::NotThere;
            }
        }
        self.changes.push((frame, verification.changes));
        self.verifications.push(verification);
        self.baselines.push(baselines);
        self.groundings.resize_with(groundings.len(), Vec::new);
        let meant = groundings.into_iter().zip(&foreign.targets);
        for (united, (grounding, foreign)) in self.groundings.iter_mut().zip(meant) {
            if !foreign.contains(&frame) {
                united.push(grounding);
            }
        }
        Ok(())
    }

    /// All as one page's; `None` without any.
    pub(super) fn unite(self, asked: &LookFor) -> Option<Looked> {
        let conditions = asked.conditions.iter().map(|Claim(claim)| claim.clone());
        let conditions: Vec<PostCondition> = conditions.collect();
        Some(Looked {
            verification: unite_verifications(self.verifications)?,
            groundings: self.groundings.into_iter().map(unite_groundings).collect(),
            baselines: unite_baselines(&conditions, &self.baselines),
        })
    }
}
