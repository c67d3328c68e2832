//! The same form in the markup of several frameworks: elements, nesting, class names and ids as
//! those libraries write them.

use super::forms::{Field, Form, Kind};
use super::tree::TRACK;

/// Whose markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framework {
    Plain,
    Bootstrap,
    AntDesign,
    MaterialUi,
    ElementPlus,
}

impl Framework {
    pub(crate) const ALL: [Self; 5] = [
        Self::Plain,
        Self::Bootstrap,
        Self::AntDesign,
        Self::MaterialUi,
        Self::ElementPlus,
    ];
}

/// The page with the form; each control is marked with its place in the form.
pub(crate) fn render(form: &Form, framework: Framework) -> String {
    let mut place = 0;
    let mut fields = String::new();
    for (number, field) in form.fields.iter().enumerate() {
        fields += &render_field(field, framework, number, &mut place);
    }
    for (number, text) in form.buttons.iter().enumerate() {
        fields += &button(framework, text, number == 0, &mark(&mut place));
    }
    let title = form.title;
    let form = match framework {
        Framework::Plain => format!("<h2>{title}</h2><form method=post>{fields}</form>"),
        Framework::Bootstrap => format!(
            "<div class='card'><h5 class='card-header'>{title}</h5><div class='card-body'>
             <form class='needs-validation' novalidate>{fields}</form></div></div>"
        ),
        Framework::AntDesign => format!(
            "<div class='ant-card'><div class='ant-card-head'><div class='ant-card-head-title'>{title}</div></div>
             <div class='ant-card-body'><form class='ant-form ant-form-horizontal' id=basic>{fields}</form></div></div>"
        ),
        Framework::MaterialUi => format!(
            "<div class='MuiPaper-root'><h2 class='MuiTypography-root MuiTypography-h5 css-1x2y3z'>{title}</h2>
             <form class='MuiBox-root css-8atqhb'>{fields}</form></div>"
        ),
        Framework::ElementPlus => format!(
            "<div class='el-card'><div class='el-card__header'>{title}</div><div class='el-card__body'>
             <form class='el-form el-form--default'>{fields}</form></div></div>"
        ),
    };
    format!(
        "<title>{title}</title><header><a href='/'>Home</a><button aria-label='Search site'></button></header>
         <main>{form}</main><footer><a href='/imprint'>Imprint</a></footer>"
    )
}

/// The mark of the form's next control.
fn mark(place: &mut u32) -> String {
    *place += 1;
    format!("{TRACK}={place}")
}

fn render_field(field: &Field, framework: Framework, number: usize, place: &mut u32) -> String {
    let label = field.label;
    match field.kind {
        Kind::Check => check(framework, label, field.key, &mark(place)),
        Kind::Radio => radios(field, framework, place),
        _ => {
            let id = id(framework, field.key, number);
            let control = control(field, framework, &id, &mark(place));
            labeled(framework, label, &id, &control)
        }
    }
}

fn id(framework: Framework, key: &str, number: usize) -> String {
    match framework {
        Framework::Plain => key.to_owned(),
        Framework::Bootstrap => format!("input-{key}"),
        Framework::AntDesign => format!("basic_{key}"),
        Framework::MaterialUi => format!(":r{number}:"),
        Framework::ElementPlus => format!("el-id-4096-{}", number + 20),
    }
}

fn labeled(framework: Framework, label: &str, id: &str, control: &str) -> String {
    match framework {
        Framework::Plain => format!("<p><label for='{id}'>{label}</label> {control}</p>"),
        Framework::Bootstrap => format!(
            "<div class='mb-3'><label class='form-label' for='{id}'>{label}</label>{control}
             <div class='invalid-feedback'></div></div>"
        ),
        Framework::AntDesign => format!(
            "<div class='ant-form-item'><div class='ant-row ant-form-item-row'>
             <div class='ant-col ant-form-item-label'><label for='{id}' title='{label}'>{label}</label></div>
             <div class='ant-col ant-form-item-control'><div class='ant-form-item-control-input'>
             <div class='ant-form-item-control-input-content'>{control}</div></div></div></div></div>"
        ),
        Framework::MaterialUi => format!(
            "<div class='MuiFormControl-root MuiTextField-root css-i44wyl'>
             <label class='MuiInputLabel-root MuiFormLabel-root' for='{id}' id='{id}-label'>{label}<span
             aria-hidden=true class='MuiFormLabel-asterisk'> *</span></label>
             <div class='MuiInputBase-root MuiOutlinedInput-root'>{control}<fieldset aria-hidden=true
             class='MuiOutlinedInput-notchedOutline'><legend><span>{label}</span></legend></fieldset></div></div>"
        ),
        Framework::ElementPlus => format!(
            "<div class='el-form-item'><label id='{id}-l' for='{id}' class='el-form-item__label'>{label}</label>
             <div class='el-form-item__content'>{control}</div></div>"
        ),
    }
}

