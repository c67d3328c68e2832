//! Dates, times and numbers as pages write them, read back to what they mean.
//!
//! **Invariant:** a text with more than one meaning gives all of them; nothing is guessed here.
//! **Absent on purpose:** pages, controls, time zones, and any clock.
#![warn(missing_docs)]

mod date;
mod number;
mod time;

pub use date::{Date, DateOrder, dates_in, month_of};
pub use number::numbers_in;
pub use time::Time;
