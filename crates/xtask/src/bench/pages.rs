//! Pages of any size, made of what real pages are made of.

use std::fmt::Write as _;

/// A page to measure on.
pub(super) struct Generated {
    /// What it is called in the tables.
    pub(super) name: &'static str,
    /// Its text.
    pub(super) html: String,
    /// How often each way is measured.
    pub(super) rounds: u32,
}

pub(super) fn all() -> Vec<Generated> {
    let mixed = |name, elements, rounds| Generated {
        name,
        html: mixed(elements),
        rounds,
    };
    vec![
        mixed("mixed, 1k elements", 1_000, 15),
        mixed("mixed, 10k elements", 10_000, 11),
        mixed("mixed, 50k elements", 50_000, 5),
        Generated {
            name: "table of inputs, 2,000 rows",
            html: table_of_inputs(2_000),
            rounds: 5,
        },
    ]
}

const STYLE: &str = "<style>
  body { font: 14px sans-serif; margin: 0 } .shell { display: flex; gap: 16px }
  .card { border: 1px solid #ccc; border-radius: 6px; padding: 8px; margin: 8px }
  .row { display: flex; gap: 8px; align-items: center } .muted { color: #777 } .gone { display: none }
  .badge::after { content: '!' } .icon { width: 16px; height: 16px } table { border-collapse: collapse }
</style>";

/// Elements of one section of [`mixed`], for counting.
const SECTION: usize = 85;

/// Sections with text, links, a form, a table and cards with icons.
fn mixed(elements: usize) -> String {
    let mut html = format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>Mixed</title>{STYLE}</head><body>
<header><nav aria-label=Main><a href=/>Home</a> <a href=/orders>Orders</a> <a href=/help>Help</a></nav></header><main>"
    );
    for at in 0..elements.div_ceil(SECTION) {
        section(&mut html, at);
    }
    html.push_str("</main></body></html>");
    html
}

fn section(html: &mut String, at: usize) {
    // Writing to a String cannot fail.
    let _ = write!(
        html,
        "<section class='card section-{at}' aria-labelledby=h{at}><h2 id=h{at}>Order {at}</h2>
<p>Placed by <b>Customer {at}</b> on <time>2026-11-{day:02}</time>, see <a href='/orders/{at}'>order {at}</a> or
<a href='/customers/{at}'>the customer</a>. <span class=muted>Last changed by <i>somebody</i></span></p>
<form class=shell><div class=row><label for=n{at}>Name</label><input id=n{at} name=name value='Customer {at}'></div>
<div class=row><label>Email <input type=email name=email required placeholder='name@example.test'></label></div>
<div class=row><label for=c{at}>Country</label><select id=c{at}><option>Sweden<option selected>Norway<option>Finland</select></div>
<div class=row><label><input type=checkbox checked> Newsletter</label></div>
<div class=gone><label>Hidden <input name=trap></label><button>Never</button></div>
<div class=row><button type=submit class='btn primary'>Save</button><button type=button class=btn>Cancel</button></div></form>
<table><thead><tr><th>Item<th>Count<th>Price<th></tr></thead><tbody>",
        day = at % 28 + 1
    );
    for item in 0..3 {
        let _ = write!(
            html,
            "<tr><td>Item {at}-{item}<td>{item}<td>{at}.00<td><button class=icon-button aria-label='Remove item {item}'>
<svg class=icon viewBox='0 0 16 16'><path d='M2 2L14 14'/><path d='M14 2L2 14'/></svg></button></tr>"
        );
    }
    let _ = write!(
        html,
        "</tbody></table><ul>
<li><div><div><a href='/a{at}'>First attachment of {at}</a></div><span class=muted>12 kB</span></div>
<li><div><div><a href='/b{at}'>Second attachment of {at}</a></div><span class=muted>40 kB</span></div>
<li><div role=button tabindex=0 class=badge>Add</div></ul></section>"
    );
}

/// A grid as people use for bulk edits: five fields a row.
fn table_of_inputs(rows: usize) -> String {
    let mut html = format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>Bulk edit</title>{STYLE}</head><body><main>
<h1>Bulk edit</h1><table><thead><tr><th>Item<th>Name<th>Price<th>Stock<th>Kind<th>Active</tr></thead><tbody>"
    );
    for row in 0..rows {
        let _ = write!(
            html,
            "<tr><td><b>Item {row}</b><td><input aria-label=Name value='Name {row}'><td><input aria-label=Price type=number value={row}>
<td><input aria-label=Stock type=number value=7><td><select aria-label=Kind><option>A<option selected>B</select><td><input type=checkbox aria-label=Active></tr>"
        );
    }
    html.push_str("</tbody></table><button>Save all</button></main></body></html>");
    html
}
