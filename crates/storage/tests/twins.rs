//! The rules of the repositories, on their in-memory twins.
#![allow(clippy::unwrap_used, reason = "a test ends where it finds a fault")]

use batch::{
    BatchId, BatchRecord, Counts, KeptRun, Ledger, LedgerFault, Mapping, RowRecord, RowStatus,
    RunTrace, Table, rows_of,
};
use futures::executor::block_on;
use protocol::FilePart;
use replay::{Artifact, Shot};
use skill::{Skill, read_skill};
use storage::{
    Beside, History, MemoryLedger, MemorySkills, PICTURED_BATCHES, PICTURES, Runs, SavedSkill,
    SkillStore, TRACED_BATCHES,
};

fn skill(name: &str, start: &str) -> Skill {
    let text = format!(
        r#"{{"surehand_skill":1,"name":"{name}","sites":["https://shop.example/*"],
            "start_url":"https://shop.example/{start}","slots":[],
            "steps":[{{"intent":"Look","action":{{"do":"navigate","url":"/x"}}}}]}}"#
    );
    read_skill(&text).unwrap()
}

#[test]
fn a_skill_takes_the_place_of_the_one_with_its_name() {
    block_on(async {
        let skills = MemorySkills::default();
        let saved = |name, start| SavedSkill {
            skill: skill(name, start),
            saved_at: 1.0,
        };
        assert_eq!(skills.keep(&saved("b", "1")).await, Ok(None));
        assert_eq!(skills.keep(&saved("a", "1")).await, Ok(None));
        let before = skills.keep(&saved("b", "2")).await;
        assert_eq!(before, Ok(Some(saved("b", "1"))));
        let all = skills.skills().await.unwrap();
        assert_eq!(all, [saved("a", "1"), saved("b", "2")]);
        skills.remove("a").await.unwrap();
        skills.remove("never there").await.unwrap();
        assert_eq!(skills.skills().await.unwrap(), [saved("b", "2")]);
    });
}

#[test]
fn a_deleted_batch_takes_no_more_rows_and_can_be_brought_back() {
    block_on(async {
        let ledger = MemoryLedger::default();
        let id = BatchId("b".into());
        let table = Table {
            headers: vec!["name".into()],
            rows: vec![vec!["Ada".into()], vec!["Bob".into()]],
        };
        let mut rows = rows_of(&id, &table);
        rows[0].status = RowStatus::Failed;
        let batch = BatchRecord {
            id: id.clone(),
            skill: skill("a", "1"),
            table_name: "t.csv".into(),
            headers: table.headers,
            mapping: Mapping::default(),
            created_at: 1.0,
            rows: 2,
            epoch: 3,
        };
        ledger.create(&batch, &rows).await.unwrap();
        let counts = Counts {
            total: 2,
            failed: 1,
            ..Counts::default()
        };
        assert_eq!(ledger.counts(&batch).await, Ok(counts));

        ledger.delete(&id).await.unwrap();
        assert_eq!(ledger.batches().await, Ok(vec![]));
        assert_eq!(ledger.rows(&id).await, Ok(vec![]));
        let write = ledger.write(&rows[0], 3).await;
        assert_eq!(write, Err(LedgerFault::NoBatch("b".into())));

        let beside = Beside::default();
        ledger.bring_back(&batch, &rows, &beside).await.unwrap();
        assert_eq!(ledger.rows(&id).await, Ok(rows));
        assert_eq!(ledger.batches().await, Ok(vec![batch]));
    });
}

/// A batch of one row, made at this time.
fn batch_at(id: &str, created_at: f64) -> (BatchRecord, Vec<RowRecord>) {
    let id = BatchId(id.into());
    let table = Table {
        headers: vec!["name".into()],
        rows: vec![vec!["Ada".into()]],
    };
    let rows = rows_of(&id, &table);
    let batch = BatchRecord {
        id,
        skill: skill("a", "1"),
        table_name: "t.csv".into(),
        headers: table.headers,
        mapping: Mapping::default(),
        created_at,
        rows: 1,
        epoch: 0,
    };
    (batch, rows)
}

/// What a run left, with a picture.
fn run_of(batch: &BatchId, row: u32, attempt: u32) -> KeptRun {
    KeptRun {
        trace: RunTrace {
            batch: batch.clone(),
            row,
            attempt,
            began_at: 0.0,
            entries: vec![],
        },
        shot: Some(Shot {
            named: Artifact {
                sha256: "00".into(),
                bytes: 3,
                media_type: "image/jpeg".into(),
            },
            base64: "AAAA".into(),
        }),
    }
}

