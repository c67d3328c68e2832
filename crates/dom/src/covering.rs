//! What lies over the page and nobody asked for, a cookie notice or a dialog, and closing it.
//!
//! **Invariant:** only a button that refuses or closes is pressed; one that agrees only to cookies, where the
//! notice leaves no other choice; and none in a layer that holds something the person or the run has typed.

use protocol::Diagnosis;
use web_sys::Element;

use crate::act::live;
use crate::capture::LiveDocument;
use crate::hand::Hand;
use crate::typing;

/// How long a layer may take to go once its button was pressed, ms.
const CLOSING_MS: u32 = 1_500;

/// How long a name may be that still names a button to close.
const LONGEST_NAME: usize = 40;

const DIALOGS: &str = "dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]";

const BUTTONS: &str =
    "button, [role=button], a, input[type=button], input[type=submit], [aria-label]";

/// Those of them that answer a question.
const PRESSED: &str = "button, [role=button], input";

const TYPED_IN: &str = "textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=button], \
    [type=submit], [type=reset], [type=image])";

/// What a button of a layer is for, the best to press first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Purpose {
    /// It refuses what the layer asks.
    Refuse,
    /// It closes the layer.
    Close,
    /// It says that the layer was read.
    Acknowledge,
    /// It agrees to what the layer asks.
    Agree,
}

/// The words of each purpose, in English and Chinese, and some of the other languages that cookie
/// notices come in.
const WORDS: &[(Purpose, &[&str])] = &[
    (
        Purpose::Refuse,
        &[
            "reject",
            "refuse",
            "decline",
            "deny",
            "necessary only",
            "only necessary",
            "only essential",
            "essential only",
            "strictly necessary",
            "no thank",
            "no, thank",
            "not now",
            "maybe later",
            "later",
            "skip",
            "拒绝",
            "仅必要",
            "仅使用必要",
            "只接受必要",
            "不用",
            "不了",
            "不需要",
            "暂不",
            "稍后",
            "以后再说",
            "跳过",
            "ablehnen",
            "refuser",
            "rechazar",
            "rifiuta",
        ],
    ),
    (
        Purpose::Close,
        &[
            "close",
            "dismiss",
            "cancel",
            "hide",
            "×",
            "✕",
            "✖",
            "✗",
            "x",
            "关闭",
            "取消",
            "schließen",
            "fermer",
            "cerrar",
            "chiudi",
        ],
    ),
    (
        Purpose::Acknowledge,
        &[
            "ok",
            "okay",
            "got it",
            "understood",
            "i understand",
            "知道了",
            "我知道了",
            "好的",
        ],
    ),
    (
        Purpose::Agree,
        &[
            "accept",
            "agree",
            "allow",
            "同意",
            "接受",
            "akzeptieren",
            "accepter",
            "aceptar",
        ],
    ),
];

impl Purpose {
    /// By the button's name: a short one that is such a word, or begins with it. Chinese words have no
    /// spaces between them.
    fn of(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        if name.is_empty() || name.chars().count() > LONGEST_NAME {
            return None;
        }
        let begins = |word: &str| {
            let rest = name.strip_prefix(word);
            rest.is_some_and(|rest| {
                let is_word = !rest.starts_with(|next: char| next.is_ascii_alphanumeric());
                // Of a single letter the name is all there is.
                is_word && (word.len() > 1 || rest.is_empty())
            })
        };
        let all = |word: &str| word.is_ascii() && word.contains(' ') && name.contains(word);
        let says = |words: &[&str]| words.iter().any(|word| begins(word) || all(word));
        let found = WORDS.iter().find(|(_, words)| says(words));
        found.map(|(purpose, _)| *purpose)
    }
}

impl Hand<'_> {
    /// Closes what lies over the action's element, or the topmost dialog. Where nothing does, nothing is
    /// touched.
    ///
    /// # Errors
    /// When it is still there afterwards, or should not be closed.
    pub(crate) async fn close_overlay(&self, is_over_element: bool) -> Result<(), Diagnosis> {
        let Some((layer, still)) = self.layer(is_over_element)? else {
            return Ok(());
        };
        if self.live.is_typed_in(&layer) {
            return Err(still);
        }
        let button = self.live.button_to_close(&layer);
        if let Some(button) = &button {
            self.click_in_view(button).await;
        } else {
            self.press(&layer, &protocol::KeyPress::escape()).await;
        }
        let gone = self.until(CLOSING_MS, || (!self.is_shown(&layer)).then_some(()));
        match gone.await {
            Some(()) => Ok(()),
            None => Err(still),
        }
    }

    /// The layer in the way, and what to say where it stays.
    fn layer(&self, is_over_element: bool) -> Result<Option<(Element, Diagnosis)>, Diagnosis> {
        if !is_over_element {
            let topmost = self.live.topmost_dialog();
            return Ok(topmost.map(|dialog| {
                let by = self.live.natives().words(&dialog);
                let target = "the page".to_owned();
                (dialog, Diagnosis::Occluded { target, by })
            }));
        }
        let approved = self.eyes.element(0)?;
        let reached = self
            .live
            .reach(&approved.capture, approved.node, &approved.label);
        let Err(covered @ Diagnosis::Occluded { .. }) = reached else {
            return Ok(None);
        };
        let element = live(&approved)?;
        let layer = self.live.layer_over(&element);
        layer
            .map(|layer| Some((layer, covered.clone())))
            .ok_or(covered)
    }
}

