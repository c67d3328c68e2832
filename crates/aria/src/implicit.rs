//! The role an element has by itself (HTML-AAM 1.0 section 3.5, SVG-AAM section 5).

use page_model::{Element, Namespace, NodeId};

use crate::{Aria, Role};

impl Aria<'_> {
    pub(crate) fn implicit_role(&self, node: NodeId) -> Role {
        let Some(element) = self.page.element(node) else {
            return Role::Generic;
        };
        match element.namespace {
            Namespace::Html => self.html_role(node, element),
            Namespace::Svg => self.svg_role(node, element),
            Namespace::MathMl if element.tag == "math" => Role::Math,
            Namespace::MathMl | Namespace::Other => Role::Generic,
        }
    }

    fn html_role(&self, node: NodeId, element: &Element) -> Role {
        let has = |name| element.has_attribute(name);
        match element.tag.as_str() {
            "a" | "area" if has("href") => Role::Link,
            // Chromium does not expose these where they hold nothing at all.
            "address" | "p" if self.page.composed_children(node).is_empty() => Role::Generic,
            "aside" => self.aside_role(node),
            "footer" => self.scoped_role(node, Role::ContentInfo, Role::SectionFooter),
            "header" => self.scoped_role(node, Role::Banner, Role::SectionHeader),
            "img" => self.image_role(node, element),
            "input" => self.input_role(node, element),
            "li" => self.list_item_role(node),
            "section" if self.has_author_name(node) => Role::Region,
            "select" => select_role(element),
            // HTML-AAM gives no role; what opens the details is a button to a person and to
            // Chromium's tree.
            "summary" if self.is_summary_of_details(node) => Role::Button,
            "td" | "th" | "tr" | "tbody" | "thead" | "tfoot" => self.table_part_role(node),
            tag => fixed_role(tag),
        }
    }

    // html-aam 3.5 img: an empty alt takes the role away, unless something else speaks for it.
    fn image_role(&self, node: NodeId, element: &Element) -> Role {
        let is_decorative = element.attribute("alt") == Some("");
        let is_kept = self.has_global_attribute(node)
            || self.is_focusable(node)
            || self.filled_attribute(node, "title").is_some();
        if is_decorative && !is_kept {
            Role::None
        } else {
            Role::Image
        }
    }

    fn input_role(&self, node: NodeId, element: &Element) -> Role {
        let kind = element.attribute("type").unwrap_or("text");
        let suggests = || self.has_suggestions(node);
        match kind.to_ascii_lowercase().as_str() {
            "button" | "file" | "image" | "reset" | "submit" => Role::Button,
            "checkbox" => Role::Checkbox,
            "color" => Role::HtmlInputColor,
            "date" => Role::HtmlInputDate,
            "datetime-local" => Role::HtmlInputDatetimeLocal,
            "hidden" => Role::None,
            "month" => Role::HtmlInputMonth,
            "number" => Role::SpinButton,
            "radio" => Role::Radio,
            "range" => Role::Slider,
            "search" if !suggests() => Role::Searchbox,
            "time" => Role::HtmlInputTime,
            "week" => Role::HtmlInputWeek,
            "password" => Role::Textbox,
            _ if suggests() => Role::Combobox,
            _ => Role::Textbox,
        }
    }

    /// Whether the input's `list` names a `<datalist>`.
    fn has_suggestions(&self, node: NodeId) -> bool {
        self.attribute(node, "list")
            .and_then(|id| self.page.element_by_id(node, id))
            .is_some_and(|list| self.page.tag(list) == "datalist")
    }

    // svg-aam 5.1.2: what has no name is not exposed.
    fn svg_role(&self, node: NodeId, element: &Element) -> Role {
        let is_named = self.has_author_name(node) || self.svg_title(node).is_some();
        match element.tag.as_str() {
            "a" if element.has_attribute("href") || element.has_attribute("xlink:href") => {
                Role::Link
            }
            "g" if is_named => Role::Group,
            "text" => Role::Generic,
            _ if is_named => Role::Image,
            _ => Role::Generic,
        }
    }
}

// html-aam 3.5 select.
fn select_role(element: &Element) -> Role {
    let rows: u32 = element
        .attribute("size")
        .and_then(|size| size.trim().parse().ok())
        .unwrap_or(0);
    if element.has_attribute("multiple") || rows > 1 {
        Role::Listbox
    } else {
        Role::Combobox
    }
}

/// Tags whose role depends on nothing else.
fn fixed_role(tag: &str) -> Role {
    match tag {
        "address" | "details" | "fieldset" | "hgroup" | "optgroup" => Role::Group,
        "article" => Role::Article,
        "audio" => Role::HtmlAudio,
        "blockquote" => Role::Blockquote,
        "button" => Role::Button,
        "canvas" => Role::HtmlCanvas,
        "caption" => Role::Caption,
        "code" => Role::Code,
        "datalist" => Role::Listbox,
        "dd" => Role::Definition,
        "del" | "s" => Role::Deletion,
        "dfn" | "dt" => Role::Term,
        "dialog" => Role::Dialog,
        "em" => Role::Emphasis,
        "figure" => Role::Figure,
        "form" => Role::Form,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Role::Heading,
        "hr" => Role::Separator,
        "html" => Role::Document,
        "iframe" | "frame" => Role::HtmlIframe,
        "ins" => Role::Insertion,
        "main" => Role::Main,
        "mark" => Role::Mark,
        "menu" | "ol" | "ul" => Role::List,
        "meter" => Role::Meter,
        "nav" => Role::Navigation,
        "embed" | "object" => Role::HtmlObject,
        "option" => Role::Option,
        "output" => Role::Status,
        "p" => Role::Paragraph,
        "progress" => Role::ProgressBar,
        "search" => Role::Search,
        "strong" => Role::Strong,
        "sub" => Role::Subscript,
        "sup" => Role::Superscript,
        "table" => Role::Table,
        "textarea" => Role::Textbox,
        "time" => Role::Time,
        "video" => Role::HtmlVideo,
        _ => Role::Generic,
    }
}
