//! When a page is at rest.

use super::{Moment, Pace, Sight, Stillness};

/// A look at a time, ms: how often the document changed, the last request, whether one is open.
fn sight(began: f64, changes: u32, last_request: u32, is_open: bool) -> Sight {
    Sight {
        moment: Moment {
            document: 1,
            changes,
            last_request,
            url: "https://example.test/".into(),
        },
        began,
        is_open,
        is_loaded: true,
        turned: false,
    }
}

/// A page seen once at 0 ms, after the click that opened it.
fn opened() -> Stillness {
    let mut still = Stillness::new(0.0);
    still.look(0.0, sight(0.0, 0, 0, false), &mut Pace::default());
    still
}

/// What is known of a site after rows whose latest changes by themselves came so many ms after what was
/// done.
fn pace_of(rows: &[f64]) -> Pace {
    let mut pace = Pace::default();
    for late in rows {
        let mut still = opened();
        still.acted(1_000.0);
        let at = 1_000.0 + late;
        still.look(at, sight(at, 1, 0, false), &mut pace);
        pace.row_ended(true);
    }
    pace
}

fn window(pace: &Pace) -> f64 {
    opened().until_rest(0.0, pace)
}

#[test]
fn a_site_nothing_is_known_of_rests_for_the_full_time() {
    assert_eq!(window(&Pace::default()), 300.0);
    let mut pace = pace_of(&[5.0]);
    pace.row_ended(false);
    assert_eq!(
        window(&pace),
        300.0,
        "nor one whose last row did not end well"
    );
}

#[test]
fn the_window_follows_the_latest_change_by_itself() {
    for (rows, expected) in [
        (&[1.0][..], 40.0),
        (&[100.0], 160.0),
        (&[100.0, 1.0], 128.0),
        (&[250.0], 300.0),
        (&[1.0, 1.0, 200.0], 300.0),
    ] {
        assert_eq!(window(&pace_of(rows)), expected, "{rows:?}");
    }
}

#[test]
fn a_late_change_that_a_request_explains_teaches_nothing() {
    let mut pace = Pace::default();
    let mut still = opened();
    still.acted(1_000.0);
    still.look(1_010.0, sight(1_010.0, 0, 1, true), &mut pace);
    still.look(1_400.0, sight(1_400.0, 1, 1, false), &mut pace);
    pace.row_ended(true);
    assert_eq!(window(&pace), 40.0);
}

#[test]
fn a_request_that_came_and_went_between_two_looks_begins_the_rest_anew() {
    let pace = pace_of(&[1.0]);
    let mut still = opened();
    still.look(90.0, sight(90.0, 0, 1, false), &mut pace.clone());
    assert_eq!(still.until_rest(90.0, &pace), 40.0);
    still.look(131.0, sight(131.0, 0, 1, false), &mut pace.clone());
    assert_eq!(still.until_rest(131.0, &pace), 0.0);
}

#[test]
fn an_open_request_a_change_an_action_or_a_turned_check_is_no_rest() {
    let pace = pace_of(&[1.0]);
    let turned = Sight {
        turned: true,
        ..sight(500.0, 0, 0, false)
    };
    for sight in [sight(500.0, 0, 0, true), sight(500.0, 3, 0, false), turned] {
        let mut still = opened();
        assert_eq!(still.until_rest(500.0, &pace), 0.0);
        still.look(500.0, sight, &mut pace.clone());
        assert_eq!(still.until_rest(500.0, &pace), 40.0);
    }
    let mut still = opened();
    still.acted(500.0);
    assert_eq!(still.until_rest(500.0, &pace), 40.0);
}

#[test]
fn a_document_that_still_loads_rests_for_the_full_time() {
    let pace = pace_of(&[1.0]);
    let mut still = opened();
    let loading = Sight {
        is_loaded: false,
        ..sight(500.0, 0, 0, false)
    };
    still.look(500.0, loading, &mut pace.clone());
    assert_eq!(still.until_rest(540.0, &pace), 260.0);
}
