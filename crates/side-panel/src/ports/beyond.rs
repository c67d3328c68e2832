//! What no page can judge, taken out of what its engines are asked, and judged on what the browser did.

use std::borrow::Cow;

use protocol::{Baseline, BrowserFacts, Check, Claim, LookFor, Looked};
use verification::verify_browser;

/// What is asked of the page's engines.
pub(super) fn of_page(asked: &LookFor) -> Cow<'_, LookFor> {
    let is_beyond = asked.judged.iter().any(|j| j.condition.is_beyond_page())
        || asked.conditions.iter().any(|Claim(c)| c.is_beyond_page());
    if !is_beyond {
        return Cow::Borrowed(asked);
    }
    let mut of_page = asked.clone();
    of_page.judged.retain(|j| !j.condition.is_beyond_page());
    of_page.conditions.retain(|Claim(c)| !c.is_beyond_page());
    Cow::Owned(of_page)
}

/// The engines' look with the rest of what was asked, each in its place.
pub(super) fn joined(asked: &LookFor, looked: Looked, facts: &BrowserFacts) -> Looked {
    let Looked {
        mut verification,
        groundings,
        baselines,
    } = looked;
    let mut seen = verification.checks.into_iter();
    let judged = asked.judged.iter();
    let checks = judged.map(|judged| match judged.condition.is_beyond_page() {
        true => verify_browser(judged, facts),
        false => seen.next().unwrap_or_else(|| Check::not_seen(judged)),
    });
    verification.checks = checks.collect();
    let mut taken = baselines.into_iter();
    let conditions = asked.conditions.iter();
    let baselines = conditions.map(|Claim(condition)| match condition.is_beyond_page() {
        // What counts begins when the run goes on.
        true => Baseline::Nothing,
        false => taken.next().unwrap_or(Baseline::NotThere),
    });
    Looked {
        verification,
        groundings,
        baselines: baselines.collect(),
    }
}
