//! How much of what a person can act on the engine sees, by Chromium's own accessibility tree.

use std::collections::HashMap;

use anyhow::Result;
use browser::Page;
use serde_json::Value;

use crate::probe::Probe;

/// Roles of Chromium's accessibility tree that a person can act on.
const INTERACTIVE: [&str; 22] = [
    "button",
    "checkbox",
    "combobox",
    "link",
    "listbox",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "scrollbar",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "textbox",
    "treeitem",
    "ColorWell",
    "Date",
    "DateTime",
    "InputTime",
];

/// HTML-AAM's name for the role of a field that Chromium builds of several.
fn of_field(role: &str) -> Option<&'static str> {
    Some(match role {
        "ColorWell" => "html-input-color",
        "Date" => "html-input-date",
        "DateTime" => "html-input-datetime-local",
        "InputTime" => "html-input-time",
        _ => return None,
    })
}

/// How many interactive nodes Chromium's tree has, and how many of those the engine gave a ref, each
/// with its role and name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// All.
    pub interactive: usize,
    /// Those the engine has too.
    pub seen: usize,
    /// Role and name of the others.
    pub missed: Vec<(String, String)>,
}

/// Compares what both see of a page.
///
/// # Errors
/// When one of them can't be asked.
pub async fn coverage(tab: &Page, probe: &Probe) -> Result<Coverage> {
    let tree = tab
        .command("Accessibility.getFullAXTree", serde_json::json!({}))
        .await?;
    let mut ours: HashMap<(String, String), usize> = HashMap::new();
    let nodes: Vec<(String, String)> = probe.call("engine.interactive()").await?;
    for node in nodes {
        *ours.entry(node).or_default() += 1;
    }
    let text = |node: &Value, key: &str| {
        let text = node[key]["value"].as_str().unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let nodes = tree["nodes"].as_array().map_or(&[][..], Vec::as_slice);
    let mut coverage = Coverage {
        interactive: 0,
        seen: 0,
        missed: vec![],
    };
    let by_id: HashMap<&str, &Value> = nodes
        .iter()
        .filter_map(|node| Some((node["nodeId"].as_str()?, node)))
        .collect();
    // The parts of a date field are the browser's own: one sets the field.
    let is_part = |node: &Value| {
        let up = |at: &&Value| by_id.get(at["parentId"].as_str()?).copied();
        let mut around = std::iter::successors(Some(node), up).skip(1).take(4);
        around.any(|at| of_field(&text(at, "role")).is_some())
    };
    for node in nodes {
        let role = text(node, "role");
        if node["ignored"] == true || !INTERACTIVE.contains(&role.as_str()) || is_part(node) {
            continue;
        }
        let role = of_field(&role).map_or(role, str::to_owned);
        let theirs = (role, text(node, "name"));
        coverage.interactive += 1;
        match ours.get_mut(&theirs).filter(|count| **count > 0) {
            Some(count) => {
                *count -= 1;
                coverage.seen += 1;
            }
            None => coverage.missed.push(theirs),
        }
    }
    Ok(coverage)
}
