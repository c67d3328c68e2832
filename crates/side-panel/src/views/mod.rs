//! What a person sees. Each component is a leaf: plain props in, one callback out.

#![allow(unreachable_pub, reason = "the component macro writes pub")]

mod app;
mod look;

pub(crate) use app::App;
