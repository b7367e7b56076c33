//! The demo game: one test binary, so that it is linked once.

mod broken;
mod common;
mod corpus;
mod demo;
mod fix;
mod golden;
mod kaitai;
mod missions;
mod places;
mod report;
mod survey;
mod targets;
