//! Which elements of one page are found on another, by their fingerprints.

use anyhow::{Context as _, Result, bail};
use browser::Browser;
use protocol::{Grounding, RecordedElement, Reply, Request};
use serde::Serialize;

use crate::probe::Probe;

/// What came of all elements of a page.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// How many came to what.
    pub totals: Totals,
    /// Each, in reading order.
    pub elements: Vec<Resolved>,
}

/// How many elements there were, and what came of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// All that a person can act on.
    pub recorded: usize,
    /// Found, each as one.
    pub found: usize,
    /// With several that can't be told apart.
    pub ambiguous: usize,
    /// Found nowhere.
    pub not_found: usize,
}

/// What came of one element.
#[derive(Debug, Serialize)]
pub struct Resolved {
    /// It, in words, where it was recorded.
    pub label: String,
    /// How it ended.
    #[serde(flatten)]
    pub outcome: Resolution,
}

/// How looking for an element ended.
#[derive(Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Resolution {
    /// Exactly one.
    Found {
        /// Its handle.
        #[serde(rename = "ref")]
        reference: String,
        /// It, in words.
        found: String,
        /// 0 to 1.
        confidence: f32,
        /// The next best, in words, if any came near.
        runner_up: Option<String>,
        /// How near, 0 to 1.
        runner_up_confidence: Option<f32>,
    },
    /// Several.
    Ambiguous {
        /// They, in words.
        candidates: Vec<String>,
    },
    /// None.
    NotFound {
        /// The nearest and why not.
        nearest: Vec<String>,
    },
}

/// Records all elements of the page at one address, and looks for each on the page at another.
///
/// # Errors
/// When a page can't be opened.
pub async fn compare(
    browser: &Browser,
    script: &str,
    record: &str,
    resolve: &str,
) -> Result<Comparison> {
    let probe = open(browser, script, record).await?;
    let Reply::Recorded { elements } = probe.ask(Request::Record).await? else {
        bail!("the engine did not record");
    };
    let probe = open(browser, script, resolve).await?;
    let mut resolved = Vec::with_capacity(elements.len());
    for element in elements {
        resolved.push(resolve_one(&probe, element).await?);
    }
    Ok(Comparison {
        totals: totals(&resolved),
        elements: resolved,
    })
}

async fn open(browser: &Browser, script: &str, url: &str) -> Result<Probe> {
    let page = browser.new_page(url).await.context(url.to_owned())?;
    Probe::start(&page, script).await.context(url.to_owned())
}

async fn resolve_one(probe: &Probe, element: RecordedElement) -> Result<Resolved> {
    let target = element.fingerprint;
    let Reply::Grounded { grounding } = probe.ask(Request::Ground { target }).await? else {
        bail!("the engine did not ground");
    };
    Ok(Resolved {
        label: element.label,
        outcome: resolution(grounding),
    })
}

fn resolution(grounding: Grounding) -> Resolution {
    match grounding {
        Grounding::Found {
            element,
            confidence,
            runner_up,
        } => Resolution::Found {
            reference: element.reference.to_string(),
            found: format!("{} {:?}", element.role, element.name),
            confidence,
            runner_up_confidence: runner_up.as_ref().map(|next| next.confidence),
            runner_up: runner_up.map(|next| next.label),
        },
        Grounding::Ambiguous { candidates } => Resolution::Ambiguous { candidates },
        Grounding::NotFound { nearest } => Resolution::NotFound { nearest },
    }
}

fn totals(resolved: &[Resolved]) -> Totals {
    let mut totals = Totals {
        recorded: resolved.len(),
        ..Totals::default()
    };
    for one in resolved {
        match one.outcome {
            Resolution::Found { .. } => totals.found += 1,
            Resolution::Ambiguous { .. } => totals.ambiguous += 1,
            Resolution::NotFound { .. } => totals.not_found += 1,
        }
    }
    totals
}
