//! What a page is for, by what is on it.

use aria::Role;
use page_model::Page;
use protocol::{ControlKind, Scene};

use super::groups::Group;
use super::place::{Place, Places};
use super::words::{Topic, mentions};
use crate::snapshot::{Snapshot, SnapshotNode};

/// Fields that make a form.
const FORM_FIELDS: u32 = 3;

/// Fields a page to sign in has at most.
const LOGIN_FIELDS: u32 = 5;

/// Items that make a list.
const LIST_ITEMS: u32 = 4;

/// Text that makes an article: bytes, and paragraphs.
const ARTICLE: (usize, u32) = (600, 3);

/// Names of the parameter that holds what was searched for.
const SEARCH_PARAMETERS: &[&str] = &[
    "q", "query", "search", "keyword", "keywords", "wd", "s", "k",
];

pub(super) fn scene(page: &Page, snapshot: &Snapshot, places: &Places, groups: &[Group]) -> Scene {
    let signs = Signs::of(page, snapshot, places, groups);
    if signs.passwords > 0 || (signs.login && signs.is_small()) {
        return signs.account();
    }
    if signs.card_fields > 0 || (signs.checkout && signs.fields > 0) {
        return Scene::Checkout;
    }
    if signs.register && signs.fields >= FORM_FIELDS {
        return Scene::Register;
    }
    if signs.results && signs.most_items >= 2 {
        return Scene::SearchResults;
    }
    if signs.fields >= FORM_FIELDS {
        Scene::Form
    } else if signs.is_article() {
        Scene::Article
    } else if signs.most_items >= LIST_ITEMS {
        Scene::List
    } else if signs.fields > 0 && signs.submits {
        Scene::Form
    } else {
        Scene::Generic
    }
}

#[derive(Default)]
struct Signs {
    /// Fields a person fills, outside rows, navigation and search.
    fields: u32,
    passwords: u32,
    new_passwords: u32,
    card_fields: u32,
    login: bool,
    register: bool,
    checkout: bool,
    results: bool,
    submits: bool,
    most_items: u32,
    /// Bytes of text and paragraphs, by the article they are in.
    texts: Vec<(Option<usize>, usize, u32)>,
}

impl Signs {
    fn of(page: &Page, snapshot: &Snapshot, places: &Places, groups: &[Group]) -> Self {
        let mut signs = Self {
            results: is_search_address(&page.url),
            most_items: groups
                .iter()
                .filter(|group| group.holder.is_none_or(|at| !places.at(at).in_margin))
                .map(|group| group.count)
                .max()
                .unwrap_or(0),
            ..Self::default()
        };
        for (at, node) in snapshot.nodes.iter().enumerate() {
            if places.is_open(at) {
                signs.read(page, places.at(at), node);
            }
        }
        signs
    }

    fn read(&mut self, page: &Page, place: Place, node: &SnapshotNode) {
        let is_field = node.kind.is_some_and(ControlKind::is_field);
        if is_field && !place.in_margin && !place.in_search {
            self.read_field(page, place.in_item, node);
        }
        match node.role {
            Role::Button | Role::Heading if !place.in_margin => {
                self.submits |= node.role == Role::Button;
                self.login |= mentions(&node.name, Topic::Login);
                self.register |= mentions(&node.name, Topic::Register);
                self.checkout |= mentions(&node.name, Topic::Checkout);
                self.results |= mentions(&node.name, Topic::Results);
            }
            Role::Paragraph if !place.in_margin => {
                self.read_paragraph(place, text_in(page, node));
            }
            _ => {}
        }
    }

    fn read_paragraph(&mut self, place: Place, text: usize) {
        // Nearly always the article read last.
        let mut known = self.texts.iter_mut().rev();
        match known.find(|(article, ..)| *article == place.article) {
            Some((_, sum, paragraphs)) => {
                *sum += text;
                *paragraphs += 1;
            }
            None => self.texts.push((place.article, text, 1)),
        }
    }

    fn read_field(&mut self, page: &Page, in_item: bool, node: &SnapshotNode) {
        let attribute = |name| page.attribute(node.node, name).unwrap_or("");
        let complete = attribute("autocomplete");
        let is_password = attribute("type").eq_ignore_ascii_case("password");
        self.passwords += u32::from(is_password);
        self.new_passwords += u32::from(is_password && complete.contains("new-password"));
        let is_card = complete
            .split_ascii_whitespace()
            .any(|token| token.starts_with("cc-"));
        self.card_fields += u32::from(is_card);
        let is_filled = !matches!(node.role, Role::Searchbox) && !node.states.readonly;
        let is_loose = !matches!(node.kind, Some(ControlKind::Radio | ControlKind::Checkbox));
        self.fields += u32::from(is_filled && is_loose && !in_item);
    }

    fn is_small(&self) -> bool {
        (1..=2).contains(&self.fields)
    }

    /// Who opens an account is told so; two passwords without a word are a change of password.
    fn account(&self) -> Scene {
        let is_new = self.passwords > 1 || self.new_passwords > 0;
        if self.register && (is_new || !self.login) {
            Scene::Register
        } else if is_new || self.fields > LOGIN_FIELDS {
            Scene::Form
        } else {
            Scene::Login
        }
    }

    fn is_article(&self) -> bool {
        let is_long = |&(_, text, paragraphs): &(Option<usize>, usize, u32)| {
            text >= ARTICLE.0 && paragraphs >= ARTICLE.1
        };
        self.texts.iter().any(is_long)
    }
}

/// Bytes of text right in a paragraph; a few parts are enough to tell.
fn text_in(page: &Page, node: &SnapshotNode) -> usize {
    let inside = page.composed(node.node).skip(1).take(12);
    inside
        .filter_map(|at| page.text(at))
        .map(|text| text.trim().len())
        .sum()
}

fn is_search_address(url: &str) -> bool {
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let query = query.split('#').next().unwrap_or("");
    let is_asked = query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .any(|(name, value)| {
            !value.is_empty()
                && SEARCH_PARAMETERS
                    .iter()
                    .any(|known| name.eq_ignore_ascii_case(known))
        });
    is_asked
        || path
            .split('/')
            .skip(3)
            .any(|step| step.eq_ignore_ascii_case("search"))
}
