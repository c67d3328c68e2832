//! Conditions about attributes.

use protocol::{Fact, Fingerprint, Verdict};

use crate::{Finding, Look, the_one};

/// Attributes that hold an address.
const ADDRESSES: [&str; 5] = ["href", "src", "action", "formaction", "poster"];

pub(crate) fn attribute_equals(
    look: Look<'_>,
    target: &Fingerprint,
    attribute: &str,
    wanted: &str,
) -> Finding {
    let node = match the_one(look, target) {
        Ok(index) => &look.snapshot.nodes[index],
        Err(finding) => return finding,
    };
    let lower = attribute.to_ascii_lowercase();
    if node.is_secret && lower == "value" {
        return Finding::new(Verdict::Unknown, Fact::NotSeen);
    }
    let of = |name| look.page.attribute(node.node, name);
    // html 13.1.2.3: names of HTML's own are lower case; SVG's are as they are written.
    let Some(held) = of(attribute).or_else(|| of(&lower)) else {
        return Finding::new(Verdict::Failed, Fact::NoAttribute);
    };
    let is_address = ADDRESSES.contains(&lower.as_str());
    let is_held = held == wanted
        || is_address && absolute(&look.page.url, held) == absolute(&look.page.url, wanted);
    let text = held.to_owned();
    Finding::held_if(is_held, Fact::Text { text })
}

/// An address as it is meant in a document at `base`; a `<base>` of the document does not count.
// rfc3986 5.2.2, for addresses with an authority.
fn absolute(base: &str, reference: &str) -> String {
    let reference = reference.trim();
    let base = base.split('#').next().unwrap_or(base);
    if has_scheme(reference) {
        return with_root(reference);
    }
    let Some(scheme_end) = base.find("://") else {
        return reference.to_owned();
    };
    if reference.starts_with("//") {
        return with_root(&format!("{}{reference}", &base[..=scheme_end]));
    }
    let host_end = base[scheme_end + 3..]
        .find(['/', '?'])
        .map_or(base.len(), |at| scheme_end + 3 + at);
    let (host, path_and_query) = base.split_at(host_end);
    let path = path_and_query.split('?').next().unwrap_or("");
    let merged = match reference.chars().next() {
        None | Some('#') => format!("{path_and_query}{reference}"),
        Some('?') => format!("{path}{reference}"),
        Some('/') => reference.to_owned(),
        Some(_) => {
            let folder = path.rfind('/').map_or("/", |at| &path[..=at]);
            format!("{folder}{reference}")
        }
    };
    with_root(&format!("{host}{}", without_dots(&merged)))
}

/// rfc3986 3.1.
fn has_scheme(reference: &str) -> bool {
    let scheme = reference.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(is_part)
}

/// An authority alone means its root: `https://h` is `https://h/`.
fn with_root(address: &str) -> String {
    let host = address.find("://").map(|at| &address[at + 3..]);
    match host {
        Some(host) if !host.contains(['/', '?', '#']) => format!("{address}/"),
        _ => address.to_owned(),
    }
}

/// rfc3986 5.2.4.
fn without_dots(path: &str) -> String {
    let end = path.find(['?', '#']).unwrap_or(path.len());
    let (path, rest) = path.split_at(end);
    let mut kept: Vec<&str> = vec![];
    for segment in path.split('/').skip(1) {
        match segment {
            "." => {}
            ".." => drop(kept.pop()),
            segment => kept.push(segment),
        }
    }
    let is_folder = matches!(path.rsplit('/').next(), Some("." | ".."));
    let slash = if is_folder && !kept.is_empty() {
        "/"
    } else {
        ""
    };
    format!("/{}{slash}{rest}", kept.join("/"))
}

#[cfg(test)]
mod tests {
    use super::absolute;

    #[test]
    fn an_address_is_read_as_the_page_means_it() {
        for (base, reference, expected) in [
            ("https://h/a/b?c", "d", "https://h/a/d"),
            ("https://h/a/b?c", "../d?x=../y", "https://h/d?x=../y"),
            ("https://h/a/b", "./", "https://h/a/"),
            ("https://h/a/b", "../../../d", "https://h/d"),
            ("https://h/a/b?c#d", "?x", "https://h/a/b?x"),
            ("https://h/a/b?c", "#x", "https://h/a/b?c#x"),
            ("https://h/a/b?c", "", "https://h/a/b?c"),
            ("https://h", "x", "https://h/x"),
            ("https://h", "", "https://h/"),
            ("https://h:1/a", "/x", "https://h:1/x"),
            ("https://h/a", "//o/x", "https://o/x"),
            ("https://h/a", "https://o", "https://o/"),
            ("https://h/a", "mailto:a@b", "mailto:a@b"),
            ("about:blank", "x", "x"),
        ] {
            assert_eq!(
                absolute(base, reference),
                expected,
                "{reference:?} at {base}"
            );
        }
    }
}
