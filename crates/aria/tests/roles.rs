//! One role per rule. The element asked about has `id="it"`.

mod common;

use aria::{Aria, Role};
use common::it;
use page_fixture::page_from_html;

fn check(html: &str, expected: Role) {
    let page = page_from_html(html);
    assert_eq!(Aria::new(&page).role(it(&page)), expected, "{html}");
}

#[test]
fn every_role_reads_back_from_its_token() {
    for &role in Role::ALL {
        assert_eq!(role.as_str().parse(), Ok(role));
    }
    assert_eq!("image".parse(), Ok(Role::Image));
    assert_eq!("presentation".parse(), Ok(Role::None));
    assert!("widget".parse::<Role>().is_err());
}

#[test]
fn the_first_known_token_counts() {
    check("<div role='new-thing Button link' id=it>", Role::Button);
    check("<div role='widget' id=it>", Role::Generic);
    check("<a href=x role='html-video' id=it>", Role::Link);
}

#[test]
fn publication_roles_are_what_they_specialize() {
    check("<div role=doc-toc id=it>", Role::Navigation);
}

#[test]
fn none_takes_the_role_away() {
    check("<h1 role=none id=it>x</h1>", Role::None);
    check("<img role=presentation alt=x id=it>", Role::None);
}

#[test]
fn none_does_not_count_on_what_can_have_the_focus() {
    check("<button role=none id=it>x</button>", Role::Button);
    check("<h1 role=none tabindex=-1 id=it>x</h1>", Role::Heading);
    check("<button role=none disabled id=it>x</button>", Role::None);
}

#[test]
fn none_does_not_count_beside_a_global_attribute() {
    check(
        "<h1 role=none aria-describedby=d id=it>x</h1>",
        Role::Heading,
    );
    check("<img alt='' aria-label=x id=it>", Role::Image);
    check("<h1 role=none aria-hidden=false id=it>x</h1>", Role::None);
}

#[test]
fn parts_go_with_a_presentational_whole() {
    check("<ul role=none><li id=it>x</ul>", Role::None);
    check("<table role=none><tr><td id=it>x</table>", Role::None);
    check("<table role=none><tr id=it><td>x</table>", Role::None);
}

#[test]
fn regions_and_forms_by_role_need_a_name() {
    check("<div role=region id=it>", Role::Generic);
    check("<div role=region aria-label=x id=it>", Role::Region);
    check("<section id=it>", Role::Generic);
    check("<section aria-label=x id=it>", Role::Region);
    check("<nav role=form id=it>", Role::Navigation);
}

#[test]
fn some_roles_need_their_context() {
    check("<div role=option id=it>x</div>", Role::Generic);
    check("<button role=treeitem id=it>x</button>", Role::Button);
    check(
        "<div role=listbox><div role=group><p><i role=option id=it>",
        Role::Option,
    );
    check(
        "<div role=listbox aria-owns=it></div><div role=option id=it>",
        Role::Option,
    );
    check("<div role=tab id=it>x</div>", Role::Tab);
}

#[test]
fn an_orphans_intention_is_still_known() {
    let page = page_from_html("<div role=option id=it>x</div>");
    assert_eq!(Aria::new(&page).intended_role(it(&page)), Role::Option);
    let page = page_from_html("<div role=region id=it>x</div>");
    assert_eq!(Aria::new(&page).intended_role(it(&page)), Role::Generic);
}

#[test]
fn links_need_an_address() {
    check("<a href=x id=it>x</a>", Role::Link);
    check("<a id=it>x</a>", Role::Generic);
    check(
        "<svg><a href=x id=it><title>x</title></a></svg>",
        Role::Link,
    );
}

#[test]
fn inputs_have_the_role_of_their_type() {
    let cases = [
        ("text", Role::Textbox),
        ("EMAIL", Role::Textbox),
        ("password", Role::Textbox),
        ("unheard-of", Role::Textbox),
        ("search", Role::Searchbox),
        ("number", Role::SpinButton),
        ("range", Role::Slider),
        ("checkbox", Role::Checkbox),
        ("radio", Role::Radio),
        ("submit", Role::Button),
        ("file", Role::Button),
        ("date", Role::HtmlInputDate),
        ("color", Role::HtmlInputColor),
        ("hidden", Role::None),
    ];
    for (kind, role) in cases {
        check(&format!("<input type={kind} id=it>"), role);
    }
}

#[test]
fn inputs_with_suggestions_are_comboboxes() {
    check(
        "<input list=l id=it><datalist id=l></datalist>",
        Role::Combobox,
    );
    check(
        "<input type=search list=l id=it><datalist id=l></datalist>",
        Role::Combobox,
    );
    check("<input list=gone id=it>", Role::Textbox);
}

#[test]
fn selects_are_list_boxes_where_the_list_shows() {
    check("<select id=it></select>", Role::Combobox);
    check("<select size=2 id=it></select>", Role::Listbox);
    check("<select multiple id=it></select>", Role::Listbox);
}

#[test]
fn header_and_footer_are_landmarks_of_the_page_only() {
    check("<header id=it>x</header>", Role::Banner);
    check(
        "<article><div><header id=it>x</header></div></article>",
        Role::SectionHeader,
    );
    check("<footer id=it>x</footer>", Role::ContentInfo);
    check(
        "<div role=main><footer id=it>x</footer></div>",
        Role::SectionFooter,
    );
}

#[test]
fn an_aside_in_a_section_needs_a_name() {
    check("<aside id=it>x</aside>", Role::Complementary);
    check("<nav><aside id=it>x</aside></nav>", Role::Generic);
    check(
        "<nav><aside id=it title=x>x</aside></nav>",
        Role::Complementary,
    );
}

#[test]
fn table_parts_follow_their_table() {
    check("<table><tr><td id=it>x</table>", Role::Cell);
    check("<table role=grid><tr><td id=it>x</table>", Role::GridCell);
    check("<table role=menu><tr><td id=it>x</table>", Role::Generic);
    check("<table><tr><th scope=row id=it>x</table>", Role::RowHeader);
    check("<table><tr><th id=it>x<td>y</table>", Role::RowHeader);
    check(
        "<table><tr><th id=it>x<th>y<tr><td>1<td>2</table>",
        Role::ColumnHeader,
    );
}

#[test]
fn only_the_first_summary_opens_its_details() {
    check(
        "<details><summary id=it>x</summary></details>",
        Role::Button,
    );
    check(
        "<details><summary>x</summary><summary id=it>y</summary></details>",
        Role::Generic,
    );
}

#[test]
fn drawings_have_a_role_only_with_a_name() {
    check("<svg id=it></svg>", Role::Generic);
    check("<svg id=it><title>x</title></svg>", Role::Image);
    check("<svg><g id=it><title>x</title></g></svg>", Role::Group);
    check("<img alt='' id=it>", Role::None);
    check("<img id=it>", Role::Image);
}
