//! A customers site with a server, a page and an engine, all in memory: the real perception,
//! grounding and verification run on the HTML it shows.

#![allow(clippy::unwrap_used, reason = "a test ends where it finds a fault")]
#![allow(dead_code, reason = "each test uses its part")]

pub(crate) mod panel;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::rc::Rc;

use batch::{BatchId, BatchRecord, KeptRun, Ledger, LedgerFault, RowRecord};
use guardrails::Approved;
use page_fixture::page_at;
use page_model::Page;
use perception::{RefTable, Snapshot, page_facts, perceive};
use protocol::{
    Action, Answered, BrowserFacts, CommandId, Diagnosis, Extracted, Fault, GroundedAction, Judged,
    LookFor, Looked, NetworkFact, ObservationId, Source, TabFact, Verification,
};
use replay::{Clock, NetworkPort, PagePort};
use storage::MemoryLedger;
use verification::{Look, baseline, opened_tab, verify, verify_browser};

/// What a server does with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault500 {
    /// Answers 500, stores nothing; the page says "Customer saved" all the same.
    ServerError,
    /// Answers 200, stores nothing; the page says "Customer saved".
    Lost,
    /// Answers 422; the page complains at the field.
    Rejected,
    /// Answers 200, with `{"errors": […]}` in the body that nobody reads, and stores nothing; the
    /// page says "Customer … saved", with the name.
    ErrorsInBody,
    /// The same, and the page draws the row into its list by itself.
    DrawnOnly,
    /// Stores it, but answers 500.
    StoredThenError,
    /// The page does not even ask it.
    Ignored,
    /// Never answers; whether it will store it is open.
    Hangs,
}

/// Lets so many awaits of ports pass, then none: the panel's death at that point.
#[derive(Debug)]
pub(crate) struct Life {
    left: Cell<u32>,
    used: Cell<u32>,
}

impl Life {
    pub(crate) fn of(awaits: u32) -> Rc<Self> {
        Rc::new(Self {
            left: Cell::new(awaits),
            used: Cell::new(0),
        })
    }

    /// How many awaits passed.
    pub(crate) fn used(&self) -> u32 {
        self.used.get()
    }

    async fn step(&self) {
        if self.left.get() == 0 {
            std::future::pending::<()>().await;
        }
        self.left.set(self.left.get() - 1);
        self.used.set(self.used.get() + 1);
    }
}

/// The server: what is true.
#[derive(Default)]
pub(crate) struct Server {
    pub(crate) stored: RefCell<Vec<BTreeMap<String, String>>>,
    pub(crate) faults: BTreeMap<String, Fault500>,
}

impl Server {
    pub(crate) fn emails(&self) -> Vec<String> {
        self.stored
            .borrow()
            .iter()
            .map(|record| record["Email"].clone())
            .collect()
    }

    fn post(&self, record: &BTreeMap<String, String>) -> (u16, bool) {
        let fault = self.faults.get(&record["Email"]);
        let is_stored = matches!(fault, None | Some(Fault500::StoredThenError));
        if is_stored {
            self.stored.borrow_mut().push(record.clone());
        }
        match fault {
            None | Some(Fault500::Lost | Fault500::ErrorsInBody | Fault500::DrawnOnly) => {
                (200, true)
            }
            Some(Fault500::ServerError) => (500, true),
            Some(Fault500::StoredThenError) => (500, false),
            Some(Fault500::Rejected | Fault500::Ignored) => (422, false),
            Some(Fault500::Hangs) => (0, false),
        }
    }
}

const FIELDS: [&str; 5] = ["Name", "Email", "Phone", "City", "Notes"];
pub(crate) const URL: &str = "http://127.0.0.1:4780/customers";

/// What the page shows beside the server's list.
#[derive(Default)]
struct View {
    /// The path below the list's address, of a record; empty for the list.
    record: String,
    is_open: bool,
    fields: BTreeMap<String, String>,
    toast: String,
    /// A row that the page drew, whatever the server did.
    drawn: Option<BTreeMap<String, String>>,
    error: bool,
    changes: u32,
}

