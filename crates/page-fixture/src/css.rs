//! The few style rules a name depends on: selector, pseudo-element, declarations.

use scraper::{ElementRef, Selector};

/// Which box of the element a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Element,
    Before,
    After,
}

/// One selector with its declarations; a list of selectors becomes as many rules.
#[derive(Debug)]
pub(crate) struct Rule {
    selector: Selector,
    specificity: (usize, usize, usize),
    pub(crate) target: Target,
    pub(crate) declarations: Vec<(String, String)>,
}

impl Rule {
    pub(crate) fn matches(&self, element: ElementRef<'_>) -> bool {
        self.selector.matches(&element)
    }
}

/// The rules of one tree's sheets in the order in which later ones win.
pub(crate) fn rules<'a>(sheets: impl Iterator<Item = &'a str>) -> Vec<Rule> {
    let mut rules: Vec<Rule> = sheets.flat_map(sheet_rules).collect();
    rules.sort_by_key(|rule| rule.specificity);
    rules
}

fn sheet_rules(sheet: &str) -> Vec<Rule> {
    let mut rules = vec![];
    let text = without_comments(sheet);
    let mut rest = text.as_str();
    while let Some((prelude, block, after)) = next_block(rest) {
        rest = after;
        let declarations = declarations(block);
        let selectors = prelude.split(',').map(str::trim);
        rules.extend(selectors.filter_map(|selector| rule(selector, &declarations)));
    }
    rules
}

/// Splits off `prelude { block }`. A block in a block (at-rules) ends at its first `}`; what is
/// left of it parses as no selector and is dropped.
fn next_block(text: &str) -> Option<(&str, &str, &str)> {
    let open = text.find('{')?;
    let close = find_outside_strings(&text[open..], '}').map_or(text.len(), |at| open + at);
    Some((
        text[..open].trim(),
        &text[open + 1..close],
        text.get(close + 1..).unwrap_or(""),
    ))
}

fn rule(selector: &str, declarations: &[(String, String)]) -> Option<Rule> {
    let (base, target) = match selector.rsplit_once(':') {
        Some((base, "before")) => (base.trim_end_matches(':'), Target::Before),
        Some((base, "after")) => (base.trim_end_matches(':'), Target::After),
        _ => (selector, Target::Element),
    };
    let base = if base.is_empty() { "*" } else { base };
    Some(Rule {
        selector: Selector::parse(base).ok()?,
        specificity: specificity(base),
        target,
        declarations: declarations.to_vec(),
    })
}

/// Rough, but right for selectors a test writes: ids, then classes, attributes and
/// pseudo-classes, then types.
fn specificity(selector: &str) -> (usize, usize, usize) {
    let count = |chars: &[char]| selector.matches(chars).count();
    let types = selector
        .split([' ', '>', '+', '~'])
        .filter(|part| part.starts_with(|c: char| c.is_ascii_alphabetic()))
        .count();
    (count(&['#']), count(&['.', '[', ':']), types)
}

/// `name: value` pairs of a block or a `style` attribute, names in lower case.
pub(crate) fn declarations(block: &str) -> Vec<(String, String)> {
    let mut declarations = vec![];
    let mut rest = block;
    while !rest.is_empty() {
        let end = find_outside_strings(rest, ';').unwrap_or(rest.len());
        if let Some((name, value)) = rest[..end].split_once(':') {
            declarations.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
        rest = rest.get(end + 1..).unwrap_or("");
    }
    declarations
}

fn find_outside_strings(text: &str, wanted: char) -> Option<usize> {
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (_, '\\') => escaped = true,
            (None, '"' | '\'') => quote = Some(c),
            (None, _) if c == wanted => return Some(at),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    None
}

fn without_comments(sheet: &str) -> String {
    let mut text = String::new();
    let mut rest = sheet;
    while let Some((before, after)) = rest.split_once("/*") {
        text.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    text + rest
}
