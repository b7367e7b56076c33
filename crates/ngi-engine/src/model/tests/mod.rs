//! Models made by hand, and what must come of them.

mod broken;
mod picks;
mod poses;
mod samples;
mod states;
mod views;
mod walks;