/// The work tab with its engine. It outlives the panel.
pub(crate) struct Tab {
    pub(crate) server: Rc<Server>,
    view: RefCell<View>,
    remembered: RefCell<BTreeMap<CommandId, bool>>,
    network: RefCell<Vec<NetworkFact>>,
    /// What the browser did beside the page.
    pub(crate) beside: RefCell<BrowserFacts>,
    /// Whether the run is in the tab that the page opened last.
    pub(crate) is_followed: Cell<bool>,
    /// How many of the next actions find their element drawn anew.
    pub(crate) stale: Cell<u32>,
    /// How many documents were loaded so far.
    pub(crate) documents: Cell<u32>,
}

impl Tab {
    pub(crate) fn new(server: Rc<Server>) -> Rc<Self> {
        Rc::new(Self {
            server,
            view: RefCell::default(),
            remembered: RefCell::default(),
            network: RefCell::default(),
            beside: RefCell::default(),
            is_followed: Cell::default(),
            stale: Cell::default(),
            documents: Cell::default(),
        })
    }

    /// Something on the page changes by itself.
    pub(crate) fn touch(&self) {
        self.view.borrow_mut().changes += 1;
    }

    /// The page asks the server something.
    pub(crate) fn ask(&self) {
        let mut network = self.network.borrow_mut();
        let sequence = u32::try_from(network.len()).unwrap() + 1;
        network.push(NetworkFact {
            source: Source::WebRequest,
            sequence,
            method: "GET".into(),
            url: URL.into(),
            answered: Answered::Status { status: 200 },
        });
    }

    /// A record is stored that this page did not send.
    pub(crate) fn store_unseen(&self, cells: [(&str, &str); 2]) {
        let record = cells.map(|(field, value)| (field.to_owned(), value.to_owned()));
        self.server.stored.borrow_mut().push(record.into());
    }

    fn html(&self) -> String {
        let view = self.view.borrow();
        if self.is_followed.get() {
            return "<h1>Receipt</h1><label>Copies <input></label>".into();
        }
        if !view.record.is_empty() {
            return self.record(&view.record);
        }
        let mut html = String::from(
            "<main><h1>Customers</h1><button>New customer</button><a href='/p'>Print</a>",
        );
        if view.is_open {
            html.push_str("<form aria-label='New customer'>");
            for field in FIELDS {
                let value = view.fields.get(field).map_or("", String::as_str);
                let value = value.replace('&', "&amp;").replace('"', "&quot;");
                let invalid = if view.error && field == "Email" {
                    " aria-invalid=true aria-describedby=complaint"
                } else {
                    ""
                };
                if field == "Notes" {
                    let _ = write!(html, "<label>{field}<textarea>\n{value}</textarea></label>");
                } else {
                    let _ = write!(
                        html,
                        "<label>{field}<input value=\"{value}\"{invalid}></label>"
                    );
                }
            }
            html.push_str("<button>Save customer</button></form>");
            if view.error {
                html.push_str("<p id=complaint>not accepted by the shop</p>");
            }
        }
        html.push_str("<table aria-label=Customers><tr><th>Name<th>Email</tr>");
        for record in self.server.stored.borrow().iter().chain(&view.drawn) {
            let _ = write!(
                html,
                "<tr><td>{}<td><a href='/customers/{1}'>{1}</a></tr>",
                record["Name"], record["Email"]
            );
        }
        let _ = write!(html, "</table><div role=status>{}</div></main>", view.toast);
        html
    }

    /// The page of one customer.
    fn record(&self, email: &str) -> String {
        let stored = self.server.stored.borrow();
        let record = stored.iter().find(|record| record["Email"] == email);
        record.map_or("<h1>Not found</h1>".into(), |record| {
            let (name, email) = (&record["Name"], &record["Email"]);
            format!("<h1>{name}</h1><label>Email <input value='{email}'></label>")
        })
    }

    fn look<T>(&self, f: impl FnOnce(&Page, &Snapshot) -> T) -> T {
        let seen = seen(self.html());
        f(&seen.0, &seen.1)
    }