fn control(field: &Field, framework: Framework, id: &str, mark: &str) -> String {
    match field.kind {
        Kind::Select => select(field, framework, id, mark),
        Kind::Switch => switch(framework, field.key, id, mark),
        Kind::Area => {
            let class = class(framework, "textarea");
            format!("<textarea id='{id}' class='{class}' rows=4 {mark}></textarea>")
        }
        Kind::Date => date(framework, field.key, id, mark),
        Kind::Number if framework == Framework::AntDesign => format!(
            "<div class='ant-input-number'><div class='ant-input-number-input-wrap'><input role=spinbutton
             autocomplete=off id='{id}' class='ant-input-number-input' {mark}></div></div>"
        ),
        kind => input(framework, kind, field.key, id, mark),
    }
}

fn input(framework: Framework, kind: Kind, key: &str, id: &str, mark: &str) -> String {
    let class = class(framework, "input");
    let kind = match kind {
        Kind::Email if framework != Framework::ElementPlus => "email",
        Kind::Password => "password",
        Kind::Number => "number",
        _ => "text",
    };
    // Ant Design and Element Plus keep a form's keys in the script, not in the markup.
    let name = match framework {
        Framework::AntDesign | Framework::ElementPlus => String::new(),
        _ => format!("name='{key}'"),
    };
    let input = format!("<input type={kind} id='{id}' {name} class='{class}' {mark}>");
    match framework {
        Framework::ElementPlus => {
            format!("<div class='el-input'><div class='el-input__wrapper'>{input}</div></div>")
        }
        Framework::AntDesign if kind == "password" => {
            format!("<span class='ant-input-affix-wrapper ant-input-password'>{input}</span>")
        }
        _ => input,
    }
}

fn class(framework: Framework, of: &str) -> String {
    match framework {
        Framework::Plain => String::new(),
        Framework::Bootstrap => "form-control".to_owned(),
        Framework::AntDesign => "ant-input ant-input-outlined".to_owned(),
        Framework::MaterialUi => "MuiInputBase-input MuiOutlinedInput-input css-1a2b3c".to_owned(),
        Framework::ElementPlus => format!("el-{of}__inner"),
    }
}

fn select(field: &Field, framework: Framework, id: &str, mark: &str) -> String {
    let key = field.key;
    let options: String = field
        .options
        .iter()
        .map(|text| format!("<option>{text}</option>"))
        .collect();
    let first = field.options.first().copied().unwrap_or("");
    match framework {
        Framework::Plain => format!("<select id='{id}' name='{key}' {mark}>{options}</select>"),
        Framework::Bootstrap => {
            format!("<select class='form-select' id='{id}' name='{key}' {mark}>{options}</select>")
        }
        Framework::AntDesign => format!(
            "<div class='ant-select ant-select-outlined'><div class='ant-select-selector'><span
             class='ant-select-selection-search'><input id='{id}' type=search role=combobox autocomplete=off readonly
             aria-expanded=false aria-haspopup=listbox aria-controls='{id}_list' class='ant-select-selection-search-input'
             {mark}></span><span class='ant-select-selection-item'>{first}</span></div></div>"
        ),
        Framework::MaterialUi => format!(
            "<div tabindex=0 role=combobox aria-expanded=false aria-haspopup=listbox id='mui-component-select-{key}'
             aria-labelledby='{id}-label mui-component-select-{key}' class='MuiSelect-select' {mark}>{first}</div>
             <input aria-hidden=true tabindex=-1 class='MuiSelect-nativeInput' name='{key}' value='{first}'>"
        ),
        Framework::ElementPlus => format!(
            "<div class='el-select'><div class='el-select__wrapper'><div class='el-select__selection'>
             <div class='el-select__selected-item el-select__input-wrapper'><input type=text class='el-select__input'
             autocomplete=off role=combobox readonly aria-haspopup=listbox aria-expanded=false id='{id}' {mark}></div>
             <div class='el-select__selected-item el-select__placeholder'><span>{first}</span></div></div></div></div>"
        ),
    }
}

fn switch(framework: Framework, key: &str, id: &str, mark: &str) -> String {
    match framework {
        Framework::Plain => format!("<input type=checkbox id='{id}' name='{key}' {mark}>"),
        Framework::Bootstrap => format!(
            "<div class='form-check form-switch'><input class='form-check-input' type=checkbox role=switch id='{id}' {mark}></div>"
        ),
        Framework::AntDesign => format!(
            "<button type=button role=switch aria-checked=false id='{id}' class='ant-switch' {mark}><div
             class='ant-switch-handle'></div></button>"
        ),
        Framework::MaterialUi => format!(
            "<span class='MuiSwitch-root'><input class='MuiSwitch-input' type=checkbox role=switch id='{id}' name='{key}' {mark}></span>"
        ),
        Framework::ElementPlus => format!(
            "<div class='el-switch'><input class='el-switch__input' type=checkbox role=switch aria-checked=false
             id='{id}' {mark}><span class='el-switch__core'></span></div>"
        ),
    }
}

