//! Conditions that claim an absence: of complaints, of dialogs.

use aria::Role;
use page_model::Layer;
use perception::{SnapshotNode, wrong_fields};
use protocol::{Baseline, Fact, Fingerprint, Verdict};

use crate::change::digest_of;
use crate::{Finding, Look, count, place};

/// How many messages are told.
const TOLD: usize = 20;

pub(crate) fn no_validation_errors(look: Look<'_>, within: Option<&Fingerprint>) -> Finding {
    let place = match place(look, within) {
        Ok(place) => place,
        // A form that is gone may have been taken away with its complaints.
        Err(finding) => return Finding::new(Verdict::Unknown, finding.actual),
    };
    let wrong = wrong_fields(look.page, look.snapshot).into_iter();
    let is_there = |field: usize| look.page.contains(place, look.snapshot.nodes[field].node);
    let texts: Vec<String> = wrong
        .filter(|(field, _)| is_there(*field))
        .map(|(_, error)| format!("{}: {}", error.field, error.text))
        .take(TOLD)
        .collect();
    if texts.is_empty() {
        return Finding::new(Verdict::Held, Fact::Absent);
    }
    let evidence = texts.iter().map(|text| Fact::Text { text: text.clone() });
    let evidence: Vec<Fact> = evidence.collect();
    Finding::new(Verdict::Failed, Fact::Texts { texts }).with_evidence(evidence)
}

/// What is open before: so many that answer, or which, where no dialog is named.
pub(crate) fn open_before(look: Look<'_>, dialog: Option<&Fingerprint>) -> Baseline {
    match dialog {
        Some(dialog) => Baseline::Count {
            count: count::elements(look, dialog),
        },
        None => Baseline::Seen {
            digests: open_dialogs(look),
            requests_after: None,
        },
    }
}

pub(crate) fn dialog_closed(
    look: Look<'_>,
    dialog: Option<&Fingerprint>,
    before: &Baseline,
) -> Finding {
    let open = match (dialog, before) {
        (Some(dialog), Baseline::Count { count: 1.. }) => count::elements(look, dialog),
        (None, Baseline::Seen { digests, .. }) if !digests.is_empty() => {
            let open = open_dialogs(look).into_iter();
            count::number(open.filter(|dialog| digests.contains(dialog)).count())
        }
        (Some(_), Baseline::Count { .. }) | (None, Baseline::Seen { .. }) => {
            return Finding::new(Verdict::Failed, Fact::AbsentBefore).for_good();
        }
        _ => return Finding::new(Verdict::Unknown, Fact::NotSeen),
    };
    match open {
        0 => Finding::new(Verdict::Held, Fact::Absent),
        1 => Finding::new(Verdict::Failed, Fact::Present),
        count => Finding::new(Verdict::Failed, Fact::Count { count }),
    }
}

/// The open dialogs, each by role and name: what is written in it may change while it is open.
fn open_dialogs(look: Look<'_>) -> Vec<u32> {
    let nodes = look.snapshot.nodes.iter();
    nodes
        .filter(|node| is_dialog(node))
        .map(|node| digest_of([node.role.as_str(), &node.name]))
        .collect()
}

fn is_dialog(node: &SnapshotNode) -> bool {
    matches!(node.role, Role::Dialog | Role::AlertDialog) || node.layer == Some(Layer::Modal)
}