fn file(name: &str) -> FilePart {
    FilePart {
        name: name.into(),
        media_type: "text/plain".into(),
        base64: "AAAA".into(),
    }
}

#[test]
fn each_attempt_at_a_row_keeps_its_trace_and_picture() {
    block_on(async {
        let ledger = MemoryLedger::default();
        let (batch, rows) = batch_at("b", 1.0);
        ledger.create(&batch, &rows).await.unwrap();
        for attempt in [1, 2] {
            let run = run_of(&batch.id, 0, attempt);
            ledger.write_end(&rows[0], &run, 0).await.unwrap();
        }
        let late = ledger
            .write_end(&rows[0], &run_of(&batch.id, 0, 3), 7)
            .await;
        assert_eq!(late, Err(LedgerFault::NotOwner));
        let runs = ledger.runs(&batch.id, Some(0)).await.unwrap();
        let attempts: Vec<u32> = runs.iter().map(|run| run.attempt).collect();
        assert_eq!(attempts, [1, 2]);
        assert_eq!(ledger.shots(&batch.id, 0).await.unwrap().len(), 2);
        assert_eq!(ledger.runs(&batch.id, Some(1)).await, Ok(vec![]));
    });
}

#[test]
fn what_lies_beside_a_batch_goes_and_comes_back_with_it() {
    block_on(async {
        let ledger = MemoryLedger::default();
        let (batch, rows) = batch_at("b", 1.0);
        ledger.create(&batch, &rows).await.unwrap();
        let run = run_of(&batch.id, 0, 1);
        ledger.write_end(&rows[0], &run, 0).await.unwrap();
        ledger.keep_file(&batch.id, &file("a.txt")).await.unwrap();

        let beside = ledger.delete(&batch.id).await.unwrap();
        assert_eq!(ledger.runs(&batch.id, None).await, Ok(vec![]));
        assert_eq!(ledger.shots(&batch.id, 0).await, Ok(vec![]));
        assert_eq!(ledger.file(&batch.id, "a.txt").await, Ok(None));

        ledger.bring_back(&batch, &rows, &beside).await.unwrap();
        assert_eq!(ledger.runs(&batch.id, None).await, Ok(vec![run.trace]));
        assert_eq!(ledger.shots(&batch.id, 0).await.unwrap().len(), 1);
        let names = ledger.file_names(&batch.id).await.unwrap();
        assert_eq!(names.into_iter().collect::<Vec<_>>(), ["a.txt"]);
        let kept = ledger.file(&batch.id, "a.txt").await;
        assert_eq!(kept, Ok(Some(file("a.txt"))));
    });
}

#[test]
fn only_the_newest_batches_keep_traces_and_fewer_of_them_pictures() {
    block_on(async {
        let ledger = MemoryLedger::default();
        let ids: Vec<String> = (0..TRACED_BATCHES + 2).map(|at| format!("b{at}")).collect();
        for (at, id) in ids.iter().enumerate() {
            let (batch, rows) = batch_at(id, at as f64);
            ledger.create(&batch, &rows).await.unwrap();
            let run = run_of(&batch.id, 0, 1);
            ledger.write_end(&rows[0], &run, 0).await.unwrap();
        }
        let (mut traced, mut pictured) = (0, 0);
        for id in &ids {
            let id = BatchId(id.clone());
            traced += ledger.runs(&id, None).await.unwrap().len();
            pictured += ledger.shots(&id, 0).await.unwrap().len();
        }
        assert_eq!((traced, pictured), (TRACED_BATCHES, PICTURED_BATCHES));
        let oldest = ledger.runs(&BatchId("b0".into()), None).await;
        assert_eq!(oldest, Ok(vec![]));
    });
}

#[test]
fn only_some_pictures_of_a_batch_are_kept() {
    block_on(async {
        let ledger = MemoryLedger::default();
        let (batch, rows) = batch_at("b", 1.0);
        ledger.create(&batch, &rows).await.unwrap();
        let most = u32::try_from(PICTURES).unwrap();
        for attempt in 1..=most + 3 {
            let run = run_of(&batch.id, 0, attempt);
            ledger.write_end(&rows[0], &run, 0).await.unwrap();
        }
        assert_eq!(ledger.shots(&batch.id, 0).await.unwrap().len(), PICTURES);
        let runs = ledger.runs(&batch.id, None).await.unwrap();
        assert_eq!(runs.len(), PICTURES + 3);
    });
}
