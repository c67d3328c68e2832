//! HTML text to a captured page, for native tests.
//!
//! What a browser computes is approximated, only as far as roles, names and states need it:
//! `display`, `visibility` and generated content from the browser's own sheet, `<style>` rules and
//! `style` attributes; the state of form controls from their attributes.
//! **Absent on purpose:** layout (no element has a box), scripts, media queries, `!important`.
#![warn(missing_docs)]

mod content;
mod control;
mod css;
mod defaults;
pub mod mutation;
mod parsed;
mod style;
mod tree;

#[cfg(test)]
mod tests;

use page_model::Page;

/// Parses a document or a fragment of one, which then lies in an empty page's body.
#[must_use]
pub fn page_from_html(html: &str) -> Page {
    page_at("https://fixture.test/", html)
}

/// As [`page_from_html`], for a page with this address.
#[must_use]
pub fn page_at(url: &str, html: &str) -> Page {
    tree::build(url, html)
}
