//! Conditions as templates: their texts, replaced.

use super::PostCondition;
use crate::MapText;

impl MapText for PostCondition {
    fn map_text<E>(&self, f: &mut impl FnMut(&str) -> Result<String, E>) -> Result<Self, E> {
        Ok(match self {
            Self::ValueEquals { target, value } => Self::ValueEquals {
                target: target.map_text(f)?,
                value: f(value)?,
            },
            Self::PathEquals { target, path } => Self::PathEquals {
                target: target.map_text(f)?,
                path: all(path, f)?,
            },
            Self::ValuesEqual { target, values } => Self::ValuesEqual {
                target: target.map_text(f)?,
                values: all(values, f)?,
            },
            Self::TextPresent {
                text,
                within,
                absent_before,
            } => Self::TextPresent {
                text: f(text)?,
                within: within.as_ref().map(|w| w.map_text(f)).transpose()?,
                absent_before: *absent_before,
            },
            Self::ElementExists {
                target,
                absent_before,
            } => Self::ElementExists {
                target: target.map_text(f)?,
                absent_before: *absent_before,
            },
            Self::ElementGone { target } => Self::ElementGone {
                target: target.map_text(f)?,
            },
            Self::ElementState { target, state } => Self::ElementState {
                target: target.map_text(f)?,
                state: *state,
            },
            Self::TextAbsent { text, within } => Self::TextAbsent {
                text: f(text)?,
                within: within.as_ref().map(|w| w.map_text(f)).transpose()?,
            },
            Self::UrlMatches { pattern } => Self::UrlMatches {
                pattern: f(pattern)?,
            },
            Self::ListCountDelta { list, delta } => Self::ListCountDelta {
                list: list.map_text(f)?,
                delta: *delta,
            },
            Self::RequestSucceeded { method, url } => Self::RequestSucceeded {
                method: method.clone(),
                url: f(url)?,
            },
            Self::KeyPresent { key, within } => Self::KeyPresent {
                key: f(key)?,
                within: within.as_ref().map(|w| w.map_text(f)).transpose()?,
            },
            Self::AttributeEquals {
                target,
                attribute,
                value,
            } => Self::AttributeEquals {
                target: target.map_text(f)?,
                attribute: attribute.clone(),
                value: f(value)?,
            },
            Self::RowContains {
                list,
                key,
                values,
                absent_before,
            } => Self::RowContains {
                list: list.map_text(f)?,
                key: f(key)?,
                values: all(values, f)?,
                absent_before: *absent_before,
            },
            Self::CountEquals { list, count } => Self::CountEquals {
                list: list.map_text(f)?,
                count: *count,
            },
            Self::NoValidationErrors { within } => Self::NoValidationErrors {
                within: within.as_ref().map(|w| w.map_text(f)).transpose()?,
            },
            Self::DialogClosed { dialog } => Self::DialogClosed {
                dialog: dialog.as_ref().map(|d| d.map_text(f)).transpose()?,
            },
            Self::SomethingChanged {} => Self::SomethingChanged {},
            Self::DownloadCompleted { name, min_bytes } => Self::DownloadCompleted {
                name: f(name)?,
                min_bytes: *min_bytes,
            },
            Self::TabOpened { url } => Self::TabOpened { url: f(url)? },
            Self::Readback { url, open, then } => Self::Readback {
                url: url.map_text(f)?,
                open: open.as_ref().map(|o| o.map_text(f)).transpose()?,
                then: then
                    .iter()
                    .map(|c| c.map_text(f))
                    .collect::<Result<_, E>>()?,
            },
        })
    }
}

fn all<E>(
    texts: &[String],
    f: &mut impl FnMut(&str) -> Result<String, E>,
) -> Result<Vec<String>, E> {
    texts.iter().map(|text| f(text)).collect()
}
