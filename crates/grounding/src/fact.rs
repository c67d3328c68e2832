//! What a fingerprint asks, fact by fact, and what each answer is worth.

use protocol::Fingerprint;

/// One thing asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact<'f> {
    Role,
    Name,
    Attribute(&'f str, &'f str),
    Icon(&'f str),
    Label,
    Tag(&'f str),
    Landmark,
    Section,
    Heading,
    Column,
    Before,
    After,
    Shadow,
}

/// How a candidate answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// As asked.
    Yes,
    /// Nearly: reworded, or of the same family.
    Near,
    /// It has nothing to answer with, or nothing that lasts.
    Silent,
    /// Otherwise.
    No,
}

/// Points for each answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    pub(crate) yes: f32,
    pub(crate) near: f32,
    pub(crate) silent: f32,
    pub(crate) no: f32,
    /// Whether it says which element, not only what kind or where.
    pub(crate) is_identity: bool,
}

const fn identity(yes: f32, near: f32, silent: f32, no: f32) -> Worth {
    Worth {
        yes,
        near,
        silent,
        no,
        is_identity: true,
    }
}

const fn context(yes: f32, near: f32, silent: f32, no: f32) -> Worth {
    Worth {
        yes,
        near,
        silent,
        no,
        is_identity: false,
    }
}

/// What a fact others had too is worth when it is answered.
const SHARED: f32 = 2.0;

impl Fact<'_> {
    /// All facts of a fingerprint but its row.
    pub(crate) fn all(target: &Fingerprint) -> Vec<Fact<'_>> {
        let mut facts = Vec::new();
        let mut ask = |is_asked: bool, fact| {
            if is_asked {
                facts.push(fact);
            }
        };
        ask(target.role.is_some(), Fact::Role);
        ask(target.name.is_some(), Fact::Name);
        for (name, value) in &target.attributes {
            ask(true, Fact::Attribute(name, value));
        }
        if let Some(icon) = &target.icon {
            ask(true, Fact::Icon(icon));
        }
        ask(target.label.is_some(), Fact::Label);
        if let Some(tag) = &target.tag {
            ask(true, Fact::Tag(tag));
        }
        ask(target.landmark.is_some(), Fact::Landmark);
        ask(target.section.is_some(), Fact::Section);
        ask(target.heading.is_some(), Fact::Heading);
        ask(target.column.is_some(), Fact::Column);
        ask(target.before.is_some(), Fact::Before);
        ask(target.after.is_some(), Fact::After);
        ask(!target.shadow.is_empty(), Fact::Shadow);
        facts
    }

    /// What its answers are worth for this fingerprint.
    ///
    /// Measured on the mutation suite (docs/benchmark.md): what is by nature one of its kind
    /// outweighs all places together, since a place changes with every redesign.
    pub(crate) fn worth(self, target: &Fingerprint) -> Worth {
        let worth = match self {
            Fact::Role => context(1.0, -1.0, -1.5, -1.5),
            Fact::Name if target.name.as_deref() == Some("") => context(1.0, -2.0, -2.0, -2.0),
            Fact::Name => identity(6.0, 4.0, -1.0, -1.0),
            Fact::Attribute(name, value) => attribute_worth(name, value),
            Fact::Icon(_) => identity(5.0, 0.0, -0.5, -3.0),
            Fact::Label => identity(5.0, 4.0, -1.0, -1.5),
            Fact::Tag(_) => context(0.5, -0.5, -0.5, -0.5),
            Fact::Landmark => context(1.5, 0.0, -0.5, -0.5),
            Fact::Section => context(1.5, 0.0, -0.25, -0.25),
            Fact::Heading => context(1.5, 1.0, -0.25, -0.25),
            Fact::Column if target.name.as_deref() == Some("") => identity(3.5, 3.0, -1.0, -2.0),
            Fact::Column => context(1.5, 1.0, -0.25, -0.5),
            Fact::Before | Fact::After => context(1.0, 0.8, -0.1, -0.1),
            Fact::Shadow => context(0.5, -0.25, -0.25, -0.25),
        };
        if !worth.is_identity {
            return self.among_twins(target, worth);
        }
        if !self.is_shared(target) {
            return worth;
        }
        let yes = worth.yes.min(SHARED);
        Worth {
            yes,
            near: worth.near.min(yes / 2.0),
            ..worth
        }
    }

    /// Where several had the target's role and name, a place all of them share says nothing of
    /// which it is, and a place that was its alone says most.
    fn among_twins(self, target: &Fingerprint, worth: Worth) -> Worth {
        let Some(name) = self.key().filter(|_| target.of.is_some()) else {
            return worth;
        };
        let (gain, loss) = if target.told_by.contains(&name) {
            (1.5, 2.0)
        } else {
            (0.35, 0.35)
        };
        Worth {
            yes: worth.yes * gain,
            near: worth.near * gain,
            silent: worth.silent * loss,
            no: worth.no * loss,
            ..worth
        }
    }

    /// Whether it told the target from all others of its role and name when it was recorded.
    pub(crate) fn is_telling(self, target: &Fingerprint) -> bool {
        self.key().is_some_and(|key| target.told_by.contains(&key))
    }

    /// Whether others had it too when it was recorded.
    pub(crate) fn is_shared(self, target: &Fingerprint) -> bool {
        self.key().is_some_and(|key| target.shared.contains(&key))
    }

    /// What it is called in `shared` and `told_by`; `None` for what is no mark of one element.
    pub(crate) fn key(self) -> Option<String> {
        let key = match self {
            Fact::Name => "name",
            Fact::Icon(_) => "icon",
            Fact::Label => "label",
            Fact::Landmark => "landmark",
            Fact::Section => "section",
            Fact::Heading => "heading",
            Fact::Column => "column",
            Fact::Before => "before",
            Fact::After => "after",
            Fact::Shadow => "shadow",
            Fact::Attribute("type", _) | Fact::Role | Fact::Tag(_) => return None,
            Fact::Attribute(name, _) => return Some(format!("[{name}]")),
        };
        Some(key.to_owned())
    }
}

/// Whether the row told the target from all others of its role and name when it was recorded.
pub(crate) fn row_tells(target: &Fingerprint) -> bool {
    target.row.is_some() && target.told_by.iter().any(|told| told == "row")
}

fn attribute_worth(name: &str, value: &str) -> Worth {
    match name {
        "type" if value == "password" => context(1.0, -1.5, -1.5, -2.0),
        "type" => context(1.0, -0.25, -0.25, -0.5),
        "autocomplete" => context(2.0, 0.0, -0.25, -2.0),
        "placeholder" => context(2.0, 1.5, -0.25, -0.5),
        "id" => identity(4.0, 0.0, -0.25, -0.5),
        "name" => identity(4.0, 0.0, -0.25, -1.5),
        "href" => identity(4.0, 0.0, -0.5, -1.5),
        _ => identity(6.0, 0.0, -1.0, -4.0),
    }
}
