//! What a page tells beside its tree: validation messages, dialogs, live regions.

use aria::{Aria, Role};
use page_model::{NodeId, Page};
use protocol::PageFacts;

use crate::reading::{collapse, readable_text};
use crate::snapshot::Snapshot;

/// Reads the page's complaints and notices.
#[must_use]
pub fn page_facts(page: &Page, snapshot: &Snapshot) -> PageFacts {
    let aria = Aria::new(page);
    let mut facts = PageFacts::default();
    for node in &snapshot.nodes {
        if node.states.invalid {
            let field = if node.name.is_empty() {
                node.role.as_str()
            } else {
                &node.name
            };
            push(
                &mut facts.errors,
                format!("{field}: {}", complaint(&aria, node.node)),
            );
        } else if is_notice(node.role) {
            push(&mut facts.notices, readable_text(page, node.node));
        }
    }
    facts
}

fn is_notice(role: Role) -> bool {
    matches!(
        role,
        Role::Alert | Role::Status | Role::Log | Role::Dialog | Role::AlertDialog
    )
}

/// What the page says of an invalid field: the text it points to, else the browser's own words.
fn complaint(aria: &Aria<'_>, field: NodeId) -> String {
    let page = aria.page();
    let pointed: Vec<String> = ["aria-errormessage", "aria-describedby"]
        .into_iter()
        .filter_map(|attribute| page.attribute(field, attribute))
        .flat_map(str::split_whitespace)
        .filter_map(|id| page.element_by_id(field, id))
        .map(|node| readable_text(page, node))
        .filter(|text| !text.is_empty())
        .collect();
    if !pointed.is_empty() {
        return pointed.join(" ");
    }
    let own = page
        .element(field)
        .and_then(|element| element.control.complaint.clone());
    collapse(own.as_deref().unwrap_or("not accepted"))
}

fn push(texts: &mut Vec<String>, text: String) {
    if !text.is_empty() && !texts.contains(&text) {
        texts.push(text);
    }
}

#[cfg(test)]
mod tests {
    use page_fixture::page_from_html;

    use crate::{RefTable, page_facts, perceive};

    #[test]
    fn an_error_is_told_with_its_field() {
        let page = page_from_html(
            "<label for=e>Email</label><input id=e aria-invalid=true aria-describedby=m>
             <p id=m>Already taken</p><div role=status>Customer saved</div>",
        );
        let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
        let facts = page_facts(&page, &snapshot);
        assert_eq!(facts.errors, ["Email: Already taken"]);
        assert_eq!(facts.notices, ["Customer saved"]);
    }
}
