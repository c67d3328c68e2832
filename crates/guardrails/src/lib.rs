//! Who may act where: policy, review, approval. The one door every page action passes.
//!
//! **Invariant:** [`Approved`] can be made here and nowhere else, so what acts on a page has been
//! reviewed.
//! **Absent on purpose:** how an action is done, and what it achieved.
#![warn(missing_docs)]

use protocol::{Action, Diagnosis, GroundedAction, Refusal, UrlPattern};

/// Something that passed the door. Good for one use: it is consumed by acting.
#[derive(Debug)]
pub struct Approved<T> {
    value: T,
}

impl<T> Approved<T> {
    /// What was approved.
    #[must_use]
    pub fn value(&self) -> &T {
        &self.value
    }

    /// Uses the approval up.
    #[must_use]
    pub fn into_value(self) -> T {
        self.value
    }
}

/// How a commit step is seen to have happened exactly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnceProof {
    /// By the row's key: absent before, there once after.
    RowKey,
    /// By the number of items of a list.
    Count,
    /// By a confirmation that names the row.
    Confirmation,
}

/// What a step may do that can't be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// Nothing is sent.
    None,
    /// Something is sent, saved or deleted.
    Commit {
        /// How it is seen to have happened once, if it can be.
        once_proof: Option<OnceProof>,
    },
}

/// Who started the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A batch: nobody looks at each step.
    Batch,
    /// A person who watches this one run.
    Watched,
}

/// The rules of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The sites the skill names: it acts nowhere else.
    pub sites: Vec<UrlPattern>,
    /// Who started it.
    pub mode: Mode,
}

impl Policy {
    /// Reviews an action on the page at `url`; of an element in a frame that frame's document must
    /// be allowed too.
    ///
    /// # Errors
    /// [`Diagnosis::PolicyBlocked`] with the rule that forbids it.
    pub fn review(
        &self,
        action: GroundedAction,
        url: &str,
        consequence: Consequence,
    ) -> Result<Approved<GroundedAction>, Diagnosis> {
        self.check(&action, url, consequence)
            .map_err(|refusal| Diagnosis::PolicyBlocked { refusal })?;
        Ok(Approved { value: action })
    }

    fn check(
        &self,
        action: &GroundedAction,
        url: &str,
        consequence: Consequence,
    ) -> Result<(), Refusal> {
        // A navigation leaves the current document alone: where it leads to counts.
        self.check_site(match &action.action {
            Action::Navigate { url } => url,
            _ => url,
        })?;
        for element in &action.elements {
            self.check_site(&element.url)?;
            if element.is_secret {
                let target = format!("{} {:?}", element.role, element.name);
                return Err(Refusal::Secret { target });
            }
        }
        match (self.mode, consequence) {
            (Mode::Batch, Consequence::Commit { once_proof: None }) => Err(Refusal::NoOnceProof),
            _ => Ok(()),
        }
    }

    fn check_site(&self, url: &str) -> Result<(), Refusal> {
        if self.sites.iter().any(|site| site.matches(url)) {
            return Ok(());
        }
        Err(Refusal::OtherSite {
            url: url.to_owned(),
            allowed: self.sites.iter().map(ToString::to_string).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use protocol::{
        Action, Diagnosis, Fingerprint, GroundedAction, GroundedElement, Manner, NodeRef,
        ObservationId, Refusal,
    };

    use super::{Consequence, Mode, OnceProof, Policy};

    const SHOP: &str = "https://shop.example/customers";

    fn policy(mode: Mode) -> Policy {
        Policy {
            sites: vec!["https://shop.example/*".parse().unwrap()],
            mode,
        }
    }

    fn click(is_secret: bool) -> GroundedAction {
        click_in(SHOP, is_secret)
    }

    fn click_in(url: &str, is_secret: bool) -> GroundedAction {
        GroundedAction {
            action: Action::click(Fingerprint::default()),
            elements: vec![GroundedElement {
                url: url.into(),
                reference: NodeRef {
                    frame: 0,
                    element: 1,
                },
                observation: ObservationId(1),
                role: "button".into(),
                name: "Save".into(),
                is_secret,
            }],
            manner: Manner::default(),
        }
    }

    fn go(url: &str) -> GroundedAction {
        GroundedAction {
            action: Action::Navigate { url: url.into() },
            elements: vec![],
            manner: Manner::default(),
        }
    }

    fn refusal(
        mode: Mode,
        action: GroundedAction,
        url: &str,
        consequence: Consequence,
    ) -> Option<Refusal> {
        match policy(mode).review(action, url, consequence) {
            Ok(_) => None,
            Err(Diagnosis::PolicyBlocked { refusal }) => Some(refusal),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn a_skill_acts_only_on_its_sites() {
        let plain = Consequence::None;
        assert_eq!(refusal(Mode::Batch, click(false), SHOP, plain), None);
        let elsewhere = refusal(Mode::Batch, click(false), "https://evil.example/", plain);
        assert!(matches!(elsewhere, Some(Refusal::OtherSite { .. })));
    }

    #[test]
    fn a_frame_of_another_site_is_left_alone() {
        let inside = click_in("https://evil.example/", false);
        let refused = refusal(Mode::Batch, inside, SHOP, Consequence::None);
        assert!(matches!(refused, Some(Refusal::OtherSite { .. })));
    }

    #[test]
    fn a_navigation_is_judged_by_where_it_leads() {
        let plain = Consequence::None;
        assert_eq!(refusal(Mode::Batch, go(SHOP), "about:blank", plain), None);
        let away = refusal(Mode::Batch, go("https://evil.example/"), SHOP, plain);
        assert!(matches!(away, Some(Refusal::OtherSite { .. })));
        let script = refusal(Mode::Batch, go("javascript:alert(1)"), SHOP, plain);
        assert!(matches!(script, Some(Refusal::OtherSite { .. })));
    }

    #[test]
    fn a_commit_without_proof_is_refused_in_a_batch_only() {
        let bare = Consequence::Commit { once_proof: None };
        let proved = Consequence::Commit {
            once_proof: Some(OnceProof::RowKey),
        };
        let refused = refusal(Mode::Batch, click(false), SHOP, bare);
        assert_eq!(refused, Some(Refusal::NoOnceProof));
        assert_eq!(refusal(Mode::Watched, click(false), SHOP, bare), None);
        assert_eq!(refusal(Mode::Batch, click(false), SHOP, proved), None);
    }

    #[test]
    fn secrets_are_typed_by_the_person() {
        let refused = refusal(Mode::Watched, click(true), SHOP, Consequence::None);
        assert!(matches!(refused, Some(Refusal::Secret { .. })));
    }
}
