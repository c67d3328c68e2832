//! What the collector is told to read: the decisions it does not make itself.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;

/// Where reading ends. Chromium itself can hardly show more, and memory must be bounded.
pub(super) const MAX_NODES: u32 = 250_000;

/// Where a text or an attribute is cut, UTF-16 units: longer ones hold data, not words.
const MAX_TEXT: u32 = 32 * 1024;

/// Where reading ends too, UTF-16 units of all different texts and of the values of fields.
const MAX_LENGTH: u32 = 8 * 1024 * 1024;

/// Elements whose content no person reads.
const UNREAD: &str = "script style template noscript head";

/// Elements that only draw or only serve: without content or a role of their own they say nothing.
const UNSTYLED: &str = "path circle ellipse line polygon polyline rect stop use source track param \
    meta link base";

/// Elements that have no room for generated content.
const UNGENERATED: &str = "input textarea select option optgroup img svg br hr iframe canvas video audio \
    object embed";

/// Elements with a state of their own.
const CONTROLS: &str = "input textarea select button option optgroup fieldset";

/// Elements that are named by their content, so that generated content in them counts.
const NAMING_TAGS: &str = "a button label summary legend option h1 h2 h3 h4 h5 h6";

/// The same by role.
const NAMING_ROLES: &str = "button checkbox link menuitem menuitemcheckbox menuitemradio option \
    radio switch tab treeitem heading tooltip cell gridcell columnheader rowheader row";

/// Elements that may have a shadow root, beside those with a hyphen in their names.
// dom 4.9 attachShadow, "valid shadow host name".
const HOSTS: &str = "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p \
    section span";

pub(super) fn wants() -> JsValue {
    let wants = Object::new();
    let lists = [
        ("unread", UNREAD),
        ("unstyled", UNSTYLED),
        ("ungenerated", UNGENERATED),
        ("controls", CONTROLS),
        ("namingTags", NAMING_TAGS),
        ("namingRoles", NAMING_ROLES),
        ("hosts", HOSTS),
    ];
    let set = |name: &str, value: JsValue| {
        // A plain object takes any property.
        let _ = Reflect::set(&wants, &name.into(), &value);
    };
    for (name, list) in lists {
        set(name, list.into());
    }
    set("maxNodes", MAX_NODES.into());
    set("maxText", MAX_TEXT.into());
    set("maxLength", MAX_LENGTH.into());
    wants.into()
}
