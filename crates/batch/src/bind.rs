//! A skill and a row's values to what is run.

use guardrails::{Mode, OnceProof, Policy};
use protocol::{Action, MapText, PostCondition};
use replay::{RowKey, Run, Step};
use skill::{Bindings, Skill, Unbound, slots_in};

use crate::mapping::Mapping;

/// The row's values by slot; empty where no column is mapped. Space around them is no part of
/// them, but for text of several lines.
pub(crate) fn bindings(skill: &Skill, mapping: &Mapping, cells: &[String]) -> Bindings {
    Bindings::new(skill.slots.iter().enumerate().map(|(at, slot)| {
        let value = mapping.value(at, cells);
        let value = if slot.kind == skill::SlotType::Multiline {
            value
        } else {
            value.trim()
        };
        (slot.name.clone(), value.to_owned())
    }))
}

/// Binds a skill to one row.
pub(crate) fn bind(skill: &Skill, values: &Bindings, id: String) -> Result<Run, Unbound> {
    let mut fill = |text: &str| values.fill(text);
    let start_url = values.fill_url(&skill.start_url)?;
    let mut steps = Vec::with_capacity(skill.steps.len());
    for step in &skill.steps {
        let action = match &step.action {
            Action::Navigate { url } => Action::Navigate {
                url: absolute(&start_url, &values.fill_url(url)?),
            },
            other => without_blank_files(other.map_text(&mut fill)?),
        };
        steps.push(Step {
            intent: step.intent.clone(),
            action,
            expect: all(&step.expect, &mut fill)?,
            is_commit: step.commit,
            once_proof: once_proof(skill, step),
            limit_ms: step.within_ms,
        });
    }
    let row_key = skill.row_key.as_ref().map(|key| {
        let url = key
            .url
            .as_deref()
            .map(|url| values.fill_url(url))
            .transpose()?;
        Ok(RowKey {
            key: values.fill(&key.key)?,
            within: key
                .within
                .as_ref()
                .map(|within| within.map_text(&mut fill))
                .transpose()?,
            url: url.map_or_else(|| start_url.clone(), |url| absolute(&start_url, &url)),
        })
    });
    Ok(Run {
        id,
        policy: Policy {
            sites: skill.sites.clone(),
            mode: Mode::Batch,
        },
        steps,
        success: all(&skill.success, &mut fill)?,
        row_key: row_key.transpose()?,
        start_url,
    })
}

fn all(
    conditions: &[PostCondition],
    fill: &mut impl FnMut(&str) -> Result<String, Unbound>,
) -> Result<Vec<PostCondition>, Unbound> {
    conditions
        .iter()
        .map(|condition| condition.map_text(fill))
        .collect()
}

/// A row that names no file uploads none.
fn without_blank_files(mut action: Action) -> Action {
    if let Action::Upload { files, .. } = &mut action {
        files.retain(|name| !name.trim().is_empty());
    }
    action
}

/// An address that starts with `/` lies on the host of `base`.
fn absolute(base: &str, url: &str) -> String {
    if !url.starts_with('/') {
        return url.to_owned();
    }
    let authority = base.find("://").map_or(0, |at| at + 3);
    let end = base[authority..]
        .find(['/', '?', '#'])
        .map_or(base.len(), |at| authority + at);
    format!("{}{url}", &base[..end])
}

/// How a commit step is seen to have happened once: by the row's key, by a list's count, or by a
/// confirmation that names the row. A fixed text such as "Saved" proves nothing.
pub(crate) fn once_proof(skill: &Skill, step: &skill::Step) -> Option<OnceProof> {
    if skill.row_key.is_some() {
        return Some(OnceProof::RowKey);
    }
    step.expect
        .iter()
        .chain(&skill.success)
        .find_map(|condition| match condition {
            PostCondition::ListCountDelta { .. } => Some(OnceProof::Count),
            PostCondition::KeyPresent { .. } => Some(OnceProof::RowKey),
            PostCondition::TextPresent {
                text,
                absent_before: true,
                ..
            } if !slots_in(text).is_empty() => Some(OnceProof::Confirmation),
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use super::absolute;

    #[test]
    fn a_path_means_the_hosts_own() {
        for (base, url, expected) in [
            ("https://h:1/a/b?c", "/x?y", "https://h:1/x?y"),
            ("https://h", "/x", "https://h/x"),
            ("https://h/a", "https://o/x", "https://o/x"),
        ] {
            assert_eq!(absolute(base, url), expected);
        }
    }
}
