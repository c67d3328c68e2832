//! Site access taken away in the middle and given back.

use std::time::Duration;

use browser::Page;
use e2e::{Bench, read_report, truth_differs};
use practice_site::ServeOptions;

use crate::support::{bench, started};

const LONG: Duration = Duration::from_secs(240);

/// Sets the extension's site access, as a person does on `chrome://extensions`.
async fn set_access(bench: &Bench, extensions: &Page, access: &str) {
    let id = bench.browser.extension_id().await.unwrap();
    let update = format!(
        "chrome.developerPrivate.updateExtensionConfiguration(
            {{extensionId: '{id}', hostAccess: '{access}'}}).then(() => true)"
    );
    extensions.evaluate::<bool>(&update).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn access_taken_away_pauses_and_given_back_goes_on() {
    let bench = bench(ServeOptions::default()).await;
    let panel = started(&bench).await;
    panel.wait_for_rows(3, LONG).await.unwrap();

    let extensions = bench.browser.new_page("chrome://extensions").await.unwrap();
    set_access(&bench, &extensions, "ON_CLICK").await;
    panel.wait_until_ended(LONG).await.unwrap();
    let rows = panel.rows().await.unwrap();
    let is_left = |row: &&e2e::ShownRow| row.status == "pending";
    assert!(rows.iter().filter(is_left).count() > 0, "{rows:#?}");
    let standing: String = panel
        .page
        .evaluate("document.querySelector('#standing').innerText")
        .await
        .unwrap();
    assert!(standing.contains(&bench.site.url()), "{standing}");

    set_access(&bench, &extensions, "ON_ALL_SITES").await;
    panel.start().await.unwrap();
    panel.wait_until_ended(LONG).await.unwrap();
    let (_, rows) = read_report(&panel.export().await.unwrap()).unwrap();
    assert_eq!(truth_differs(&rows, &bench.site), Vec::<String>::new());
    assert!(
        rows.iter().all(|row| row.get("status") == "done"),
        "the row it was in is settled by its key: {rows:#?}"
    );
}
