//! Which attributes last from one release to the next, and what of them does.

use page_model::{NodeId, Page};

/// Attributes test authors write to find elements by.
const TEST_IDS: [&str; 7] = [
    "data-testid",
    "data-test-id",
    "data-test",
    "data-cy",
    "data-qa",
    "data-automation-id",
    "data-hook",
];

/// The rest of what is recorded, in no order.
const OTHERS: [&str; 6] = ["id", "name", "type", "autocomplete", "placeholder", "href"];

/// Prefixes of ids that libraries count up or hash.
const GENERATED_PREFIXES: [&str; 26] = [
    ":r",
    "«r",
    "_r_",
    "css-",
    "sc-",
    "jss",
    "jsx-",
    "ember",
    "mui-",
    "rc_",
    "rc-",
    "radix-",
    "headlessui-",
    "el-id-",
    "ext-gen",
    "gwt-",
    "yui_",
    "svelte-",
    "react-select-",
    "downshift-",
    "chakra-",
    "mantine-",
    "cdk-",
    "mat-input-",
    "mat-select-",
    "input-v-",
];

/// The stable attributes of an element, with what of each value is stable.
pub(crate) fn attributes(page: &Page, node: NodeId) -> Vec<(&'static str, String)> {
    let Some(element) = page.element(node) else {
        return vec![];
    };
    TEST_IDS
        .into_iter()
        .chain(OTHERS)
        .filter_map(|name| {
            let value = element.attribute(name)?;
            stable_value(name, value).map(|value| (name, value))
        })
        .collect()
}

/// A value with its numbers as `*`: what the fields of all rows have in common, `lines[*][qty]`.
pub(crate) fn without_numbers(value: &str) -> String {
    let mut starred = String::with_capacity(value.len());
    for c in value.chars() {
        if !c.is_ascii_digit() {
            starred.push(c);
        } else if !starred.ends_with('*') {
            starred.push('*');
        }
    }
    starred
}

/// What lasts of an attribute's value; `None` if nothing does.
pub(crate) fn stable_value(attribute: &str, value: &str) -> Option<String> {
    let value = value.trim();
    if value.is_empty() || value.len() > 200 {
        return None;
    }
    match attribute {
        "href" => path(value),
        "type" | "autocomplete" => Some(value.to_ascii_lowercase()),
        "placeholder" => Some(value.to_owned()),
        _ if is_generated(value) => None,
        _ => Some(value.to_owned()),
    }
}

/// The address without query, fragment and host, ids in it as `*`; `None` where nothing is left.
fn path(href: &str) -> Option<String> {
    if let Some(fragment) = href.strip_prefix('#') {
        return (!fragment.is_empty() && !is_generated(fragment)).then(|| format!("#{fragment}"));
    }
    if href.starts_with("javascript:") || href.starts_with("data:") {
        return None;
    }
    let path = match href.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |at| &rest[at..]),
        None => href,
    };
    let path = path.split(['?', '#']).next().unwrap_or("");
    let parts = path
        .split('/')
        .map(|part| if is_generated(part) { "*" } else { part });
    let path = parts.collect::<Vec<_>>().join("/");
    (!path.is_empty()).then_some(path)
}

/// Whether an id, class or key was made by a machine: it will be another after the next build or
/// the next render.
pub(crate) fn is_generated(value: &str) -> bool {
    let has_prefix = GENERATED_PREFIXES.iter().any(|p| {
        value
            .strip_prefix(p)
            .is_some_and(|rest| p.len() < 3 || is_mixed(rest))
    });
    has_prefix
        || is_counted(value)
        || value
            .split(['-', '_', ':', '.', '/', '[', ']'])
            .any(is_hash)
}

/// Whether what follows a library's prefix is a counter or a hash.
fn is_mixed(rest: &str) -> bool {
    rest.bytes().any(|b| b.is_ascii_digit()) || is_hash(rest)
}

/// A counter: three digits in a row anywhere, or digits alone.
fn is_counted(value: &str) -> bool {
    let mut run = 0;
    for byte in value.bytes() {
        run = if byte.is_ascii_digit() { run + 1 } else { 0 };
        if run == 3 {
            return true;
        }
    }
    value.bytes().any(|b| b.is_ascii_digit())
        && value
            .bytes()
            .all(|b| b.is_ascii() && !b.is_ascii_alphabetic())
}

/// A part that reads like a hash: letters and digits alternate, or a long mix of cases without
/// the rhythm of words.
fn is_hash(part: &str) -> bool {
    let bytes = part.as_bytes();
    if bytes.len() < 5 || !part.is_ascii() {
        return false;
    }
    let class = |b: &u8| match b {
        b'0'..=b'9' => 0,
        b'A'..=b'Z' => 1,
        _ => 2,
    };
    let changes = |with_case: bool| {
        bytes
            .windows(2)
            .filter(|pair| {
                let (one, other) = (class(&pair[0]), class(&pair[1]));
                one != other && (with_case || one == 0 || other == 0)
            })
            .count()
    };
    let digits = bytes.iter().filter(|b| b.is_ascii_digit()).count();
    let is_mixed = digits >= 1 && changes(false) >= 2 && digits < bytes.len();
    // Camel case changes case about every sixth letter; base62 every other.
    let is_base62 = bytes.len() >= 6 && changes(true) * 2 >= bytes.len();
    let is_unspoken = bytes.len() >= 6 && !bytes.iter().any(|b| b"aeiouyAEIOUY".contains(b));
    is_mixed || is_base62 || is_unspoken
}

#[cfg(test)]
mod tests {
    use super::{is_generated, stable_value};

    fn check(value: &str, expected: bool) {
        assert_eq!(is_generated(value), expected, "{value}");
    }

    #[test]
    fn machine_made_ids_are_recognized() {
        for id in [
            ":r1:",
            "«r2»",
            "css-1x2y3z",
            "sc-bdVaJa",
            "jss12",
            "ember123",
            "mui-42",
            "rc_select_3",
            "radix-:r4:",
            "6f9619ff-8b86-d011-b42d-00c04fc964ff",
            "el-id-4096-12",
            "a1b2c3d4",
            "input_8f3ka2",
            "field-1700000000",
            "42",
            "btn_9QxZ2a",
            "headlessui-menu-button-7",
        ] {
            check(id, true);
        }
    }

    #[test]
    fn words_are_kept() {
        for id in [
            "email",
            "firstName",
            "billing-address",
            "address_line1",
            "line2",
            "customer[email]",
            "loginForm",
            "step-2",
            "btnSave",
            "lines[0][qty]",
            "q",
            "oauth2",
            "rc_name",
            "sc-header",
            "css-editor",
        ] {
            check(id, false);
        }
    }

    #[test]
    fn an_address_keeps_its_path_without_ids() {
        let href = |value| stable_value("href", value);
        assert_eq!(
            href("https://a.test/orders/42/edit?x=1"),
            Some("/orders/*/edit".into())
        );
        assert_eq!(href("/v2/help#top"), Some("/v2/help".into()));
        assert_eq!(href("#pricing"), Some("#pricing".into()));
        assert_eq!(href("javascript:void(0)"), None);
    }
}
