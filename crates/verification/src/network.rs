//! Conditions about requests.

use protocol::{Answered, Baseline, Fact, NetworkFact, Source, Verdict, glob_matches};

use crate::Finding;

/// The part of an address a pattern is held against: a pattern that starts with `/` means path
/// and query, any other the whole address. The fragment never counts.
pub(crate) fn addressed<'a>(pattern: &str, url: &'a str) -> &'a str {
    let url = url.split('#').next().unwrap_or(url);
    if pattern.starts_with('/') {
        path_of(url)
    } else {
        url
    }
}

fn path_of(url: &str) -> &str {
    let authority = url.find("://").map_or(0, |at| at + 3);
    url[authority..]
        .find('/')
        .map_or("/", |at| &url[authority + at..])
}

/// Of the requests that began after the baseline and match, the last one counts: a page that tries
/// again after an error has the right to.
pub(crate) fn request_succeeded(
    method: Option<&str>,
    pattern: &str,
    baseline: &Baseline,
    network: &[NetworkFact],
) -> Finding {
    let after = match baseline {
        Baseline::Requests { after, .. } => *after,
        _ => 0,
    };
    let is_meant = |fact: &&NetworkFact| glob_matches(pattern, addressed(pattern, &fact.url));
    let (seen, timed): (Vec<&NetworkFact>, Vec<&NetworkFact>) = network
        .iter()
        .filter(is_meant)
        .partition(|fact| fact.source == Source::WebRequest);
    let matching: Vec<&NetworkFact> = seen
        .into_iter()
        .filter(|fact| fact.sequence > after)
        .filter(|fact| method.is_none_or(|method| fact.method.eq_ignore_ascii_case(method)))
        .collect();
    let Some(last) = matching.last() else {
        return by_timing(method, &timed);
    };
    let (verdict, is_final) = match &last.answered {
        Answered::Pending | Answered::Unreadable => (Verdict::Unknown, false),
        Answered::Status { status: 200..=399 } => (Verdict::Held, false),
        Answered::Status { .. } | Answered::Failed { .. } => (Verdict::Failed, true),
    };
    let mut finding =
        Finding::new(verdict, fact(last)).with_evidence(matching.into_iter().map(fact));
    finding.is_final = is_final;
    finding
}

/// Of a request that only the page's own timing shows a status can be told, where the page may read
/// it, but never the method: where that counts, or the answer is hidden, nobody knows.
fn by_timing(method: Option<&str>, timed: &[&NetworkFact]) -> Finding {
    let Some(last) = timed.last() else {
        return Finding::new(Verdict::Failed, Fact::NoRequest);
    };
    let verdict = match (method, &last.answered) {
        (None, Answered::Status { status: 200..=399 }) => Verdict::Held,
        (None, Answered::Status { .. }) => Verdict::Failed,
        _ => Verdict::Unknown,
    };
    Finding::new(verdict, timing(last)).with_evidence(timed.iter().map(|fact| timing(fact)))
}

fn timing(fact: &NetworkFact) -> Fact {
    Fact::Timing {
        path: path_of(&fact.url).to_owned(),
        status: match fact.answered {
            Answered::Status { status } => Some(status),
            _ => None,
        },
    }
}

pub(crate) fn fact(fact: &NetworkFact) -> Fact {
    Fact::Request {
        method: fact.method.clone(),
        path: path_of(&fact.url).to_owned(),
        answered: fact.answered.clone(),
    }
}
