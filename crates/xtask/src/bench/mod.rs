//! Figures, each against its peer or its floor in the same run.

mod controls;
mod grounding;
mod inject;
mod pages;
mod perception;
mod replay;
mod report;

use anyhow::{Result, bail};

/// Runs one bench by name.
pub(crate) fn bench(options: &[&str]) -> Result<()> {
    match options {
        ["controls", options @ ..] => controls::controls(options),
        ["grounding"] => grounding::grounding(),
        ["inject"] => inject::inject(),
        ["perception"] => perception::perception(),
        ["replay", options @ ..] => replay::replay(options),
        _ => bail!("which bench? grounding, inject, perception or replay"),
    }
}

/// The middle one of measured times.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
