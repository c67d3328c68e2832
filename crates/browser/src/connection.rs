//! The one WebSocket to the browser: commands out, answers back to whoever asked, events into state.
//!
//! **Invariant:** every command ends: with its answer, its limit, or the reason its target went away.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot, watch};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::browser::Target;
use crate::failure::Failure;
use crate::session::{SessionState, text};

/// Enough for any command that doesn't wait for the page on purpose.
pub(crate) const ANSWER_LIMIT: Duration = Duration::from_secs(30);
const BROWSER_GONE: &str = "the browser has ended";

pub(crate) type Sessions = HashMap<String, Arc<watch::Sender<SessionState>>>;

pub(crate) struct Connection {
    outgoing: mpsc::UnboundedSender<Message>,
    shared: Arc<Shared>,
    next_id: AtomicU64,
}

struct Shared {
    pending: Mutex<HashMap<u64, Pending>>,
    sessions: Mutex<Sessions>,
    targets: watch::Sender<Vec<Target>>,
    downloads: watch::Sender<Vec<PathBuf>>,
}

struct Pending {
    session: Option<String>,
    method: String,
    answer: oneshot::Sender<Result<Value, Failure>>,
}

impl Connection {
    pub(crate) async fn open(address: &str) -> Result<Self> {
        // Screenshots and captures are larger than the default limits.
        let config = WebSocketConfig::default()
            .max_message_size(None)
            .max_frame_size(None);
        let (socket, _) = tokio_tungstenite::connect_async_with_config(address, Some(config), true)
            .await
            .with_context(|| format!("could not connect to {address}"))?;
        let (outgoing, mut commands) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            pending: Mutex::default(),
            sessions: Mutex::default(),
            targets: watch::channel(Vec::new()).0,
            downloads: watch::channel(Vec::new()).0,
        });
        let receiver = shared.clone();
        tokio::spawn(async move {
            let (mut sink, mut stream) = socket.split();
            loop {
                tokio::select! {
                    command = commands.recv() => match command {
                        Some(command) => if sink.send(command).await.is_err() { break },
                        None => break,
                    },
                    message = stream.next() => match message {
                        Some(Ok(Message::Text(text))) => receiver.receive(text.as_str()),
                        Some(Ok(_)) => {}
                        Some(Err(_)) | None => break,
                    },
                }
            }
            receiver.end();
        });
        Ok(Self {
            outgoing,
            shared,
            next_id: AtomicU64::new(1),
        })
    }

    /// Sends one command (to the browser itself without a session) and waits for its answer.
    pub(crate) async fn call(
        &self,
        session: Option<&str>,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<Value, Failure> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let (answer, received) = oneshot::channel();
        let pending = Pending {
            session: session.map(str::to_owned),
            method: method.into(),
            answer,
        };
        lock(&self.shared.pending).insert(id, pending);
        let gone = || Failure::Gone {
            method: method.into(),
            reason: BROWSER_GONE.into(),
        };
        if self
            .outgoing
            .send(Message::text(message.to_string()))
            .is_err()
        {
            lock(&self.shared.pending).remove(&id);
            return Err(gone());
        }
        match tokio::time::timeout(limit, received).await {
            Ok(answer) => answer.unwrap_or_else(|_| Err(gone())),
            Err(_) => {
                lock(&self.shared.pending).remove(&id);
                Err(Failure::Late {
                    what: method.into(),
                    limit,
                })
            }
        }
    }

    pub(crate) fn targets(&self) -> watch::Receiver<Vec<Target>> {
        self.shared.targets.subscribe()
    }

    /// The files saved so far, in the order they were finished.
    pub(crate) fn downloads(&self) -> watch::Receiver<Vec<PathBuf>> {
        self.shared.downloads.subscribe()
    }

    /// The state that the events of this session are written to.
    pub(crate) fn session(&self, id: &str) -> Arc<watch::Sender<SessionState>> {
        let mut sessions = lock(&self.shared.sessions);
        let new = || Arc::new(watch::channel(SessionState::default()).0);
        sessions.entry(id.to_owned()).or_insert_with(new).clone()
    }
}

impl Shared {
    fn receive(&self, message: &str) {
        let Ok(mut message) = serde_json::from_str::<Value>(message) else {
            return;
        };
        if let Some(id) = message["id"].as_u64() {
            return self.answer(id, message);
        }
        let (method, params) = (text(&message["method"]), message["params"].take());
        match message["sessionId"].as_str() {
            Some(session) if method == "Inspector.targetCrashed" => {
                self.end_session(session, "the page crashed");
            }
            Some(session) => {
                // Only sessions someone holds: others (a tab's auto-attached child) have no reader.
                if let Some(state) = lock(&self.sessions).get(session) {
                    state.send_modify(|state| state.apply(&method, &params));
                }
            }
            None => {}
        }
        self.browser_event(&method, &params);
    }

    fn answer(&self, id: u64, mut message: Value) {
        let Some(pending) = lock(&self.pending).remove(&id) else {
            return;
        };
        let answer = match message.get("error") {
            Some(error) => {
                let (message, data) = (text(&error["message"]), text(&error["data"]));
                let message = format!("{message} {data}").trim_end().to_owned();
                Err(Failure::Refused {
                    method: pending.method,
                    message,
                })
            }
            None => Ok(message["result"].take()),
        };
        let _ = pending.answer.send(answer);
    }

    fn browser_event(&self, method: &str, params: &Value) {
        match method {
            "Target.targetCreated" | "Target.targetInfoChanged" => {
                let target = Target::new(&params["targetInfo"]);
                self.targets.send_modify(|targets| {
                    match targets.iter_mut().find(|known| known.id == target.id) {
                        Some(known) => *known = target,
                        None => targets.push(target),
                    }
                });
            }
            "Target.targetDestroyed" => {
                let id = text(&params["targetId"]);
                self.targets
                    .send_modify(|targets| targets.retain(|target| target.id != id));
            }
            "Browser.downloadProgress" if params["state"] == "completed" => {
                let file = PathBuf::from(text(&params["filePath"]));
                self.downloads.send_modify(|files| files.push(file));
            }
            "Target.detachedFromTarget" => {
                self.end_session(&text(&params["sessionId"]), "the target was closed");
            }
            _ => {}
        }
    }

    fn end_session(&self, id: &str, reason: &str) {
        if let Some(state) = lock(&self.sessions).remove(id) {
            state.send_modify(|state| state.gone = Some(reason.to_owned()));
        }
        self.fail_pending(reason, |pending| pending.session.as_deref() == Some(id));
    }

    fn end(&self) {
        for (_, state) in lock(&self.sessions).drain() {
            state.send_modify(|state| state.gone = Some(BROWSER_GONE.into()));
        }
        self.fail_pending(BROWSER_GONE, |_| true);
        self.targets.send_modify(Vec::clear);
    }

    fn fail_pending(&self, reason: &str, concerns: impl Fn(&Pending) -> bool) {
        let failed = lock(&self.pending)
            .extract_if(|_, pending| concerns(pending))
            .collect::<Vec<_>>();
        for (_, Pending { method, answer, .. }) in failed {
            let _ = answer.send(Err(Failure::Gone {
                method,
                reason: reason.into(),
            }));
        }
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
