//! Conditions in words, for a person.

use std::fmt;

use super::{ElementState, PostCondition};
use crate::Fingerprint;
use crate::evidence::in_quotes;

impl fmt::Display for PostCondition {
    /// In words, for a person: `"Customer saved" can be read`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let within = |f: &mut fmt::Formatter<'_>, place: &Option<Fingerprint>| match place {
            Some(place) => write!(f, " in {place}"),
            None => Ok(()),
        };
        match self {
            Self::ValueEquals { target, value } => write!(f, "{target} holds {value:?}"),
            Self::PathEquals { target, path } => {
                write!(f, "{target} holds {:?}", path.join(" / "))
            }
            Self::ValuesEqual { target, values } => {
                write!(f, "{target} holds {}", in_quotes(values))
            }
            Self::TextPresent {
                text,
                within: place,
                ..
            } => {
                write!(f, "{text:?} can be read")?;
                within(f, place)
            }
            Self::ElementExists { target, .. } => write!(f, "there is {target}"),
            Self::ElementGone { target } => write!(f, "there is no {target}"),
            Self::ElementState { target, state } => write!(f, "{target} is {state}"),
            Self::TextAbsent {
                text,
                within: place,
            } => {
                write!(f, "{text:?} can't be read")?;
                within(f, place)
            }
            Self::UrlMatches { pattern } => write!(f, "the address matches {pattern}"),
            Self::ListCountDelta { list, delta } => write!(f, "{list} has {delta:+} items"),
            Self::RequestSucceeded { method, url } => {
                write!(
                    f,
                    "{} {url} succeeds",
                    method.as_deref().unwrap_or("a request to")
                )
            }
            Self::KeyPresent { key, within: place } => {
                write!(f, "exactly one new row holds {key:?}")?;
                within(f, place)
            }
            Self::AttributeEquals {
                target,
                attribute,
                value,
            } => write!(f, "{attribute} of {target} is {value:?}"),
            Self::RowContains {
                list,
                key,
                values,
                absent_before,
            } => {
                let new = if *absent_before { "new " } else { "" };
                let held: Vec<String> = std::iter::once(key).chain(values).cloned().collect();
                write!(
                    f,
                    "exactly one {new}row of {list} holds {}",
                    in_quotes(&held)
                )
            }
            Self::CountEquals { list, count } => write!(f, "{list} has {count} items"),
            Self::NoValidationErrors { within: place } => {
                f.write_str("nothing is complained about")?;
                within(f, place)
            }
            Self::DialogClosed { dialog: None } => f.write_str("the dialog has closed"),
            Self::DialogClosed {
                dialog: Some(dialog),
            } => write!(f, "{dialog} has closed"),
            Self::SomethingChanged {} => f.write_str("something has changed"),
            Self::DownloadCompleted { name, min_bytes } => {
                write!(f, "a file {name} of {min_bytes} bytes or more is saved")
            }
            Self::TabOpened { url } => write!(f, "a tab at {url} has opened"),
            Self::Readback { then, .. } => {
                let claims: Vec<String> = then.iter().map(ToString::to_string).collect();
                write!(f, "read back: {}", claims.join("; "))
            }
        }
    }
}

impl fmt::Display for ElementState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checked => "checked",
            Self::Unchecked => "not checked",
            Self::Disabled => "disabled",
            Self::Enabled => "enabled",
            Self::Expanded => "expanded",
            Self::Collapsed => "collapsed",
            Self::Selected => "selected",
            Self::Invalid => "invalid",
            Self::Valid => "valid",
        })
    }
}
