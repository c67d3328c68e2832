//! The sample batch, and a panel that runs it for as long as it lives.

use std::rc::Rc;

use batch::{
    BatchEnd, BatchId, BatchPorts, BatchRecord, Decoder, FileNames, Ledger, LedgerFault, Mapping,
    RowRecord, RunTrace, Table, read_table, rows_of, run_batch,
};
use futures::FutureExt;
use skill::{Skill, read_skill};
use storage::{MemoryLedger, Runs};

use super::{FakeClock, FakeDisk, FakePage, Life, Tab};

pub(crate) const SKILL: &str = include_str!("../../../../fixtures/skills/add-customer.json");
const TABLE: &[u8] = include_bytes!("../../../../fixtures/tables/customers-12.csv");

/// More awaits than any batch here needs.
pub(crate) const FOREVER: u32 = 100_000;

/// The tables of these tests need no other encoding.
struct Utf8;

impl Decoder for Utf8 {
    fn decode(&self, _label: &str, _bytes: &[u8]) -> Option<String> {
        None
    }
}

pub(crate) fn sample_skill() -> Skill {
    read_skill(SKILL).unwrap()
}

pub(crate) fn sample_table() -> Table {
    read_table(TABLE, &Utf8).unwrap()
}

pub(crate) fn id() -> BatchId {
    BatchId("b".into())
}

/// A batch of a skill over a table, and its rows.
pub(crate) fn batch_of(skill: Skill, table: &Table) -> (BatchRecord, Vec<RowRecord>) {
    let rows = rows_of(&id(), table);
    let batch = BatchRecord {
        mapping: Mapping::propose(&skill, &table.headers),
        id: id(),
        skill,
        table_name: "customers.csv".into(),
        headers: table.headers.clone(),
        created_at: 0.0,
        rows: u32::try_from(rows.len()).unwrap(),
        epoch: 0,
    };
    (batch, rows)
}

/// A disk that holds the batch of these rows.
pub(crate) fn disk_with(skill: Skill, table: &Table) -> Rc<MemoryLedger> {
    let disk = Rc::new(MemoryLedger::default());
    let (batch, rows) = batch_of(skill, table);
    disk.create(&batch, &rows).now_or_never().unwrap().unwrap();
    disk
}

/// What the disk holds of the batch: its rows, and the traces of its runs.
pub(crate) fn kept(disk: &MemoryLedger) -> (Vec<RowRecord>, Vec<RunTrace>) {
    let rows = disk.rows(&id()).now_or_never().unwrap().unwrap();
    let runs = disk.runs(&id(), None).now_or_never().unwrap().unwrap();
    (rows, runs)
}

/// A panel.
pub(crate) struct Panel<'a> {
    pub(crate) tab: &'a Rc<Tab>,
    pub(crate) disk: &'a Rc<MemoryLedger>,
    /// How many writes the disk has room for.
    pub(crate) room: u32,
    /// Told of each new state of a row.
    pub(crate) on_row: &'a dyn Fn(&RowRecord),
}

impl<'a> Panel<'a> {
    pub(crate) fn on(tab: &'a Rc<Tab>, disk: &'a Rc<MemoryLedger>) -> Self {
        Self {
            tab,
            disk,
            room: u32::MAX,
            on_row: &|_| {},
        }
    }

    /// Takes the batch over and runs it until it ends or the panel dies; `None` if it died.
    pub(crate) fn run(&self, life: &Rc<Life>) -> Option<Result<BatchEnd, LedgerFault>> {
        let page = FakePage {
            tab: self.tab.clone(),
            life: life.clone(),
        };
        let ledger = FakeDisk {
            disk: self.disk.clone(),
            life: life.clone(),
            room: self.room.into(),
        };
        let run = async {
            let batch = ledger.own(&id()).await?;
            let rows = ledger.rows(&id()).await?;
            let ports = BatchPorts {
                page: &page,
                network: &page,
                clock: &FakeClock::default(),
                ledger: &ledger,
                files: &FileNames::default(),
                is_stopped: &|| false,
                on_row: self.on_row,
            };
            run_batch(&batch, rows, &ports).await
        };
        run.now_or_never()
    }
}
