//! Maps made by hand and by chance, and what must come of them.
#![allow(clippy::cast_possible_truncation)] // of small numbers made here

mod anchors;
mod hostile;
mod points;
mod routes;
mod samples;

use super::*;
