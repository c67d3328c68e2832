//! What the icon in an element is called, where the page says it.

use page_model::{NodeId, Page};

/// How icon fonts and icon components begin the class that names the icon.
const PREFIXES: [&str; 17] = [
    "fa-",
    "icon-",
    "bi-",
    "mdi-",
    "glyphicon-",
    "anticon-",
    "el-icon-",
    "lucide-",
    "ti-",
    "pi-",
    "ri-",
    "bx-",
    "feather-",
    "ph-",
    "codicon-",
    "octicon-",
    "iconfont-",
];

/// Classes with such a prefix that say how the icon looks, not which it is.
const LOOKS: [&str; 16] = [
    "icon-btn",
    "icon-button",
    "fa-fw",
    "fa-lg",
    "fa-sm",
    "fa-xs",
    "fa-spin",
    "fa-solid",
    "fa-regular",
    "fa-light",
    "fa-2x",
    "fa-brands",
    "mdi-24px",
    "mdi-18px",
    "icon-sm",
    "icon-lg",
];

/// How many nodes of a control are looked at: an icon lies near its top.
const LOOKED_AT: usize = 12;

/// The icon's name: from the class of an icon font, a sprite's fragment, a picture's file, or
/// the mark of an icon component.
pub(crate) fn icon(page: &Page, node: NodeId) -> Option<String> {
    page.composed(node)
        .take(LOOKED_AT)
        .find_map(|inner| named(page, inner))
}

fn named(page: &Page, node: NodeId) -> Option<String> {
    let element = page.element(node)?;
    if let Some(name) = element
        .attribute("data-icon")
        .filter(|name| !name.is_empty())
    {
        return Some(name.to_owned());
    }
    let class = element.attribute("class").unwrap_or("");
    if let Some(name) = class.split_ascii_whitespace().find_map(of_class) {
        return Some(name.to_owned());
    }
    // Material UI names the component in a test id of its own.
    if let Some(name) = element
        .attribute("data-testid")
        .and_then(|id| id.strip_suffix("Icon"))
    {
        return Some(name.to_owned());
    }
    match element.tag.as_str() {
        "use" => {
            let href = element
                .attribute("href")
                .or_else(|| element.attribute("xlink:href"))?;
            href.rsplit_once('#')
                .map(|(_, name)| of_class(name).unwrap_or(name).to_owned())
        }
        "img" => file(element.attribute("src")?),
        _ => None,
    }
}

fn of_class(class: &str) -> Option<&str> {
    if LOOKS.contains(&class) {
        return None;
    }
    let name = PREFIXES
        .iter()
        .find_map(|prefix| class.strip_prefix(prefix))?;
    (name.len() > 1 && !crate::stable::is_generated(name)).then_some(name)
}

/// `trash` of `/static/trash.3f2a91.svg`.
fn file(source: &str) -> Option<String> {
    let file = source.split(['?', '#']).next()?.rsplit('/').next()?;
    let name = file.split('.').next()?;
    let is_name = !source.starts_with("data:")
        && !name.is_empty()
        && name.len() < 60
        && !crate::stable::is_generated(name);
    is_name.then(|| name.to_owned())
}
