//! Forms as data, to be written in the markup of several frameworks.

/// What a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Email,
    Password,
    Number,
    Date,
    Area,
    Select,
    Radio,
    Check,
    Switch,
}

/// One field: what it takes, its label, its key, its options.
pub(crate) struct Field {
    pub(crate) kind: Kind,
    pub(crate) label: &'static str,
    pub(crate) key: &'static str,
    pub(crate) options: &'static [&'static str],
}

/// A form with its title, its fields and its buttons, the submitting one first.
pub(crate) struct Form {
    pub(crate) title: &'static str,
    pub(crate) fields: &'static [Field],
    pub(crate) buttons: &'static [&'static str],
}

const fn field(kind: Kind, label: &'static str, key: &'static str) -> Field {
    Field {
        kind,
        label,
        key,
        options: &[],
    }
}

const fn choice(
    kind: Kind,
    label: &'static str,
    key: &'static str,
    options: &'static [&'static str],
) -> Field {
    Field {
        kind,
        label,
        key,
        options,
    }
}

use Kind::{Area, Check, Date, Email, Number, Password, Radio, Select, Switch, Text};

/// All forms.
pub(crate) const FORMS: &[Form] = &[
    Form {
        title: "New customer",
        fields: &[
            field(Text, "First name", "firstName"),
            field(Text, "Last name", "lastName"),
            field(Email, "Email", "email"),
            field(Email, "Confirm email", "email2"),
            choice(
                Select,
                "Country",
                "country",
                &["Germany", "France", "Japan"],
            ),
            choice(Radio, "Customer type", "kind", &["Private", "Business"]),
            field(Area, "Notes", "notes"),
            field(Check, "Send a welcome message", "welcome"),
        ],
        buttons: &["Save customer", "Cancel"],
    },
    Form {
        title: "Sign in",
        fields: &[
            field(Text, "Username", "username"),
            field(Password, "Password", "password"),
            field(Check, "Remember me", "remember"),
        ],
        buttons: &["Sign in", "Create an account"],
    },
    Form {
        title: "Shipping",
        fields: &[
            field(Text, "Full name", "name"),
            field(Text, "Address line 1", "address1"),
            field(Text, "Address line 2", "address2"),
            field(Text, "City", "city"),
            field(Text, "Postal code", "zip"),
            choice(Select, "Country", "country", &["Canada", "Mexico"]),
            choice(
                Radio,
                "Delivery",
                "delivery",
                &["Standard", "Express", "Pick up"],
            ),
            field(Text, "Phone", "phone"),
        ],
        buttons: &["Continue to payment", "Back to cart"],
    },
    Form {
        title: "Report a problem",
        fields: &[
            field(Text, "Subject", "subject"),
            choice(Select, "Priority", "priority", &["Low", "Normal", "Urgent"]),
            choice(
                Select,
                "Category",
                "category",
                &["Billing", "Login", "Other"],
            ),
            field(Area, "Description", "description"),
            field(Switch, "Notify me", "notify"),
        ],
        buttons: &["Submit ticket", "Discard"],
    },
    Form {
        title: "Invoice",
        fields: &[
            field(Text, "Invoice number", "number"),
            field(Date, "Issue date", "issued"),
            field(Date, "Due date", "due"),
            field(Number, "Net amount", "net"),
            field(Number, "Tax amount", "tax"),
            choice(Select, "Currency", "currency", &["EUR", "USD"]),
            field(Check, "Reverse charge", "reverse"),
        ],
        buttons: &["Issue invoice", "Save draft"],
    },
    Form {
        title: "员工信息",
        fields: &[
            field(Text, "姓名", "name"),
            field(Text, "手机号码", "mobile"),
            field(Email, "邮箱", "email"),
            choice(Select, "部门", "dept", &["研发部", "市场部"]),
            choice(Radio, "性别", "gender", &["男", "女"]),
            field(Date, "入职日期", "joined"),
            field(Switch, "启用", "enabled"),
            field(Area, "备注", "remark"),
        ],
        buttons: &["保存", "取消"],
    },
    Form {
        title: "Change password",
        fields: &[
            field(Password, "Current password", "current"),
            field(Password, "New password", "new"),
            field(Password, "Repeat new password", "repeat"),
            field(Switch, "Sign out everywhere", "signout"),
        ],
        buttons: &["Change password", "Forgot password?"],
    },
    Form {
        title: "Book a room",
        fields: &[
            field(Text, "Meeting title", "title"),
            field(Date, "Date", "date"),
            field(Number, "Attendees", "attendees"),
            choice(Select, "Room", "room", &["Ada", "Turing"]),
            choice(Radio, "Repeat", "repeat", &["Never", "Weekly"]),
            field(Check, "Needs a projector", "projector"),
            field(Area, "Agenda", "agenda"),
        ],
        buttons: &["Book", "Reset"],
    },
];
