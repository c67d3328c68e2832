//! Boxes that open a list to choose from, lists that are always open, and what completes while one
//! types; one choice or several.

use protocol::{ControlKind, Diagnosis, Distance, NotApplied};
use web_sys::Element;

use super::{Adapter, Job, SETTLES_MS, Tried};
use crate::setting::Setting;

/// How long options may take to come, ms: many are asked of a server.
const LOADING_MS: u32 = 2_500;

/// How long a list that can be searched may take to show its first options, ms.
const FIRST_MS: u32 = 500;

/// How long a scrolled list may take to show other options, ms.
const SCROLLED_MS: u32 = 300;

/// How long a choice may take to show in the control, ms.
const TAKEN_MS: u32 = 500;

/// How often a list is scrolled at most.
const MOST_SCROLLS: usize = 1_000;

/// A list that is always open: one with `aria-haspopup` only looks like a list.
const OPEN_LIST: &str = "[role=listbox]:not([aria-haspopup], [aria-expanded=false])";

/// How many options an error names.
const NAMED: usize = 12;

pub(super) struct Choice;

impl Adapter for Choice {
    fn detects(&self, job: &Job<'_>) -> bool {
        use ControlKind as K;
        // The browser's own suggestions are no part of the page.
        if job.matches("[list]") {
            return false;
        }
        let opens = matches!(
            job.kind,
            Some(K::Combobox | K::EditableCombobox | K::MultiSelect | K::Listbox)
        ) || job.matches("[role=combobox], [role=listbox], [aria-haspopup=listbox]");
        let is_choice = match &job.setting {
            Setting::Options(_) => true,
            // What completes also takes a text that is no option.
            Setting::Text(_) => opens,
            _ => false,
        };
        is_choice && (opens || !job.matches("input, textarea"))
    }

    fn settles_in(&self, _job: &Job<'_>) -> u32 {
        SETTLES_MS
    }

    fn apply<'a>(&'a self, job: &'a Job<'a>, _way: u8) -> Tried<'a> {
        Box::pin(async move {
            match &job.setting {
                Setting::Text(text) => job.choose_or_type(text).await,
                Setting::Options(wanted) => job.choose_all(wanted).await,
                _ => Ok(()),
            }
        })
    }
}

