//! The in-memory twin: the same rules, gone with the process.

use std::cell::RefCell;
use std::collections::BTreeMap;

use batch::{
    BatchId, BatchRecord, Counts, FileNames, KeptRun, Ledger, LedgerFault, RowRecord, RunTrace,
};
use protocol::FilePart;

use crate::history::History;
use crate::runs::{Beside, KeptShot, PICTURES, Runs, aged, kept_shot};

/// A batch, a row and an attempt.
type RunKey = (BatchId, u32, u32);

/// A ledger in memory. Clones of what it holds stand for what a disk would hold.
#[derive(Clone, Debug, Default)]
pub struct MemoryLedger {
    batches: RefCell<BTreeMap<BatchId, BatchRecord>>,
    rows: RefCell<BTreeMap<(BatchId, u32), RowRecord>>,
    runs: RefCell<BTreeMap<RunKey, RunTrace>>,
    shots: RefCell<BTreeMap<RunKey, KeptShot>>,
    files: RefCell<BTreeMap<(BatchId, String), FilePart>>,
}

impl MemoryLedger {
    fn age(&self) {
        let (untraced, unpictured) = aged(self.batches.borrow().values().cloned().collect());
        let is_old = |batch: &BatchId, old: &[BatchId]| old.contains(batch);
        let mut runs = self.runs.borrow_mut();
        runs.retain(|(batch, ..), _| !is_old(batch, &untraced));
        let mut shots = self.shots.borrow_mut();
        shots.retain(|(batch, ..), _| !is_old(batch, &unpictured));
    }

    fn keep_run(&self, run: &KeptRun) {
        let RunTrace {
            batch,
            row,
            attempt,
            ..
        } = &run.trace;
        let key = (batch.clone(), *row, *attempt);
        self.runs
            .borrow_mut()
            .insert(key.clone(), run.trace.clone());
        let mut shots = self.shots.borrow_mut();
        let count = shots.keys().filter(|(of, ..)| of == batch).count();
        if let Some(shot) = kept_shot(run).filter(|_| count < PICTURES) {
            shots.insert(key, shot);
        }
    }

    fn beside(&self, of: &BatchId) -> Beside {
        let runs = self.runs.borrow();
        let shots = self.shots.borrow();
        let files = self.files.borrow();
        let runs = runs.iter().filter(|((batch, ..), _)| batch == of);
        let shots = shots.iter().filter(|((batch, ..), _)| batch == of);
        let files = files.iter().filter(|((batch, _), _)| batch == of);
        Beside {
            runs: runs.map(|(_, run)| run.clone()).collect(),
            shots: shots.map(|(_, shot)| shot.clone()).collect(),
            files: files.map(|(_, file)| file.clone()).collect(),
        }
    }
}

impl Ledger for MemoryLedger {
    async fn create(&self, batch: &BatchRecord, rows: &[RowRecord]) -> Result<(), LedgerFault> {
        self.batches
            .borrow_mut()
            .insert(batch.id.clone(), batch.clone());
        let mut kept = self.rows.borrow_mut();
        for row in rows {
            kept.insert((row.batch.clone(), row.index), row.clone());
        }
        self.age();
        Ok(())
    }

    async fn own(&self, batch: &BatchId) -> Result<BatchRecord, LedgerFault> {
        let mut batches = self.batches.borrow_mut();
        let record = batches
            .get_mut(batch)
            .ok_or_else(|| LedgerFault::NoBatch(batch.0.clone()))?;
        record.epoch += 1;
        Ok(record.clone())
    }

    async fn batches(&self) -> Result<Vec<BatchRecord>, LedgerFault> {
        let mut batches: Vec<BatchRecord> = self.batches.borrow().values().cloned().collect();
        batches.sort_by(|a, b| b.created_at.total_cmp(&a.created_at));
        Ok(batches)
    }

