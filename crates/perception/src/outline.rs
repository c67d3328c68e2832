//! The snapshot in text: one line per meaningful node, for a person or a model to read.

use std::fmt::Write;

use aria::Tristate;

use crate::snapshot::{Snapshot, SnapshotNode};

/// How long a name or value may get, in Unicode scalar values.
const TEXT_LIMIT: usize = 120;

/// One line per node, indented by depth: `textbox "Email" [e4] = "ada@x.test" required`. A value
/// or state stands only where it says something. At most `limit` lines; a last line counts the
/// rest.
#[must_use]
pub fn outline(snapshot: &Snapshot, limit: usize) -> String {
    let mut text = String::new();
    for node in snapshot.nodes.iter().take(limit) {
        line(&mut text, node);
    }
    if let Some(rest) = snapshot
        .nodes
        .len()
        .checked_sub(limit)
        .filter(|&rest| rest > 0)
    {
        let _ = writeln!(text, "… {rest} more");
    }
    text
}

fn line(text: &mut String, node: &SnapshotNode) {
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "{:indent$}{}",
        "",
        node.role.as_str(),
        indent = 2 * node.depth
    );
    if !node.name.is_empty() {
        let _ = write!(text, " {}", quoted(&node.name));
    }
    if let Some(reference) = node.reference {
        let _ = write!(text, " [{reference}]");
    }
    if let Some(value) = node.value.as_deref().filter(|value| !value.is_empty()) {
        let _ = write!(text, " = {}", quoted(value));
    }
    for state in states(node) {
        let _ = write!(text, " {state}");
    }
    text.push('\n');
}

fn states(node: &SnapshotNode) -> Vec<&'static str> {
    let states = &node.states;
    let mut said = Vec::new();
    let mut say = |is_so: bool, word| {
        if is_so {
            said.push(word);
        }
    };
    say(states.disabled, "disabled");
    say(states.checked == Some(Tristate::True), "checked");
    say(states.checked == Some(Tristate::Mixed), "mixed");
    say(states.expanded == Some(true), "expanded");
    say(states.expanded == Some(false), "collapsed");
    say(states.selected == Some(true), "selected");
    say(states.required, "required");
    say(states.invalid, "invalid");
    say(node.is_secret, "secret");
    said
}

/// A text in quotes, bounded with the cut marked, what can't be seen made visible: control, bidi
/// and zero-width characters and Unicode tags could hide words from a person.
fn quoted(text: &str) -> String {
    let mut shown = String::from("\"");
    for (count, c) in text.chars().enumerate() {
        if count == TEXT_LIMIT {
            shown.push('…');
            break;
        }
        match c {
            '\n' => shown.push(' '),
            '"' => shown.push('\''),
            c if is_invisible(c) => {
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
            }
            c => shown.push(c),
        }
    }
    shown.push('"');
    shown
}

fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(
            u32::from(c),
            0x00AD | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F | 0xFEFF
                | 0xE0000..=0xE007F
        )
}

#[cfg(test)]
mod tests {
    use page_fixture::page_from_html;

    use crate::{RefTable, outline, perceive};

    fn check(html: &str, expected: &str) {
        let page = page_from_html(html);
        let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
        assert_eq!(outline(&snapshot, 50), expected);
    }

    #[test]
    fn values_and_states_stand_where_they_say_something() {
        check(
            "<form aria-label=New><label>Email <input required value='a@x.test'></label>
             <label><input type=checkbox checked> News</label><button disabled>Save</button></form>",
            "form \"New\"\n  textbox \"Email\" [e1] = \"a@x.test\" required\n  \
             checkbox \"News\" [e2] checked\n  button \"Save\" [e3] disabled\n",
        );
    }

    #[test]
    fn characters_that_hide_words_are_made_visible() {
        check(
            "<button>A\u{202e}B\u{e0041}</button>",
            "button \"A\\u{202e}B\\u{e0041}\" [e1]\n",
        );
    }
}
