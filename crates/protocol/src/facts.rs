//! What a page is about, beside its tree.

use serde::{Deserialize, Serialize};

use crate::{ControlKind, NodeRef};

/// A page at a glance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PageOverview {
    /// Open dialogs and popovers, in reading order.
    pub dialogs: Vec<OpenDialog>,
    /// Messages of live regions, also those gone since the last observation.
    pub toasts: Vec<Toast>,
    /// Complaints about what fields hold.
    pub errors: Vec<FieldError>,
    /// Repeated items, with exact counts.
    pub groups: Vec<ItemGroup>,
    /// What the page is for.
    pub scene: Scene,
    /// The elements that matter most, best first, at most 12.
    pub key_elements: Vec<KeyElement>,
    /// Where there is more than is shown.
    pub has_more: Vec<More>,
    /// What stands between a person and the page, if anything.
    pub challenge: Option<Challenge>,
}

/// A window above the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenDialog {
    /// Its role: `dialog`, `alertdialog`, or what a popover is.
    pub role: String,
    /// Its name, else the beginning of its text.
    pub label: String,
    /// Whether the rest of the page can't be used while it is open.
    pub is_modal: bool,
    /// The buttons and links that may close it or answer it.
    pub answers: Vec<NodeRef>,
}

/// A message of a live region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Toast {
    /// What it says.
    pub text: String,
    /// Whether it is an alert.
    pub is_urgent: bool,
    /// Whether it has vanished since.
    pub is_gone: bool,
}

/// Items that are alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemGroup {
    /// What one is: a role such as `row`, or `card`.
    pub item: String,
    /// Name of the list or table, else the heading before it; empty if neither.
    pub label: String,
    /// How many are on the page.
    pub count: u32,
    /// How many the page says there are in all, where it says so.
    pub total: Option<u32>,
}

/// What a page is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scene {
    /// Signing in.
    Login,
    /// Opening an account.
    Register,
    /// What a search found.
    SearchResults,
    /// Paying or ordering.
    Checkout,
    /// Filling fields.
    Form,
    /// Many items alike.
    List,
    /// Text to read.
    Article,
    /// None of these.
    #[default]
    Generic,
}

/// An element that matters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyElement {
    /// It.
    pub reference: NodeRef,
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
    /// What kind of control it is.
    pub kind: Option<ControlKind>,
    /// How much it matters, 0 to 100.
    pub score: u32,
}

/// A place that holds more than it shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum More {
    /// The document goes on below what is in view.
    Below {
        /// How far, CSS px.
        pixels: u32,
    },
    /// A scrollable region goes on.
    Region {
        /// Its name or role.
        label: String,
        /// How far, CSS px.
        pixels: u32,
    },
    /// A control that brings more items or the next page.
    Control {
        /// It.
        reference: NodeRef,
        /// Its name.
        name: String,
    },
    /// The page says there are more items than are on it.
    Rows {
        /// Name of the list or table.
        label: String,
        /// How many are on the page.
        shown: u32,
        /// How many there are.
        total: u32,
    },
}

/// What only the person at the screen can get past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Challenge {
    /// A test whether a person is there.
    Captcha,
    /// Nothing is shown without signing in.
    LoginWall,
    /// A one-time code.
    SecondFactor,
}

impl Challenge {
    /// What the person has to do, in English.
    #[must_use]
    pub fn asks_for(self) -> &'static str {
        match self {
            Self::Captcha => "a test that a person is there",
            Self::LoginWall => "signing in",
            Self::SecondFactor => "a one-time code",
        }
    }
}

/// A complaint about one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldError {
    /// The field's name, else its role; empty if the complaint is about no single field.
    pub field: String,
    /// The field, where it is one a person can act on.
    pub reference: Option<NodeRef>,
    /// What the page says.
    pub text: String,
}
