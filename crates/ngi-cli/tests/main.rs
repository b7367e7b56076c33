//! The program, run as a shell would: one test binary, so that it is linked once.

mod areals;
mod bring;
mod common;
mod damage;
mod demo;
mod documents;
mod faults;
mod fields;
mod graphics;
mod handbook;
mod into;
mod modding;
mod mods;
mod pipes;
mod streams;
mod transcripts;
