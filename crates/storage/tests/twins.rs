//! The rules of the repositories, on their in-memory twins.
#![allow(clippy::unwrap_used, reason = "a test ends where it finds a fault")]

use batch::{
    BatchId, BatchRecord, Counts, Ledger, LedgerFault, Mapping, RowStatus, Table, rows_of,
};
use futures::executor::block_on;
use skill::{Skill, read_skill};
use storage::{History, MemoryLedger, MemorySkills, SavedSkill, SkillStore};

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

        ledger.create(&batch, &rows).await.unwrap();
        assert_eq!(ledger.rows(&id).await, Ok(rows));
        assert_eq!(ledger.batches().await, Ok(vec![batch]));
    });
}
