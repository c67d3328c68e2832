//! Text as a person reads it: visible, white space collapsed, words kept apart.

use page_model::{NodeId, NodeKind, Page};

/// White space collapsed to single spaces, none at the ends.
#[must_use]
pub fn collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

/// Whether two texts read the same: white space and case aside, and the marks that forms hang on
/// labels (`Email *`, `Email:`).
#[must_use]
pub fn is_same_text(one: &str, other: &str) -> bool {
    label(one) == label(other)
}

fn label(text: &str) -> String {
    collapse(text)
        .to_lowercase()
        .trim_end_matches(['*', ':', '：', ' '])
        .to_owned()
}

/// Whether `text` holds `wanted` as a whole: white space collapsed, and neither end inside a word,
/// a number or an address (`ada@x.test` is not in `lada@x.test`). Scripts written without spaces
/// have no such ends. An empty `wanted` is held by nothing.
#[must_use]
pub fn holds_text(text: &str, wanted: &str) -> bool {
    let (text, wanted) = (collapse(text), collapse(wanted));
    if wanted.is_empty() {
        return false;
    }
    text.match_indices(&wanted).any(|(at, _)| {
        let mut before = text[..at].chars().rev();
        let mut after = text[at + wanted.len()..].chars();
        !goes_on(wanted.chars().next(), &mut before) && !goes_on(wanted.chars().last(), &mut after)
    })
}

/// Whether the word at the edge goes on outside: letters or digits next to each other, also over
/// one joiner (`a.b`, `a-b`, `a@b`).
fn goes_on(edge: Option<char>, outside: &mut impl Iterator<Item = char>) -> bool {
    if !edge.is_some_and(is_word_char) {
        return false;
    }
    match outside.next() {
        Some(next) if is_word_char(next) => true,
        Some('.' | '-' | '_' | '@' | '+' | '\'') => outside.next().is_some_and(is_word_char),
        _ => false,
    }
}

/// Letters and digits of scripts that part words by spaces.
fn is_word_char(c: char) -> bool {
    let is_unspaced = matches!(
        u32::from(c),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF // Thai, Lao, Burmese, Khmer
            | 0x2E80..=0x9FFF | 0xA960..=0xA97F | 0xAC00..=0xD7FF // CJK, kana, Hangul
            | 0xF900..=0xFAFF | 0xFF00..=0xFFEF | 0x2_0000..=0x3_FFFF
    );
    c.is_alphanumeric() && !is_unspaced
}

/// The text a person can read in `node`, white space collapsed; block elements part words, inline
/// ones do not. What is not rendered or not visible is left out; `aria-hidden` text is readable.
#[must_use]
pub fn readable_text(page: &Page, node: NodeId) -> String {
    let mut text = String::new();
    // A block's end parts words as its start does, so it goes on the stack as a mark.
    let mut stack = vec![Visit::Enter(node, true)];
    while let Some(visit) = stack.pop() {
        match visit {
            Visit::BlockEnd => text.push('\n'),
            Visit::Enter(id, is_visible) => match &page.node(id).kind {
                NodeKind::Text(data) if is_visible => text.push_str(data),
                NodeKind::Text(_) => {}
                NodeKind::Element(element) if !element.style.is_rendered => {}
                kind => {
                    let mut is_visible = is_visible;
                    if let NodeKind::Element(element) = kind {
                        is_visible = element.style.is_visible;
                        if !element.style.is_inline || element.tag == "br" {
                            text.push('\n');
                            stack.push(Visit::BlockEnd);
                        }
                    }
                    let children = page.composed_children(id).iter();
                    stack.extend(children.rev().map(|&c| Visit::Enter(c, is_visible)));
                }
            },
        }
    }
    collapse(&text)
}

enum Visit {
    Enter(NodeId, bool),
    BlockEnd,
}

#[cfg(test)]
mod tests {
    use super::{holds_text, is_same_text, readable_text};
    use page_fixture::page_from_html;

    fn check_held(text: &str, wanted: &str, expected: bool) {
        assert_eq!(holds_text(text, wanted), expected, "{wanted:?} in {text:?}");
    }

    #[test]
    fn a_text_is_held_whole_or_not_at_all() {
        check_held("Customer  saved.", "Customer saved", true);
        check_held("Unsaved", "saved", false);
        check_held("Order 12 of 128", "12", true);
        check_held("Order 128", "12", false);
        check_held("lada@x.test", "ada@x.test", false);
        check_held("ada@x.testing", "ada@x.test", false);
        check_held("b.ada@x.test", "ada@x.test", false);
        check_held("Mail: ada@x.test.", "ada@x.test", true);
        check_held("(ada@x.test)", "ada@x.test", true);
        check_held("anything", "", false);
    }

    #[test]
    fn scripts_without_spaces_have_no_word_ends() {
        check_held("客户已保存成功", "已保存", true);
        check_held("王小明的订单", "王小明", true);
    }

    #[test]
    fn labels_read_the_same_with_their_marks() {
        assert!(is_same_text("Email *", "email"));
        assert!(is_same_text(" E-mail\n address:", "e-mail address"));
        assert!(!is_same_text("Email", "Email 2"));
    }

    #[test]
    fn hidden_text_is_not_read_and_blocks_part_words() {
        let page = page_from_html(
            "<div>One</div><div>Two</div><b>th</b>ree <span hidden>no</span>
             <span style='visibility:hidden'>no <i style='visibility:visible'>yes</i></span>
             <span aria-hidden=true>shown</span>",
        );
        assert_eq!(
            readable_text(&page, page.document()),
            "One Two three yes shown"
        );
    }
}