    async fn rows(&self, batch: &BatchId) -> Result<Vec<RowRecord>, LedgerFault> {
        let rows = self.rows.borrow();
        Ok(rows
            .iter()
            .filter(|((of, _), _)| of == batch)
            .map(|(_, row)| row.clone())
            .collect())
    }

    async fn write(&self, row: &RowRecord, epoch: u32) -> Result<(), LedgerFault> {
        match self.batches.borrow().get(&row.batch) {
            None => return Err(LedgerFault::NoBatch(row.batch.0.clone())),
            Some(batch) if batch.epoch != epoch => return Err(LedgerFault::NotOwner),
            Some(_) => {}
        }
        self.rows
            .borrow_mut()
            .insert((row.batch.clone(), row.index), row.clone());
        Ok(())
    }

    async fn write_end(
        &self,
        row: &RowRecord,
        run: &KeptRun,
        epoch: u32,
    ) -> Result<(), LedgerFault> {
        self.write(row, epoch).await?;
        self.keep_run(run);
        Ok(())
    }
}

impl History for MemoryLedger {
    async fn counts(&self, batch: &BatchRecord) -> Result<Counts, LedgerFault> {
        Ok(Counts::of(&self.rows(&batch.id).await?))
    }

    async fn delete(&self, batch: &BatchId) -> Result<Beside, LedgerFault> {
        let beside = self.beside(batch);
        self.batches.borrow_mut().remove(batch);
        self.rows.borrow_mut().retain(|(of, _), _| of != batch);
        self.runs.borrow_mut().retain(|(of, ..), _| of != batch);
        self.shots.borrow_mut().retain(|(of, ..), _| of != batch);
        self.files.borrow_mut().retain(|(of, _), _| of != batch);
        Ok(beside)
    }

    async fn bring_back(
        &self,
        batch: &BatchRecord,
        rows: &[RowRecord],
        beside: &Beside,
    ) -> Result<(), LedgerFault> {
        self.create(batch, rows).await?;
        for trace in beside.runs.iter().cloned() {
            self.keep_run(&KeptRun { trace, shot: None });
        }
        for shot in beside.shots.iter().cloned() {
            let key = (batch.id.clone(), shot.row, shot.attempt);
            self.shots.borrow_mut().insert(key, shot);
        }
        for file in &beside.files {
            self.keep_file(&batch.id, file).await?;
        }
        Ok(())
    }

    async fn delete_all(&self) -> Result<(), LedgerFault> {
        self.batches.borrow_mut().clear();
        self.rows.borrow_mut().clear();
        self.runs.borrow_mut().clear();
        self.shots.borrow_mut().clear();
        self.files.borrow_mut().clear();
        Ok(())
    }
}

impl Runs for MemoryLedger {
    async fn runs(&self, batch: &BatchId, row: Option<u32>) -> Result<Vec<RunTrace>, LedgerFault> {
        let mut runs = self.beside(batch).runs;
        runs.retain(|run| row.is_none_or(|row| run.row == row));
        Ok(runs)
    }

    async fn shots(&self, batch: &BatchId, row: u32) -> Result<Vec<KeptShot>, LedgerFault> {
        let mut shots = self.beside(batch).shots;
        shots.retain(|shot| shot.row == row);
        Ok(shots)
    }

    async fn keep_file(&self, batch: &BatchId, file: &FilePart) -> Result<(), LedgerFault> {
        let key = (batch.clone(), file.name.clone());
        self.files.borrow_mut().insert(key, file.clone());
        Ok(())
    }

    async fn file_names(&self, batch: &BatchId) -> Result<FileNames, LedgerFault> {
        let files = self.beside(batch).files.into_iter();
        Ok(files.map(|file| file.name).collect())
    }

    async fn file(&self, batch: &BatchId, name: &str) -> Result<Option<FilePart>, LedgerFault> {
        let key = (batch.clone(), name.to_owned());
        Ok(self.files.borrow().get(&key).cloned())
    }
}
