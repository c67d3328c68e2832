//! Work in frames: of the same site, of another origin, in shadow trees, and such as can't be read.

use practice_site::{ServeOptions, Site};
use serde_json::{Value, json};

use crate::sites::{run, statuses};
use crate::support::bench;

/// A page that holds the customers' page in a frame, besides others.
fn frame_customers(site: &Site, origin: &str, others: &str) {
    let html = format!(
        "<!doctype html><html lang=en><title>Office</title><h1>Office</h1><button>Log out</button>
         <iframe title=Customers src='{origin}/customers' width=1000 height=700></iframe>{others}"
    );
    site.add_page("/office", html);
}

/// The same address on the other name of this machine: another site to the browser.
fn elsewhere(site: &Site) -> String {
    site.url().replace("127.0.0.1", "localhost")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_in_a_frame_is_filled_and_proved() {
    let bench = bench(ServeOptions::default()).await;
    let url = bench.site.url();
    frame_customers(&bench.site, &url, "<iframe title=Ad src='/'></iframe>");
    let rows = run(&bench, "add-customer", |skill| {
        skill["start_url"] = json!(format!("{url}/office"));
    })
    .await;
    assert_eq!(statuses(&rows), ["done"; 3], "{rows:#?}");
    assert_eq!(bench.site.records().len(), 3);
}

/// Runs the sample skill on customers in a frame of another site; `names_it`: whether the skill does.
async fn run_elsewhere(names_it: bool) -> (Vec<String>, usize) {
    let options = ServeOptions {
        csp: Some("default-src 'self' http://localhost:*".into()),
        ..ServeOptions::default()
    };
    let bench = bench(options).await;
    let (url, other) = (bench.site.url(), elsewhere(&bench.site));
    frame_customers(&bench.site, &other, "");
    let rows = run(&bench, "add-customer", |skill| {
        skill["start_url"] = json!(format!("{url}/office"));
        if names_it {
            skill["sites"] = json!([format!("{url}/*"), format!("{other}/*")]);
        }
    })
    .await;
    let statuses = statuses(&rows).into_iter().map(str::to_owned).collect();
    (statuses, bench.site.records().len())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_of_another_site_is_worked_in_where_the_skill_names_it() {
    assert_eq!(run_elsewhere(true).await, (vec!["done".into(); 3], 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_of_a_site_the_skill_does_not_name_is_left_alone() {
    assert_eq!(run_elsewhere(false).await, (vec!["failed".into(); 3], 0));
}

/// Names the frame in every target of a skill.
fn in_frame(value: &mut Value, frame: &str) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("role") {
                fields.insert("frame".into(), json!([frame]));
            }
            fields.values_mut().for_each(|inner| in_frame(inner, frame));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| in_frame(item, frame)),
        _ => {}
    }
}

/// Runs the sample skill where two frames show the form.
async fn run_in_one_of_two(frame: Option<&str>) -> (Vec<String>, usize) {
    let bench = bench(ServeOptions::default()).await;
    let url = bench.site.url();
    let second =
        format!("<iframe name=second src='{url}/customers' width=1000 height=700></iframe>");
    frame_customers(&bench.site, &url, &second);
    let rows = run(&bench, "add-customer", |skill| {
        skill["start_url"] = json!(format!("{url}/office"));
        if let Some(frame) = frame {
            in_frame(skill, frame);
        }
    })
    .await;
    let statuses = statuses(&rows).into_iter().map(str::to_owned).collect();
    (statuses, bench.site.records().len())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_form_in_two_frames_is_ambiguous() {
    assert_eq!(run_in_one_of_two(None).await, (vec!["failed".into(); 3], 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_frames_is_meant_by_its_name() {
    for name in ["second", "title=Customers"] {
        let ended = run_in_one_of_two(Some(name)).await;
        assert_eq!(ended, (vec!["done".into(); 3], 3), "{name}");
    }
}
