//! Every icon, drawn on a grid of 24: one path each, in the color of the text around it.
//! They say nothing that words beside them don't say too.

use leptos::prelude::*;

/// What an icon stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glyph {
    Skill,
    Table,
    Run,
    Rows,
    Look,
    Open,
    Start,
    Stop,
    Save,
    Chevron,
    Waiting,
    Working,
    Sending,
    Cut,
    Done,
    Failed,
    Unknown,
    Warning,
    Settings,
    Undo,
    Close,
    Delete,
    Again,
    New,
    Past,
    Paste,
    Row,
    File,
}

impl Glyph {
    fn path(self) -> &'static str {
        match self {
            Self::Skill => {
                "M4 6l1.2 1.2L7.5 5M4 12l1.2 1.2L7.5 11M4 18l1.2 1.2L7.5 17M11 6h9M11 12h9M11 18h9"
            }
            Self::Table => "M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14",
            Self::Run => "M4 12h3l3-7 4 14 3-7h3",
            Self::Rows => "M4 6h16M4 12h16M4 18h16",
            Self::Look => {
                "M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5z"
            }
            Self::Open => "M12 15.5V5M7.5 9.5L12 5l4.5 4.5M5 19h14",
            Self::Start => "M8 5.5v13l10.5-6.5z",
            Self::Stop => "M7 7h10v10H7z",
            Self::Save => "M12 4.5V15M7.5 10.5L12 15l4.5-4.5M5 19h14",
            Self::Chevron => "M9.5 6.5L15 12l-5.5 5.5",
            Self::Waiting => "M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7z",
            Self::Working => "M12 4a8 8 0 1 1-8 8",
            Self::Sending => "M12 19.5V5M6.5 10.5L12 5l5.5 5.5",
            Self::Cut => "M9 6.5v11M15 6.5v11",
            Self::Done => "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17zM8.2 12.3l2.6 2.6 5-5.4",
            Self::Failed => "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17zM9 9l6 6M15 9l-6 6",
            Self::Unknown => {
                "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17zM9.7 9.6a2.4 2.4 0 1 1 3.5 2.1c-.8.4-1.2.9-1.2 1.7v.3M12 16.6v.01"
            }
            Self::Warning => "M12 4.5L21 19.5H3zM12 10.5v4M12 17v.01",
            Self::Settings => {
                "M4 7h8M18 7h2M15 4.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5zM4 17h2M12 17h8M9 14.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5z"
            }
            Self::Undo => "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3",
            Self::Close => "M6.5 6.5l11 11M17.5 6.5l-11 11",
            Self::Delete => "M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.3 11v5M13.7 11v5",
            Self::Again => "M19 12a7 7 0 1 1-2.2-5.1M19 4.5V9h-4.5",
            Self::New => "M12 5v14M5 12h14",
            Self::Past => "M12 4a8 8 0 1 1-7.5 5.2M4 4.5v5h5M12 8v4.5l3 1.8",
            Self::Paste => "M9 5.5H6V20h12V5.5h-3M9 4h6v3.5H9z",
            Self::File => "M7 3.5h7l4 4v13H7zM14 3.5v4h4",
            Self::Row => "M4 8.5h16v7H4zM8 12h5",
        }
    }
}

/// An icon.
#[component]
pub(crate) fn Icon(
    /// Which.
    glyph: Glyph,
) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d=glyph.path() />
        </svg>
    }
}

/// Surehand's mark.
#[component]
pub(crate) fn Logo() -> impl IntoView {
    view! {
        <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7.5" />
            <path class="faint" d="M7.5 6.5h11.5M7.5 9.5h7.5" />
            <path d="M7.5 17l6 6L24.5 10" />
        </svg>
    }
}
