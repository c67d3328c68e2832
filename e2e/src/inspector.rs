//! The panel's page inspector, used by its controls.

use std::time::Duration;

use anyhow::{Result, bail};
use serde::Deserialize;
use serde_json::Value;

use crate::panel::Panel;

/// How long a look at a page may take.
const LOOK_LIMIT: Duration = Duration::from_secs(40);

/// What the inspector shows of a look.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Inspected {
    /// The engine that read the page.
    pub engine: String,
    /// The lines, each with its line break.
    pub text: String,
    /// Counts, cost and time, each in words.
    pub facts: Vec<String>,
    /// What could not be read or was left out.
    pub notices: Vec<String>,
    /// The page at a glance, a line for each part: its title and what there is to say.
    pub glance: Vec<String>,
}

/// Notes when the look that is about to begin has ended.
const WATCH: &str = "(() => {
    const seen = document.querySelector('#look-seen');
    document.body.dataset.looked = '0';
    new MutationObserver((_, observer) => {
        if (seen.ariaBusy === 'true') return;
        document.body.dataset.looked = '1';
        observer.disconnect();
    }).observe(seen, { attributeFilter: ['aria-busy'] });
})()";

const SHOWN: &str = "(() => {
    const all = (css) => [...document.querySelectorAll(css)];
    const said = (css) => all(css).map((element) => element.textContent);
    return {
        engine: said('.engine').join(),
        text: said('#look-lines > div').join(''),
        facts: said('#look-facts > li'),
        notices: said('#look-notices > li'),
        glance: all('#look-glance dl > div').map((part) =>
            [...part.children].map((child) => child.textContent).join('\\n')),
    };
})()";

impl Panel {
    /// Has the inspector show a part of the current page: `interactive`, `outline`, `full`, `article`,
    /// `changes`, and where a line was chosen `around` and `table`.
    ///
    /// # Errors
    /// When the page can't be read: in the panel's words.
    pub async fn inspect(&self, part: &str) -> Result<Inspected> {
        self.open_view("inspector").await?;
        self.page.execute(WATCH).await?;
        let choose = format!(
            "(() => {{
                const list = document.querySelector('#look-part');
                if (![...list.options].some((option) => option.value === {part})) return 'none';
                if (list.value === {part}) return 'same';
                const looked = document.querySelector('#look-seen').childElementCount > 0;
                list.value = {part};
                list.dispatchEvent(new Event('change', {{ bubbles: true }}));
                return looked ? 'looks' : 'same';
            }})()",
            part = Value::from(part)
        );
        match self.page.evaluate::<String>(&choose).await?.as_str() {
            "looks" => self.looked().await,
            "same" => self.look().await,
            _ => bail!("the inspector offers no {part}"),
        }
    }

    /// Presses *Look* in the inspector.
    ///
    /// # Errors
    /// When the page can't be read: in the panel's words.
    pub async fn look(&self) -> Result<Inspected> {
        self.page.execute(WATCH).await?;
        self.page.click("#look").await?;
        self.looked().await
    }

    async fn looked(&self) -> Result<Inspected> {
        let is_over = "document.body.dataset.looked === '1'";
        self.page.wait_for(is_over, LOOK_LIMIT).await?;
        let trouble = self.trouble().await?;
        if !trouble.is_empty() {
            bail!("{trouble}");
        }
        self.page.evaluate(SHOWN).await
    }

    /// Clicks the part of a line that stands for this ref, and gives what the panel says of it.
    ///
    /// # Errors
    /// When no line shows it.
    pub async fn click_ref(&self, reference: &str) -> Result<String> {
        let said = "document.querySelector('#look-said').textContent";
        let before: String = self.page.evaluate(said).await?;
        let part = format!("#look-lines [data-ref={reference}]");
        self.page.click(&part).await?;
        let is_told = format!("{said} !== {}", Value::from(before));
        self.page.wait_for(&is_told, LOOK_LIMIT).await?;
        self.page.evaluate(said).await
    }
}
