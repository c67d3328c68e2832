//! What only the person at the screen can get past.

use aria::Role;
use page_model::{Element, NodeId, Page};
use protocol::{Challenge, ControlKind, Scene};

use super::place::Places;
use super::words::{Topic, mentions};
use crate::snapshot::{Snapshot, SnapshotNode};

/// Where the frames of captchas come from: host, and how its path begins.
const CAPTCHA_HOSTS: &[(&str, &str)] = &[
    ("google.com", "/recaptcha/"),
    ("recaptcha.net", "/recaptcha/"),
    ("hcaptcha.com", "/"),
    ("challenges.cloudflare.com", "/"),
    ("arkoselabs.com", "/"),
    ("funcaptcha.com", "/"),
    ("geetest.com", "/"),
    ("captcha.qq.com", "/"),
    ("captcha.qcloud.com", "/"),
    ("captcha-delivery.com", "/"),
    ("awswaf.com", "/"),
];

/// Class names of captcha widgets; the only table of its kind.
const CAPTCHA_CLASSES: &[&str] = &[
    "g-recaptcha",
    "h-captcha",
    "cf-turnstile",
    "geetest_holder",
    "geetest_captcha",
    "yidun",
    "nc-container",
];

/// Boxes of one character each that make a code.
const CODE_BOXES: usize = 4;

/// How many fields a page that asks for a code has at most.
const CODE_FIELDS: usize = 3;

pub(super) fn challenge(
    page: &Page,
    snapshot: &Snapshot,
    places: &Places,
    scene: Scene,
) -> Option<Challenge> {
    if has_captcha(page, snapshot) {
        Some(Challenge::Captcha)
    } else if asks_for_code(page, snapshot) {
        Some(Challenge::SecondFactor)
    } else if is_wall(page, snapshot, places, scene) {
        Some(Challenge::LoginWall)
    } else {
        None
    }
}

/// Whether a frame's address is that of a captcha a person sees.
pub(crate) fn is_captcha_address(address: &str) -> bool {
    let rest = address.split_once("//").map_or("", |(_, rest)| rest);
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = host.split(['@', ':']).next().unwrap_or("");
    let is_at = |domain: &str| {
        let before = host.strip_suffix(domain);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    // The invisible kind asks nothing of a person, as a rule.
    !address.contains("size=invisible")
        && CAPTCHA_HOSTS
            .iter()
            .any(|(domain, start)| is_at(domain) && path.starts_with(start))
}

fn has_captcha(page: &Page, snapshot: &Snapshot) -> bool {
    let by_node = |node: &SnapshotNode| {
        node.kind == Some(ControlKind::Captcha)
            || (is_text(node) && mentions(&node.name, Topic::Captcha))
            || (matches!(node.role, Role::Heading | Role::Checkbox | Role::Image)
                && mentions(&node.name, Topic::Captcha))
    };
    let by_widget = |id: NodeId| page.element(id).is_some_and(is_widget);
    snapshot.nodes.iter().any(by_node) || snapshot.visits.iter().any(|v| by_widget(v.id))
}

fn is_widget(element: &Element) -> bool {
    let is_invisible = element.attribute("data-size") == Some("invisible");
    let classes = element.attribute("class").unwrap_or("");
    let mut classes = classes.split_ascii_whitespace().take(40);
    !is_invisible && classes.any(|class| CAPTCHA_CLASSES.contains(&class))
}

fn is_text(node: &SnapshotNode) -> bool {
    matches!(node.role, Role::Textbox | Role::SpinButton)
}

fn asks_for_code(page: &Page, snapshot: &Snapshot) -> bool {
    let fields = || {
        snapshot
            .nodes
            .iter()
            .filter(|node| is_text(node) && !node.states.disabled)
    };
    let attribute = |node: &SnapshotNode, name| page.attribute(node.node, name).unwrap_or("");
    let is_code = |node: &SnapshotNode| {
        let tokens = attribute(node, "autocomplete");
        tokens
            .split_ascii_whitespace()
            .any(|t| t.eq_ignore_ascii_case("one-time-code"))
    };
    let boxes = fields()
        .filter(|node| attribute(node, "maxlength") == "1")
        .count();
    let is_named = |node: &SnapshotNode| mentions(&node.name, Topic::Code);
    fields().any(is_code)
        || boxes >= CODE_BOXES
        || (fields().take(CODE_FIELDS + 1).count() <= CODE_FIELDS && fields().any(is_named))
}

/// A dialog that asks to sign in over the page, or words that say so beside a way to do it.
fn is_wall(page: &Page, snapshot: &Snapshot, places: &Places, scene: Scene) -> bool {
    if places.has_modal && scene == Scene::Login {
        return true;
    }
    let offers_login = snapshot.nodes.iter().any(|node| {
        matches!(node.role, Role::Button | Role::Link) && mentions(&node.name, Topic::Login)
    });
    let texts = snapshot
        .visits
        .iter()
        .filter_map(|visit| page.text(visit.id));
    offers_login && texts.map(str::trim).any(|text| mentions(text, Topic::Wall))
}