    fn act(&self, action: &GroundedAction) {
        let name = action
            .elements
            .first()
            .map_or("", |element| element.name.as_str());
        match &action.action {
            Action::Navigate { url } => {
                *self.view.borrow_mut() = View {
                    record: url
                        .strip_prefix(URL)
                        .unwrap_or("")
                        .trim_matches('/')
                        .replace("%40", "@"),
                    ..View::default()
                };
                self.is_followed.set(false);
                self.documents.set(self.documents.get() + 1);
                self.remembered.borrow_mut().clear();
            }
            Action::Fill { value, .. } | Action::Select { option: value, .. } => {
                self.view
                    .borrow_mut()
                    .fields
                    .insert(name.to_owned(), value.clone());
            }
            Action::Click { .. } if name == "New customer" => self.view.borrow_mut().is_open = true,
            Action::Click { .. } if name == "Print" => self.open_tab(),
            Action::Click { .. } if name.contains('@') => {
                self.view.borrow_mut().record = name.to_owned();
            }
            Action::Click { .. } | Action::Press { .. } => self.save(),
            // All there is on the page is in view, and nothing lies over it.
            Action::ScrollSearch { .. } | Action::CloseOverlay { .. } => return,
            other => panic!("there is nothing to {} here", other.verb()),
        }
        self.view.borrow_mut().changes += 1;
    }

    fn open_tab(&self) {
        let mut beside = self.beside.borrow_mut();
        let sequence = beside.last() + 1;
        beside.tabs.push(TabFact {
            sequence,
            url: "http://127.0.0.1:4780/receipt?of=1".into(),
        });
    }

    fn save(&self) {
        let mut view = self.view.borrow_mut();
        let fault = view
            .fields
            .get("Email")
            .and_then(|email| self.server.faults.get(email));
        if fault == Some(&Fault500::Ignored) {
            return;
        }
        let (status, shows_toast) = self.server.post(&view.fields);
        let mut network = self.network.borrow_mut();
        let sequence = u32::try_from(network.len()).unwrap() + 1;
        network.push(NetworkFact {
            source: Source::WebRequest,
            sequence,
            method: "POST".into(),
            url: "http://127.0.0.1:4780/api/customers".into(),
            answered: match status {
                0 => Answered::Pending,
                status => Answered::Status { status },
            },
        });
        view.error = status == 422;
        if shows_toast {
            view.toast = match self.server.faults.get(&view.fields["Email"]) {
                None | Some(Fault500::ErrorsInBody | Fault500::DrawnOnly) => {
                    format!("Customer saved: {}", view.fields["Email"])
                }
                Some(_) => "Customer saved".into(),
            };
            view.is_open = false;
        }
        if self.server.faults.get(&view.fields["Email"]) == Some(&Fault500::DrawnOnly) {
            view.drawn = Some(view.fields.clone());
        }
    }
}

thread_local! {
    /// Pages read so far: thousands of runs show the same few hundred.
    static SEEN: RefCell<HashMap<String, Rc<(Page, Snapshot)>>> = RefCell::default();
}

/// Reads a page, which is always told to be the list's.
fn seen(html: String) -> Rc<(Page, Snapshot)> {
    SEEN.with_borrow_mut(|seen| {
        let look = seen.entry(html).or_insert_with_key(|html| {
            let page = page_at(URL, html);
            let snapshot = perceive(&page, &mut RefTable::default()).snapshot;
            Rc::new((page, snapshot))
        });
        look.clone()
    })
}

/// The tab as one panel sees it, until that panel dies.
pub(crate) struct FakePage {
    pub(crate) tab: Rc<Tab>,
    pub(crate) life: Rc<Life>,
}

impl PagePort for FakePage {
    async fn look(&self, asked: &LookFor) -> Result<Looked, Fault> {
        self.life.step().await;
        let changes = self.tab.view.borrow().changes;
        Ok(self.tab.look(|page, snapshot| {
            let look = Look { page, snapshot };
            let judged = asked.judged.iter();
            let mut refs = RefTable::default();
            let targets = asked.targets.iter();
            Looked {
                verification: Verification {
                    checks: judged
                        .map(|j| match j.condition.is_beyond_page() {
                            true => verify_browser(j, &self.browser()),
                            false => verify(look, j, None, &asked.network),
                        })
                        .collect(),
                    facts: page_facts(page, snapshot),
                    changes,
                    is_loaded: true,
                    url: page.url.clone(),
                },
                groundings: targets
                    .map(|t| grounding::ground(t, page, snapshot, ObservationId(1), &mut refs))
                    .collect(),
                baselines: asked
                    .conditions
                    .iter()
                    .map(|c| baseline(look, &c.0))
                    .collect(),
            }
        }))
    }

