//! Patterns for addresses: `https://shop.example/*`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Whether `text` matches `glob`, in which `*` stands for any run of characters, also none, and
/// every other character for itself.
#[must_use]
pub fn glob_matches(glob: &str, text: &str) -> bool {
    let mut parts = glob.split('*');
    let Some(first) = parts.next() else {
        return false;
    };
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// A set of web addresses: scheme, host with optional port, path glob. `*.` before a host takes
/// its subdomains in; without a port only the scheme's default port matches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct UrlPattern {
    scheme: String,
    host: String,
    path: String,
}

/// Text that is not an address pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not an address pattern: {why}; expected e.g. https://shop.example/*")]
pub struct InvalidPattern {
    text: String,
    why: &'static str,
}

impl UrlPattern {
    /// Whether `url` lies in the set. Fragments do not count.
    #[must_use]
    pub fn matches(&self, url: &str) -> bool {
        let Some((scheme, host, path)) = split(url) else {
            return false;
        };
        let path = path.split('#').next().unwrap_or("");
        let path = if path.is_empty() { "/" } else { path };
        scheme == self.scheme && self.takes_host(&host) && glob_matches(&self.path, path)
    }

    /// Scheme and host as Chrome's match patterns want them: `https://shop.example/*`.
    /// Chrome's permissions know no path, and no port.
    #[must_use]
    pub fn origin_pattern(&self) -> String {
        format!("{}://{}/*", self.scheme, without_port(&self.host))
    }

    fn takes_host(&self, host: &str) -> bool {
        match self.host.strip_prefix("*.") {
            Some(parent) => {
                host == parent
                    || host
                        .strip_suffix(parent)
                        .is_some_and(|sub| sub.ends_with('.'))
            }
            None => host == self.host,
        }
    }
}

/// Scheme, authority and the rest of an http(s) address; `None` for anything else, and for an
/// authority that names a user, which only serves to deceive.
fn split(url: &str) -> Option<(String, String, String)> {
    let (scheme, rest) = url.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    if scheme != "http" && scheme != "https" {
        return None;
    }
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    if host.is_empty() || host.contains('@') || path.starts_with('\\') {
        return None;
    }
    let default_port = if scheme == "http" { ":80" } else { ":443" };
    let host = host.to_ascii_lowercase();
    let host = host.strip_suffix(default_port).unwrap_or(&host).to_owned();
    let path = if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("/{path}")
    };
    Some((scheme, host, path))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    }
}

impl FromStr for UrlPattern {
    type Err = InvalidPattern;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = |why| InvalidPattern {
            text: text.to_owned(),
            why,
        };
        let (scheme, host, path) =
            split(text).ok_or_else(|| invalid("it needs http:// or https:// and a host"))?;
        if host.trim_start_matches("*.").contains('*') {
            return Err(invalid(
                "a * may stand only before the host, as in *.shop.example",
            ));
        }
        if host.trim_start_matches("*.").is_empty() {
            return Err(invalid("it names no host"));
        }
        let path = if path == "/" { "/*".to_owned() } else { path };
        Ok(Self { scheme, host, path })
    }
}

impl fmt::Display for UrlPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}{}", self.scheme, self.host, self.path)
    }
}

impl TryFrom<String> for UrlPattern {
    type Error = InvalidPattern;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<UrlPattern> for String {
    fn from(pattern: UrlPattern) -> Self {
        pattern.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::{UrlPattern, glob_matches};

    fn check(pattern: &str, url: &str, expected: bool) {
        let pattern: UrlPattern = pattern.parse().unwrap();
        assert_eq!(pattern.matches(url), expected, "{pattern} against {url}");
    }

    #[test]
    fn a_star_stands_for_any_run() {
        for (glob, text, expected) in [
            ("*", "", true),
            ("a*c", "abbc", true),
            ("a*c", "ab", false),
            ("*b*", "abc", true),
            ("a*a", "a", false),
            ("abc", "abc", true),
            ("abc", "abcd", false),
            ("*/customers?q=*", "http://h/customers?q=ada", true),
        ] {
            assert_eq!(glob_matches(glob, text), expected, "{glob} against {text}");
        }
    }

    #[test]
    fn a_site_is_scheme_host_and_path() {
        check("https://shop.example", "https://shop.example/a?b#c", true);
        check(
            "https://shop.example/orders/*",
            "https://shop.example/orders/1",
            true,
        );
        check(
            "https://shop.example/orders/*",
            "https://shop.example/customers",
            false,
        );
        check("https://shop.example", "http://shop.example/", false);
        check("https://shop.example", "https://SHOP.example:443/", true);
        check(
            "http://127.0.0.1:8080",
            "http://127.0.0.1:8080/customers",
            true,
        );
        check(
            "http://127.0.0.1:8080",
            "http://127.0.0.1:9090/customers",
            false,
        );
    }

    #[test]
    fn subdomains_only_where_asked() {
        check("https://*.shop.example", "https://eu.shop.example/", true);
        check("https://*.shop.example", "https://shop.example/", true);
        check("https://*.shop.example", "https://evilshop.example/", false);
        check("https://shop.example", "https://eu.shop.example/", false);
    }

    #[test]
    fn look_alike_addresses_do_not_match() {
        check(
            "https://shop.example",
            "https://shop.example@evil.example/",
            false,
        );
        check(
            "https://shop.example",
            "https://shop.example.evil.example/",
            false,
        );
        check(
            "https://shop.example",
            "javascript://shop.example/%0aalert(1)",
            false,
        );
        check(
            "https://shop.example",
            "https://evil.example\\.shop.example/",
            false,
        );
    }

    #[test]
    fn a_pattern_that_would_take_everything_is_refused() {
        for text in [
            "*",
            "https://*/",
            "https://*.",
            "ftp://a/",
            "shop.example",
            "https://a*b/",
        ] {
            assert!(text.parse::<UrlPattern>().is_err(), "{text}");
        }
    }
}
