//! What pages call things, in English and Chinese. The only table of its kind.

/// What a word is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Topic {
    /// Signing in.
    Login,
    /// Opening an account.
    Register,
    /// Paying or ordering.
    Checkout,
    /// What a search found.
    Results,
    /// Sign in first, to see anything.
    Wall,
    /// A code sent to the person.
    Code,
    /// A test whether a person is there.
    Captcha,
    /// More items, or the next page.
    More,
    /// The next page, where pages are named.
    Next,
    /// Goes on with what the page is for.
    Go,
}

const WORDS: &[(Topic, &[&str])] = &[
    (
        Topic::Login,
        &[
            "log in", "login", "sign in", "signin", "log on", "登录", "登陆", "登入",
        ],
    ),
    (
        Topic::Register,
        &[
            "register",
            "sign up",
            "signup",
            "create account",
            "create an account",
            "create your account",
            "注册",
            "创建账号",
            "创建账户",
            "免费注册",
        ],
    ),
    (
        Topic::Checkout,
        &[
            "checkout",
            "check out",
            "place order",
            "pay now",
            "payment",
            "billing address",
            "complete purchase",
            "confirm and pay",
            "结算",
            "结账",
            "支付",
            "付款",
            "提交订单",
            "确认订单",
        ],
    ),
    (
        Topic::Results,
        &[
            "search results",
            "results for",
            "results found",
            "搜索结果",
            "的结果",
            "检索结果",
        ],
    ),
    (
        Topic::Wall,
        &[
            "log in to continue",
            "sign in to continue",
            "login required",
            "please log in",
            "please sign in",
            "sign in to view",
            "log in to view",
            "you must be logged in",
            "you must log in",
            "请先登录",
            "请登录",
            "登录后查看",
            "登录后继续",
            "需要登录",
        ],
    ),
    (
        Topic::Code,
        &[
            "verification code",
            "security code sent",
            "authentication code",
            "one-time code",
            "one time code",
            "one-time password",
            "two-factor",
            "2-step",
            "two-step",
            "6-digit code",
            "otp",
            "验证码",
            "动态码",
            "动态密码",
            "两步验证",
            "双重验证",
        ],
    ),
    (
        Topic::Captcha,
        &[
            "captcha",
            "i'm not a robot",
            "i am not a robot",
            "are you human",
            "verify you are human",
            "verifying you are human",
            "图形验证码",
            "图片验证码",
            "滑块验证",
            "安全验证",
            "人机验证",
        ],
    ),
    (
        Topic::More,
        &[
            "load more",
            "show more",
            "see more results",
            "view more",
            "more results",
            "next page",
            "加载更多",
            "查看更多",
            "显示更多",
            "更多结果",
            "下一页",
        ],
    ),
    (Topic::Next, &["next", "›", "»", "→", "下页", "后一页"]),
    (
        Topic::Go,
        &[
            "save",
            "submit",
            "continue",
            "next",
            "confirm",
            "create",
            "add",
            "send",
            "search",
            "apply",
            "buy",
            "order",
            "pay",
            "ok",
            "log in",
            "sign in",
            "sign up",
            "register",
            "保存",
            "提交",
            "继续",
            "下一步",
            "确认",
            "确定",
            "创建",
            "新建",
            "添加",
            "发送",
            "搜索",
            "查询",
            "购买",
            "登录",
            "注册",
        ],
    ),
];

/// How long a text may be to name something, bytes.
const NAME: usize = 240;

/// Whether a name or short text is about a topic: holds one of its words whole.
pub(super) fn mentions(text: &str, topic: Topic) -> bool {
    if text.is_empty() || text.len() > NAME {
        return false;
    }
    let text = text.to_lowercase();
    let words = WORDS.iter().filter(|(of, _)| *of == topic);
    words
        .flat_map(|(_, words)| *words)
        .any(|word| holds(&text, word))
}

/// English words end where letters end; Chinese ones and signs need no ends.
fn holds(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        let goes_on = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        !word.is_ascii() || (!goes_on(before) && !goes_on(after))
    })
}

#[cfg(test)]
mod tests {
    use super::{Topic, mentions};

    #[test]
    fn words_are_held_whole() {
        assert!(mentions("Log in to Shop", Topic::Login));
        assert!(!mentions("Catalog items", Topic::Login));
        assert!(!mentions("Blog in English", Topic::Login));
        assert!(mentions("立即登录", Topic::Login));
        assert!(mentions("Next ›", Topic::Next));
    }
}
