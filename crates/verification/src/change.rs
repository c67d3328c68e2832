//! Whether anything came of a step at all.

use aria::{States, Tristate};
use perception::readable_text;
use protocol::{Answered, Baseline, Fact, NetworkFact, Verdict};

use crate::{Finding, Look, network};

/// What a person perceives of a page, as a number: its address, what can be read, and what its
/// elements are, hold and are like. The focus does not count: every click moves it.
pub(crate) fn digest(look: Look<'_>) -> u32 {
    let readable = readable_text(look.page, look.page.document());
    let mut digest = Digest::new();
    digest.add(&look.page.url);
    digest.add(&readable);
    for node in &look.snapshot.nodes {
        digest.add(node.role.as_str());
        digest.add(&node.name);
        digest.add(match &node.value {
            Some(value) if !node.is_secret => value,
            _ => "",
        });
        digest.add_bytes(&state_of(&node.states));
    }
    digest.0
}

/// Several texts as a number.
pub(crate) fn digest_of<'a>(texts: impl IntoIterator<Item = &'a str>) -> u32 {
    let mut digest = Digest::new();
    texts.into_iter().for_each(|text| digest.add(text));
    digest.0
}

pub(crate) fn something_changed(
    look: Look<'_>,
    before: &Baseline,
    requests: &[NetworkFact],
) -> Finding {
    let Baseline::Seen {
        digests,
        requests_after,
    } = before
    else {
        return Finding::new(Verdict::Unknown, Fact::NotSeen);
    };
    let sent = requests_after.and_then(|after| answered(requests, after));
    let is_changed = !digests.contains(&digest(look));
    let evidence = sent.map(network::fact);
    if is_changed || evidence.is_some() {
        return Finding::new(Verdict::Held, Fact::Changed).with_evidence(evidence);
    }
    Finding::new(Verdict::Failed, Fact::Unchanged)
}

/// A request that sends something, begun after `after` and answered with success. Pages ask again
/// and again by themselves whether there is news; that is no effect of a step.
fn answered(requests: &[NetworkFact], after: u32) -> Option<&NetworkFact> {
    let only_asks = |method: &str| {
        let asking = ["GET", "HEAD", "OPTIONS"];
        asking.iter().any(|name| method.eq_ignore_ascii_case(name))
    };
    requests.iter().find(|request| {
        request.sequence > after
            && !only_asks(&request.method)
            && matches!(request.answered, Answered::Status { status: 200..=399 })
    })
}

fn state_of(states: &States) -> [u8; 7] {
    let tristate = |state: Option<Tristate>| match state {
        None => 0,
        Some(Tristate::False) => 1,
        Some(Tristate::True) => 2,
        Some(Tristate::Mixed) => 3,
    };
    let either = |state: Option<bool>| state.map_or(0, |is_so| 1 + u8::from(is_so));
    [
        tristate(states.checked),
        tristate(states.pressed),
        either(states.expanded),
        either(states.selected),
        u8::from(states.disabled),
        u8::from(states.invalid),
        u8::from(states.busy),
    ]
}

/// FNV-1a, 32 bits: <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>.
struct Digest(u32);

impl Digest {
    fn new() -> Self {
        Self(0x811c_9dc5)
    }

    fn add(&mut self, text: &str) {
        self.add_bytes(text.as_bytes());
        // No text holds this byte, so that two texts are not one.
        self.add_bytes(&[0xff]);
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        }
    }
}
