//! Death and return: the same batch goes on at the same row, and nothing is sent twice.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use e2e::{Bench, Desk, DeskOptions, Panel, read_report};
use practice_site::{Customer, ServeOptions, serve_with};

use crate::support::{bench, extension, started};

const LONG: Duration = Duration::from_secs(240);

/// Waits until the states of rows changed so many times more.
async fn wait_for_changes(panel: &Panel, count: usize) {
    panel
        .page
        .wait_for("document.querySelector('#rows')", LONG)
        .await
        .unwrap();
    panel
        .page
        .execute(
            "window.rowChanges = 0;
             new MutationObserver(changes => { window.rowChanges += changes.length; })
                .observe(document.querySelector('#rows'), {subtree: true, attributeFilter: ['data-status']});",
        )
        .await
        .unwrap();
    let enough = format!("window.rowChanges >= {count}");
    panel.page.wait_for(&enough, LONG).await.unwrap();
}

/// Lets the batch run to its end and holds every row against the server. A row that was cut between
/// its record and its click is told as not sent, or as unknown where the page can't tell (an empty
/// list is not shown); every other row is done.
async fn goes_on_to_its_end(bench: &Bench, panel: &Panel) {
    panel.wait_until_ended(LONG).await.unwrap();
    let (_, rows) = read_report(&panel.export().await.unwrap()).unwrap();
    let records = bench.site.records();
    for row in &rows {
        let is_this = |record: &&Customer| record.draft.email == row.get("Email");
        let stored = records.iter().filter(is_this).count();
        let was_cut = row.get("reason").contains("was cut");
        match row.get("status") {
            "done" => assert_eq!(stored, 1, "{row:?}"),
            "failed" => assert!(stored == 0 && was_cut, "{row:?}"),
            "unknown" => assert!(stored <= 1 && was_cut, "{row:?}"),
            other => panic!("{other}: {row:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panel_closed_at_ten_points_goes_on_where_it_was() {
    let bench = bench(ServeOptions::default()).await;
    let mut panel = started(&bench).await;
    // Each row moves through claimed, committing and done: one change and two land at every phase.
    for cut in 0..10 {
        wait_for_changes(&panel, 1 + cut % 2).await;
        panel.page.close().await.unwrap();
        panel = bench.open_panel().await.unwrap();
        panel.start().await.unwrap();
    }
    goes_on_to_its_end(&bench, &panel).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_work_tab_is_opened_again() {
    let bench = bench(ServeOptions::default()).await;
    let panel = started(&bench).await;
    panel.wait_for_rows(2, LONG).await.unwrap();
    let pages = bench.browser.pages().await.unwrap();
    let own = bench.page.target_id().to_owned();
    for page in pages {
        let url = page.url().unwrap_or_default();
        if url.starts_with(&bench.site.url()) && page.target_id() != own {
            page.close().await.unwrap();
        }
    }
    panel.wait_until_ended(LONG).await.unwrap();
    let rows = panel.rows().await.unwrap();
    if rows.iter().any(|row| row.status == "pending") {
        panel.start().await.unwrap();
    }
    goes_on_to_its_end(&bench, &panel).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_browser_goes_on_from_its_disk() {
    let profile = tempfile::tempdir().unwrap();
    let desk = |url: String| {
        let options = DeskOptions {
            extension: extension(),
            profile: Some(profile.path().to_owned()),
            headless: true,
        };
        async move { Desk::start(options, &url).await.unwrap() }
    };
    let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let site = serve_with(anywhere, ServeOptions::default()).await.unwrap();
    let url = format!("{}/customers", site.url());
    let mut bench = Bench {
        site,
        desk: desk(url.clone()).await,
    };
    let mut panel = started(&bench).await;
    for cut in 0..3 {
        wait_for_changes(&panel, 2 + cut).await;
        bench.desk.browser.kill();
        bench.desk = desk(url.clone()).await;
        panel = bench.open_panel().await.unwrap();
        panel.start().await.unwrap();
    }
    goes_on_to_its_end(&bench, &panel).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reloaded_extension_goes_on_where_it_was() {
    let bench = bench(ServeOptions::default()).await;
    let panel = started(&bench).await;
    wait_for_changes(&panel, 5).await;
    panel.page.close().await.unwrap();
    let id = bench.browser.extension_id().await.unwrap();
    let extensions = bench.browser.new_page("chrome://extensions").await.unwrap();
    // Without the developer mode an unpacked extension stays off after it was reloaded.
    let reload = format!(
        "chrome.developerPrivate.updateProfileConfiguration({{inDeveloperMode: true}})
            .then(() => chrome.developerPrivate.reload('{id}', {{failQuietly: false}}))
            .then(() => true)"
    );
    extensions.evaluate::<bool>(&reload).await.unwrap();
    let panel = bench.open_panel().await.unwrap();
    panel.start().await.unwrap();
    goes_on_to_its_end(&bench, &panel).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_window_can_not_run_the_same_batch() {
    let bench = bench(ServeOptions::default()).await;
    let panel = started(&bench).await;
    panel.wait_for_rows(1, LONG).await.unwrap();
    let second = bench.open_panel_in_tab().await.unwrap();
    second.open_view("batches").await.unwrap();
    second.start().await.unwrap();
    let alert = "document.querySelector('#run-card [role=alert]')";
    second.page.wait_for(alert, LONG).await.unwrap();
    let trouble = second.trouble().await.unwrap();
    assert!(
        trouble.to_lowercase().contains("another window"),
        "{trouble}"
    );
    goes_on_to_its_end(&bench, &panel).await;
    let rows = panel.rows().await.unwrap();
    assert!(rows.iter().all(|row| row.status == "done"), "{rows:#?}");
}
