//! Enums with two forms in JSON.

/// Defines an enum with two forms in JSON. In a skill file, written by people, the variant is one of
/// the fields: `{"do": "click", "target": …}`. Between programs it stands around them:
/// `{"click": {"target": …}}`, which needs a third of the code to read. The second form is that of a
/// field marked `#[serde(with = "Wire…")]`. Variants that hold others of the enum are given twice, as
/// `written` and as `sent`, since what they hold has the form they have.
macro_rules! two_forms {
    (
        $(#[$about:meta])*
        tag = $tag:literal, remote = $remote:literal, wire = $Wire:ident;
        pub enum $Name:ident { $($body:tt)* }
        $(written { $($written:tt)* } sent { $($sent:tt)* })?
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = $tag, rename_all = "snake_case", deny_unknown_fields)]
        pub enum $Name { $($body)* $($($written)*)? }

        #[derive(Serialize, Deserialize)]
        #[serde(remote = $remote, rename_all = "snake_case", deny_unknown_fields)]
        pub(crate) enum $Wire { $($body)* $($($sent)*)? }
    };
}

pub(crate) use two_forms;
