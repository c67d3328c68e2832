//! The browser tests, in one binary: one build, one folder of support.
#![allow(clippy::unwrap_used, reason = "a test ends where it finds a fault")]

mod bad_input;
mod batch;
mod beyond;
mod checks;
mod controls;
mod engines;
mod frames;
mod grounding;
mod handshake;
mod hostile;
mod inspector;
mod life;
mod midway;
mod panel;
mod permissions;
mod remedies;
mod seeing;
mod seeing_frames;
mod sites;
mod specifications;
mod support;
mod trace;
mod trusted;
mod upload;
mod web_pages;
