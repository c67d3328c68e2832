//! The budget holds, whatever the page, and says what went.

use protocol::View;

use super::written;

const PAGE: &str = "<main><h1>Shop</h1><p>Some words that nobody has to read at once.</p>
    <p>And some more of them, further down.</p>
    <form aria-label=Order><label>Name <input></label><button>Buy</button></form>
    <footer>Small print</footer></main>";

#[test]
fn static_text_goes_first_from_the_bottom() {
    let all = written(PAGE, View::Outline, 1000);
    let some = written(PAGE, View::Outline, all.tokens - 1);
    assert!(some.text.contains("Some words"), "{}", some.text);
    assert!(!some.text.contains("Small print"), "{}", some.text);
    assert_eq!(some.needed, all.tokens);
    assert!(
        some.text
            .ends_with(&format!("… left out: {}\n", some.dropped))
    );
}

#[test]
fn controls_stay_longest() {
    let few = written(PAGE, View::Outline, 40);
    assert!(
        few.text.contains("[e1]") && few.text.contains("[e2]"),
        "{}",
        few.text
    );
    assert_eq!(few.dropped, "3 texts, 2 headings or landmarks");
}

#[test]
fn dropped_controls_are_counted_with_their_refs() {
    let buttons: String = (0..40)
        .map(|n| format!("<div role=tab tabindex=0>Tab number {n}</div>"))
        .collect();
    let few = written(&buttons, View::Outline, 100);
    assert!(few.dropped.ends_with("-e40]"), "{}", few.dropped);
    assert!(few.dropped.contains("controls in [e"));
}

#[test]
fn any_budget_holds() {
    for view in [View::Outline, View::Interactive, View::Full, View::Article] {
        for budget in 0..120 {
            written(PAGE, view.clone(), budget);
        }
    }
}

#[test]
fn what_a_modal_dialog_covers_goes_before_the_dialog() {
    let behind = "<div role=tab tabindex=0>Behind</div>".repeat(5);
    let page = format!(
        "{behind}<div role=dialog aria-modal=true aria-label=Sure>
         <p>It cannot be taken back.</p><button>Yes</button></div>"
    );
    let all = written(&page, View::Outline, 1000);
    let few = written(&page, View::Outline, all.tokens - 20);
    assert!(few.text.contains("taken back") && few.text.contains("Yes"));
    assert_eq!(few.dropped, "4 controls in [e2-e5]");
}
