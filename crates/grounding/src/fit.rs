//! How well one node answers a fingerprint.

use aria::Role;
use page_model::Page;
use perception::{Snapshot, holds_text, is_same_text, readable_text};
use protocol::Fingerprint;

/// How much a candidate answers.
pub(crate) struct Fit {
    /// 0 to 1: weight of what it answers over the weight of what was asked.
    pub(crate) confidence: f32,
    /// What it did not answer, if anything.
    pub(crate) shortfall: Option<Rejection>,
}

/// Why a candidate is out.
pub(crate) struct Rejection {
    /// 0 to 1: how near it came all the same.
    pub(crate) nearness: f32,
    /// In words.
    pub(crate) why: String,
}

/// What each fact weighs. A name says most; where something stands helps to tell equals apart.
mod weight {
    pub(crate) const ROLE: f32 = 2.0;
    pub(crate) const NAME: f32 = 5.0;
    pub(crate) const ATTRIBUTE: f32 = 3.0;
    pub(crate) const TAG: f32 = 1.0;
    pub(crate) const LANDMARK: f32 = 2.0;
    pub(crate) const HEADING: f32 = 1.0;
}

/// Weighs one node. A wrong role or row is out at once: a link is never the button that was meant,
/// and another row's *Edit* never this row's.
pub(crate) fn fit(
    target: &Fingerprint,
    page: &Page,
    snapshot: &Snapshot,
    index: usize,
) -> Result<Fit, Rejection> {
    let node = &snapshot.nodes[index];
    let mut scale = Scale::default();
    if let Some(name) = &target.name {
        scale.weigh(weight::NAME, name_fit(&node.name, name), || {
            format!("its name is {:?}", node.name)
        });
    }
    if let Some(tag) = &target.tag {
        let is_so = page.tag(node.node) == tag;
        scale.weigh(weight::TAG, share(is_so), || {
            format!("it is a <{}>", page.tag(node.node))
        });
    }
    for (attribute, wanted) in &target.attributes {
        let actual = page.attribute(node.node, attribute);
        scale.weigh(
            weight::ATTRIBUTE,
            share(actual == Some(wanted)),
            || match actual {
                Some(actual) => format!("its {attribute} is {actual:?}"),
                None => format!("it has no {attribute}"),
            },
        );
    }
    if let Some(landmark) = &target.landmark {
        let is_so = snapshot
            .ancestors(index)
            .any(|up| is_named_place(snapshot, up, landmark));
        scale.weigh(weight::LANDMARK, share(is_so), || {
            format!("it is not in {landmark}")
        });
    }
    if let Some(heading) = &target.heading {
        let is_so = node
            .heading
            .is_some_and(|at| is_same_text(&snapshot.nodes[at].name, heading));
        scale.weigh(weight::HEADING, share(is_so), || {
            format!("it is not under {heading:?}")
        });
    }
    if let Some(role) = &target.role {
        if node.role.as_str() != role {
            let why = format!("its role is {}", node.role.as_str());
            return Err(Rejection {
                nearness: scale.confidence(),
                why,
            });
        }
        scale.weigh(weight::ROLE, 1.0, String::new);
    }
    if let Some(row) = &target.row {
        let is_so = snapshot
            .row_of(index)
            .is_some_and(|at| holds_text(&readable_text(page, snapshot.nodes[at].node), row));
        if !is_so {
            let why = format!("its row does not hold {row:?}");
            return Err(Rejection {
                nearness: scale.confidence() * 0.9,
                why,
            });
        }
        scale.weigh(weight::LANDMARK, 1.0, String::new);
    }
    Ok(scale.fit())
}

/// Weights asked and answered so far.
#[derive(Default)]
struct Scale {
    asked: f32,
    answered: f32,
    missing: Vec<String>,
}

impl Scale {
    fn weigh(&mut self, weight: f32, share: f32, why: impl FnOnce() -> String) {
        self.asked += weight;
        self.answered += weight * share;
        if share < 1.0 {
            self.missing.push(why());
        }
    }

    fn confidence(&self) -> f32 {
        if self.asked > 0.0 {
            self.answered / self.asked
        } else {
            0.0
        }
    }

    fn fit(self) -> Fit {
        let confidence = self.confidence();
        // A role alone is shared by much that has nothing to do with what is looked for.
        let nearness = if self.answered > weight::ROLE {
            confidence
        } else {
            0.0
        };
        let shortfall = (!self.missing.is_empty()).then(|| Rejection {
            nearness,
            why: self.missing.join(", "),
        });
        Fit {
            confidence,
            shortfall,
        }
    }
}

fn share(is_so: bool) -> f32 {
    if is_so { 1.0 } else { 0.0 }
}

/// The whole name, or a name that holds it whole: near enough only together with other facts.
fn name_fit(actual: &str, wanted: &str) -> f32 {
    if is_same_text(actual, wanted) {
        1.0
    } else if holds_text(&actual.to_lowercase(), &wanted.to_lowercase()) {
        0.4
    } else {
        0.0
    }
}

/// Whether a role is a place: something a person would say an element is *in*.
pub(crate) fn is_place(role: Role) -> bool {
    role.is_landmark()
        || matches!(
            role,
            Role::Dialog
                | Role::AlertDialog
                | Role::Group
                | Role::RadioGroup
                | Role::Table
                | Role::Grid
                | Role::List
                | Role::Listbox
                | Role::TabPanel
                | Role::Article
        )
}

/// Whether a node is the place meant by `form`, `form New customer` or `New customer`.
fn is_named_place(snapshot: &Snapshot, index: usize, wanted: &str) -> bool {
    let node = &snapshot.nodes[index];
    if !is_place(node.role) {
        return false;
    }
    let role = node.role.as_str();
    wanted == role
        || is_same_text(wanted, &node.name)
        || is_same_text(wanted, &format!("{role} {}", node.name))
}