fn date(framework: Framework, key: &str, id: &str, mark: &str) -> String {
    match framework {
        Framework::Plain => format!("<input type=date id='{id}' name='{key}' {mark}>"),
        Framework::Bootstrap => {
            format!("<input type=date class='form-control' id='{id}' name='{key}' {mark}>")
        }
        Framework::AntDesign => format!(
            "<div class='ant-picker'><div class='ant-picker-input'><input id='{id}' placeholder='Select date'
             autocomplete=off {mark}><span class='ant-picker-suffix'></span></div></div>"
        ),
        Framework::MaterialUi => format!(
            "<input type=text inputmode=numeric placeholder='MM/DD/YYYY' autocomplete=off id='{id}' class='MuiInputBase-input'
             {mark}><button type=button aria-label='Choose date' class='MuiIconButton-root'></button>"
        ),
        Framework::ElementPlus => format!(
            "<div class='el-input el-date-editor'><div class='el-input__wrapper'><input role=combobox aria-haspopup=dialog
             aria-expanded=false placeholder='Pick a day' class='el-input__inner' id='{id}' {mark}></div></div>"
        ),
    }
}

fn check(framework: Framework, label: &str, key: &str, mark: &str) -> String {
    match framework {
        Framework::Plain => format!("<p><label><input type=checkbox name='{key}' {mark}> {label}</label></p>"),
        Framework::Bootstrap => format!(
            "<div class='form-check mb-3'><input class='form-check-input' type=checkbox id='check-{key}' name='{key}' {mark}>
             <label class='form-check-label' for='check-{key}'>{label}</label></div>"
        ),
        Framework::AntDesign => format!(
            "<div class='ant-form-item'><label class='ant-checkbox-wrapper'><span class='ant-checkbox'><input type=checkbox
             id='basic_{key}' class='ant-checkbox-input' {mark}></span><span>{label}</span></label></div>"
        ),
        Framework::MaterialUi => format!(
            "<label class='MuiFormControlLabel-root'><span class='MuiCheckbox-root'><input class='PrivateSwitchBase-input'
             type=checkbox name='{key}' {mark}></span><span class='MuiTypography-root'>{label}</span></label>"
        ),
        Framework::ElementPlus => format!(
            "<div class='el-form-item'><label class='el-checkbox'><span class='el-checkbox__input'><input
             class='el-checkbox__original' type=checkbox {mark}></span><span class='el-checkbox__label'>{label}</span></label></div>"
        ),
    }
}

fn radios(field: &Field, framework: Framework, place: &mut u32) -> String {
    let (label, key) = (field.label, field.key);
    let one = |text: &&'static str, mark: String| {
        let (outer, input) = match framework {
            Framework::Plain => ("", ""),
            Framework::Bootstrap => ("form-check-label", "form-check-input"),
            Framework::AntDesign => ("ant-radio-wrapper", "ant-radio-input"),
            Framework::MaterialUi => ("MuiFormControlLabel-root", "PrivateSwitchBase-input"),
            Framework::ElementPlus => ("el-radio", "el-radio__original"),
        };
        format!(
            "<label class='{outer}'><input type=radio name='{key}' value='{text}' class='{input}' {mark}> <span>{text}</span></label>"
        )
    };
    let all: String = field
        .options
        .iter()
        .map(|text| one(text, mark(place)))
        .collect();
    match framework {
        Framework::Plain | Framework::Bootstrap => {
            format!("<fieldset><legend>{label}</legend>{all}</fieldset>")
        }
        Framework::MaterialUi => format!(
            "<div class='MuiFormControl-root'><label id='{key}-l' class='MuiFormLabel-root'>{label}</label>
             <div role=radiogroup aria-labelledby='{key}-l' class='MuiFormGroup-root'>{all}</div></div>"
        ),
        Framework::AntDesign | Framework::ElementPlus => {
            let id = format!("group_{key}");
            let group = format!("<div class='group' role=radiogroup aria-label='{label}' id='{id}'>{all}</div>");
            labeled(framework, label, &id, &group)
        }
    }
}

fn button(framework: Framework, text: &str, is_main: bool, mark: &str) -> String {
    let kind = if is_main { "submit" } else { "button" };
    let tone = if is_main { "primary" } else { "secondary" };
    match framework {
        Framework::Plain => format!("<button type={kind} {mark}>{text}</button>"),
        Framework::Bootstrap if is_main => {
            format!("<button type=submit class='btn btn-primary' {mark}>{text}</button>")
        }
        Framework::Bootstrap => {
            format!("<a href='#' role=button class='btn btn-outline-secondary' {mark}>{text}</a>")
        }
        Framework::AntDesign => {
            format!("<button type={kind} class='ant-btn ant-btn-{tone}' {mark}><span>{text}</span></button>")
        }
        Framework::MaterialUi => format!(
            "<button class='MuiButtonBase-root MuiButton-{tone} css-1rwt2y5' tabindex=0 type={kind} {mark}>{text}<span
             class='MuiTouchRipple-root'></span></button>"
        ),
        Framework::ElementPlus => format!(
            "<button aria-disabled=false type=button class='el-button el-button--{tone}' {mark}><span>{text}</span></button>"
        ),
    }
}
