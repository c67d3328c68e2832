//! What the frames of a page come to together.

use protocol::{
    Baseline, Check, Fact, Fingerprint, GroundedElement, Grounding, Judged, NodeRef, ObservationId,
    PageFacts, PostCondition, Verdict, Verification,
};

use super::{unite_baselines, unite_groundings, unite_verifications};

fn found(frame: u32, confidence: f32) -> Grounding {
    Grounding::Found {
        element: GroundedElement {
            reference: NodeRef { frame, element: 1 },
            observation: ObservationId(1),
            role: "button".into(),
            name: "Pay".into(),
            is_secret: false,
            url: format!("https://frame-{frame}.test/"),
        },
        confidence,
        runner_up: None,
    }
}

fn nowhere() -> Grounding {
    Grounding::NotFound { nearest: vec![] }
}

/// The frame chosen, `None` where it is ambiguous.
fn check_ground(answers: Vec<Grounding>, expected: Option<u32>) {
    let united = unite_groundings(answers.clone());
    match (&united, expected) {
        (Grounding::Found { element, .. }, Some(frame)) => {
            assert_eq!(element.reference.frame, frame);
        }
        (Grounding::Ambiguous { .. }, None) => {}
        _ => panic!("{answers:?} gave {united:?}"),
    }
}

#[test]
fn the_element_of_one_frame_is_found() {
    check_ground(vec![nowhere(), found(1, 1.0)], Some(1));
    check_ground(vec![found(0, 1.0), found(1, 0.8)], Some(0));
    check_ground(vec![found(0, 0.8), nowhere(), found(2, 0.95)], Some(2));
}

#[test]
fn an_element_in_each_of_two_frames_is_ambiguous() {
    check_ground(vec![found(0, 1.0), found(1, 0.95)], None);
    let unclear = Grounding::Ambiguous {
        candidates: vec!["a".into(), "b".into()],
    };
    check_ground(vec![found(0, 1.0), unclear], None);
}

#[test]
fn the_other_frames_element_is_the_runner_up() {
    let Grounding::Found { runner_up, .. } = unite_groundings(vec![found(0, 1.0), found(1, 0.8)])
    else {
        panic!("not found");
    };
    assert_eq!(runner_up.map(|other| other.confidence), Some(0.8));
}

fn key() -> PostCondition {
    PostCondition::KeyPresent {
        key: "Ada".into(),
        within: None,
    }
}

fn list() -> PostCondition {
    PostCondition::ListCountDelta {
        list: Fingerprint::default(),
        delta: -1,
    }
}

fn gone() -> PostCondition {
    PostCondition::ElementGone {
        target: Fingerprint::default(),
    }
}

fn row() -> PostCondition {
    PostCondition::RowContains {
        list: Fingerprint::default(),
        key: "Ada".into(),
        values: vec![],
        absent_before: true,
    }
}

fn closed() -> PostCondition {
    PostCondition::DialogClosed { dialog: None }
}

fn seen(digests: &[u32]) -> Baseline {
    Baseline::Seen {
        digests: digests.to_vec(),
        requests_after: None,
    }
}

fn value() -> PostCondition {
    PostCondition::ValueEquals {
        target: Fingerprint::default(),
        value: "1".into(),
    }
}

fn said() -> PostCondition {
    PostCondition::TextPresent {
        text: "Saved".into(),
        within: None,
        absent_before: true,
    }
}

fn count(count: u32) -> Baseline {
    Baseline::Count { count }
}

#[test]
fn counts_before_are_added_but_never_those_of_two_lists() {
    let united = |condition, a, b| unite_baselines(&[condition], &[vec![a], vec![b]]).remove(0);
    assert_eq!(united(key(), count(1), count(2)), count(3));
    assert_eq!(united(key(), Baseline::NotThere, count(0)), count(0));
    assert_eq!(united(list(), Baseline::NotThere, count(4)), count(4));
    assert_eq!(united(list(), count(1), count(4)), Baseline::NotThere);
    assert_eq!(united(row(), Baseline::NotThere, count(0)), count(0));
    assert_eq!(united(row(), count(0), count(0)), Baseline::NotThere);
    assert_eq!(
        united(gone(), Baseline::Nothing, Baseline::Nothing),
        Baseline::Nothing
    );
}

fn judged(condition: PostCondition, verdict: Verdict, actual: Fact) -> Verification {
    let judged = Judged {
        condition,
        baseline: Baseline::Nothing,
        element: None,
    };
    let check = Check::of(&judged, verdict, actual);
    Verification {
        checks: vec![check],
        facts: PageFacts::default(),
        is_loaded: true,
        changes: 1,
        url: "https://example.test/".into(),
    }
}