    fn document(&self) -> u32 {
        self.tab.documents.get()
    }

    async fn act(
        &self,
        id: &CommandId,
        action: Approved<GroundedAction>,
        _limit_ms: u32,
    ) -> Result<Option<Extracted>, Fault> {
        self.life.step().await;
        let action = action.into_value();
        if let (Some(element), Some(left)) =
            (action.elements.first(), self.tab.stale.get().checked_sub(1))
        {
            self.tab.stale.set(left);
            let target = element.name.clone();
            return Err(Diagnosis::Stale { target }.into());
        }
        assert!(
            !self.tab.remembered.borrow().contains_key(id) || action.elements.is_empty(),
            "{id} came twice"
        );
        self.tab.act(&action);
        self.tab.remembered.borrow_mut().insert(id.clone(), true);
        // The page has acted; whether the panel lives to hear of it is another matter.
        self.life.step().await;
        Ok(None)
    }

    fn browser(&self) -> BrowserFacts {
        self.tab.beside.borrow().clone()
    }

    async fn follow(&self, opened: &Judged, goes_on: bool) -> Result<(), Fault> {
        self.life.step().await;
        assert!(opened_tab(opened, &self.browser()).is_some());
        self.tab.is_followed.set(goes_on);
        Ok(())
    }

    async fn changed(&self, _since: u32) {
        std::future::pending::<()>().await;
    }

    async fn recall(&self, id: &CommandId) -> Result<Option<bool>, Fault> {
        self.life.step().await;
        Ok(self.tab.remembered.borrow().get(id).copied())
    }
}

impl NetworkPort for FakePage {
    fn facts(&self) -> Vec<NetworkFact> {
        self.tab.network.borrow().clone()
    }

    fn last(&self) -> u32 {
        self.facts().len().try_into().unwrap()
    }

    fn open_requests(&self) -> usize {
        0
    }

    async fn changed(&self) {
        std::future::pending::<()>().await;
    }
}

/// A clock that runs only while somebody sleeps.
#[derive(Default)]
pub(crate) struct FakeClock {
    now: Cell<f64>,
}

impl Clock for FakeClock {
    fn now(&self) -> f64 {
        self.now.get()
    }

    async fn sleep(&self, ms: u32) {
        self.now.set(self.now.get() + f64::from(ms));
    }
}

/// A ledger whose disk outlives the panel that writes to it.
pub(crate) struct FakeDisk {
    pub(crate) disk: Rc<MemoryLedger>,
    pub(crate) life: Rc<Life>,
    /// How many more writes it has room for.
    pub(crate) room: Cell<u32>,
}

impl Ledger for FakeDisk {
    async fn create(&self, batch: &BatchRecord, rows: &[RowRecord]) -> Result<(), LedgerFault> {
        self.disk.create(batch, rows).await
    }

    async fn own(&self, batch: &BatchId) -> Result<BatchRecord, LedgerFault> {
        self.disk.own(batch).await
    }

    async fn batches(&self) -> Result<Vec<BatchRecord>, LedgerFault> {
        self.disk.batches().await
    }

    async fn rows(&self, batch: &BatchId) -> Result<Vec<RowRecord>, LedgerFault> {
        self.disk.rows(batch).await
    }

    async fn write(&self, row: &RowRecord, epoch: u32) -> Result<(), LedgerFault> {
        self.begin_write().await?;
        self.disk.write(row, epoch).await?;
        self.life.step().await;
        Ok(())
    }

    async fn write_end(
        &self,
        row: &RowRecord,
        run: &KeptRun,
        epoch: u32,
    ) -> Result<(), LedgerFault> {
        self.begin_write().await?;
        self.disk.write_end(row, run, epoch).await?;
        self.life.step().await;
        Ok(())
    }
}

impl FakeDisk {
    async fn begin_write(&self) -> Result<(), LedgerFault> {
        self.life.step().await;
        let left = self.room.get().checked_sub(1);
        self.room
            .set(left.ok_or_else(|| LedgerFault::Store("the disk is full".into()))?);
        Ok(())
    }
}
