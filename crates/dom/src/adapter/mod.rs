//! How controls are set, whatever they are made of.
//!
//! An adapter knows one kind of control and the ways to set it. A way is tried only when the one
//! before did not bring the value, which is not for the adapter to say: [`Eyes::holds`] reads the
//! control on a fresh capture, by the same code that later verifies.
//!
//! [`Eyes::holds`]: crate::hand::Eyes::holds

mod calendar;
mod cascader;
mod cell;
mod checkable;
mod choice;
mod date;
mod editor;
mod native_list;
mod popup;
mod sections;
mod slider;
mod text;
mod time;
mod tree;
mod upload;

use std::future::Future;
use std::pin::Pin;

use protocol::{ControlKind, Diagnosis, FilePart, NotApplied};
use web_sys::Element;

use crate::actionability::Reach;
use crate::hand::{Approved, Hand};
use crate::setting::Setting;

/// How long a control may take to show a value it was set to, before the next way is tried, ms.
const READ_BACK_MS: u32 = 700;

/// How long a control that commits when it is left may take to take a value back, ms.
pub(crate) const SETTLES_MS: u32 = 120;

/// How long a picker may wait for more digits before it tells the app of a time, ms.
pub(crate) const TOLD_MS: u32 = 400;

/// One control to set.
pub(crate) struct Job<'a> {
    pub(crate) hand: &'a Hand<'a>,
    /// Which of the action's elements it is.
    pub(crate) at: usize,
    /// The element that carries its name.
    pub(crate) element: Element,
    /// Where a person would act on it.
    pub(crate) reach: Reach,
    pub(crate) approved: &'a Approved,
    pub(crate) kind: Option<ControlKind>,
    pub(crate) setting: Setting,
    pub(crate) files: &'a [FilePart],
}

/// What trying one way comes to.
pub(crate) type Tried<'a> = Pin<Box<dyn Future<Output = Result<(), Diagnosis>> + 'a>>;

/// Sets controls of one kind.
pub(crate) trait Adapter {
    /// Whether this control is of the kind, and can be set so.
    fn detects(&self, job: &Job<'_>) -> bool;

    /// How many ways it knows.
    fn ways(&self) -> u8 {
        1
    }

    /// The way that a hand at mouse and keyboard goes: the only one of a trusted action.
    fn by_hand(&self) -> u8 {
        0
    }

    /// For how long the value must stay before it counts, ms: some controls show what was entered
    /// for a moment, and take it back when they are left.
    fn settles_in(&self, _job: &Job<'_>) -> u32 {
        0
    }

    /// Tries one way, from 0. An error says why the control can't take the value: no other way is
    /// tried then.
    fn apply<'a>(&'a self, job: &'a Job<'a>, way: u8) -> Tried<'a>;
}

/// All there are; the first that detects a control is asked first. What is the browser's own comes
/// before what libraries make.
const ADAPTERS: [&dyn Adapter; 14] = [
    &upload::Upload,
    &native_list::NativeList,
    &checkable::Checkable,
    &sections::Sections,
    &slider::Slider,
    &date::DateField,
    &time::TimeField,
    &calendar::Calendar,
    &cascader::Cascader,
    &tree::Tree,
    &choice::Choice,
    &cell::Cell,
    &editor::Editor,
    &text::TextField,
];

/// Sets one of an action's elements, and waits until it is seen to hold the value.
pub(crate) async fn set(
    hand: &Hand<'_>,
    at: usize,
    setting: &Setting,
    files: &[FilePart],
) -> Result<(), Diagnosis> {
    let (approved, reach) = approach(hand, at, setting).await?;
    let element = crate::act::live(&approved)?;
    let job = Job {
        hand,
        at,
        element,
        reach,
        kind: approved.kind,
        setting: setting.for_kind(approved.kind),
        approved: &approved,
        files,
    };
    let mut is_known = false;
    for adapter in ADAPTERS {
        if !adapter.detects(&job) {
            continue;
        }
        is_known = true;
        let ways = match hand.is_trusted() {
            true => adapter.by_hand()..adapter.by_hand() + 1,
            false => 0..adapter.ways(),
        };
        for way in ways {
            adapter.apply(&job, way).await?;
            if hand.comes_to_hold(at, READ_BACK_MS).await {
                hand.let_page_work(adapter.settles_in(&job)).await;
                if hand.eyes.holds(at) {
                    return Ok(());
                }
            }
            if hand.is_over() {
                break;
            }
        }
    }
    Err(if is_known {
        job.not_applied(NotApplied::Refused)
    } else {
        Diagnosis::NotEditable {
            target: approved.label.clone(),
        }
    })
}

/// A file input is set without being touched, so it may be hidden; all else must be in reach.
async fn approach(
    hand: &Hand<'_>,
    at: usize,
    setting: &Setting,
) -> Result<(Approved, Reach), Diagnosis> {
    if !matches!(setting, Setting::Files(_)) {
        return hand.ready(at).await;
    }
    let approved = hand.eyes.element(at)?;
    let receiver = crate::act::live(&approved)?;
    let at = hand
        .live
        .middle(&receiver)
        .unwrap_or(crate::events::Point { x: 0.0, y: 0.0 });
    Ok((approved, Reach { at, receiver }))
}

impl Job<'_> {
    /// Why the control does not take the value.
    pub(crate) fn not_applied(&self, why: NotApplied) -> Diagnosis {
        Diagnosis::ValueNotApplied {
            target: self.approved.label.clone(),
            why,
        }
    }

    pub(crate) fn tag(&self) -> String {
        self.hand.live.natives().local_name(&self.element)
    }

    pub(crate) fn matches(&self, selector: &str) -> bool {
        self.hand.live.natives().matches(&self.element, selector)
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        self.hand.live.natives().attribute(&self.element, name)
    }

    /// The nearest element around the control, or it, that matches.
    pub(crate) fn around(&self, selector: &str) -> Option<Element> {
        self.hand.live.natives().closest(&self.element, selector)
    }

    /// A click where a person would click it.
    pub(crate) async fn click(&self) {
        let clicking = crate::mouse::Clicking::plainly(self.reach.at);
        self.hand.click(&self.reach.receiver, clicking).await;
    }

    /// Takes the focus away from the control, as going on to the next field does.
    pub(crate) fn leave(&self) {
        self.hand.live.unfocus();
    }
}