impl LiveDocument {
    /// The outermost element over `target` that is laid over the page; where that holds no button, the
    /// topmost dialog: what receives the click may be the shade behind it.
    fn layer_over(&self, target: &Element) -> Option<Element> {
        let natives = self.natives();
        let up = |at: &Element| natives.composed_parent(at);
        let around: Vec<Element> = std::iter::successors(Some(target.clone()), up).collect();
        let is_around = |at: &Element| around.iter().any(|outer| js_sys::Object::is(outer, at));
        let middle = self.middle(target)?;
        let cover = natives.deepest_at(self.document(), middle.x, middle.y)?;
        let over = std::iter::successors(Some(cover), up).take_while(|at| !is_around(at));
        let layers = over.filter(|at| self.is_laid_over(at));
        let layer = layers.last();
        match layer.filter(|layer| self.button_to_close(layer).is_some()) {
            Some(layer) => Some(layer),
            None => self.topmost_dialog().filter(|dialog| !is_around(dialog)),
        }
    }

    fn is_laid_over(&self, element: &Element) -> bool {
        let style = self.window().get_computed_style(element).ok().flatten();
        let position = style.and_then(|style| style.get_property_value("position").ok());
        let is_positioned = position
            .is_some_and(|position| matches!(position.as_str(), "fixed" | "absolute" | "sticky"));
        is_positioned || self.natives().matches(element, DIALOGS)
    }

    fn topmost_dialog(&self) -> Option<Element> {
        let dialogs = self.natives().query_all(self.document(), DIALOGS);
        let shown = |dialog: &Element| self.natives().is_shown(dialog);
        dialogs.into_iter().rev().find(shown)
    }

    /// Whether it has a field that holds something else than the page put there.
    fn is_typed_in(&self, layer: &Element) -> bool {
        let natives = self.natives();
        let fields = natives.query_in(layer, TYPED_IN);
        fields.iter().any(|field| {
            let value = typing::value_of(field);
            let first = typing::text_of(field, "defaultValue").unwrap_or_default();
            natives.is_shown(field) && value != first
        })
    }

    fn button_to_close(&self, layer: &Element) -> Option<Element> {
        let natives = self.natives();
        let shown = |button: &Element| natives.is_shown(button);
        let buttons: Vec<Element> = natives.query_in(layer, BUTTONS);
        let buttons: Vec<Element> = buttons.into_iter().filter(shown).collect();
        let purposes = buttons.iter().filter_map(|button| {
            let purpose = Purpose::of(&self.name_of(button))?;
            Some((purpose, button))
        });
        let (purpose, button) = purposes.min_by_key(|(purpose, _)| *purpose)?;
        let is_only = || {
            let is_button = |at: &&Element| natives.matches(at, PRESSED);
            buttons.iter().filter(is_button).count() == 1
        };
        let may_press = match purpose {
            Purpose::Refuse | Purpose::Close => true,
            Purpose::Acknowledge => is_only(),
            // Terms and permissions are the person's to agree to.
            Purpose::Agree => is_only() && natives.words(layer).to_lowercase().contains("cookie"),
        };
        may_press.then(|| button.clone())
    }

    fn name_of(&self, button: &Element) -> String {
        let natives = self.natives();
        let said = |name: &str| {
            natives
                .attribute(button, name)
                .filter(|text| !text.is_empty())
        };
        let label = said("aria-label").unwrap_or_else(|| natives.words(button));
        let label = Some(label).filter(|label| !label.is_empty());
        label
            .or_else(|| said("title"))
            .or_else(|| said("value"))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Purpose;

    #[test]
    fn buttons_that_close_are_known_by_their_words_and_no_others_are() {
        let expected = [
            ("Reject all", Some(Purpose::Refuse)),
            ("Use necessary only", Some(Purpose::Refuse)),
            ("No, thank you", Some(Purpose::Refuse)),
            ("Close", Some(Purpose::Close)),
            ("Close dialog", Some(Purpose::Close)),
            ("×", Some(Purpose::Close)),
            ("关闭", Some(Purpose::Close)),
            ("我知道了", Some(Purpose::Acknowledge)),
            ("Accept all cookies", Some(Purpose::Agree)),
            ("接受全部", Some(Purpose::Agree)),
            ("Xerox", None),
            ("Okapi", None),
            ("Delete", None),
            ("Subscribe", None),
            (
                "Closed orders and what became of them since the beginning of the year",
                None,
            ),
            ("", None),
        ];
        for (name, purpose) in expected {
            assert_eq!(Purpose::of(name), purpose, "{name:?}");
        }
    }
}
