//! Tabs, downloads, and what is read back later.

use protocol::{
    Baseline, BrowserFacts, Check, DownloadFact, Fact, Judged, PostCondition, SaveState, TabFact,
    Verdict,
};

use super::check as check_on_page;
use crate::{opened_tab, verify_browser};

use Verdict::{Failed, Held, Unknown};

fn judge(condition: &str, facts: &BrowserFacts) -> Check {
    let condition: PostCondition = serde_json::from_str(condition).unwrap();
    assert!(condition.is_beyond_page());
    let baseline = Baseline::Events { after: 1 };
    let judged = Judged {
        condition,
        baseline,
        element: None,
    };
    verify_browser(&judged, facts)
}

fn tabs(urls: &[&str]) -> BrowserFacts {
    let tab = |(at, url): (usize, &&str)| TabFact {
        sequence: u32::try_from(at).unwrap() + 1,
        url: (*url).to_owned(),
    };
    BrowserFacts {
        tabs: urls.iter().enumerate().map(tab).collect(),
        downloads: None,
    }
}

#[test]
fn a_tab_counts_if_it_opened_with_the_step_and_is_at_the_address() {
    let claim = r#"{"check":"tab_opened","url":"/invoices/*"}"#;
    let check = |urls: &[&str], expected| {
        assert_eq!(judge(claim, &tabs(urls)).verdict, expected, "{urls:?}");
    };
    check(&[], Failed);
    check(&["https://h/invoices/1"], Failed);
    check(&["https://h/", "https://h/invoices/2"], Held);
    check(&["https://h/", "about:blank"], Failed);
    check(&["", "", ""], Failed);
}

#[test]
fn the_tab_that_is_followed_is_the_one_that_held() {
    let judged = |url: &str, baseline| Judged {
        condition: PostCondition::TabOpened { url: url.into() },
        baseline,
        element: None,
    };
    let facts = tabs(&["https://h/a", "https://h/b", "https://h/a"]);
    let after = |after| Baseline::Events { after };
    assert_eq!(opened_tab(&judged("/a", after(0)), &facts), Some(1));
    assert_eq!(opened_tab(&judged("/a", after(1)), &facts), Some(3));
    assert_eq!(opened_tab(&judged("/c", after(0)), &facts), None);
    assert_eq!(opened_tab(&judged("/a", Baseline::Nothing), &facts), None);
}

fn downloads(files: &[(&str, SaveState)]) -> BrowserFacts {
    let file = |(at, (name, state)): (usize, &(&str, SaveState))| DownloadFact {
        sequence: u32::try_from(at).unwrap() + 2,
        name: (*name).to_owned(),
        state: state.clone(),
    };
    BrowserFacts {
        tabs: vec![],
        downloads: Some(files.iter().enumerate().map(file).collect()),
    }
}

fn complete(bytes: u32) -> SaveState {
    SaveState::Complete { bytes }
}

fn interrupted() -> SaveState {
    SaveState::Interrupted {
        error: "NETWORK_FAILED".into(),
    }
}

fn check(files: &[(&str, SaveState)], verdict: Verdict, is_final: bool) {
    let claim = r#"{"check":"download_completed","name":"report*.csv"}"#;
    let judged = judge(claim, &downloads(files));
    assert_eq!(
        (judged.verdict, judged.is_final),
        (verdict, is_final),
        "{files:?}"
    );
}

#[test]
fn a_file_must_be_saved_whole_and_not_empty() {
    check(&[("report (1).csv", complete(12))], Held, false);
    check(&[("report.csv", complete(0))], Failed, true);
    check(&[("other.csv", complete(12))], Failed, false);
    check(&[], Failed, false);
}

#[test]
fn a_download_that_goes_on_is_waited_for_and_an_interrupted_one_is_lost() {
    check(&[("report.csv", SaveState::InProgress)], Unknown, false);
    check(&[("", SaveState::InProgress)], Unknown, false);
    check(&[("report.csv", interrupted())], Failed, true);
    // The page, or the person, tried once more.
    let again = [("report.csv", interrupted()), ("report.csv", complete(12))];
    check(&again, Held, false);
}

#[test]
fn what_began_before_the_step_does_not_count() {
    let facts = downloads(&[("report.csv", complete(12)), ("a.csv", complete(1))]);
    assert_eq!((facts.last(), BrowserFacts::default().last()), (3, 0));
    let condition = PostCondition::DownloadCompleted {
        name: "*".into(),
        min_bytes: 1,
    };
    let baseline = Baseline::Nothing.from_now(&condition, 9, facts.last());
    let judged = Judged {
        condition,
        baseline,
        element: None,
    };
    assert_eq!(verify_browser(&judged, &facts).verdict, Failed);
}

#[test]
fn without_permission_a_download_is_unknown_for_good() {
    let claim = r#"{"check":"download_completed","name":"*"}"#;
    let judged = judge(claim, &BrowserFacts::default());
    let permission = "downloads".to_owned();
    assert_eq!(
        (judged.verdict, judged.actual, judged.is_final),
        (Unknown, Fact::NoPermission { permission }, true)
    );
}

#[test]
fn nothing_beyond_the_page_is_ever_held_by_the_page() {
    let readback =
        r#"{"check":"readback","url":"/x","then":[{"check":"text_present","text":"a"}]}"#;
    assert_eq!(
        judge(readback, &BrowserFacts::default()).actual,
        Fact::NotReadBack
    );
    for claim in [
        readback,
        r#"{"check":"tab_opened","url":"*"}"#,
        r#"{"check":"download_completed","name":"*"}"#,
    ] {
        check_on_page(claim, "<p>a</p>", "<p>a</p>", Unknown);
    }
}
