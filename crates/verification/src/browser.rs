//! Conditions that no page can judge: tabs, downloads, and what is read back later.

use protocol::{
    Baseline, BrowserFacts, Check, DownloadFact, Fact, Judged, PostCondition, SaveState, TabFact,
    Verdict, glob_matches,
};

use crate::Finding;
use crate::network::addressed;

/// Number of the tab that a [`PostCondition::TabOpened`] means, if it was opened.
#[must_use]
pub fn opened_tab(judged: &Judged, facts: &BrowserFacts) -> Option<u32> {
    match (&judged.condition, &judged.baseline) {
        (PostCondition::TabOpened { url }, Baseline::Events { after }) => {
            matching_tab(url, *after, facts).map(|tab| tab.sequence)
        }
        _ => None,
    }
}

fn matching_tab<'f>(pattern: &str, after: u32, facts: &'f BrowserFacts) -> Option<&'f TabFact> {
    facts
        .tabs
        .iter()
        .find(|tab| tab.sequence > after && glob_matches(pattern, addressed(pattern, &tab.url)))
}

/// Judges a condition [`PostCondition::is_beyond_page`]; of any other nothing was seen.
#[must_use]
pub fn verify_browser(judged: &Judged, facts: &BrowserFacts) -> Check {
    let after = match judged.baseline {
        Baseline::Events { after } => Some(after),
        _ => None,
    };
    let finding = match (&judged.condition, after) {
        (PostCondition::TabOpened { url }, Some(after)) => tab_opened(url, after, facts),
        (PostCondition::DownloadCompleted { name, min_bytes }, Some(after)) => {
            download_completed(name, *min_bytes, after, facts)
        }
        (PostCondition::Readback { .. }, _) => Finding::new(Verdict::Unknown, Fact::NotReadBack),
        _ => Finding::new(Verdict::Unknown, Fact::NotSeen),
    };
    finding.check(judged)
}

fn tab_opened(pattern: &str, after: u32, facts: &BrowserFacts) -> Finding {
    let opened = facts.tabs.iter().filter(|tab| tab.sequence > after);
    let urls: Vec<&str> = opened.map(|tab| tab.url.as_str()).collect();
    let text = |url: &str| Fact::Text {
        text: url.to_owned(),
    };
    let evidence = urls.iter().map(|url| text(url));
    let (verdict, actual) = match (matching_tab(pattern, after, facts), urls.last()) {
        (Some(tab), _) => (Verdict::Held, text(&tab.url)),
        (None, Some(url)) => (Verdict::Failed, text(url)),
        (None, None) => (Verdict::Failed, Fact::Absent),
    };
    Finding::new(verdict, actual).with_evidence(evidence)
}

/// Of the downloads that began after the baseline and are named so the best one counts: complete,
/// else still going on, else interrupted.
fn download_completed(pattern: &str, min_bytes: u32, after: u32, facts: &BrowserFacts) -> Finding {
    let Some(downloads) = &facts.downloads else {
        let permission = "downloads".to_owned();
        return Finding::new(Verdict::Unknown, Fact::NoPermission { permission }).for_good();
    };
    let is_meant = |file: &&DownloadFact| {
        // One that has no name yet may become it.
        let may_be = file.name.is_empty() && file.state == SaveState::InProgress;
        file.sequence > after && (may_be || glob_matches(pattern, &file.name))
    };
    let meant: Vec<&DownloadFact> = downloads.iter().filter(is_meant).collect();
    let evidence = meant.iter().map(|file| fact(file));
    let first = |is_it: &dyn Fn(&SaveState) -> bool| meant.iter().find(|file| is_it(&file.state));
    let is_whole =
        |state: &SaveState| matches!(state, SaveState::Complete { bytes } if *bytes >= min_bytes);
    let finding = if let Some(file) = first(&is_whole) {
        Finding::new(Verdict::Held, fact(file))
    } else if let Some(file) = first(&|state| *state == SaveState::InProgress) {
        Finding::new(Verdict::Unknown, fact(file))
    } else if let Some(file) = meant.last() {
        Finding::new(Verdict::Failed, fact(file)).for_good()
    } else {
        Finding::new(Verdict::Failed, Fact::Absent)
    };
    finding.with_evidence(evidence)
}

fn fact(file: &DownloadFact) -> Fact {
    Fact::Download {
        name: file.name.clone(),
        state: file.state.clone(),
    }
}
