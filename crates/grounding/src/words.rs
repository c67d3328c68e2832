//! Candidates in words: why one was rejected, and what would tell equals apart.

use page_model::Page;
use perception::{Snapshot, collapse, readable_text};

use crate::fact::{Answer, Fact};
use crate::query::Query;
use crate::surroundings::{Surroundings, columns, shadow_path};
use crate::weigh::{Bar, Claim, Weighed};

/// How many rejected candidates are named.
const NAMED: usize = 3;

/// Below this share of what was asked, a rejected candidate is not worth naming.
const NEAR: f32 = 0.3;

/// What a longer or shorter name counts when the nearest are looked for, in points.
const OVERLAP: f32 = 3.0;

/// The nearest of the rejected, each with why it was rejected.
pub(crate) fn nearest(query: &Query<'_>, weighed: &Weighed) -> Vec<String> {
    let asked = weighed.asked.max(f32::EPSILON);
    let mut near: Vec<(f32, &Claim)> = weighed
        .claims
        .iter()
        .map(|claim| ((claim.gained + overlap(query, claim)) / asked, claim))
        .filter(|(nearness, _)| *nearness >= NEAR)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let said = near.into_iter().take(NAMED).map(|(_, claim)| {
        let label = query.snapshot.nodes[claim.index].label();
        format!("{label}: {}", why(query, claim))
    });
    said.collect()
}

fn overlap(query: &Query<'_>, claim: &Claim) -> f32 {
    let is_so = !claim.is_named && query.has_overlapping_name(claim.index);
    if is_so { OVERLAP } else { 0.0 }
}

/// All it did not answer as asked; what rules it out first.
fn why(query: &Query<'_>, claim: &Claim) -> String {
    let mut reasons = Vec::new();
    match (claim.bar, &query.target.row) {
        (Some(Bar::Row), Some(row)) => reasons.push(format!("its row does not hold {row:?}")),
        (Some(Bar::Another), _) => {
            reasons.push("it has the name of another that was there too".to_owned());
        }
        _ => {}
    }
    for fact in Fact::all(query.target) {
        if query.answer(fact, claim.index) != Answer::Yes {
            reasons.push(missed(query, fact, claim.index));
        }
    }
    if reasons.is_empty() {
        reasons.push("what it answers is too little".to_owned());
    }
    reasons.join(", ")
}

fn missed(query: &Query<'_>, fact: Fact<'_>, index: usize) -> String {
    let (target, page) = (query.target, query.page);
    let node = &query.snapshot.nodes[index];
    let asked = |text: &Option<String>| text.clone().unwrap_or_default();
    match fact {
        Fact::Role => format!("its role is {}", node.role.as_str()),
        Fact::Name if node.name.is_empty() => "it has no name".to_owned(),
        Fact::Name => format!("its name is {:?}", collapse(&node.name)),
        Fact::Attribute(name, _) => match page.attribute(node.node, name) {
            Some(actual) => format!("its attribute {name} is {actual:?}"),
            None => format!("it has no attribute {name}"),
        },
        Fact::Icon(icon) => format!("its icon is not {icon}"),
        Fact::Label => format!("it does not stand after {:?}", asked(&target.label)),
        Fact::Tag(_) => format!("it is a <{}>", page.tag(node.node)),
        Fact::Landmark => format!("it is not in {}", asked(&target.landmark)),
        Fact::Section => format!("it is not in {}", asked(&target.section)),
        Fact::Heading => format!("it is not under {:?}", asked(&target.heading)),
        Fact::Column => format!("it is not in the column {:?}", asked(&target.column)),
        Fact::Before => format!("it does not follow {:?}", asked(&target.before)),
        Fact::After => format!("{:?} does not follow it", asked(&target.after)),
        Fact::Shadow => "it is in another shadow tree".to_owned(),
    }
}

/// Longest row text shown, in Unicode scalar values.
const ROW_SHOWN: usize = 60;

/// Each candidate in words, with the first kind of fact that not all of them share: row, section,
/// landmark, heading, column, neighbor, shadow tree; their number in reading order where nothing
/// parts them.
#[must_use]
pub fn apart(page: &Page, snapshot: &Snapshot, candidates: &[usize]) -> Vec<String> {
    let around = Surroundings::of(snapshot);
    let columns = columns(page, &snapshot.nodes);
    let label = |at: Option<usize>| at.map(|at| snapshot.nodes[at].label()).unwrap_or_default();
    let row = |index: usize| match around.row[index].filter(|&row| row != index) {
        Some(row) => row_text(page, snapshot, row),
        None => String::new(),
    };
    let tells: [(&str, &dyn Fn(usize) -> String); 9] = [
        ("", &|at| label(Some(at))),
        ("in the row", &row),
        ("in", &|at| label(around.section[at])),
        ("in", &|at| label(around.landmark[at])),
        ("under", &|at| label(snapshot.nodes[at].heading)),
        ("in the column", &|at| label(columns[at])),
        ("after", &|at| label(around.before[at])),
        ("before", &|at| label(around.after[at])),
        ("in the shadow tree of", &|at| {
            shadow_path(page, &snapshot.nodes[at]).join(" ")
        }),
    ];
    for (word, tell) in tells {
        let told: Vec<String> = candidates.iter().map(|&at| tell(at)).collect();
        if told.iter().all(|one| *one == told[0]) {
            continue;
        }
        let said = candidates
            .iter()
            .zip(told)
            .map(|(&at, told)| match (word, told.as_str()) {
                ("", told) => told.to_owned(),
                (_, "") => label(Some(at)),
                (word, told) => format!("{} {word} {told}", label(Some(at))),
            });
        return said.collect();
    }
    let numbered = candidates.iter().enumerate();
    numbered
        .map(|(place, &at)| format!("{} (number {})", label(Some(at)), place + 1))
        .collect()
}

fn row_text(page: &Page, snapshot: &Snapshot, row: usize) -> String {
    let text = readable_text(page, snapshot.nodes[row].node);
    let short: String = text.chars().take(ROW_SHOWN).collect();
    let cut = if short.len() < text.len() { "…" } else { "" };
    format!("{short:?}{cut}")
}
