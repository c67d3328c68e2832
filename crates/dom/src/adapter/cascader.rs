//! Choices made level by level: column by column, or in a tree, whichever opens.

use protocol::NotApplied;
use web_sys::Element;

use super::{Adapter, Job, SETTLES_MS, Tried};
use crate::setting::Setting;

/// Items of the columns: ARIA first, then what has no role.
pub(super) const ITEMS: &str = "[role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], .ant-cascader-menu-item, .el-cascader-node";

/// The columns themselves.
const COLUMNS: &str = "ul, [role=menu], .el-cascader-menu";

/// How long a level may take to come, ms.
const LEVEL_MS: u32 = 3_000;

pub(super) struct Cascader;

impl Adapter for Cascader {
    fn detects(&self, job: &Job<'_>) -> bool {
        matches!(job.setting, Setting::Path(_)) && !job.matches("[role=tree]")
    }

    fn settles_in(&self, _job: &Job<'_>) -> u32 {
        SETTLES_MS
    }

    fn apply<'a>(&'a self, job: &'a Job<'a>, _way: u8) -> Tried<'a> {
        Box::pin(async move {
            let Setting::Path(path) = &job.setting else {
                return Ok(());
            };
            let Some(popup) = job.open_popup().await else {
                return Ok(());
            };
            if job.is_tree(&popup).await {
                return job.pick_in_tree(&popup, path).await;
            }
            for (level, label) in path.iter().enumerate() {
                let found = job
                    .hand
                    .until(LEVEL_MS, || job.item_of(&popup, level, label))
                    .await;
                let Some(item) = found else {
                    let options = job.labels_of(&popup, level);
                    job.close_popup(&popup).await;
                    return Err(job.not_applied(NotApplied::NoOption { options }));
                };
                job.pick(&item).await;
            }
            if job.hand.is_shown(&popup) {
                job.close_popup(&popup).await;
            }
            Ok(())
        })
    }
}

impl Job<'_> {
    fn items_of(&self, popup: &Element, level: usize) -> Vec<Element> {
        let natives = self.hand.live.natives();
        let shown = |mut found: Vec<Element>| {
            found.retain(|at| natives.is_shown(at));
            found
        };
        // Columns in columns are one: the inner holds the items.
        let columns = shown(natives.query_in(popup, COLUMNS));
        let is_inner = |at: &Element| natives.query_in(at, COLUMNS).is_empty();
        let columns: Vec<Element> = columns.into_iter().filter(is_inner).collect();
        columns
            .get(level)
            .map_or(vec![], |column| shown(natives.query_in(column, ITEMS)))
    }

    fn item_of(&self, popup: &Element, level: usize, label: &str) -> Option<Element> {
        let natives = self.hand.live.natives();
        let items = self.items_of(popup, level);
        items.into_iter().find(|item| natives.words(item) == label)
    }

    fn labels_of(&self, popup: &Element, level: usize) -> Vec<String> {
        let natives = self.hand.live.natives();
        self.items_of(popup, level)
            .iter()
            .map(|item| natives.words(item))
            .take(12)
            .collect()
    }
}