impl Job<'_> {
    /// A text in a field that offers options: the option where there is one, else the text itself,
    /// which the adapter for texts writes next.
    async fn choose_or_type(&self, text: &str) -> Result<(), Diagnosis> {
        match self
            .choose_all(std::slice::from_ref(&text.to_owned()))
            .await
        {
            Err(Diagnosis::ValueNotApplied {
                why: NotApplied::NoOption { .. },
                ..
            }) if self.matches("input:read-write, textarea:read-write") => Ok(()),
            other => other,
        }
    }

    async fn choose_all(&self, wanted: &[String]) -> Result<(), Diagnosis> {
        let list = if self.matches(OPEN_LIST) {
            self.element.clone()
        } else {
            let opened = match self.open_popup().await {
                Some(opened) => Some(opened),
                None => self.open_by_typing(wanted).await,
            };
            opened.ok_or_else(|| self.not_applied(NotApplied::NoOption { options: vec![] }))?
        };
        let is_several = wanted.len() != 1 || self.kind == Some(ControlKind::MultiSelect);
        if is_several {
            self.unchoose_others(&list, wanted).await;
        }
        let held = self.hand.eyes.held(self.at);
        for wanted in wanted
            .iter()
            .filter(|wanted| !is_several || !held.contains(wanted))
        {
            // A list that closes after each choice is opened again.
            let list = match self.hand.is_shown(&list) {
                true => list.clone(),
                false => self.open_popup().await.unwrap_or_else(|| list.clone()),
            };
            let option = match self.find_option(&list, wanted).await {
                Ok(option) => option,
                Err(none) => {
                    self.close_popup(&list).await;
                    return Err(none);
                }
            };
            if let Some(option) = option {
                self.pick(&option).await;
            }
            // The page takes one choice after the other.
            let is_taken = || self.hand.eyes.held(self.at).contains(wanted).then_some(());
            self.hand.until(TAKEN_MS, is_taken).await;
        }
        const CLOSING_MS: u32 = 250;
        let is_closed = || (!self.hand.is_shown(&list)).then_some(());
        if self.matches(OPEN_LIST) || self.hand.until(CLOSING_MS, is_closed).await.is_some() {
            // A text that was only typed is taken back now.
            self.leave();
        } else {
            self.close_popup(&list).await;
        }
        Ok(())
    }

    /// Some lists open only when there is something to look for.
    async fn open_by_typing(&self, wanted: &[String]) -> Option<Element> {
        let (first, field) = (wanted.first()?, self.search_field(&self.element)?);
        let before = self.shown_popups();
        self.search(&field, first).await;
        self.hand.until(LOADING_MS, || self.opened(&before)).await
    }

    /// Clicks an option where it is on the screen.
    pub(crate) async fn pick(&self, option: &Element) {
        self.hand.click_in_view(option).await;
    }

    /// Takes back what is chosen and not wanted: by its option in the list, else by Backspace in the
    /// box, which takes back the last.
    async fn unchoose_others(&self, list: &Element, wanted: &[String]) {
        const TAKEN_BACK_MS: u32 = 500;
        let Ok(backspace) = "Backspace".parse() else {
            return;
        };
        for surplus in self.hand.eyes.held(self.at) {
            if wanted.contains(&surplus) {
                continue;
            }
            let is_gone = || (!self.hand.eyes.held(self.at).contains(&surplus)).then_some(());
            if let Some(option) = self.shown_option(list, &surplus) {
                self.pick(&option).await;
                if self.hand.until(TAKEN_BACK_MS, is_gone).await.is_some() {
                    continue;
                }
            }
            let field = self
                .search_field(list)
                .unwrap_or_else(|| self.element.clone());
            self.hand.press(&field, &backspace).await;
            self.hand.until(TAKEN_BACK_MS, is_gone).await;
        }
    }

    /// The option of a list with this label or value: among what shows, else searched for, else
    /// scrolled to; `None` where it was made new instead.
    pub(crate) async fn find_option(
        &self,
        list: &Element,
        wanted: &str,
    ) -> Result<Option<Element>, Diagnosis> {
        let mut seen: Vec<String> = Vec::new();
        // What is typed before the list is there is lost on it; a list that is asked of a server may
        // stay empty until then.
        let patience = match self.search_field(list) {
            Some(_) => FIRST_MS,
            None => LOADING_MS,
        };
        let has_options = || (!self.options_in(list).is_empty()).then_some(());
        self.hand.until(patience, has_options).await;
        if let Some(option) = self.shown_option(list, wanted) {
            return Ok(Some(option));
        }
        self.note(list, &mut seen);
        if let Some(field) = self.search_field(list) {
            let before = crate::typing::value_of(&field);
            self.search(&field, wanted).await;
            let found = || {
                self.shown_option(list, wanted)
                    .or_else(|| self.creating_option(list, wanted))
            };
            if let Some(option) = self.hand.until(LOADING_MS, found).await {
                return Ok(Some(option));
            }
            if self.options_in(list).is_empty() && self.create_by_enter(&field, wanted).await {
                return Ok(None);
            }
            self.search(&field, &before).await;
        }
        if let Some(option) = self.scroll_to_option(list, wanted, &mut seen).await {
            return Ok(Some(option));
        }
        seen.truncate(NAMED);
        Err(self.not_applied(NotApplied::NoOption { options: seen }))
    }

    /// Enter makes a new choice of what was typed, where the control takes others than it lists and
    /// shows none. The key goes to the control alone: no form is sent by it.
    async fn create_by_enter(&self, field: &Element, wanted: &str) -> bool {
        let sender = self.hand.live.sender(field);
        sender.key("keydown", &protocol::KeyPress::enter());
        sender.key("keyup", &protocol::KeyPress::enter());
        // A text that only stays where it was typed is no choice yet.
        let is_taken = || {
            let held = self.hand.eyes.held(self.at);
            let is_held = held.iter().any(|held| held == wanted);
            (is_held && crate::typing::value_of(field) != wanted).then_some(())
        };
        self.hand.until(TAKEN_MS, is_taken).await.is_some()
    }

    /// The option that makes a new one of what was typed: `Create "Urgent"`, `Add home…`.
    fn creating_option(&self, list: &Element, wanted: &str) -> Option<Element> {
        const CREATES: [&str; 5] = ["create", "add", "new", "新建", "创建"];
        let natives = self.hand.live.natives();
        let creates = |option: &Element| {
            let words = natives.words(option).to_lowercase();
            let rest = CREATES.iter().find_map(|word| words.strip_prefix(word));
            let marks = |c: char| c.is_whitespace() || "\"'“”‘’:：….".contains(c);
            rest.is_some_and(|rest| rest.trim_matches(marks) == wanted.to_lowercase())
        };
        self.options_in(list).into_iter().find(creates)
    }

    fn note(&self, list: &Element, seen: &mut Vec<String>) {
        let natives = self.hand.live.natives();
        for option in self.options_in(list) {
            let label = natives.words(&option);
            if seen.len() < NAMED * 4 && !label.is_empty() && !seen.contains(&label) {
                seen.push(label);
            }
        }
    }

    /// The only shown option with this label, or value.
    pub(crate) fn shown_option(&self, list: &Element, wanted: &str) -> Option<Element> {
        let natives = self.hand.live.natives();
        let options = self.options_in(list);
        let by = |text: &dyn Fn(&Element) -> Option<String>| -> Option<Element> {
            let mut matching = options
                .iter()
                .filter(|option| text(option).as_deref() == Some(wanted));
            let first = matching.next()?;
            matching.next().is_none().then(|| first.clone())
        };
        let attribute =
            |name: &'static str| move |option: &Element| natives.attribute(option, name);
        by(&|option| Some(natives.words(option)))
            .or_else(|| by(&attribute("aria-label")))
            .or_else(|| by(&attribute("title")))
            .or_else(|| by(&attribute("data-value")))
            .or_else(|| by(&first_line))
            .filter(|option| !natives.matches(option, ":disabled, [aria-disabled=true]"))
    }

    /// Scrolls a list that shows a part of itself from its beginning, page by page.
    async fn scroll_to_option(
        &self,
        list: &Element,
        wanted: &str,
        seen: &mut Vec<String>,
    ) -> Option<Element> {
        let first = self.options_in(list).into_iter().next()?;
        let scroller = self.hand.live.scroller_between(&first, list)?;
        self.hand.live.scroll_region(&scroller, Distance::Top);
        for _ in 0..MOST_SCROLLS {
            if let Some(option) = self
                .hand
                .until(60, || self.shown_option(list, wanted))
                .await
            {
                return Some(option);
            }
            self.note(list, seen);
            let before = self.labels(list);
            if !self.hand.live.scroll_region(&scroller, Distance::PageDown) || self.hand.is_over() {
                break;
            }
            self.hand
                .until(SCROLLED_MS, || (self.labels(list) != before).then_some(()))
                .await;
        }
        self.shown_option(list, wanted)
    }

    fn labels(&self, list: &Element) -> Vec<String> {
        let natives = self.hand.live.natives();
        self.options_in(list)
            .iter()
            .map(|option| natives.words(option))
            .collect()
    }
}

/// An option's own text where a smaller line below explains it.
fn first_line(option: &Element) -> Option<String> {
    let text = crate::typing::text_of(option, "innerText")?;
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.next().map(str::to_owned)
}
