//! Roles: those of ARIA 1.3, and HTML-AAM's names for what has no ARIA role.

use std::fmt;
use std::str::FromStr;

macro_rules! roles {
    ($($variant:ident $name:literal $(| $synonym:literal)*,)*) => {
        /// What an element is to a person.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Role {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Role {
            /// Every role, in alphabetical order of the ARIA ones.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The token as it stands in a `role` attribute or in HTML-AAM.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl FromStr for Role {
            type Err = UnknownRole;

            fn from_str(token: &str) -> Result<Self, UnknownRole> {
                match token {
                    $($name $(| $synonym)* => Ok(Self::$variant),)*
                    _ => Err(UnknownRole(token.to_owned())),
                }
            }
        }
    };
}

roles! {
    Alert "alert",
    AlertDialog "alertdialog",
    Application "application",
    Article "article",
    Banner "banner",
    Blockquote "blockquote",
    Button "button",
    Caption "caption",
    Cell "cell",
    Checkbox "checkbox",
    Code "code",
    ColumnHeader "columnheader",
    Combobox "combobox",
    Comment "comment",
    Complementary "complementary",
    ContentInfo "contentinfo",
    Definition "definition",
    Deletion "deletion",
    Dialog "dialog",
    Document "document",
    Emphasis "emphasis",
    Feed "feed",
    Figure "figure",
    Form "form",
    Generic "generic",
    Grid "grid",
    GridCell "gridcell",
    Group "group",
    Heading "heading",
    Image "img" | "image",
    Insertion "insertion",
    Link "link",
    List "list" | "directory",
    Listbox "listbox",
    ListItem "listitem",
    Log "log",
    Main "main",
    Mark "mark",
    Marquee "marquee",
    Math "math",
    Menu "menu",
    Menubar "menubar",
    MenuItem "menuitem",
    MenuItemCheckbox "menuitemcheckbox",
    MenuItemRadio "menuitemradio",
    Meter "meter",
    Navigation "navigation",
    None "none" | "presentation",
    Note "note",
    Option "option",
    Paragraph "paragraph",
    ProgressBar "progressbar",
    Radio "radio",
    RadioGroup "radiogroup",
    Region "region",
    Row "row",
    RowGroup "rowgroup",
    RowHeader "rowheader",
    Scrollbar "scrollbar",
    Search "search",
    Searchbox "searchbox",
    SectionFooter "sectionfooter",
    SectionHeader "sectionheader",
    Separator "separator",
    Slider "slider",
    SpinButton "spinbutton",
    Status "status",
    Strong "strong",
    Subscript "subscript",
    Suggestion "suggestion",
    Superscript "superscript",
    Switch "switch",
    Tab "tab",
    Table "table",
    TabList "tablist",
    TabPanel "tabpanel",
    Term "term",
    Textbox "textbox",
    Time "time",
    Timer "timer",
    Toolbar "toolbar",
    Tooltip "tooltip",
    Tree "tree",
    TreeGrid "treegrid",
    TreeItem "treeitem",
    HtmlAudio "html-audio",
    HtmlCanvas "html-canvas",
    HtmlIframe "html-iframe",
    HtmlInputColor "html-input-color",
    HtmlInputDate "html-input-date",
    HtmlInputDatetimeLocal "html-input-datetime-local",
    HtmlInputMonth "html-input-month",
    HtmlInputTime "html-input-time",
    HtmlInputWeek "html-input-week",
    HtmlObject "html-object",
    HtmlVideo "html-video",
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A token that is no role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRole(pub String);

impl fmt::Display for UnknownRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a role", self.0)
    }
}

impl std::error::Error for UnknownRole {}

impl Role {
    /// The role a token of a `role` attribute asks for. Abstract roles and the `html-` ones are not
    /// for authors; those of DPUB-ARIA are taken as what they specialize.
    #[must_use]
    pub fn from_token(token: &str) -> Option<Self> {
        let token = token.to_ascii_lowercase();
        match token.strip_prefix("doc-") {
            Some(part) => Self::of_publication_part(part),
            None if token.starts_with("html-") => None,
            None => token.parse().ok(),
        }
    }

    // dpub-aria-1.1 section 3, superclass roles.
    fn of_publication_part(part: &str) -> Option<Self> {
        Some(match part {
            "backlink" | "biblioref" | "glossref" | "noteref" => Self::Link,
            "biblioentry" | "endnote" => Self::ListItem,
            "cover" => Self::Image,
            "footnote" | "qna" | "abstract" | "colophon" | "credit" | "dedication" | "epigraph"
            | "errata" | "example" | "pullquote" => Self::Group,
            "index" | "pagelist" | "toc" => Self::Navigation,
            "notice" | "tip" => Self::Note,
            "pagebreak" => Self::Separator,
            "pagefooter" => Self::ContentInfo,
            "pageheader" => Self::Banner,
            "subtitle" => Self::Heading,
            "acknowledgments" | "afterword" | "appendix" | "bibliography" | "chapter"
            | "conclusion" | "credits" | "endnotes" | "epilogue" | "foreword" | "glossary"
            | "introduction" | "part" | "preface" | "prologue" => Self::Region,
            _ => return None,
        })
    }
}