fn check_united(
    condition: &PostCondition,
    frames: &[(Verdict, Fact)],
    verdict: Verdict,
    actual: &Fact,
) {
    let judge =
        |(verdict, fact): &(Verdict, Fact)| judged(condition.clone(), *verdict, fact.clone());
    let united = unite_verifications(frames.iter().map(judge).collect()).unwrap();
    let check = &united.checks[0];
    assert_eq!(
        (check.verdict, &check.actual),
        (verdict, actual),
        "{frames:?}"
    );
}

fn nowhere_fact() -> Fact {
    Fact::NotFound { target: "x".into() }
}

use Verdict::{Failed, Held, Unknown};

#[test]
fn a_key_is_there_once_over_all_frames() {
    let fact = |count| Fact::Count { count };
    check_united(
        &key(),
        &[(Failed, fact(0)), (Held, fact(1))],
        Held,
        &fact(1),
    );
    check_united(
        &key(),
        &[(Held, fact(1)), (Held, fact(1))],
        Failed,
        &fact(2),
    );
    check_united(
        &key(),
        &[(Failed, fact(0)), (Failed, fact(0))],
        Failed,
        &fact(0),
    );
}

#[test]
fn a_frame_without_the_place_says_nothing() {
    let four = Fact::Count { count: 4 };
    check_united(
        &list(),
        &[(Failed, nowhere_fact()), (Held, four.clone())],
        Held,
        &four,
    );
    let text = Fact::Text { text: "1".into() };
    check_united(
        &value(),
        &[(Failed, nowhere_fact()), (Held, text.clone())],
        Held,
        &text,
    );
    check_united(
        &value(),
        &[(Failed, nowhere_fact()), (Failed, nowhere_fact())],
        Failed,
        &nowhere_fact(),
    );
}

#[test]
fn a_value_in_each_of_two_frames_is_unknown() {
    let text = Fact::Text { text: "1".into() };
    let two = Fact::Ambiguous { count: 2 };
    check_united(
        &value(),
        &[(Held, text.clone()), (Held, text)],
        Unknown,
        &two,
    );
}

#[test]
fn what_is_gone_is_gone_from_every_frame() {
    check_united(
        &gone(),
        &[(Held, Fact::Absent), (Failed, Fact::Present)],
        Failed,
        &Fact::Present,
    );
    check_united(
        &gone(),
        &[(Held, Fact::Absent), (Held, Fact::Absent)],
        Held,
        &Fact::Absent,
    );
}

#[test]
fn what_can_be_read_in_one_frame_can_be_read() {
    check_united(
        &said(),
        &[(Failed, Fact::Absent), (Held, Fact::Present)],
        Held,
        &Fact::Present,
    );
    check_united(
        &said(),
        &[(Failed, Fact::Absent), (Failed, Fact::Absent)],
        Failed,
        &Fact::Absent,
    );
}

#[test]
fn what_was_seen_before_in_any_frame_was_seen() {
    let united = |a, b| unite_baselines(&[closed()], &[vec![a], vec![b]]).remove(0);
    assert_eq!(united(seen(&[1]), seen(&[2, 3])), seen(&[1, 2, 3]));
    assert_eq!(united(Baseline::NotThere, seen(&[2])), seen(&[2]));
    assert_eq!(united(seen(&[1]), Baseline::NotThere), seen(&[1]));
}

#[test]
fn one_complaint_or_open_dialog_in_any_frame_counts() {
    let complaints = Fact::Texts {
        texts: vec!["Email: no".into()],
    };
    let none = PostCondition::NoValidationErrors { within: None };
    let held = (Held, Fact::Absent);
    check_united(
        &none,
        &[held.clone(), (Failed, complaints.clone())],
        Failed,
        &complaints,
    );
    check_united(&none, &[held.clone(), held.clone()], Held, &Fact::Absent);
    check_united(
        &closed(),
        &[held, (Failed, Fact::Present)],
        Failed,
        &Fact::Present,
    );
}

#[test]
fn a_change_in_any_frame_is_one() {
    let changed = PostCondition::SomethingChanged {};
    let same = (Failed, Fact::Unchanged);
    check_united(
        &changed,
        &[same.clone(), (Held, Fact::Changed)],
        Held,
        &Fact::Changed,
    );
    check_united(&changed, &[same.clone(), same], Failed, &Fact::Unchanged);
}

#[test]
fn a_row_of_one_list_in_each_of_two_frames_is_unknown() {
    let texts = Fact::Texts {
        texts: vec!["Ada".into()],
    };
    let two = Fact::Ambiguous { count: 2 };
    check_united(
        &row(),
        &[(Held, texts.clone()), (Held, texts.clone())],
        Unknown,
        &two,
    );
    check_united(
        &row(),
        &[(Failed, nowhere_fact()), (Held, texts.clone())],
        Held,
        &texts,
    );
}
