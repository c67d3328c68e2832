//! What each node lies in.

use aria::Role;
use page_model::Layer;

use crate::snapshot::{Snapshot, SnapshotNode};

/// What a node lies in, or is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) in_main: bool,
    pub(super) in_form: bool,
    pub(super) in_dialog: bool,
    pub(super) in_modal: bool,
    /// In navigation, a footer or beside the content.
    pub(super) in_margin: bool,
    pub(super) in_search: bool,
    pub(super) in_item: bool,
    /// The article it is in or is, as a node.
    pub(super) article: Option<usize>,
}

/// The places of all nodes.
pub(super) struct Places {
    of: Vec<Place>,
    /// Whether a dialog keeps a person from the rest.
    pub(super) has_modal: bool,
}

impl Places {
    pub(super) fn of(snapshot: &Snapshot) -> Self {
        let mut of: Vec<Place> = Vec::with_capacity(snapshot.nodes.len());
        let articles = snapshot.nodes.iter().filter(|n| n.role == Role::Article);
        // One article is the page's own text, not one of many.
        let has_articles = articles.take(2).count() > 1;
        for (at, node) in snapshot.nodes.iter().enumerate() {
            let outer = node.parent.map_or_else(Place::default, |parent| of[parent]);
            let mut place = outer.with(node);
            if node.role == Role::Article {
                place.article = outer.article.or(Some(at));
                place.in_item |= has_articles;
            }
            of.push(place);
        }
        Self {
            has_modal: of.iter().any(|place| place.in_modal),
            of,
        }
    }

    pub(super) fn at(&self, node: usize) -> Place {
        self.of[node]
    }

    /// Whether a person can get at the node: no modal dialog lies over it.
    pub(super) fn is_open(&self, node: usize) -> bool {
        !self.has_modal || self.of[node].in_modal
    }
}

impl Place {
    fn with(self, node: &SnapshotNode) -> Self {
        let role = node.role;
        let is_dialog =
            matches!(role, Role::Dialog | Role::AlertDialog) || node.layer == Some(Layer::Modal);
        let is_margin = matches!(
            role,
            Role::Banner | Role::Complementary | Role::ContentInfo | Role::Navigation
        );
        Self {
            in_main: self.in_main || role == Role::Main,
            in_form: self.in_form || role == Role::Form,
            in_dialog: self.in_dialog || is_dialog,
            in_modal: self.in_modal || (is_dialog && is_modal(node)),
            in_margin: self.in_margin || is_margin,
            in_search: self.in_search || role == Role::Search,
            in_item: self.in_item || (role.is_item() && role != Role::Article),
            article: self.article,
        }
    }
}

pub(super) fn is_modal(node: &SnapshotNode) -> bool {
    node.states.modal || node.layer == Some(Layer::Modal)
}
