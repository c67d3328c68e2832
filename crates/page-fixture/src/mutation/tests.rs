//! What a change does to a page, and that the truth survives it.

use std::collections::HashSet;

use super::{Kind, Mutated, Original};

const FORM: &str = "<form id=f><h2>Order</h2>
    <div><label for=e>Email</label><input id=e name=email class=big></div>
    <div><label for=p>Phone</label><input id=p name=phone></div><button>Send</button></form>";

fn changed(kind: Kind, seed: u64) -> Mutated {
    Original::parse(FORM).mutate(kind, seed, &[])
}

/// The changed page's value of an attribute, for each control of the original.
fn check(kind: Kind, attribute: &str, expected: [Option<&str>; 3]) {
    let original = Original::parse(FORM).tracked;
    let changed = changed(kind, 3).tracked;
    let controls = original
        .page
        .all()
        .filter(|&node| matches!(original.page.tag(node), "input" | "button"));
    let values: Vec<Option<String>> = controls
        .map(|node| {
            let track = original.tracks[&node];
            let now = changed.tracks.iter().find(|(_, now)| **now == track)?.0;
            changed.page.attribute(*now, attribute).map(str::to_owned)
        })
        .collect();
    assert_eq!(
        values,
        expected.map(|value| value.map(str::to_owned)),
        "{kind:?}"
    );
}

#[test]
fn what_is_measured_never_sees_the_marks() {
    for kind in Kind::ALL {
        let page = changed(kind, 1).tracked.page;
        let marked = page
            .all()
            .filter(|&node| page.attribute(node, super::TRACK).is_some());
        assert_eq!(marked.count(), 0, "{kind:?}");
    }
}

#[test]
fn the_same_seed_makes_the_same_change() {
    for kind in Kind::ALL {
        assert_eq!(changed(kind, 7).tracked.page, changed(kind, 7).tracked.page);
    }
}

#[test]
fn elements_are_known_again_after_every_change() {
    for kind in Kind::ALL.into_iter().filter(|kind| !kind.removes()) {
        check(kind, "name", [Some("email"), Some("phone"), None]);
    }
}

#[test]
fn references_follow_regenerated_ids() {
    let page = changed(Kind::IdsRegenerated, 3).tracked.page;
    let labels = page.all().filter(|&node| page.tag(node) == "label");
    for label in labels {
        let id = page.attribute(label, "for").unwrap();
        assert!(!matches!(id, "e" | "p"), "{id}");
        assert_eq!(page.tag(page.element_by_id(label, id).unwrap()), "input");
    }
}

#[test]
fn what_is_removed_is_asked_for_and_gone() {
    for seed in 0..20 {
        let changed = changed(Kind::Removed, seed);
        let left: HashSet<u32> = changed.tracked.tracks.values().copied().collect();
        let asked = changed.asked.unwrap();
        assert!(!asked.is_empty() && asked.is_disjoint(&left));
    }
}
