//! The lines of a look, as a list of which one can be marked on the page.
//!
//! There may be thousands, so they are plain elements that one listener serves, made anew only when
//! what is searched for changes; the browser lays out those in view (`content-visibility` in the style
//! sheet). Text of the page goes in as text.

use std::sync::Arc;

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::html;
use leptos::prelude::*;
use protocol::NodeRef as Ref;
use protocol::refs_in;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::i18n::*;
use crate::inspect::{Look, Part};

/// How far the page keys go, lines.
const PAGE: usize = 15;

/// The list. Where a line marks refs, each part of it up to a ref stands for that element.
#[component]
pub(crate) fn OutlineList(
    /// The look.
    look: Arc<Look>,
    /// What is searched for.
    query: RwSignal<String>,
    /// The element that is marked.
    marked: RwSignal<Option<Ref>>,
    /// Told how many lines are shown.
    count: RwSignal<usize>,
    /// Told which element a person chose.
    on_chosen: Callback<Ref>,
) -> impl IntoView {
    let locale = super::locale();
    let list = NodeRef::<html::Div>::new();
    Effect::new(move || {
        let query = query.get().trim().to_lowercase();
        let Some(list) = list.get() else {
            return;
        };
        let shown = fill(&list, &look, &query);
        count.set(shown);
        show_marked(&list, marked.get_untracked());
    });
    Effect::new(move || {
        let marked = marked.get();
        if let Some(list) = list.get_untracked() {
            show_marked(&list, marked);
        }
    });
    let on_click = move |event: MouseEvent| {
        let target: Option<Element> = event.target().map(JsCast::unchecked_into);
        let (Some(target), Some(list)) = (target, list.get_untracked()) else {
            return;
        };
        if let Some(line) = closest(&target, "[role=option]") {
            go_to(&list, &line);
        }
        if let Some(reference) = closest(&target, "[data-ref]").and_then(|part| ref_of(&part)) {
            on_chosen.run(reference);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let Some(list) = list.get_untracked() else {
            return;
        };
        if let "Enter" | " " = event.key().as_str() {
            event.prevent_default();
            let line = active(&list);
            let next = line.and_then(|line| next_ref(&line, marked.get_untracked()));
            if let Some(reference) = next {
                on_chosen.run(reference);
            }
        } else if let Some(line) = line_at(&list, &event.key()) {
            event.prevent_default();
            go_to(&list, &line);
        }
    };
    view! {
        <div
            id="look-lines"
            class="outline"
            role="listbox"
            tabindex="0"
            aria-label=td_string!(locale, look.list)
            aria-describedby="look-list-hint"
            node_ref=list
            on:click=on_click
            on:keydown=on_key
        ></div>
    }
}

/// Puts in the lines that hold what is searched for, in lower case; says how many.
fn fill(list: &Element, look: &Look, query: &str) -> usize {
    list.set_text_content(None);
    // Without it, whatever was active is not there.
    let _ = list.remove_attribute("aria-activedescendant");
    // In a table, all is the page's own text.
    let has_refs = look.part != Part::Table;
    let lines = look.observation.outline.split_inclusive('\n').enumerate();
    let shown = lines.filter(|(_, line)| query.is_empty() || line.to_lowercase().contains(query));
    let made = shown.filter_map(|(at, line)| append_line(list, at, line, query, has_refs));
    made.count()
}

fn append_line(list: &Element, at: usize, text: &str, query: &str, has_refs: bool) -> Option<()> {
    let line = append(list, "div")?;
    line.set_id(&format!("look-line-{at}"));
    let indent = text.len() - text.trim_start_matches(' ').len();
    let refs = if has_refs { refs_in(text) } else { vec![] };
    let state = if refs.is_empty() {
        "aria-disabled"
    } else {
        "aria-selected"
    };
    let is_so = refs.is_empty().to_string();
    for (name, value) in [
        ("role", "option"),
        ("style", &format!("--in:{indent}ch")),
        (state, &is_so),
    ] {
        line.set_attribute(name, value).ok()?;
    }
    let mut from = 0;
    for (nth, (end, reference)) in refs.iter().enumerate() {
        // What comes after the last ref is about its element too.
        let end = if nth + 1 == refs.len() {
            text.len()
        } else {
            *end
        };
        let part = append(&line, "span")?;
        part.set_attribute("data-ref", &reference.to_string())
            .ok()?;
        append_text(&part, text.get(from..end)?, query)?;
        from = end;
    }
    append_text(&line, text.get(from..)?, query)
}

/// Appends text with what is searched for set off, where letter case does not change its length.
fn append_text(to: &Element, text: &str, query: &str) -> Option<()> {
    let lower = text.to_lowercase();
    let mut from = 0;
    if !query.is_empty() && lower.len() == text.len() {
        for (at, found) in lower.match_indices(query) {
            let (Some(before), Some(found)) = (text.get(from..at), text.get(at..at + found.len()))
            else {
                break;
            };
            append_plain(to, before)?;
            append(to, "mark")?.set_text_content(Some(found));
            from = at + found.len();
        }
    }
    append_plain(to, text.get(from..)?)
}

fn append_plain(to: &Element, text: &str) -> Option<()> {
    if !text.is_empty() {
        to.append_child(&document().create_text_node(text)).ok()?;
    }
    Some(())
}

fn append(to: &Element, tag: &str) -> Option<Element> {
    let element = document().create_element(tag).ok()?;
    to.append_child(&element).ok()?;
    Some(element)
}

/// Shows which element is marked on the page, wherever it stands in the lines.
fn show_marked(list: &Element, marked: Option<Ref>) {
    while let Some(part) = find(list, ".is-marked") {
        part.set_class_name("");
        set_selected(&part, "false");
    }
    if let Some(marked) = marked
        && let Some(part) = find(list, &format!("[data-ref={marked}]"))
    {
        part.set_class_name("is-marked");
        set_selected(&part, "true");
    }
}

fn set_selected(part: &Element, is_selected: &str) {
    if let Some(line) = part.parent_element() {
        // It does not fail for a fixed name.
        let _ = line.set_attribute("aria-selected", is_selected);
    }
}

/// The ref of the line that comes after the one that is marked; that one itself if it is the last,
/// which takes the mark away.
fn next_ref(line: &Element, marked: Option<Ref>) -> Option<Ref> {
    let mut parts = vec![];
    let mut part = find(line, "[data-ref]");
    while let Some(at) = part {
        parts.extend(ref_of(&at));
        part = at.next_element_sibling();
    }
    let at = parts.iter().position(|part| Some(*part) == marked);
    let next = at.map_or(0, |at| (at + 1).min(parts.len() - 1));
    parts.get(next).copied()
}

/// The line a key leads to, if it is a key that leads anywhere.
fn line_at(list: &Element, key: &str) -> Option<Element> {
    let (is_down, steps) = match key {
        "Home" => return list.first_element_child(),
        "End" => return list.last_element_child(),
        "ArrowDown" => (true, 1),
        "ArrowUp" => (false, 1),
        "PageDown" => (true, PAGE),
        "PageUp" => (false, PAGE),
        _ => return None,
    };
    let Some(mut line) = active(list) else {
        return list.first_element_child();
    };
    for _ in 0..steps {
        let next = if is_down {
            line.next_element_sibling()
        } else {
            line.previous_element_sibling()
        };
        line = next.unwrap_or(line);
    }
    Some(line)
}

fn active(list: &Element) -> Option<Element> {
    document().get_element_by_id(&list.get_attribute("aria-activedescendant")?)
}

/// Makes a line the one that keys start from.
fn go_to(list: &Element, line: &Element) {
    if let Some(before) = active(list) {
        before.set_class_name("");
    }
    line.set_class_name("is-active");
    // It does not fail for a fixed name.
    let _ = list.set_attribute("aria-activedescendant", &line.id());
    let (list, line): (&HtmlElement, &HtmlElement) = (list.unchecked_ref(), line.unchecked_ref());
    let (top, end) = (line.offset_top(), line.offset_top() + line.offset_height());
    if top < list.scroll_top() {
        list.set_scroll_top(top);
    } else if end > list.scroll_top() + list.client_height() {
        list.set_scroll_top(end - list.client_height());
    }
}

fn ref_of(part: &Element) -> Option<Ref> {
    part.get_attribute("data-ref")?.parse().ok()
}

fn closest(element: &Element, selector: &str) -> Option<Element> {
    element.closest(selector).ok().flatten()
}

fn find(within: &Element, selector: &str) -> Option<Element> {
    within.query_selector(selector).ok().flatten()
}
