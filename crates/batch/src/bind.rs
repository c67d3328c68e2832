//! A skill and a row's values to what is run.

use std::convert::Infallible;

use guardrails::{Mode, OnceProof, Policy};
use protocol::{Action, Manner, MapText, PostCondition};
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
            expect: all(&step.expect, values, &start_url)?,
            is_commit: step.commit,
            once_proof: once_proof(skill, step),
            limit_ms: step.limit_ms(),
            manner: Manner {
                trusted: step.trusted,
                dialogs: step.dialogs,
            },
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
        success: all(&skill.success, values, &start_url)?,
        row_key: row_key.transpose()?,
        start_url,
    })
}

fn all(
    conditions: &[PostCondition],
    values: &Bindings,
    start_url: &str,
) -> Result<Vec<PostCondition>, Unbound> {
    let bind = |condition: &PostCondition| condition_of(condition, values, start_url);
    conditions.iter().map(bind).collect()
}

/// A condition with the row's values in it; those in an address are encoded.
fn condition_of(
    condition: &PostCondition,
    values: &Bindings,
    start_url: &str,
) -> Result<PostCondition, Unbound> {
    let mut bound = condition.map_text(&mut |text: &str| values.fill(text))?;
    if let (
        PostCondition::Readback { url: Some(url), .. },
        PostCondition::Readback { url: bound, .. },
    ) = (condition, &mut bound)
    {
        *bound = Some(absolute(start_url, &values.fill_url(url)?));
    }
    Ok(bound)
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
    step.expect.iter().chain(&skill.success).find_map(proof_of)
}

fn proof_of(condition: &PostCondition) -> Option<OnceProof> {
    match condition {
        PostCondition::ListCountDelta { .. } => Some(OnceProof::Count),
        PostCondition::KeyPresent { .. } => Some(OnceProof::RowKey),
        PostCondition::RowContains {
            absent_before: true,
            ..
        } => Some(OnceProof::RowKey),
        // It is looked there before the row, too: what shows already proves nothing.
        PostCondition::Readback { url: Some(_), .. } if names_row(condition) => {
            Some(OnceProof::RowKey)
        }
        PostCondition::TextPresent {
            text,
            absent_before: true,
            ..
        } if !slots_in(text).is_empty() => Some(OnceProof::Confirmation),
        _ => None,
    }
}

/// Whether some text of it is the row's.
fn names_row(condition: &PostCondition) -> bool {
    let mut names_row = false;
    let mapped = condition.map_text(&mut |text: &str| {
        names_row |= !slots_in(text).is_empty();
        Ok::<_, Infallible>(text.to_owned())
    });
    mapped.is_ok() && names_row
}

#[cfg(test)]
mod tests {
    use protocol::PostCondition;
    use skill::Bindings;

    use super::{absolute, all, proof_of};

    #[test]
    fn an_address_to_read_back_at_is_encoded_and_lies_on_the_host() {
        let values = Bindings::new([("email".to_owned(), "a+b@x.test".to_owned())]);
        let readback: PostCondition = serde_json::from_str(
            r#"{"check":"readback","url":"/customers/{{email}}",
                "then":[{"check":"key_present","key":"{{email}}"}]}"#,
        )
        .unwrap();
        assert!(proof_of(&readback).is_some());
        let bound = all(&[readback], &values, "https://h/customers").unwrap();
        let [PostCondition::Readback { url, then, .. }] = bound.as_slice() else {
            panic!("{bound:?}");
        };
        assert_eq!(url.as_deref(), Some("https://h/customers/a%2Bb%40x.test"));
        let key = PostCondition::KeyPresent {
            key: "a+b@x.test".into(),
            within: None,
        };
        assert_eq!(then, &[key]);
    }

    #[test]
    fn only_what_is_read_back_of_the_row_at_an_address_is_a_proof() {
        let check = |readback: &str, expected| {
            let readback: PostCondition = serde_json::from_str(readback).unwrap();
            assert_eq!(proof_of(&readback).is_some(), expected, "{readback:?}");
        };
        let text = r#"[{"check":"text_present","text":"Saved"}]"#;
        let named = r#"[{"check":"text_present","text":"{{email}}"}]"#;
        let at = |url: &str, then: &str| {
            format!(r#"{{"check":"readback","url":"{url}","then":{then}}}"#)
        };
        check(&at("/customers", text), false);
        check(&at("/customers", named), true);
        check(&at("/customers/{{email}}", text), true);
        let open = format!(
            r#"{{"check":"readback","open":{{"role":"link","name":"{{{{email}}}}"}},"then":{named}}}"#
        );
        check(&open, false);
    }

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
