//! The parsed document, node by node, into a [`Page`]: top down, with an explicit stack.

use std::collections::HashMap;
use std::rc::Rc;

use page_model::{Element, ElementKey, NodeId, Page, PageBuilder};
use scraper::{ElementRef, Html, Node};

use crate::control;
use crate::css::{self, Rule};
use crate::parsed::{HTML, Openness, attributes, first_child, is_shadow, namespace, sheet};
use crate::style::{self, Inherited};

pub(crate) fn build(url: &str, html: &str) -> Page {
    let document = Html::parse_document(html);
    let mut build = Build {
        page: PageBuilder::new(url, title(&document)),
        stack: vec![],
        slots: HashMap::new(),
        next_key: 1,
        focus: None,
    };
    build.start(&document);
    while let Some(task) = build.stack.pop() {
        build.run(task);
    }
    let focus = build.focus;
    build.page.active(focus);
    build.page.finish()
}

fn title(document: &Html) -> String {
    let title = document
        .tree
        .nodes()
        .filter_map(ElementRef::wrap)
        .find(|element| element.value().name() == "title" && &*element.value().name.ns == HTML);
    let text: String = title.map(|t| t.text().collect()).unwrap_or_default();
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// What surrounds a node.
#[derive(Clone)]
struct Context {
    parent: NodeId,
    rules: Rc<Vec<Rule>>,
    inherited: Inherited,
    in_disabled_fieldset: bool,
    /// The shadow tree the node is in.
    shadow_root: Option<NodeId>,
    /// The shadow root of the node's parent, which may show the node in a slot.
    parents_shadow_root: Option<NodeId>,
}

enum Task<'h> {
    Element(ElementRef<'h>, Context),
    Text(&'h str, Context),
}

struct Build<'h> {
    page: PageBuilder,
    stack: Vec<Task<'h>>,
    /// What each slot of a shadow tree hands down to the nodes it shows.
    slots: HashMap<(NodeId, String), Inherited>,
    next_key: u32,
    focus: Option<NodeId>,
}

impl<'h> Build<'h> {
    fn start(&mut self, document: &'h Html) {
        let styles = document
            .tree
            .root()
            .descendants()
            .filter(|node| !node.ancestors().any(|a| a.value().is_fragment()));
        let sheets = styles
            .filter_map(ElementRef::wrap)
            .filter_map(sheet)
            .collect::<Vec<_>>();
        let context = Context {
            parent: self.page.document(),
            rules: Rc::new(css::rules(sheets.iter().map(String::as_str))),
            inherited: Inherited::default(),
            in_disabled_fieldset: false,
            shadow_root: None,
            parents_shadow_root: None,
        };
        let roots = document.tree.root().children().filter_map(ElementRef::wrap);
        self.stack
            .extend(roots.map(|root| Task::Element(root, context.clone())));
    }

    fn run(&mut self, task: Task<'h>) {
        match task {
            Task::Text(text, context) => {
                self.page.text(context.parent, text);
            }
            Task::Element(element, context) => self.element(element, context),
        }
    }

    fn element(&mut self, element: ElementRef<'h>, context: Context) {
        let read = self.read(element, &context);
        let hands_down = Inherited {
            is_rendered: read.style.is_rendered,
            is_visible: read.style.is_visible,
        };
        let node = self.page.element(context.parent, read);
        self.note(element, node, &context, hands_down);
        let shadow = element
            .children()
            .filter_map(ElementRef::wrap)
            .find(|c| is_shadow(*c));
        let root = shadow.map(|_| self.page.shadow_root(node));
        let inside = Context {
            parent: node,
            inherited: hands_down,
            parents_shadow_root: root,
            ..context
        };
        // The stack hands out its last task first: a shadow tree before what its slots show.
        self.children(element, &inside);
        if let (Some(template), Some(root)) = (shadow, root) {
            self.shadow_tree(template, root, hands_down);
        }
    }

    fn read(&mut self, element: ElementRef<'_>, context: &Context) -> Element {
        let inherited = self.inherited_by(element, context);
        let key = ElementKey(self.next_key);
        self.next_key += 1;
        let tag = element.value().name().to_ascii_lowercase();
        Element {
            attributes: attributes(element),
            style: style::compute(element, &context.rules, inherited),
            control: control::state(element, context.in_disabled_fieldset),
            ..Element::new(key, namespace(element), tag)
        }
    }

    /// Remembers what others ask for later: the focus, and what a slot hands down.
    fn note(&mut self, element: ElementRef<'_>, node: NodeId, context: &Context, down: Inherited) {
        if element.attr("autofocus").is_some() {
            self.focus = self.focus.or(Some(node));
        }
        if let (Some(root), "slot") = (context.shadow_root, element.value().name()) {
            let name = element.attr("name").unwrap_or("").to_owned();
            self.slots.entry((root, name)).or_insert(down);
        }
    }

    /// A host's child is styled under the slot that shows it; without one it has no box.
    fn inherited_by(&self, element: ElementRef<'_>, context: &Context) -> Inherited {
        let Some(root) = context.parents_shadow_root else {
            return context.inherited;
        };
        let slot = element.attr("slot").unwrap_or("").to_owned();
        self.slots.get(&(root, slot)).copied().unwrap_or(Inherited {
            is_rendered: false,
            ..context.inherited
        })
    }

    fn children(&mut self, element: ElementRef<'h>, context: &Context) {
        let tag = element.value().name();
        let open_part = Openness::of(element);
        let disables = tag == "fieldset" && element.attr("disabled").is_some();
        let first_legend = first_child(element, "legend");
        let mut tasks = vec![];
        for child in element.children() {
            let mut context = context.clone();
            context.inherited.is_rendered &= open_part.shows(ElementRef::wrap(child));
            match child.value() {
                Node::Text(text) => tasks.push(Task::Text(&text.text, context)),
                Node::Element(_) => {
                    let Some(child) = ElementRef::wrap(child).filter(|c| !is_shadow(*c)) else {
                        continue;
                    };
                    context.in_disabled_fieldset |= disables && first_legend != Some(child);
                    tasks.push(Task::Element(child, context));
                }
                _ => {}
            }
        }
        self.stack.extend(tasks.into_iter().rev());
    }

    fn shadow_tree(&mut self, template: ElementRef<'h>, root: NodeId, inherited: Inherited) {
        let sheets: Vec<String> = template
            .descendants()
            .filter_map(ElementRef::wrap)
            .filter_map(sheet)
            .collect();
        let context = Context {
            parent: root,
            rules: Rc::new(css::rules(sheets.iter().map(String::as_str))),
            inherited,
            in_disabled_fieldset: false,
            shadow_root: Some(root),
            parents_shadow_root: None,
        };
        let mut tasks = vec![];
        let fragments = template.children().filter(|c| c.value().is_fragment());
        for child in fragments.flat_map(|fragment| fragment.children()) {
            match child.value() {
                Node::Text(text) => tasks.push(Task::Text(&text.text, context.clone())),
                _ => {
                    tasks.extend(ElementRef::wrap(child).map(|c| Task::Element(c, context.clone())))
                }
            }
        }
        self.stack.extend(tasks.into_iter().rev());
    }
}
