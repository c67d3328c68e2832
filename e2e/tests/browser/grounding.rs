//! The elements of a page, found again on its next version in real Chromium; what is gone is not
//! taken for something else.

use std::path::Path;

use browser::{Browser, LaunchOptions};
use e2e::{Probe, Resolution, compare};

use crate::support::extension;

fn version(number: u32) -> String {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let file = format!("fixtures/versions/orders-{number}.html");
    format!("file://{}", here.join(file).display())
}

#[tokio::test(flavor = "multi_thread")]
async fn elements_are_found_on_the_next_version_and_what_is_gone_is_not() {
    let browser = Browser::launch(LaunchOptions::default()).await.unwrap();
    let script = Probe::script(&extension(), "wasm").unwrap();
    let (before, after) = (version(1), version(2));
    let compared = compare(&browser, &script, &before, &after).await.unwrap();
    let plain = |label: &str| label.replace(" *", "");
    let mut lost = vec![];
    for one in &compared.elements {
        match &one.outcome {
            Resolution::Found { found, .. } => assert_eq!(plain(found), plain(&one.label)),
            _ => lost.push(one.label.as_str()),
        }
    }
    // Nothing of a row is recorded where no caller names it: its buttons stay ambiguous. The table has
    // no name and stands under another heading now; there is no export any more.
    let (edit, delete) = ("button \"Edit\"", "button \"Delete\"");
    let rows = [edit, delete, edit, delete, edit, delete];
    let mut expected = vec!["table"];
    expected.extend(rows);
    expected.push("button \"Export as CSV\"");
    assert_eq!(lost, expected);
    let totals = compared.totals;
    assert_eq!((totals.ambiguous, totals.not_found), (6, 2));
    assert_eq!(totals.found, totals.recorded - 8);
    browser.close().await.unwrap();
}
