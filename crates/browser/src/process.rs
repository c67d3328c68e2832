//! The Chromium process: started in a process group of its own (on Debian `chromium` is a shell wrapper),
//! ended by that group's id, its stderr kept for error messages.
//!
//! **Invariant:** nothing of it outlives the [`Process`] value, except a profile the caller gave.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use std::{env, fs, thread};

use anyhow::{Context as _, Result, anyhow};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::sync::oneshot;

use crate::launch::LaunchOptions;

const KEPT_LINES: usize = 20;
/// How long the processes of a killed group may take to let go of the profile.
const END_LIMIT: Duration = Duration::from_secs(5);

pub(crate) struct Process {
    child: Mutex<Child>,
    group: Pid,
    stderr: Arc<Stderr>,
    profile: Profile,
}

#[derive(Default)]
struct Stderr {
    state: Mutex<StderrState>,
    ended: Condvar,
}

#[derive(Default)]
struct StderrState {
    last: VecDeque<String>,
    ended: bool,
}

struct Profile {
    path: PathBuf,
    is_ours: bool,
}

impl Process {
    /// Starts Chromium and waits for the address of its DevTools WebSocket.
    pub(crate) async fn start(program: &Path, options: &LaunchOptions) -> Result<(Self, String)> {
        let profile = Profile::new(options)?;
        let mut command = Command::new(program);
        command
            .args(options.arguments(&profile.path))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .process_group(0);
        if let Some(language) = &options.language {
            command.env("LANGUAGE", language.replace('-', "_"));
        }
        let mut child = command
            .spawn()
            .with_context(|| format!("could not start {}", program.display()))?;
        let pipe = child.stderr.take().context("the child has no stderr")?;
        let stderr = Arc::new(Stderr::default());
        let address = stderr.clone().follow(pipe);
        let group = Pid::from_child(&child);
        let child = Mutex::new(child);
        let process = Self {
            child,
            group,
            stderr,
            profile,
        };
        match tokio::time::timeout(options.start_limit, address).await {
            Ok(Ok(address)) => Ok((process, address)),
            Ok(Err(_)) => Err(process.start_error("ended before it listened")),
            Err(_) => Err(process.start_error("did not listen in time")),
        }
    }

    fn start_error(&self, what: &str) -> anyhow::Error {
        let state = self.stderr.lock();
        let lines: Vec<&str> = state.last.iter().map(String::as_str).collect();
        anyhow!("Chromium {what}; its last words:\n{}", lines.join("\n"))
    }

    /// Ends the whole process group at once, as a crash would, and waits until it is gone.
    pub(crate) fn kill(&self) {
        // Once reaped, the id may belong to someone else: never signal it again.
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(None) = child.try_wait() {
            let _ = kill_process_group(self.group, Signal::KILL);
            let _ = child.wait();
        }
        drop(child);
        self.wait_for_end();
    }

    /// Waits until every process that holds our stderr pipe has ended.
    pub(crate) fn wait_for_end(&self) -> bool {
        let state = self.stderr.lock();
        let waited = self
            .stderr
            .ended
            .wait_timeout_while(state, END_LIMIT, |state| !state.ended);
        waited.is_ok_and(|(state, _)| state.ended)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        self.profile.remove();
    }
}

impl Stderr {
    /// Reads the pipe to its end in a thread; the receiver gets the WebSocket address, or an error if none came.
    fn follow(self: Arc<Self>, pipe: ChildStderr) -> oneshot::Receiver<String> {
        let (sender, receiver) = oneshot::channel();
        thread::spawn(move || {
            let mut sender = Some(sender);
            for line in BufReader::new(pipe).lines().map_while(Result::ok) {
                if let Some(address) = line.strip_prefix("DevTools listening on ")
                    && let Some(sender) = sender.take()
                {
                    let _ = sender.send(address.trim().to_owned());
                }
                self.keep(line);
            }
            self.lock().ended = true;
            self.ended.notify_all();
        });
        receiver
    }

    fn keep(&self, line: String) {
        let mut state = self.lock();
        if state.last.len() == KEPT_LINES {
            state.last.pop_front();
        }
        state.last.push_back(line);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, StderrState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Profile {
    fn new(options: &LaunchOptions) -> Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let (path, is_ours) = match &options.profile {
            Some(path) => (path.clone(), false),
            None => {
                let number = COUNT.fetch_add(1, Ordering::Relaxed);
                let name = format!("surehand-profile-{}-{number}", std::process::id());
                (env::temp_dir().join(name), true)
            }
        };
        let profile = Self { path, is_ours };
        profile.remove(); // Left by a process of the same id that was killed.
        fs::create_dir_all(&profile.path)
            .with_context(|| format!("could not create the profile {}", profile.path.display()))?;
        Ok(profile)
    }

    fn remove(&self) {
        if self.is_ours {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}
