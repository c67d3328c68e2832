//! Choices made in a tree.

use protocol::{ControlKind, Diagnosis, NotApplied};
use web_sys::Element;

use super::{Adapter, Job, SETTLES_MS, Tried};
use crate::setting::Setting;

/// Entries of a tree; of nested ones the innermost that shows the text is meant.
const ENTRIES: &str = "[role=treeitem], .ant-select-tree-treenode, .el-tree-node";

/// What of an entry is pressed to choose it.
const CONTENT: &str = ".ant-select-tree-node-content-wrapper, .el-tree-node__content";

/// What opens an entry.
const OPENERS: &str = ".ant-select-tree-switcher, .el-tree-node__expand-icon";

/// How long an opened entry may take to show what is in it, ms.
const OPENING_MS: u32 = 2_000;

pub(super) struct Tree;

impl Adapter for Tree {
    fn detects(&self, job: &Job<'_>) -> bool {
        let is_tree = job.kind == Some(ControlKind::TreeSelect);
        match job.setting {
            Setting::Path(_) => job.matches("[role=tree]"),
            Setting::Options(_) => is_tree || job.matches("[role=tree]"),
            _ => false,
        }
    }

    fn settles_in(&self, _job: &Job<'_>) -> u32 {
        SETTLES_MS
    }

    fn apply<'a>(&'a self, job: &'a Job<'a>, _way: u8) -> Tried<'a> {
        Box::pin(async move {
            let (Setting::Path(path) | Setting::Options(path)) = &job.setting else {
                return Ok(());
            };
            if job.matches("[role=tree]") {
                return job.pick_in_tree(&job.element, path).await;
            }
            match job.open_popup().await {
                Some(popup) => job.pick_in_tree(&popup, path).await,
                None => Ok(()),
            }
        })
    }
}

impl Job<'_> {
    /// Whether what opened holds a tree, as soon as it holds anything.
    pub(super) async fn is_tree(&self, popup: &Element) -> bool {
        let natives = self.hand.live.natives();
        let holds = |selector: &str| !natives.query_in(popup, selector).is_empty();
        let told = || {
            let is_tree = holds(ENTRIES);
            (is_tree || holds(super::cascader::ITEMS)).then_some(is_tree)
        };
        self.hand.until(OPENING_MS, told).await.unwrap_or(false)
    }

    /// Opens each level of the path and picks the last.
    pub(super) async fn pick_in_tree(
        &self,
        tree: &Element,
        path: &[String],
    ) -> Result<(), Diagnosis> {
        let is_popup = !js_sys::Object::is(tree, &self.element);
        for (level, label) in path.iter().enumerate() {
            let entry = self
                .hand
                .until(OPENING_MS, || self.entry(tree, label))
                .await;
            let Some(entry) = entry else {
                let options = self.entries(tree);
                if is_popup {
                    self.close_popup(tree).await;
                }
                return Err(self.not_applied(NotApplied::NoOption { options }));
            };
            match path.get(level + 1) {
                Some(next) => self.open_entry(tree, &entry, next).await,
                None => self.pick(&self.pressed_to_choose(&entry)).await,
            }
        }
        if is_popup && self.hand.is_shown(tree) {
            self.close_popup(tree).await;
        }
        Ok(())
    }

    /// What of an entry is pressed to choose it: an option in it, its content, or itself.
    fn pressed_to_choose(&self, entry: &Element) -> Element {
        let content = self.part(entry, CONTENT).unwrap_or_else(|| entry.clone());
        self.part(&content, "[role=option]").unwrap_or(content)
    }

    fn part(&self, entry: &Element, selector: &str) -> Option<Element> {
        let natives = self.hand.live.natives();
        natives
            .query_in(entry, selector)
            .into_iter()
            .find(|at| natives.is_shown(at))
    }

    /// An entry's own words, without those of the entries in it.
    fn own_words(&self, entry: &Element) -> String {
        let natives = self.hand.live.natives();
        let content = self.part(entry, CONTENT).unwrap_or_else(|| entry.clone());
        natives
            .attribute(entry, "aria-label")
            .unwrap_or_else(|| natives.words(&content))
    }

    fn entry(&self, popup: &Element, label: &str) -> Option<Element> {
        let natives = self.hand.live.natives();
        let entries = natives.query_in(popup, ENTRIES).into_iter();
        entries
            .filter(|entry| natives.is_shown(entry))
            .find(|entry| self.own_words(entry) == label)
    }

    fn entries(&self, popup: &Element) -> Vec<String> {
        let natives = self.hand.live.natives();
        let shown = natives
            .query_in(popup, ENTRIES)
            .into_iter()
            .filter(|at| natives.is_shown(at));
        shown
            .map(|entry| self.own_words(&entry))
            .filter(|words| !words.is_empty())
            .take(12)
            .collect()
    }

    async fn open_entry(&self, popup: &Element, entry: &Element, next: &str) {
        let natives = self.hand.live.natives();
        if natives.attribute(entry, "aria-expanded").as_deref() == Some("true")
            || self.entry(popup, next).is_some()
        {
            return;
        }
        match self.part(entry, OPENERS) {
            Some(opener) => self.pick(&opener).await,
            None => {
                if let Ok(right) = "ArrowRight".parse() {
                    self.hand.press(entry, &right).await;
                }
            }
        }
        let opened = self
            .hand
            .until(OPENING_MS / 2, || self.entry(popup, next))
            .await;
        if opened.is_none() {
            self.pick(entry).await;
        }
    }
}
